//! Operations of a machine that nothing emits: rows that only a reader would ever find.
//!
//! In: the source files. Out: a complaint for each operation of `isa/ARCHITECTURE/op.rs` that no code
//! of that folder names, the tables of `encode/` and tests not counted. x86 is left out: its table
//! has whole families of vector operations, used or not.

use std::collections::BTreeSet;

use super::source::{SourceFile, TokenKind};

/// The folders, below `translator/src/isa`.
const ARCHITECTURES: [&str; 2] = ["arm32", "mips32"];

/// Every operation that is not used, as a message.
pub fn check(files: &[SourceFile]) -> Vec<String> {
    ARCHITECTURES.iter().flat_map(|architecture| unused(files, &format!("translator/src/isa/{architecture}/"))).collect()
}

fn unused(files: &[SourceFile], folder: &str) -> Vec<String> {
    let table = format!("{folder}op.rs");
    let declared = files.iter().filter(|file| file.path == table).flat_map(names);
    let uses = files.iter().filter(|file| {
        let below = file.path.strip_prefix(folder);
        !file.is_test && below.is_some_and(|below| below != "op.rs" && !below.starts_with("encode/"))
    });
    let used: BTreeSet<&str> = uses.flat_map(words).collect();
    let unused = declared.filter(|name| !used.contains(name));
    unused.map(|name| format!("{table}: nothing emits `{name}`; use it in lower/ or take its row out")).collect()
}

fn words(file: &SourceFile) -> Vec<&str> {
    let word = |kind| match kind {
        TokenKind::Word(word) => Some(word),
        TokenKind::Punct(_) => None,
    };
    file.tokens().iter().filter(|token| !token.in_test).filter_map(|token| word(token.kind)).collect()
}

/// The names of a table's rows: what is capitalised and stands before `=`.
fn names(file: &SourceFile) -> Vec<&str> {
    let tokens = file.tokens();
    // Not `=>`, which an arm of a match has.
    let pairs = tokens.windows(3).filter(|three| {
        let [_, equals, next] = three else { return false };
        !equals.in_test && equals.kind == TokenKind::Punct('=') && next.kind != TokenKind::Punct('>')
    });
    let name = |kind| match kind {
        TokenKind::Word(word) if word.starts_with(|c: char| c.is_ascii_uppercase()) && word.len() > 1 => Some(word),
        _ => None,
    };
    // `CONST = ` is a constant's type or name.
    let is_row = |word: &&str| word.contains(|c: char| c.is_ascii_lowercase());
    pairs.filter_map(|pair| name(pair[0].kind)).filter(is_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_a_use_is_found() {
        let file = |path: &str, text: &str| SourceFile::new(&format!("translator/src/isa/arm32/{path}"), text);
        let files = [
            file("op.rs", "ops! { Add = \"add\" \"\" First 0 [RD]; Qadd = \"qadd\" \"\" First 0 [RD]; Sub = \"sub\"; }"),
            file("encode/table.rs", "Op::Qadd"),
            file("lower/arith.rs", "f(Op::Add);\n#[cfg(test)]\nmod tests { fn f() { Op::Sub; } }"),
        ];
        let found = check(&files);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("`Qadd`") && found[1].contains("`Sub`"));
    }
}
