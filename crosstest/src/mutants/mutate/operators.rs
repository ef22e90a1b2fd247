//! What may stand in the place of an expression: the operators of mutation, as functions from
//! syntax to text.
//!
//! Each gives pairs of an [`Operator`] and the whole expression as it would read. The text is the
//! original's with one thing changed, so that one mutant is one mistake. What does not compile is
//! taken out when it is built.

use syn::spanned::Spanned;
use syn::{BinOp, Expr, UnOp};

use super::source::range;

/// A kind of mistake.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// A comparison by its neighbours.
    Comparison,
    /// An arithmetic, bitwise or shift operator by its counterpart, or by its left operand.
    Arithmetic,
    /// `&&` by `||` and the other way round, or one operand dropped.
    Logic,
    /// A condition negated.
    Condition,
    /// An integer one more, one less, or zero.
    Constant,
    /// The digits of an opcode in a table of text.
    Opcode,
    /// `true` by `false`.
    Truth,
    /// A minus or an exclamation mark dropped.
    Sign,
    /// A conversion through a narrower type, or one of the other sign.
    Width,
    /// The end of a range one less, its start one more.
    Boundary,
    /// A variant or constant by its neighbour.
    Name,
    /// A method by its counterpart: `min` by `max`.
    Method,
    /// Two arguments, or the values of two fields, exchanged.
    Arguments,
    /// A field by its counterpart: `lo` by `hi`.
    Field,
    /// An arm that is never taken, or two arms' bodies exchanged.
    Arm,
    /// `return`, `break` or `continue` left out.
    Exit,
    /// A call or an assignment left out.
    Statement,
}

impl Operator {
    /// Every operator.
    pub const ALL: [Operator; 17] = [
        Operator::Comparison,
        Operator::Arithmetic,
        Operator::Logic,
        Operator::Condition,
        Operator::Constant,
        Operator::Opcode,
        Operator::Truth,
        Operator::Sign,
        Operator::Width,
        Operator::Boundary,
        Operator::Name,
        Operator::Method,
        Operator::Arguments,
        Operator::Field,
        Operator::Arm,
        Operator::Exit,
        Operator::Statement,
    ];

    /// In a word.
    pub const fn name(self) -> &'static str {
        match self {
            Operator::Comparison => "comparison",
            Operator::Arithmetic => "arithmetic",
            Operator::Logic => "logic",
            Operator::Condition => "condition",
            Operator::Constant => "constant",
            Operator::Opcode => "opcode",
            Operator::Truth => "truth",
            Operator::Sign => "sign",
            Operator::Width => "width",
            Operator::Boundary => "boundary",
            Operator::Name => "name",
            Operator::Method => "method",
            Operator::Arguments => "arguments",
            Operator::Field => "field",
            Operator::Arm => "arm",
            Operator::Exit => "exit",
            Operator::Statement => "statement",
        }
    }

    /// The operator with this name.
    pub fn from_name(name: &str) -> Option<Operator> {
        Operator::ALL.into_iter().find(|operator| operator.name() == name)
    }
}

/// What may stand there instead.
pub type Alternatives = Vec<(Operator, String)>;

/// The alternatives of a binary expression.
pub fn binary(text: &str, expr: &syn::ExprBinary) -> Alternatives {
    let (left, right) = (&text[range(&expr.left)], &text[range(&expr.right)]);
    // A type is followed by `<` in its own right.
    let ends_in_type = left.contains(" as ");
    let with = |operator: Operator, sign: &str| {
        let left = if ends_in_type && sign.starts_with('<') { format!("({left})") } else { left.to_string() };
        (operator, format!("{left} {sign} {right}"))
    };
    let signs = |operator: Operator, signs: &[&str]| signs.iter().map(|sign| with(operator, sign)).collect::<Vec<_>>();
    use Operator::{Arithmetic, Comparison, Logic};
    let only_left = (Arithmetic, left.to_string());
    match expr.op {
        BinOp::Lt(_) => signs(Comparison, &["<=", ">="]),
        BinOp::Le(_) => signs(Comparison, &["<", ">"]),
        BinOp::Gt(_) => signs(Comparison, &[">=", "<="]),
        BinOp::Ge(_) => signs(Comparison, &[">", "<"]),
        BinOp::Eq(_) => signs(Comparison, &["!="]),
        BinOp::Ne(_) => signs(Comparison, &["=="]),
        BinOp::Add(_) => signs(Arithmetic, &["-"]),
        BinOp::Sub(_) => signs(Arithmetic, &["+"]),
        BinOp::Mul(_) => signs(Arithmetic, &["+"]),
        BinOp::Div(_) => signs(Arithmetic, &["*"]),
        BinOp::Rem(_) => signs(Arithmetic, &["/"]),
        BinOp::BitXor(_) => signs(Arithmetic, &["|"]),
        BinOp::Shl(_) => signs(Arithmetic, &[">>"]),
        BinOp::Shr(_) => signs(Arithmetic, &["<<"]),
        BinOp::BitAnd(_) => [signs(Arithmetic, &["|"]), vec![only_left]].concat(),
        BinOp::BitOr(_) => [signs(Arithmetic, &["&"]), vec![only_left]].concat(),
        BinOp::And(_) => [signs(Logic, &["||"]), vec![(Logic, left.into()), (Logic, right.into())]].concat(),
        BinOp::Or(_) => [signs(Logic, &["&&"]), vec![(Logic, left.into()), (Logic, right.into())]].concat(),
        BinOp::AddAssign(_) => signs(Arithmetic, &["-="]),
        BinOp::SubAssign(_) => signs(Arithmetic, &["+="]),
        BinOp::MulAssign(_) => signs(Arithmetic, &["+="]),
        BinOp::DivAssign(_) => signs(Arithmetic, &["*="]),
        BinOp::BitXorAssign(_) => signs(Arithmetic, &["|="]),
        BinOp::BitAndAssign(_) => signs(Arithmetic, &["|="]),
        BinOp::BitOrAssign(_) => signs(Arithmetic, &["&="]),
        BinOp::ShlAssign(_) => signs(Arithmetic, &[">>="]),
        BinOp::ShrAssign(_) => signs(Arithmetic, &["<<="]),
        _ => Vec::new(),
    }
}

/// Whether an operator assigns to its left operand.
pub fn is_assignment(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// Whether a binary expression compares, or joins truth values: its negation would be one of its
/// alternatives, or near one.
pub fn is_decision(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_decision(&inner.expr),
        Expr::Let(_) => true,
        Expr::Binary(binary) => matches!(
            binary.op,
            BinOp::And(_)
                | BinOp::Or(_)
                | BinOp::Lt(_)
                | BinOp::Le(_)
                | BinOp::Gt(_)
                | BinOp::Ge(_)
                | BinOp::Eq(_)
                | BinOp::Ne(_)
        ),
        _ => false,
    }
}

/// Whether an expression is, or joins, a `let`: it can stand in a condition only.
pub fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// The alternatives of an integer: one more, one less, none.
pub fn integer(literal: &syn::LitInt) -> Alternatives {
    let Ok(value) = literal.base10_parse::<u128>() else { return Vec::new() };
    let is_hex = literal.to_string().starts_with("0x");
    let show = |value: u128| {
        let suffix = literal.suffix();
        if is_hex { format!("{value:#x}{suffix}") } else { format!("{value}{suffix}") }
    };
    let more = value.checked_add(1).map(show);
    let less = value.checked_sub(1).map(show);
    let none = (value > 1).then(|| show(0));
    [more, less, none].into_iter().flatten().map(|text| (Operator::Constant, text)).collect()
}

/// The alternatives of an opcode column in the notation of Intel's manual: its last byte one more,
/// its `/digit` another one.
pub fn opcode(literal: &syn::LitStr) -> Alternatives {
    let text = literal.value();
    let is_byte = |word: &&str| {
        let word = word.split('+').next().unwrap_or_default();
        word.len() == 2 && word.chars().all(|c| c.is_ascii_digit() || ('A'..='F').contains(&c))
    };
    if !text.split(' ').take(1).all(|word| is_byte(&word)) {
        return Vec::new();
    }
    let Some(last) = text.split(' ').rfind(is_byte) else { return Vec::new() };
    let Ok(byte) = u8::from_str_radix(&last[..2], 16) else { return Vec::new() };
    let at = last.as_ptr() as usize - text.as_ptr() as usize;
    let with = |value: u8| format!("{:?}", format!("{}{value:02X}{}", &text[..at], &text[at + 2..]));
    let mut found = vec![(Operator::Opcode, with(byte ^ 1)), (Operator::Opcode, with(byte ^ 2))];
    if let Some(slash) = text.find('/').filter(|&slash| text[slash + 1..].starts_with(|c: char| c.is_ascii_digit())) {
        let digit = text.as_bytes()[slash + 1] - b'0';
        let other = (digit + 1) % 8;
        found.push((Operator::Opcode, format!("{:?}", format!("{}{other}{}", &text[..=slash], &text[slash + 2..]))));
    }
    found
}

/// The alternatives of a unary expression.
pub fn unary(text: &str, expr: &syn::ExprUnary) -> Alternatives {
    match expr.op {
        UnOp::Neg(_) | UnOp::Not(_) => vec![(Operator::Sign, text[range(&expr.expr)].into())],
        _ => Vec::new(),
    }
}

/// The alternatives of a conversion: through half the width, or through the other sign where the
/// width has no half.
pub fn cast(text: &str, expr: &syn::ExprCast) -> Alternatives {
    let (operand, ty) = (&text[range(&expr.expr)], &text[range(&expr.ty)]);
    let through = match ty {
        "u128" => "u64",
        "u64" | "usize" => "u32",
        "u32" => "u16",
        "u16" => "u8",
        "i128" => "i64",
        "i64" | "isize" => "i32",
        "i32" => "i16",
        "i16" => "i8",
        "i8" => "u8 & 0x7f) as i8 as",
        "u8" => "u8 & 0x7f) as u8 as",
        _ => return Vec::new(),
    };
    let narrow =
        if through.ends_with("as") { format!("({operand} as {through} {ty}") } else { format!("{operand} as {through} as {ty}") };
    let other_sign = match ty {
        "u64" | "u128" => Some("i32"),
        "i64" | "i128" => Some("u32"),
        _ => None,
    };
    let signed = other_sign.map(|through| (Operator::Width, format!("{operand} as {through} as {ty}")));
    [(Operator::Width, narrow)].into_iter().chain(signed).collect()
}

/// The alternatives of a range's ends, each with the bytes that it is for.
pub fn boundaries(text: &str, expr: &syn::ExprRange) -> Vec<(std::ops::Range<usize>, (Operator, String))> {
    let is_literal = |expr: &Expr| matches!(expr, Expr::Lit(_));
    let end = |of: &Option<Box<Expr>>, change: &str| {
        let of = of.as_deref().filter(|of| !is_literal(of))?;
        let place = range(of);
        Some((place.clone(), (Operator::Boundary, format!("({}) {change} 1", &text[place]))))
    };
    [end(&expr.start, "+"), end(&expr.end, "-")].into_iter().flatten().collect()
}

/// Methods of which one may be taken for the other.
const METHODS: &[(&str, &str)] = &[
    ("min", "max"),
    ("is_some", "is_none"),
    ("is_ok", "is_err"),
    ("any", "all"),
    ("first", "last"),
    ("wrapping_add", "wrapping_sub"),
    ("wrapping_shl", "wrapping_shr"),
    ("saturating_add", "saturating_sub"),
    ("checked_add", "checked_sub"),
    ("leading_zeros", "trailing_zeros"),
    ("leading_ones", "trailing_ones"),
    ("rotate_left", "rotate_right"),
    ("swap_bytes", "reverse_bits"),
    ("to_le_bytes", "to_be_bytes"),
    ("lo", "hi"),
    ("low", "high"),
    ("union", "intersection"),
    ("next_multiple_of", "max"),
    ("take_while", "skip_while"),
    ("take", "skip"),
    ("starts_with", "ends_with"),
    ("sdiv", "udiv"),
    ("is_lt", "is_le"),
    ("is_gt", "is_ge"),
    ("push_front", "push_back"),
    ("pop_front", "pop_back"),
    ("insert", "remove"),
    ("set", "clear"),
];

/// The alternatives of a method call: its counterpart.
pub fn method(text: &str, expr: &syn::ExprMethodCall) -> Alternatives {
    let name = expr.method.to_string();
    let other = METHODS.iter().find_map(|&(a, b)| match name.as_str() {
        name if name == a => Some(b),
        name if name == b && a != "next_multiple_of" => Some(a),
        _ => None,
    });
    let place = range(expr);
    let method = range(&expr.method);
    let with = |other: &str| format!("{}{other}{}", &text[place.start..method.start], &text[method.end..place.end]);
    let mut found: Alternatives = other.map(|other| (Operator::Method, with(other))).into_iter().collect();
    if sounds_true_or_false(&name) {
        found.push((Operator::Condition, format!("!({})", &text[place])));
    }
    found
}

/// Whether a method's name says that it answers yes or no.
pub fn sounds_true_or_false(name: &str) -> bool {
    ["is_", "has_", "can_", "needs_", "may_", "contains", "starts_with", "ends_with"].iter().any(|start| name.starts_with(start))
}

/// Fields of which one may be taken for the other.
const FIELDS: &[(&str, &str)] = &[
    ("lo", "hi"),
    ("low", "high"),
    ("left", "right"),
    ("lhs", "rhs"),
    ("src", "dst"),
    ("start", "end"),
    ("0", "1"),
    ("base", "index"),
];

/// The alternatives of a field: its counterpart.
pub fn field(text: &str, expr: &syn::ExprField) -> Alternatives {
    let member = &text[range(&expr.member)];
    let other = FIELDS.iter().find_map(|&(a, b)| match member {
        member if member == a => Some(b),
        member if member == b => Some(a),
        _ => None,
    });
    let base = &text[range(&expr.base)];
    other.map(|other| (Operator::Field, format!("{base}.{other}"))).into_iter().collect()
}

/// The alternatives of a list of arguments or fields: each two that stand beside each other
/// exchanged. `whole` is the expression that has the list.
pub fn exchanged<T: Spanned>(text: &str, whole: std::ops::Range<usize>, list: &[&T]) -> Alternatives {
    let pairs = list.windows(2).filter_map(|pair| {
        let (a, b) = (range(pair[0]), range(pair[1]));
        let (left, right) = (&text[a.clone()], &text[b.clone()]);
        let exchanged = || {
            let (before, between, after) = (&text[whole.start..a.start], &text[a.end..b.start], &text[b.end..whole.end]);
            (Operator::Arguments, format!("{before}{right}{between}{left}{after}"))
        };
        (left != right).then(exchanged)
    });
    pairs.collect()
}
