//! Directives: comment lines of a module's text that say what is run (the syntax is on [`super`]'s page).
//!
//! In: text. Out: [`Directives`], and with a module the calls that they stand for. A comment that starts like a directive and is none is
//! an error, so that no test is lost by a slip. Linear in the text.

use translator::ice::{FuncId, Module};

use super::values::Scanner;
use super::{CallRun, Expect, edges};

/// The directives of a text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Directives {
    /// Calls: the line, and what it says after the keyword.
    lines: Vec<(usize, Line)>,
    /// Arguments of a program.
    pub args: Option<Vec<String>>,
    /// Its exit status.
    pub exit: Option<i32>,
    /// Its output.
    pub stdout: Option<Vec<u8>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    Run(String),
    Edges(String),
}

impl Directives {
    /// Reads the directives of a text.
    pub fn parse(source: &str) -> Result<Directives, String> {
        let mut directives = Directives::default();
        for (index, line) in source.lines().enumerate() {
            let number = index + 1;
            let Some(comment) = line.trim_start().strip_prefix(';') else { continue };
            let Some((keyword, rest)) = comment.trim_start().split_once(':') else { continue };
            directives.add(number, keyword, rest.trim()).map_err(|message| format!("line {number}: {message}"))?;
        }
        Ok(directives)
    }

    fn add(&mut self, number: usize, keyword: &str, rest: &str) -> Result<(), String> {
        match keyword {
            "run" => self.lines.push((number, Line::Run(rest.into()))),
            "edges" => self.lines.push((number, Line::Edges(rest.into()))),
            "args" => self.args = Some(rest.split_whitespace().map(String::from).collect()),
            "exit" => self.exit = Some(rest.parse().map_err(|_| format!("`{rest}` is no exit status"))?),
            "stdout" => self.stdout.get_or_insert_default().extend(unescape(rest)?),
            "runs" | "Run" | "RUN" | "edge" | "arg" => return Err(format!("unknown directive `{keyword}:`")),
            _ => {}
        }
        Ok(())
    }

    /// The calls that the directives stand for.
    pub fn calls(&self, module: &Module) -> Result<Vec<CallRun>, String> {
        let mut calls = Vec::new();
        for (number, line) in &self.lines {
            let at = |message| format!("line {number}: {message}");
            match line {
                Line::Run(text) => calls.push(call(module, text).map_err(at)?),
                Line::Edges(text) => {
                    for name in text.split_whitespace() {
                        calls.extend(edge_calls(module, name).map_err(at)?);
                    }
                }
            }
        }
        Ok(calls)
    }
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
        true if scanner.eat("traps") => Expect::Traps,
        true if scanner.eat("undefined") => Expect::Undefined,
        true if scanner.eat("anything") => Expect::Anything,
        true => Expect::Returns(scanner.value(sig.result)?),
    };
    if scanner.is_empty() { Ok(CallRun { func, args, expect }) } else { Err(format!("`{}` is too much", scanner.rest())) }
}

/// The calls of a function with every combination of edge values.
fn edge_calls(module: &Module, name: &str) -> Result<Vec<CallRun>, String> {
    let func = function(module, name.strip_prefix('@').ok_or_else(|| format!("expected `@`, found `{name}`"))?)?;
    let tuples = edges::tuples(&module.func_sig(func).params);
    Ok(tuples.into_iter().map(|args| CallRun { func, args, expect: Expect::Anything }).collect())
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
        for text in ["", "f(1, 1)", "@g()", "@outside()", "@f(1)", "@f(1, 1", "@f(1, 1) -> ", "@f(1, 1) -> 3 4", "@none(1)"] {
            assert!(call(&module, text).is_err(), "{text}");
        }
    }

    #[test]
    fn directives_are_found_among_comments() {
        let text = "; a comment: with a colon\n; run: @none()\n  ; edges: @f @none\n; args: one  two\n; exit: 3\n; stdout: a\\n\n; stdout: b\\41\n";
        let directives = Directives::parse(text).unwrap();
        assert_eq!(directives.args, Some(vec!["one".into(), "two".into()]));
        assert_eq!((directives.exit, directives.stdout.as_deref()), (Some(3), Some(&b"a\nbA"[..])));
        let calls = directives.calls(&module()).unwrap();
        assert_eq!(calls.len(), 1 + edges::tuples(&[Type::I32, Type::F64]).len() + 1);
        assert_eq!(calls[1].expect, Expect::Anything);
    }

    #[test]
    fn slips_are_errors_that_name_their_line() {
        assert_eq!(Directives::parse("\n; RUN: @f()").unwrap_err(), "line 2: unknown directive `RUN:`");
        assert!(Directives::parse("; exit: three").unwrap_err().starts_with("line 1: "));
        let unknown = Directives::parse("; run: @missing()").unwrap().calls(&module()).unwrap_err();
        assert_eq!(unknown, "line 1: no function @missing is defined");
    }
}
