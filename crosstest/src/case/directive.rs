//! Directives: comment lines of a test's text that say what is done and what must come of it (the
//! syntax is on [`super`]'s page).
//!
//! In: text. Out: [`Directives`], each with its line, and with a module the calls that they stand
//! for. A comment that starts like a directive and is none is an error, so that no test is lost by
//! a slip. Linear in the text.

use translator::ice::{FuncId, Module};
use translator::options::{Features, Isa, OptLevel};

use super::texts::{Block, Check, CheckKind, Listing, Where};
use super::{CallRun, Expect, edges};
use crate::job::Target;
use crate::value::text::Scanner;

/// Something that a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<T> {
    /// The line's number, from 1.
    pub line: usize,
    /// What it says.
    pub says: T,
}

/// How far a test goes.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Stage {
    /// The module is read and verified.
    Read,
    /// It is translated too.
    Translate,
    /// It is run too.
    #[default]
    Run,
}

/// What a test's text is.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Form {
    /// A module.
    #[default]
    Module,
    /// Bitcode, record by record.
    Records,
    /// A file, bit by bit ([`super::bits`]).
    Bits,
}

/// The directives of a text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Directives {
    /// Calls.
    calls: Vec<Line<Calls>>,
    /// Arguments of a program.
    pub args: Option<Vec<String>>,
    /// Its exit status.
    pub exit: Option<Line<i32>>,
    /// Its output, in pieces.
    pub stdout: Vec<Line<Vec<u8>>>,
    /// What the text is.
    pub form: Form,
    /// How far to go.
    pub stage: Stage,
    /// Whether the rules of the PNaCl ABI are checked besides those of the representation.
    pub abi: bool,
    /// For which architectures; all that are built if it is empty.
    pub isas: Vec<Isa>,
    /// With which recipes; all that are built if it is empty.
    pub recipes: Vec<OptLevel>,
    /// Which optional instructions may be used.
    pub features: Features,
    /// The lines of the error that must come.
    pub errors: Vec<Line<String>>,
    /// Texts that must come out as they stand.
    pub blocks: Vec<Block>,
    /// Patterns that must be found in what comes out.
    pub checks: Vec<Check>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Calls {
    Run(String),
    Edges(String),
}

/// Every keyword.
const KEYWORDS: [&str; 16] = [
    "run",
    "edges",
    "args",
    "exit",
    "stdout",
    "do",
    "input",
    "verify",
    "targets",
    "recipes",
    "features",
    "error",
    "dump",
    "asm",
    "check",
    "check-not",
];

/// What a line of an expected text starts with.
const CONTINUATION: &str = ";|";

impl Directives {
    /// Reads the directives of a text.
    pub fn parse(source: &str) -> Result<Directives, String> {
        let mut directives = Directives::default();
        // Whether the line before belongs to an expected text, so that this one may.
        let mut in_block = false;
        for (index, line) in source.lines().enumerate() {
            let at = |message| format!("line {}: {message}", index + 1);
            if let Some(text) = line.strip_prefix(CONTINUATION) {
                let block = directives.blocks.last_mut().filter(|_| in_block);
                let block = block.ok_or_else(|| at("`;|` does not follow `dump` or `asm`, or another `;|`".into()))?;
                block.text.push(text.strip_prefix(' ').unwrap_or(text).trim_end().into());
                continue;
            }
            in_block = false;
            let Some(comment) = line.trim_start().strip_prefix(';') else { continue };
            let Some((head, rest)) = comment.trim_start().split_once(':') else { continue };
            let blocks = directives.blocks.len();
            directives.add(index + 1, head, rest.trim()).map_err(at)?;
            in_block = directives.blocks.len() > blocks;
        }
        Ok(directives)
    }

    fn add(&mut self, line: usize, head: &str, rest: &str) -> Result<(), String> {
        let mut words = head.split_whitespace();
        let keyword = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        if !KEYWORDS.contains(&keyword) {
            return check_slip(keyword, words.is_empty());
        }
        match keyword {
            "dump" | "asm" => return self.add_block(line, keyword, &words, rest),
            "check" | "check-not" => return self.add_check(line, keyword, &words, rest),
            // A sentence that begins with a keyword.
            _ if !words.is_empty() => return Ok(()),
            "run" => self.calls.push(Line { line, says: Calls::Run(rest.into()) }),
            "edges" => self.calls.push(Line { line, says: Calls::Edges(rest.into()) }),
            "args" => self.args = Some(rest.split_whitespace().map(String::from).collect()),
            "exit" => {
                let says = if rest.is_empty() { 0 } else { rest.parse().map_err(|_| format!("`{rest}` is no exit status"))? };
                self.exit = Some(Line { line, says });
            }
            "stdout" => self.stdout.push(Line { line, says: unescape(rest)? }),
            "error" => self.errors.push(Line { line, says: rest.into() }),
            _ => self.set(keyword, rest)?,
        }
        Ok(())
    }

    fn set(&mut self, keyword: &str, rest: &str) -> Result<(), String> {
        for word in rest.split_whitespace() {
            match (keyword, word) {
                ("do", "read") => self.stage = Stage::Read,
                ("do", "translate") => self.stage = Stage::Translate,
                ("do", "run") => self.stage = Stage::Run,
                ("input", "records") => self.form = Form::Records,
                ("input", "bits") => self.form = Form::Bits,
                ("verify", "abi") => self.abi = true,
                ("targets", name) => self.isas.push(isa(name)?),
                ("recipes", name) => self.recipes.push(recipe(name)?),
                ("features", "sse4.1") => self.features.sse41 = true,
                ("features", "sandbox") => self.features.sandbox = true,
                ("features", "hwdiv-arm") => self.features.hwdiv_arm = true,
                _ => return Err(format!("`{keyword}:` does not know `{word}`")),
            }
        }
        Ok(())
    }

    /// `dump module:`, `dump @f:`, `asm x8632 @f:`.
    fn add_block(&mut self, line: usize, keyword: &str, words: &[&str], rest: &str) -> Result<(), String> {
        if !rest.is_empty() {
            return Err(format!("`{keyword}` has its text on the following lines, after `;|`"));
        }
        let listing = match (keyword, words) {
            ("dump", ["module"]) => Listing::Module,
            ("dump", [function]) => Listing::Function(function_name(function)?),
            ("asm", [wheres @ .., function]) => Listing::Code(places(wheres)?, function_name(function)?),
            _ => return Err("expected `dump module:`, `dump @function:` or `asm TARGET… @function:`".into()),
        };
        self.blocks.push(Block { line, listing, text: Vec::new() });
        Ok(())
    }

    /// `check x8632 arm32 @f: pattern`.
    fn add_check(&mut self, line: usize, keyword: &str, words: &[&str], rest: &str) -> Result<(), String> {
        let listing = match words {
            ["module"] => Listing::Module,
            [wheres @ .., function] => Listing::Code(places(wheres)?, function_name(function)?),
            [] => return Err(format!("expected `{keyword} TARGET… @function: pattern` or `{keyword} module: pattern`")),
        };
        if rest.is_empty() {
            return Err("an empty pattern is found everywhere".into());
        }
        let kind = if keyword == "check" { CheckKind::Found } else { CheckKind::Absent };
        self.checks.push(Check { line, kind, listing, pattern: rest.into() });
        Ok(())
    }

    /// The calls that the directives stand for.
    pub fn calls(&self, module: &Module) -> Result<Vec<CallRun>, String> {
        let mut calls = Vec::new();
        for Line { line, says } in &self.calls {
            let at = |message| format!("line {line}: {message}");
            match says {
                Calls::Run(text) => calls.push(CallRun { line: *line, ..call(module, text).map_err(at)? }),
                Calls::Edges(text) => {
                    for name in text.split_whitespace() {
                        let edges = edge_calls(module, name).map_err(at)?;
                        calls.extend(edges.into_iter().map(|call| CallRun { line: *line, ..call }));
                    }
                }
            }
        }
        Ok(calls)
    }

    /// The expected output of a program.
    pub fn output(&self) -> Option<Vec<u8>> {
        (!self.stdout.is_empty()).then(|| self.stdout.iter().flat_map(|piece| piece.says.clone()).collect())
    }

    /// Whether the test is about this target.
    pub fn wants(&self, target: Target) -> bool {
        (self.isas.is_empty() || self.isas.contains(&target.isa))
            && (self.recipes.is_empty() || self.recipes.contains(&target.opt))
    }
}

/// An error if a comment that is no directive looks as if it were meant to be one.
fn check_slip(word: &str, alone: bool) -> Result<(), String> {
    let lower = word.to_ascii_lowercase();
    let close = |keyword: &&&str| {
        lower == ***keyword || lower.strip_suffix('s') == Some(**keyword) || keyword.strip_suffix('s') == Some(&lower)
    };
    match KEYWORDS.iter().find(close) {
        Some(keyword) if alone => Err(format!("unknown directive `{word}:`; `{keyword}:` is meant?")),
        _ if lower.starts_with("check-") => Err(format!("unknown directive `{word}:`; there are `check:` and `check-not:`")),
        _ => Ok(()),
    }
}

fn isa(name: &str) -> Result<Isa, String> {
    Isa::from_name(name).ok_or_else(|| format!("there is no target `{name}`"))
}

fn recipe(name: &str) -> Result<OptLevel, String> {
    OptLevel::ALL.into_iter().find(|recipe| recipe.name() == name).ok_or_else(|| format!("there is no recipe `{name}`"))
}

/// `x8632`, `arm32/Om1`.
fn places(words: &[&str]) -> Result<Vec<Where>, String> {
    let place = |word: &&str| match word.split_once('/') {
        Some((name, opt)) => Ok(Where { isa: isa(name)?, opt: Some(recipe(opt)?) }),
        None => Ok(Where { isa: isa(word)?, opt: None }),
    };
    if words.is_empty() { Err("expected a target before the function".into()) } else { words.iter().map(place).collect() }
}

fn function_name(word: &str) -> Result<String, String> {
    word.strip_prefix('@').map(String::from).ok_or_else(|| format!("expected `@function`, found `{word}`"))
}

/// A call as text: `@f(i32 1, i64 2) -> i32 3`.
pub fn call(module: &Module, text: &str) -> Result<CallRun, String> {
    let mut scanner = Scanner::new(text);
    scanner.expect("@")?;
    let func = function(module, scanner.word())?;
    let sig = module.func_sig(func);
    scanner.expect("(")?;
    let mut args = Vec::new();
    for (index, &param) in sig.params.iter().enumerate() {
        if index > 0 {
            scanner.expect(",")?;
        }
        args.push(scanner.value(param)?);
    }
    scanner.expect(")")?;
    let expect = match scanner.eat("->") {
        false => Expect::Defined,
        true if scanner.is_empty() => Expect::Missing,
        true if scanner.eat("traps") => Expect::Traps,
        true if scanner.eat("undefined") => Expect::Undefined,
        true if scanner.eat("anything") => Expect::Anything,
        true => Expect::Returns(scanner.value(sig.result)?),
    };
    if scanner.is_empty() {
        Ok(CallRun { func, args, expect, line: 0 })
    } else {
        Err(format!("`{}` is too much", scanner.rest()))
    }
}

/// The calls of a function with every combination of edge values.
fn edge_calls(module: &Module, name: &str) -> Result<Vec<CallRun>, String> {
    let func = function(module, name.strip_prefix('@').ok_or_else(|| format!("expected `@`, found `{name}`"))?)?;
    let tuples = edges::tuples(&module.func_sig(func).params);
    Ok(tuples.into_iter().map(|args| CallRun { func, args, expect: Expect::Anything, line: 0 }).collect())
}

fn function(module: &Module, name: &str) -> Result<FuncId, String> {
    let func = module.func_by_name(name).filter(|&id| module.funcs[id].defined);
    func.ok_or_else(|| format!("no function @{name} is defined"))
}

/// Replaces `\n`, `\t`, `\\` and `\xx` (two hexadecimal digits).
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let (byte, taken) = match (first, tail) {
            (b'\\', [b'n', ..]) => (b'\n', 1),
            (b'\\', [b't', ..]) => (b'\t', 1),
            (b'\\', [b'\\', ..]) => (b'\\', 1),
            (b'\\', [a, b, ..]) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                let digit = |c: u8| (c as char).to_digit(16).unwrap_or(0) as u8;
                (digit(*a) << 4 | digit(*b), 2)
            }
            (b'\\', _) => return Err("`\\` must be followed by n, t, \\ or two hexadecimal digits".into()),
            _ => (*first, 0),
        };
        bytes.push(byte);
        rest = &tail[taken..];
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;
    use translator::ice::{Linkage, Type};

    fn module() -> Module {
        let mut module = Module::new();
        module.define_func("f", Linkage::External, Type::I32, &[Type::I32, Type::F64]);
        module.define_func("none", Linkage::External, Type::Void, &[]);
        module.declare_func("outside", Type::I32, &[]);
        module
    }

    #[test]
    fn calls_with_and_without_an_expectation() {
        let module = module();
        let run = call(&module, "@f(i32 -1, double 2.5) -> i32 3").unwrap();
        assert_eq!(run.args, [Value::new(Type::I32, 0xffff_ffff), Value::new(Type::F64, 2.5f64.to_bits().into())]);
        assert_eq!(run.expect, Expect::Returns(Value::new(Type::I32, 3)));
        assert_eq!(call(&module, "@f( 1 , 1 )->traps").unwrap().expect, Expect::Traps);
        assert_eq!(call(&module, "@f(1, 1) -> undefined").unwrap().expect, Expect::Undefined);
        assert_eq!(call(&module, "@none()").unwrap().expect, Expect::Defined);
    }

    #[test]
    fn what_is_no_call_is_refused() {
        let module = module();
        for text in ["", "f(1, 1)", "@g()", "@outside()", "@f(1)", "@f(1, 1", "@f(1, 1) -> x", "@f(1, 1) -> 3 4", "@none(1)"] {
            assert!(call(&module, text).is_err(), "{text}");
        }
    }

    #[test]
    fn directives_are_found_among_comments() {
        let text = "; a comment: with a colon\n; run: @none()\n  ; edges: @f @none\n; args: one  two\n; exit: 3\n; stdout: a\\n\n; stdout: b\\41\n";
        let directives = Directives::parse(text).unwrap();
        assert_eq!(directives.args, Some(vec!["one".into(), "two".into()]));
        assert_eq!(directives.exit, Some(Line { line: 5, says: 3 }));
        assert_eq!(directives.output().as_deref(), Some(&b"a\nbA"[..]));
        let calls = directives.calls(&module()).unwrap();
        assert_eq!(calls.len(), 1 + edges::tuples(&[Type::I32, Type::F64]).len() + 1);
        assert_eq!((calls[1].expect, calls[0].line, calls[1].line), (Expect::Anything, 2, 3));
    }

    #[test]
    fn what_to_do_and_for_what() {
        let text =
            "; do: translate\n; verify: abi\n; targets: x8632 arm32\n; recipes: Om1\n; features: sse4.1 hwdiv-arm\n; error: no\n";
        let directives = Directives::parse(text).unwrap();
        assert_eq!((directives.stage, directives.abi), (Stage::Translate, true));
        assert_eq!(directives.features, Features { sse41: true, hwdiv_arm: true, ..Features::default() });
        assert_eq!(directives.errors, [Line { line: 6, says: "no".into() }]);
        assert!(directives.wants(Target { isa: Isa::Arm32, opt: OptLevel::Om1 }));
        assert!(!directives.wants(Target { isa: Isa::X8664, opt: OptLevel::Om1 }));
        assert!(!directives.wants(Target { isa: Isa::Arm32, opt: OptLevel::O2 }));
        assert_eq!(Directives::parse("; a sentence\n").unwrap(), Directives::default());
        assert_eq!(Directives::parse("; do read this: it helps\n").unwrap(), Directives::default());
    }

    #[test]
    fn texts_and_patterns() {
        let text =
            "; dump @f:\n;| a\n;|\n;|   b  \n; asm x8632 arm32/Om1 @f:\n; check x8632 @f: add ... eax\n; check-not module: x\n";
        let directives = Directives::parse(text).unwrap();
        assert_eq!(directives.blocks[0].text, ["a", "", "  b"]);
        assert_eq!((directives.blocks[0].line, &directives.blocks[0].listing), (1, &Listing::Function("f".into())));
        let places = vec![Where { isa: Isa::X8632, opt: None }, Where { isa: Isa::Arm32, opt: Some(OptLevel::Om1) }];
        assert_eq!(directives.blocks[1].listing, Listing::Code(places, "f".into()));
        let places = vec![Where { isa: Isa::X8632, opt: None }];
        let (listing, pattern) = (Listing::Code(places, "f".into()), "add ... eax".into());
        assert_eq!(directives.checks[0], Check { line: 6, kind: CheckKind::Found, listing, pattern });
        assert_eq!((directives.checks[1].kind, &directives.checks[1].listing), (CheckKind::Absent, &Listing::Module));
    }

    #[test]
    fn slips_are_errors_that_name_their_line() {
        assert_eq!(Directives::parse("\n; RUN: @f()").unwrap_err(), "line 2: unknown directive `RUN:`; `run:` is meant?");
        for (text, expected) in [
            ("; exit: three", "line 1: `three` is no exit status"),
            ("; runs: @f()", "`run:` is meant"),
            ("; arg: 1", "`args:` is meant"),
            ("; do: nothing", "`do:` does not know `nothing`"),
            ("; targets: z80", "no target `z80`"),
            ("; recipes: O1", "no recipe `O1`"),
            (";| text", "does not follow"),
            ("; dump module:\n\n;| text", "line 3: `;|` does not follow"),
            ("; dump:", "expected `dump module:`"),
            ("; asm @f:", "expected a target"),
            ("; asm x8632 f:", "expected `@function`"),
            ("; asm x8632 @f: ret", "on the following lines"),
            ("; check x8632 @f:", "an empty pattern"),
            ("; check: x", "expected `check TARGET"),
            ("; check-next x8632 @f: x", "unknown directive `check-next:`"),
        ] {
            let error = Directives::parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let unknown = Directives::parse("; run: @missing()").unwrap().calls(&module()).unwrap_err();
        assert_eq!(unknown, "line 1: no function @missing is defined");
    }
}
