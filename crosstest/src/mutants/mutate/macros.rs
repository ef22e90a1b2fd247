//! What is known of macros: which hold expressions, and which are seeded faults.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

/// The arguments of `matches!`.
pub struct Matches {
    /// What is looked at.
    pub value: Expr,
    /// The pattern.
    pub pattern: syn::Pat,
    /// The condition behind `if`.
    pub guard: Option<Expr>,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Matches> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
        let guard = if input.parse::<Option<Token![if]>>()?.is_some() { Some(input.parse()?) } else { None };
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { value, pattern, guard })
    }
}

fn is_macro(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Macro(expr) if expr.mac.path.is_ident(name))
}

/// Whether this is `matches!`.
pub fn is_matches(expr: &Expr) -> bool {
    is_macro(expr, "matches")
}

/// Whether this asks for a seeded fault, which no build has without the feature.
pub fn is_fault(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_fault(&inner.expr),
        Expr::Unary(unary) => is_fault(&unary.expr),
        other => is_macro(other, "fault"),
    }
}

struct Elements(Vec<Expr>);

impl Parse for Elements {
    fn parse(input: ParseStream<'_>) -> syn::Result<Elements> {
        if input.is_empty() {
            return Ok(Elements(Vec::new()));
        }
        let first = input.parse()?;
        if input.parse::<Option<Token![;]>>()?.is_some() {
            return Ok(Elements(vec![first, input.parse()?]));
        }
        input.parse::<Option<Token![,]>>()?;
        let rest = Punctuated::<Expr, Token![,]>::parse_terminated(input)?;
        Ok(Elements([first].into_iter().chain(rest).collect()))
    }
}

/// The expressions in a `vec!`.
pub fn elements(of: &syn::Macro) -> Vec<Expr> {
    syn::parse2::<Elements>(of.tokens.clone()).map_or_else(|_| Vec::new(), |elements| elements.0)
}
