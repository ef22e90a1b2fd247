//! Which modules may import which: the rules as a table, and the check of every path that a file
//! names against it.
//!
//! A path counts wherever it stands, in a `use` or in the middle of code, if it starts with
//! `crate`, `super`, `self`, `std` or the name of one of the workspace's crates. `#[cfg(test)]`
//! modules, inline or files of their own, are exempt: a test may take any road to the input that it
//! needs.

use super::source::{CRATES, SourceFile, Token, TokenKind};

/// What the module at `module`, and those in it without a row of their own, may use of
/// `crate_name`.
struct Rule {
    crate_name: &'static str,
    module: &'static str,
    /// Paths of the crate that it may name, with everything below them. `*` is everything.
    may_use: &'static [&'static str],
    /// Exceptions from `may_use`.
    never: &'static [&'static str],
    /// Paths of other crates of the workspace that it may name.
    other_crates: &'static [&'static str],
}

const fn rule(module: &'static str, may_use: &'static [&'static str]) -> Rule {
    Rule { crate_name: "translator", module, may_use, never: &[], other_crates: &[] }
}

const fn never(rule: Rule, never: &'static [&'static str]) -> Rule {
    Rule { never, ..rule }
}

const fn of_crate(crate_name: &'static str, module: &'static str, other_crates: &'static [&'static str]) -> Rule {
    Rule { crate_name, module, may_use: &["*"], never: &[], other_crates }
}

/// Selection folds as `opt` transforms: for fuel.
const ISA_MAY_USE: &[&str] = &["util", "error", "options", "ice", "analysis", "opt::Fuel", "lir", "diversify", "mc", "isa"];

/// The rules, bottom to top. A module may always use itself. The row with the longest matching
/// module applies.
const RULES: &[Rule] = &[
    rule("util", &[]),
    rule("error", &["util"]),
    // Seeded mistakes name architectures and passes, and options name mistakes: only with the
    // feature `faults`.
    rule("faults", &["util", "options"]),
    rule("options", &["util", "faults"]),
    rule("ice", &["util", "error", "options"]),
    rule("bitcode", &["util", "error", "options", "ice"]),
    rule("text", &["util", "error", "options", "ice"]),
    rule("llvm", &["util", "error", "options", "ice"]),
    rule("analysis", &["util", "error", "options", "ice"]),
    rule("opt", &["util", "error", "options", "ice", "analysis"]),
    rule("instrument", &["util", "error", "options", "ice", "text"]),
    // Code refers to the module's symbols, and to nothing else of it.
    rule("mc", &["util", "ice::FuncId", "ice::Global"]),
    // Branches of LIR lead to labels.
    rule("lir", &["util", "error", "options", "ice::types", "ice::Type", "mc::Label"]),
    // What is random, in code of any target.
    rule("diversify", &["util", "options", "ice::FuncId", "lir"]),
    rule("liveness", &["util", "error", "options", "ice::types", "ice::Type", "lir"]),
    rule("regalloc", &["util", "error", "options", "ice::types", "ice::Type", "lir", "liveness"]),
    rule("isa", ISA_MAY_USE),
    never(rule("isa::common", ISA_MAY_USE), &["isa::x86", "isa::arm32", "isa::mips32"]),
    never(rule("isa::x86", ISA_MAY_USE), &["isa::arm32", "isa::mips32"]),
    never(rule("isa::arm32", ISA_MAY_USE), &["isa::x86", "isa::mips32"]),
    never(rule("isa::mips32", ISA_MAY_USE), &["isa::x86", "isa::arm32"]),
    // What an architecture says of its files, as data in the writers' form.
    rule(
        "isa::description",
        &[
            "options",
            "object",
            "opt::conditions::Decided",
            "opt::if_convert::Selects",
            "opt::vectorise::VectorUnit",
            "opt::mem_intrin::CopyPieces",
            "opt::strength_reduce",
            "opt::symbols::NumberUse",
            "isa",
        ],
    ),
    rule(
        "isa::x86::description",
        &[
            "object",
            "options::Features",
            "opt::conditions::Decided",
            "opt::if_convert::Selects",
            "opt::vectorise::VectorUnit",
            "opt::mem_intrin::CopyPieces",
            "opt::strength_reduce",
            "isa::description",
            "isa::x86",
        ],
    ),
    rule(
        "isa::arm32::description",
        &[
            "object",
            "mc",
            "options::Features",
            "opt::conditions::Decided",
            "opt::if_convert::Selects",
            "opt::vectorise::VectorUnit",
            "opt::mem_intrin::CopyPieces",
            "opt::strength_reduce",
            "opt::symbols::NumberUse",
            "isa::description",
            "isa::arm32",
        ],
    ),
    rule(
        "isa::mips32::description",
        &[
            "object",
            "mc",
            "options::Features",
            "opt::conditions::Decided",
            "opt::if_convert::Selects",
            "opt::mem_intrin::CopyPieces",
            "opt::strength_reduce",
            "opt::symbols::NumberUse",
            "isa::description",
            "isa::mips32",
        ],
    ),
    rule("isa::x86::asm", &["object::AsmTarget", "mc", "isa::x86"]),
    rule("isa::arm32::asm", &["object::AsmTarget", "mc", "options", "isa::arm32"]),
    rule("isa::mips32::asm", &["object::AsmTarget", "mc", "isa::mips32"]),
    rule("isa::mips32::sections", &["object::ExtraSection", "object::elf::section::ALLOC"]),
    rule("object", &["util", "error", "options", "ice", "mc"]),
    rule("runtime", &["util", "error", "options", "ice", "bitcode", "text", "mc"]),
    never(rule("pipeline", &["*"]), &["driver"]),
    rule("driver", &["*"]),
    // Where tests find their inputs.
    rule("testing", &[]),
    rule("", &["*"]),
    // The programs are shells over the driver: crates of their own.
    Rule { crate_name: "translator", module: "bin", may_use: &[], never: &[], other_crates: &["translator"] },
    of_crate("crosstest", "", &["translator"]),
    // A program uses its own library by the crate's name.
    of_crate("crosstest", "bin", &["translator", "crosstest"]),
    // The oracle shares no arithmetic with what it judges.
    of_crate("crosstest", "interp", &["translator::ice", "translator::util"]),
    // The validator trusts nothing of what it judges, and takes no line of it: only the architectures' names.
    of_crate("crosstest", "validate", &["translator::options::Isa"]),
    of_crate("fuzz", "", &["translator", "crosstest"]),
    of_crate("fuzz", "bin", &["fuzz"]),
    of_crate("bisect", "", &["translator", "crosstest"]),
    of_crate("bisect", "bin", &["translator", "crosstest", "bisect"]),
];

/// The modules of crosstest, bottom to top: each may import those that stand before it. (What the
/// rows above say of other crates holds besides.)
const CROSSTEST: &[&str] = &[
    // Values, and small things that know nothing of modules.
    "value",
    "outcome",
    "guest",
    "axes",
    "orders",
    "isa",
    "clock",
    "quiet",
    "diff",
    "files",
    "script",
    "shell",
    "relocatable",
    "signals",
    "disasm",
    "validate",
    // Modules out of bytes.
    "generate",
    // Engines and the world outside.
    "layout",
    "load",
    "interp",
    "trace",
    "irt",
    "process",
    "reduce",
    // A module ready to run, and when two runs agree.
    "job",
    "compare",
    "displaced",
    "subject",
    "exec",
    "profile",
    // Tests, and what is made of them.
    "repository",
    "case",
    "matrix",
    "report",
    "bundle",
    "campaign",
    "suites",
    "c",
    // Measurements, and the program.
    "probes",
    "faults",
    "mutants",
    "cli",
];

/// The parts of the standard library that touch threads, files, clocks or the environment.
const OUTSIDE_WORLD: &[&str] = &["std::env", "std::fs", "std::io::stdin", "std::net", "std::process", "std::thread", "std::time"];

/// Whether `path` is `prefix` or lies below it.
fn lies_below(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn rule_for(crate_name: &str, module: &str) -> Option<&'static Rule> {
    let applies = |rule: &&Rule| {
        rule.crate_name == crate_name && if rule.module.is_empty() { true } else { lies_below(module, rule.module) }
    };
    let best = RULES.iter().filter(applies).max_by_key(|rule| rule.module.len())?;
    // In the translator every room has its row; the root's is for lib.rs alone.
    let is_missing = crate_name == "translator" && best.module.is_empty() && !module.is_empty();
    (!is_missing).then_some(best)
}

/// Every import of a file that the rules forbid, as a message.
pub fn check(file: &SourceFile) -> Vec<String> {
    let Some(module_path) = file.module_path() else { return Vec::new() };
    if file.is_test {
        return Vec::new();
    }
    let module = module_path.join("::");
    let Some(rule) = rule_for(&file.crate_name, &module) else {
        let path = &file.path;
        return vec![format!(
            "{path}: no rule says what `{module}` may import; add a row to RULES in translator/tests/house_rules/imports.rs"
        )];
    };
    let mut problems = Vec::new();
    for (line, path) in paths(&file.tokens(), &module_path) {
        let problem = objection(rule, &module, &path).or_else(|| upwards(file, &module, &path));
        problems.extend(problem.map(|problem| format!("{}:{}: {problem}", file.path, line + 1)));
    }
    problems
}

/// Why a module may not name a path (`crate::…`, `std::…` or another crate's), if it may not.
fn objection(rule: &Rule, module: &str, path: &str) -> Option<String> {
    let (root, below) = path.split_once("::")?;
    let who = if module.is_empty() { rule.crate_name.to_string() } else { format!("`{module}`") };
    if root == "std" {
        let is_driver = rule.crate_name != "translator" || ["driver", "bin", "testing"].contains(&rule.module);
        let outside = OUTSIDE_WORLD.iter().any(|outside| lies_below(path, outside));
        return (outside && !is_driver).then(|| {
            format!("{who} uses {path}, but only `driver` touches threads, files, clocks or the environment; pass the data in")
        });
    }
    if root != "crate" {
        let allowed = rule.other_crates.iter().any(|allowed| lies_below(path, allowed));
        return (!allowed).then(|| format!("{who} uses {path}; of other crates it may use {}", list(rule.other_crates)));
    }
    let room = rule.module;
    let is_own = !room.is_empty() && lies_below(below, room);
    let matches = |prefixes: &[&str]| prefixes.iter().any(|prefix| *prefix == "*" || lies_below(below, prefix));
    if is_own || (matches(rule.may_use) && !matches(rule.never)) {
        return None;
    }
    let mut allowed = list(rule.may_use);
    if !rule.never.is_empty() {
        allowed += &format!(", never {}", list(rule.never));
    }
    Some(format!(
        "{who} uses crate::{below}; `{room}` may use {allowed}. Move the code to a room that may, pass the data as an argument, or, if the \
         rule is wrong, change it in translator/tests/house_rules/imports.rs and say why"
    ))
}

/// Why a module of crosstest may not name a path of crosstest's, if it may not: it leads upwards.
fn upwards(file: &SourceFile, module: &str, path: &str) -> Option<String> {
    let below = path.strip_prefix("crate::").filter(|_| file.crate_name == "crosstest")?;
    let own = module.split("::").next().filter(|own| !own.is_empty() && *own != "bin")?;
    let other = below.split("::").next()?;
    let place = |module: &str| CROSSTEST.iter().position(|known| *known == module);
    let (Some(here), Some(there)) = (place(own), place(other)) else {
        let unknown = if place(own).is_none() { own } else { other };
        return Some(format!(
            "`{unknown}` has no place in the order of crosstest's modules; give it one in CROSSTEST in \
             translator/tests/house_rules/imports.rs"
        ));
    };
    (there > here).then(|| {
        format!(
            "`{module}` uses {path}, which stands above it in CROSSTEST (translator/tests/house_rules/imports.rs). Move what \
             it needs below it, or pass the data as an argument"
        )
    })
}

fn list(items: &[&str]) -> String {
    if items.is_empty() { "nothing".into() } else { items.join(", ") }
}

/// The paths that code outside of tests names, from the crate's root or another crate down, with
/// the line of each.
fn paths(tokens: &[Token<'_>], module_path: &[String]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // Inline modules around the token: the brace depth at which each ends, and its name.
    let mut inline: Vec<(usize, &str)> = Vec::new();
    let mut depth = 0;
    let kind = |index: usize| tokens.get(index).map(|token| token.kind);
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punct('{') => depth += 1,
            TokenKind::Punct('}') => {
                depth -= 1;
                inline.retain(|&(end, _)| end <= depth);
            }
            TokenKind::Word("mod") => {
                if let (Some(TokenKind::Word(name)), Some(TokenKind::Punct('{'))) = (kind(index + 1), kind(index + 2)) {
                    inline.push((depth + 1, name));
                }
            }
            TokenKind::Word(root) if !token.in_test && is_separator(tokens, index + 1) => {
                let continues = index >= 1 && kind(index - 1) == Some(TokenKind::Punct(':'));
                let here = module_path.iter().map(String::as_str).chain(inline.iter().map(|&(_, name)| name));
                let base = match root {
                    "crate" => vec!["crate"],
                    "self" => ["crate"].into_iter().chain(here).collect(),
                    "super" => ["crate"].into_iter().chain(here).rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect(),
                    "std" => vec!["std"],
                    name if CRATES.contains(&name) => vec![name],
                    _ => continue,
                };
                if !continues {
                    expand(tokens, index + 1, &base, &mut found);
                }
            }
            _ => {}
        }
    }
    found
}

fn is_separator(tokens: &[Token<'_>], index: usize) -> bool {
    (index..index + 2).all(|index| tokens.get(index).is_some_and(|token| token.kind == TokenKind::Punct(':')))
}

/// Follows a path from the separator at `index`, into the braces of a `use`; returns the index
/// after it.
fn expand(tokens: &[Token<'_>], index: usize, base: &[&str], found: &mut Vec<(usize, String)>) -> usize {
    let mut path = base.to_vec();
    let mut index = index;
    while is_separator(tokens, index) {
        index += 2;
        match tokens.get(index).map(|token| token.kind) {
            Some(TokenKind::Word("super")) => {
                path.pop();
            }
            Some(TokenKind::Word(name)) => path.push(name),
            Some(TokenKind::Punct('{')) => return expand_group(tokens, index + 1, &path, found),
            _ => break,
        }
        index += 1;
    }
    // A macro has no module: it is wherever `#[macro_export]` puts it.
    let is_macro = tokens.get(index).is_some_and(|token| token.kind == TokenKind::Punct('!'));
    let is_comparison = tokens.get(index + 1).is_some_and(|token| token.kind == TokenKind::Punct('='));
    if !is_macro || is_comparison {
        let line = tokens[index.min(tokens.len()) - 1].line;
        found.push((line, path.join("::")));
    }
    index
}

fn expand_group(tokens: &[Token<'_>], mut index: usize, base: &[&str], found: &mut Vec<(usize, String)>) -> usize {
    while let Some(token) = tokens.get(index) {
        match token.kind {
            TokenKind::Punct('}') => return index + 1,
            TokenKind::Word("as") => index += 2,
            TokenKind::Word("self") => {
                found.push((token.line, base.join("::")));
                index += 1;
            }
            TokenKind::Word(name) => {
                let path: Vec<_> = base.iter().copied().chain([name]).collect();
                index = expand(tokens, index + 1, &path, found);
            }
            TokenKind::Punct('{') => index = expand_group(tokens, index + 1, base, found),
            TokenKind::Punct(_) => index += 1,
        }
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problems of a file that would stand at `path`.
    fn problems(path: &str, text: &str) -> Vec<String> {
        check(&SourceFile::new(path, text))
    }

    #[track_caller]
    fn expect(path: &str, text: &str, expected: &[&str]) {
        let found = problems(path, text);
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "expected {expected:?} in {found:?}");
        }
    }

    #[test]
    fn forbidden_imports_are_found_in_every_form() {
        let path = "translator/src/opt/fold.rs";
        expect(path, "use crate::ice::{Function, Value};\nuse crate::util;\nuse super::dce::{self, run};", &[]);
        expect(path, "use crate::driver::args;", &["opt/fold.rs:1: `opt::fold` uses crate::driver::args; `opt` may use util"]);
        expect(path, "use crate::{ice, mc::{self, Label as L}, util};", &["crate::mc;", "crate::mc::Label;"]);
        expect(path, "fn f() { let x = crate::lir::Var::new(1); }", &["crate::lir::Var::new"]);
        expect(path, "use super::super::regalloc;", &["crate::regalloc"]);
        expect(path, "pub(crate) mod a { use super::super::b; use super::super::super::mc; }", &["crate::mc"]);
        expect(path, "crate::entities! { }\n// use crate::driver;\nlet s = \"crate::driver::x\";", &[]);
        expect(path, "#[cfg(test)]\nmod tests { use crate::driver::x; }", &[]);
        let mut test_file = SourceFile::new(path, "use crate::driver::x;");
        assert_eq!(check(&test_file).len(), 1);
        test_file.is_test = true;
        assert!(check(&test_file).is_empty());
    }

    #[test]
    fn items_can_be_allowed_singly() {
        expect("translator/src/mc/symbol.rs", "use crate::ice::{FuncId, Global};", &[]);
        expect("translator/src/mc/symbol.rs", "use crate::ice::{FuncId, Function};", &["crate::ice::Function"]);
        expect("translator/src/lir/mod.rs", "use crate::ice::types::Type; use crate::ice::Type;", &[]);
    }

    #[test]
    fn targets_do_not_know_each_other() {
        let path = "translator/src/isa/x86/lower/mod.rs";
        expect(path, "use crate::isa::{Target, common::pairs, x86::regs}; use super::super::abi;", &[]);
        expect(path, "use crate::isa::arm32::regs;", &["never isa::arm32, isa::mips32"]);
        expect(path, "use crate::regalloc::Allocation;", &["crate::regalloc"]);
        expect("translator/src/isa/common/mod.rs", "use crate::isa::x86::regs;", &["never isa::x86"]);
    }

    #[test]
    fn the_upper_rooms() {
        expect("translator/src/pipeline.rs", "use crate::{target, regalloc, object};", &[]);
        expect("translator/src/pipeline.rs", "use crate::driver;", &["never driver"]);
        expect("translator/src/driver/mod.rs", "use std::{fs, thread}; use crate::pipeline;", &[]);
        expect("translator/src/ice/mod.rs", "use std::{fmt, fs};", &["only `driver` touches"]);
        expect("translator/src/novel/mod.rs", "", &["no rule says what `novel` may import"]);
        expect("translator/src/ice/mod.rs", "use crate::analysis::cfg;", &["crate::analysis::cfg"]);
    }

    #[test]
    fn the_order_of_crosstest() {
        let path = "crosstest/src/exec/child/mod.rs";
        expect(path, "use crate::job::Job; use crate::{subject, exec::Config}; use super::RunError;", &[]);
        expect(path, "use crate::case::Case;", &["`exec::child` uses crate::case::Case, which stands above it in CROSSTEST"]);
        expect(path, "fn f() { super::super::cli::run::list(); }", &["crate::cli::run::list"]);
        expect(path, "#[cfg(test)]\nmod tests { use crate::matrix; }", &[]);
        expect(path, "use crate::novel::New;", &["`novel` has no place in the order"]);
        expect("crosstest/src/novel.rs", "use crate::value::Value;", &["`novel` has no place in the order"]);
        expect("crosstest/src/lib.rs", "pub use crate::cli::main;", &[]);
    }

    #[test]
    fn other_crates() {
        expect("translator/src/util/mod.rs", "use crosstest::value;", &["of other crates it may use nothing"]);
        expect("translator/src/bin/pnacl-sz.rs", "use translator::driver; use std::env;", &[]);
        expect("crosstest/src/interp/mod.rs", "use translator::ice::Function; use crate::value;", &[]);
        expect("crosstest/src/interp/mod.rs", "use translator::{ice, opt::fold};", &["translator::opt::fold"]);
        expect("crosstest/src/exec/mod.rs", "use translator::object; use bisect::search;", &["bisect::search"]);
        expect("fuzz/properties/src/lib.rs", "use crosstest::generate; use translator::ice;", &[]);
    }
}
