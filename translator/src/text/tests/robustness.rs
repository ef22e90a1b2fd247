//! Robustness: hostile nesting, long texts, and damaged ones. Whatever parses must also print and
//! read back.

use super::parse;
use crate::text::{MAX_NESTING, parse_module, print_module};
use proptest::prelude::*;

/// Texts with about every construct, for the tests that damage them.
pub(super) const SAMPLES: &[&str] = &[
    "@g = internal global <{ [2 x i8], i32 }> <{ [2 x i8] c\"a\\00\", i32 add (i32 ptrtoint (void ()* @f to i32), i32 4) }>, align 4\n\
     @0 = external global [4 x i8]\ndefine internal void @f() {\n  store i32 1, i32* bitcast (<{ [2 x i8], i32 }>* @g to i32*), align 1\n  ret void\n}\n",
    "define float @h(float %x, i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  %y = fmul float %x, 0x3FF3AE1480000000\n  br label %b\n\
     b:\n  %z = phi float [ %x, %entry ], [ %y, %a ]\n  ret float %z\n}\ndeclare i32 @e(i32, <4 x i32>)\n",
    "define <4 x i32> @v(<4 x i32> %a, i32 %i) {\n  %1 = insertelement <4 x i32> %a, i32 7, i32 %i\n  %2 = add <4 x i32> %1, <i32 1, i32 2, i32 3, i32 4>\n\
     \x20 %3 = icmp eq <4 x i32> %2, zeroinitializer\n  %4 = select <4 x i1> %3, <4 x i32> %a, <4 x i32> %2\n  ret <4 x i32> %4\n}\n",
    "define i32 @s(i64 %x, i32 %p) {\n  switch i64 %x, label %d [ i64 -1, label %e\n i64 7, label %d ]\nd:\n  %fp = inttoptr i32 %p to i32 (i64)*\n\
     \x20 %r = call i32 %fp(i64 %x)\n  %b = alloca i8, i32 %r, align 8\n  %bi = ptrtoint i8* %b to i32\n  ret i32 %bi\ne:\n  unreachable\n}\n",
];

#[test]
fn nesting_is_bounded() {
    let deep = 100_000;
    for text in [
        format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(deep), "]".repeat(deep)),
        format!("@x = global i8{} null", "*".repeat(deep)),
        format!("@x = global {}", "{".repeat(deep)),
        format!("@x = global {}", "<{".repeat(deep)),
        format!("@x = global {}", "<4 x ".repeat(deep)),
        format!("@x = global i8{}", "(i8".repeat(deep)),
        format!("@x = global i32 {}", "bitcast (i32 ".repeat(deep)),
        format!("@x = global i32 {}", "add (i32 ".repeat(deep)),
        format!("!x = !{}", "{".repeat(deep)),
        format!("define void @f() {}", "{".repeat(deep)),
    ] {
        assert!(parse_module(&text, "").is_err(), "{}", &text[..40]);
    }
    let arrays = |levels: usize| format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(levels), "]".repeat(levels));
    assert!(parse_module(&arrays(MAX_NESTING as usize - 1), "").is_ok());
    assert!(parse_module(&arrays(MAX_NESTING as usize), "").is_err());
}

/// Sizes at which anything quadratic would take minutes.
#[test]
fn long_texts_take_linear_time() {
    let many = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let count = 30_000;
    let functions = many(count, &|i| format!("define void @f{i}() {{ b: br label %c c: ret void }} "));
    assert_eq!(parse(&functions).1.len(), count);
    let declarations = many(count, &|i| format!("declare void @f{i}(i32) @g{i} = global i8 0 "));
    assert_eq!(parse(&declarations).0.globals.len(), count);
    let copies = many(count, &|i| format!("%p{} = inttoptr i32 %p{i} to i8*\n", i + 1));
    let text = format!("define i32 @f() {{ br label %x\ny: ret i32 %p{count}\nx:\n%p0 = add i32 1, 1\n{copies} br label %y\n}}");
    assert_eq!(parse(&text).1[0].inst_count(), 4);
    let backwards = many(count, &|i| format!("b{}: br label %b{i} ", i + 1));
    assert_eq!(
        parse(&format!("define void @f() {{ br label %b{count} {backwards} b0: ret void }}")).1[0].block_count(),
        count + 2
    );
    let backward_copies = many(count, &|i| format!("%q{i} = inttoptr i32 %q{} to i8* ", i + 1));
    assert_eq!(
        parse(&format!("define i32 @f() {{ {backward_copies} %q{count} = add i32 1, 1 ret i32 %q0 }}")).1[0].inst_count(),
        2
    );
    let fields = many(count, &|i| format!("{}[0 x i8]", if i == 0 { "" } else { ", " }));
    let elements = many(count, &|i| format!("{}[0 x i8] undef", if i == 0 { "" } else { ", " }));
    assert!(parse_module(&format!("@x = global [{count} x {{ {fields} }}] [{elements}]"), "").is_ok());
}

/// Parses; what parses must print to something that reads back and prints the same.
fn check(text: &str) -> Result<(), TestCaseError> {
    if let Ok((module, bodies)) = parse_module(text, "damaged.ll") {
        let printed = print_module(&module, &bodies);
        let (module, bodies) = parse_module(&printed, "printed.ll").map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(print_module(&module, &bodies), printed);
    }
    Ok(())
}

/// Splits into tokens, roughly: words, and single other characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut rest = text;
    std::iter::from_fn(|| {
        let word = rest.find(|c: char| !c.is_alphanumeric() && !"%@.".contains(c)).unwrap_or(rest.len());
        let length = if word == 0 { rest.chars().next()?.len_utf8() } else { word };
        let (token, tail) = rest.split_at(length);
        rest = tail;
        Some(token)
    })
    .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tokens_exchanged(sample in 0..SAMPLES.len(), edits in prop::collection::vec((0usize..4096, 0usize..4096, 0u8..3), 1..4)) {
        let all: Vec<Vec<&str>> = SAMPLES.iter().map(|text| tokens(text)).collect();
        let donors: Vec<&str> = all.iter().flatten().copied().collect();
        let mut text = all[sample].clone();
        for (at, from, edit) in edits {
            let (at, from) = (at % text.len(), from % donors.len());
            match edit {
                0 => text[at] = donors[from],
                1 => text.insert(at, donors[from]),
                _ => { text.remove(at); }
            }
        }
        check(&text.concat())?;
    }

    #[test]
    fn cut_anywhere(sample in 0..SAMPLES.len(), start in 0usize..1000, end in 0usize..1000) {
        let text = SAMPLES[sample];
        let cut = text.get(start.min(text.len())..).and_then(|rest| rest.get(..rest.len().saturating_sub(end)));
        check(cut.unwrap_or_default())?;
    }

    #[test]
    fn any_text(text in "(?s).{0,200}") {
        check(&text)?;
    }
}
