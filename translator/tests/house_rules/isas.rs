//! Who may name a single architecture: its description, the files that hold its own code, and the
//! lists of what there is. All others ask the description, so that a further architecture is a
//! further description.
//!
//! In: the workspace's files. Out: a message for each place that names a variant of `Isa`. Tests
//! may. Linear in the text.

use super::source::{SourceFile, Token, TokenKind};

/// The variants.
const ISAS: [&str; 4] = ["X8632", "X8664", "Arm32", "Mips32"];
/// The files and folders that may name them.
const MAY: [&str; 12] = [
    "translator/src/isa/",
    // The list itself, the recipes' instances, the default, and which fault is in which one.
    "translator/src/options.rs",
    "translator/src/pipeline.rs",
    "translator/src/driver/settings.rs",
    "translator/src/faults/catalogue.rs",
    "crosstest/src/isa/",
    // The validator shares no description with what it judges.
    "crosstest/src/validate/isa.rs",
    "crosstest/src/validate/escape/states.rs",
    "crosstest/src/exec/unicorn/isa.rs",
    "crosstest/src/exec/unicorn/x86.rs",
    "crosstest/src/exec/unicorn/arm.rs",
    "crosstest/src/exec/unicorn/mips.rs",
];

/// Every place of a file that names an architecture and may not, as a message.
pub fn check(file: &SourceFile) -> Vec<String> {
    let is_test = file.is_test || file.path.contains("/tests/");
    if is_test || MAY.iter().any(|path| file.path.starts_with(path)) {
        return Vec::new();
    }
    let problem = |(name, line): (&str, usize)| {
        format!(
            "{}:{}: names Isa::{name}; what differs between architectures is a field of `isa::Description` or \
             `crosstest::isa::Facts`, or a method of `Target` or `IsaOps`",
            file.path,
            line + 1
        )
    };
    named(&file.tokens()).into_iter().map(problem).collect()
}

/// The variants that code outside of tests names, each with its line.
fn named<'a>(tokens: &[Token<'a>]) -> Vec<(&'a str, usize)> {
    use TokenKind::{Punct, Word};
    let variant = |window: &[Token<'a>]| match [window[0].kind, window[1].kind, window[2].kind, window[3].kind] {
        [Word("Isa"), Punct(':'), Punct(':'), Word(name)] if ISAS.contains(&name) && !window[0].in_test => {
            Some((name, window[0].line))
        }
        _ => None,
    };
    tokens.windows(4).filter_map(variant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_are_named_where_they_are_described() {
        let code =
            "fn f(isa: Isa) { matches!(isa, options::Isa::Arm32) }\n#[cfg(test)]\nmod tests { const A: Isa = Isa::X8632; }";
        let found = |path: &str| check(&SourceFile::new(path, code)).len();
        for path in [
            "crosstest/src/exec/mod.rs",
            "bisect/src/elf.rs",
            "fuzz/properties/src/passes.rs",
            "crosstest/examples/a.rs",
            "translator/src/pipeline/o2.rs",
        ] {
            assert_eq!(found(path), 1, "{path}");
        }
        for path in
            ["crosstest/src/isa/arm32.rs", "crosstest/src/exec/unicorn/arm.rs", "crosstest/tests/a.rs", "translator/src/isa/a.rs"]
        {
            assert_eq!(found(path), 0, "{path}");
        }
        assert!(check(&SourceFile::new("bisect/src/a.rs", "// Isa::Arm32\nIsa::ALL; Executor::<Arm32>::new()")).is_empty());
    }
}
