//! A file of the translator: its text, where its tokens lie, and which of them are there for tests
//! only.

use std::ops::Range;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::spanned::Spanned;

/// The bytes of a file that a piece of syntax covers.
pub fn range(of: &impl Spanned) -> Range<usize> {
    span_range(of.span())
}

/// The bytes of a file that a span covers.
pub fn span_range(span: Span) -> Range<usize> {
    span.byte_range()
}

/// A piece of syntax as text, one line.
pub fn text_of(of: &impl quote::ToTokens) -> String {
    print_tokens(of.to_token_stream())
}

/// Tokens as text, one line: blanks between them, but not within an operator or a lifetime.
pub fn print_tokens(tokens: TokenStream) -> String {
    let mut text = String::new();
    print_into(tokens, &mut text, &mut |_, _| {});
    text
}

/// As [`print_tokens`]; `place` learns of each token where it begins in the text, and the token.
pub fn print_into(tokens: TokenStream, text: &mut String, place: &mut dyn FnMut(usize, &TokenTree)) {
    for token in tokens {
        place(text.len(), &token);
        match &token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                    proc_macro2::Delimiter::Brace => ("{ ", "} "),
                    proc_macro2::Delimiter::Bracket => ("[", "]"),
                    proc_macro2::Delimiter::None => ("", " "),
                };
                text.push_str(open);
                print_into(group.stream(), text, place);
                text.push_str(close);
            }
            TokenTree::Punct(punct) => {
                text.push(punct.as_char());
                if punct.spacing() == proc_macro2::Spacing::Alone {
                    text.push(' ');
                }
            }
            other => {
                text.push_str(&other.to_string());
                text.push(' ');
            }
        }
    }
}

/// Whether something is compiled for tests only: `#[test]`, `#[cfg(test)]`, `#[cfg(feature = ...)]`
/// of a feature that no user has.
pub fn is_test_only(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = text_of(attribute).replace(' ', "");
        let is_cfg = text.starts_with("#[cfg(") && !text.contains("not(");
        text == "#[test]" || is_cfg && (text.contains("test") || text.contains("feature=\"faults\""))
    })
}

/// Line and column, both from 1, of an offset into a text; columns count characters.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1;
    (line, column)
}
