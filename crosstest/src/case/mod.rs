//! A test: a module, what is done with it, and what must come of it.
//!
//! In: a file, frozen bitcode or text, with what lies beside it. Out: a [`Test`]. A module with a
//! function `_start` is a program and is run as a process; another one is a set of functions, of
//! which [`directive`]s in comments say which are called with what.
//!
//! ```text
//! ; run: @add(i32 2, i32 3) -> i32 5     a call; the result is optional: the interpreter's is what targets are compared with
//! ; run: @div(i32 1, i32 0) -> traps     it traps
//! ; run: @f(i32 1) -> <2 x i32> <1, ?>   the second lane is Unspecified
//! ; run: @g(i32 1) -> undefined          the interpreter finds that the program's behaviour is not defined
//! ; edges: @add                          calls with every combination of edge values of the parameters' types
//! ; args: one two                        arguments of a program
//! ; exit: 3                              its exit status
//! ; stdout: text\n                       its output; several such lines add up
//!
//! ; error: 3:7: expected a type          reading, verifying or translating ends with this error; several such lines add up
//! ; dump module:                         the module as it was read, as text; `dump @f:` shows one function's representation
//! ;| define void @f() {                  ... these lines
//! ; asm x8632 arm32/Om1 @f:              the code of a function, disassembled; its lines follow in the same way
//! ; check x8632 @f: add ... eax          a line of the code (of the text form: `check module:`) matches this, below the last such line
//! ; check-not x8632 @f: idiv             none does before the next `check`, or the end ([`texts`])
//!
//! ; do: translate                        do not run; `do: read` does not translate either
//! ; targets: x8632 arm32                 only these architectures; `recipes:` likewise
//! ; features: sse4.1                     these optional instructions may be used; `sandbox`: the code is sandboxed
//! ; verify: abi                          check a text by the rules for finalised modules too
//! ; input: records                       the text is bitcode, record by record (`translator::bitcode::text_records`), with comments
//! ; input: bits                          the text is a file, bit by bit ([`bits`])
//! ```
//!
//! For a program `NAME.pexe` the files `NAME.stdout` and `NAME.rc` beside it, and a table in a
//! `README.md` there, say the same ([`manifest`]). Reading is linear; every error names the file.
//! [`bless`] rewrites what a text expects.

pub mod bits;
pub mod bless;
pub mod directive;
pub mod edges;
pub mod manifest;
mod run;
pub mod texts;

use std::fs;
use std::path::{Path, PathBuf};

use translator::driver::input::Format;
use translator::driver::source::Source;
use translator::ice::verify::{Level, Verifier};
use translator::ice::{FuncId, Function, Linkage, Module};

use crate::subject::Subject;
use crate::value::Value;
use directive::{Directives, Form, Stage};

/// The function that makes a module a program.
pub const START: &str = "_start";

/// A test.
pub enum Test {
    /// The module is one.
    Case(Box<Case>),
    /// The module is none, and some error was expected.
    Refused(Refused),
}

/// A test with a module.
pub struct Case {
    /// What reports call it: the file's path as it was given.
    pub name: String,
    /// The module.
    pub subject: Subject,
    /// What is run, in order.
    pub plan: Plan,
    /// What its text says besides; nothing if the command line says what to run.
    pub directives: Directives,
    /// The text; empty for bitcode.
    pub source: String,
}

/// A test whose module was refused, as it should be.
pub struct Refused {
    /// What reports call it.
    pub name: String,
    /// The error that was expected.
    pub expected: Vec<directive::Line<String>>,
    /// The lines of the error.
    pub found: Vec<String>,
}

/// What of a module is run.
#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    /// The program.
    Program(ProgramRun),
    /// Functions.
    Calls(Vec<CallRun>),
    /// Nothing: that it can be translated is the test.
    Translate,
    /// Nothing, and it is not translated either.
    Read,
}

/// A run of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramRun {
    /// `_start`.
    pub start: FuncId,
    /// The arguments, the program's name first.
    pub argv: Vec<String>,
    /// What it must write, if that is known.
    pub stdout: Option<Vec<u8>>,
    /// With what status it must exit, if that is known.
    pub status: Option<i32>,
}

/// A call of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct CallRun {
    /// The function.
    pub func: FuncId,
    /// Its arguments.
    pub args: Vec<Value>,
    /// What is known of the outcome.
    pub expect: Expect,
    /// The line of the directive; 0 if there is none.
    pub line: usize,
}

/// What is known of a call's outcome.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Expect {
    /// It has a defined one.
    Defined,
    /// Nothing, not even that its behaviour is defined.
    Anything,
    /// It returns this.
    Returns(Value),
    /// It traps.
    Traps,
    /// Its behaviour is not defined.
    Undefined,
    /// Something that the test has yet to say.
    Missing,
}

/// What a command line says instead of the file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Overrides {
    /// Arguments of programs.
    pub args: Option<Vec<String>>,
    /// The calls to make, in the syntax of the directive `run`.
    pub calls: Vec<String>,
}

/// Why a file is no test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// It cannot be read.
    Io(String),
    /// Its content is wrong.
    Content(String),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (LoadError::Io(message) | LoadError::Content(message)) = self;
        f.write_str(message)
    }
}

impl From<String> for LoadError {
    fn from(message: String) -> Self {
        LoadError::Content(message)
    }
}

/// A module that was read and verified, with its text if it had one.
pub struct Loaded {
    /// Declarations.
    pub module: Module,
    /// Bodies, in function order.
    pub bodies: Vec<Function>,
    /// The source text.
    pub text: Option<String>,
}

/// Reads a module, whatever form it has, and verifies it.
pub fn read_module(path: &Path) -> Result<Loaded, LoadError> {
    let bytes = fs::read(path).map_err(|error| LoadError::Io(error.to_string()))?;
    Ok(parse_module(&bytes, &path.display().to_string(), false)?)
}

/// Reads and verifies a module in memory; `name` is what messages about text call it. With `abi`,
/// text has to follow the rules for finalised modules, which the reader of bitcode checks itself.
pub fn parse_module(bytes: &[u8], name: &str, abi: bool) -> Result<Loaded, String> {
    load(&Source::new(bytes, name, false).map_err(|error| error.to_string())?, abi)
}

fn load(source: &Source<'_>, abi: bool) -> Result<Loaded, String> {
    let (module, bodies) = source.read().map_err(|error| error.to_string())?;
    let (text, level) = match source {
        Source::Text(text, _) => (Some(text.to_string()), if abi { Level::PnaclAbi } else { Level::Structure }),
        _ => (None, Level::PnaclAbi),
    };
    let mut verifier = Verifier::default();
    verifier.module(&module, level).map_err(|errors| errors.to_string())?;
    for body in &bodies {
        verifier.function(&module, body, level).map_err(|errors| errors.to_string())?;
    }
    Ok(Loaded { module, bodies, text })
}

/// The records of a test's text: without comments, which the form itself does not have, and with
/// the lines where they were.
fn records(text: &str) -> String {
    let record = |line: &str| match line.find(';') {
        Some(end) if !line[..end].trim().is_empty() => format!("{}\n", &line[..=end]),
        Some(_) => "\n".into(),
        None => format!("{line}\n"),
    };
    text.lines().map(record).collect()
}

impl Test {
    /// Reads a test.
    pub fn load(path: &Path, overrides: &Overrides) -> Result<Test, LoadError> {
        let bytes = fs::read(path).map_err(|error| LoadError::Io(error.to_string()))?;
        Ok(Test::new(&bytes, path, overrides)?)
    }

    /// Makes a test of a file's bytes.
    fn new(bytes: &[u8], path: &Path, overrides: &Overrides) -> Result<Test, String> {
        let name = path.display().to_string();
        let source = match Format::detect(bytes) {
            Ok(Format::Text) => str::from_utf8(bytes).unwrap_or_default(),
            _ => "",
        };
        let mut directives = Directives::parse(source)?;
        let loaded = match directives.form {
            Form::Module => parse_module(bytes, &name, directives.abi),
            Form::Bits => parse_module(&bits::assemble(source)?, &name, false),
            Form::Records => {
                let records = records(source);
                Source::new(records.as_bytes(), &name, true)
                    .map_err(|error| error.to_string())
                    .and_then(|source| load(&source, true))
            }
        };
        let loaded = match loaded {
            Err(error) if !directives.errors.is_empty() => {
                let found = error_lines(&error, &name);
                return Ok(Test::Refused(Refused { name, expected: directives.errors, found }));
            }
            loaded => loaded?,
        };
        let mut subject = Subject::new(loaded.module, loaded.bodies)?;
        subject.features = directives.features;
        let plan = plan(path, &subject.module, &directives, overrides)?;
        if *overrides != Overrides::default() {
            // What the text expects is of what the text says to do.
            directives = Directives::default();
        }
        Ok(Test::Case(Box::new(Case { name, subject, plan, directives, source: source.into() })))
    }
}

/// The lines of an error without the file's name, and without the quoted source of an error in a
/// text.
pub fn error_lines(error: &str, name: &str) -> Vec<String> {
    match error.strip_prefix(name).and_then(|rest| rest.strip_prefix(':')) {
        Some(rest) => rest.lines().take(1).map(String::from).collect(),
        None => error.lines().map(String::from).collect(),
    }
}

impl Case {
    /// Makes a test of a text in memory.
    pub fn parse(source: &str, name: &str) -> Result<Case, String> {
        match Test::new(source.as_bytes(), &PathBuf::from(name), &Overrides::default())? {
            Test::Case(case) => Ok(*case),
            Test::Refused(refused) => Err(refused.found.join("\n")),
        }
    }

    /// A test that calls functions of a module.
    pub fn made(name: String, subject: Subject, calls: Vec<CallRun>) -> Case {
        Case { name, subject, plan: Plan::Calls(calls), directives: Directives::default(), source: String::new() }
    }
}

/// The function that makes a module a program, if it has one.
pub fn start(module: &Module) -> Option<FuncId> {
    module.func_by_name(START).filter(|&id| module.funcs[id].defined)
}

/// What of a module is run.
fn plan(path: &Path, module: &Module, directives: &Directives, overrides: &Overrides) -> Result<Plan, String> {
    if !overrides.calls.is_empty() {
        let calls = overrides.calls.iter().map(|call| directive::call(module, call));
        return Ok(Plan::Calls(calls.collect::<Result<_, _>>()?));
    }
    match directives.stage {
        Stage::Read => return Ok(Plan::Read),
        Stage::Translate => return Ok(Plan::Translate),
        // An error is expected, and no run.
        Stage::Run if !directives.errors.is_empty() => return Ok(Plan::Translate),
        Stage::Run => {}
    }
    if let Some(start) = start(module) {
        return program(path, start, directives, overrides);
    }
    let calls = directives.calls(module)?;
    if !calls.is_empty() {
        return Ok(Plan::Calls(calls));
    }
    if manifest::of(path)?.translate_only {
        return Ok(Plan::Translate);
    }
    let calls: Vec<CallRun> =
        module.funcs.iter().filter(|(id, decl)| is_runnable(module, *id, decl.linkage)).map(plain_call).collect();
    if calls.is_empty() {
        return Err("nothing to run: there is no _start, no `; run:` line, and no external function without parameters".into());
    }
    Ok(Plan::Calls(calls))
}

/// Whether a function of a module without directives is called.
fn is_runnable(module: &Module, id: FuncId, linkage: Linkage) -> bool {
    module.funcs[id].defined && linkage == Linkage::External && module.func_sig(id).params.is_empty()
}

fn plain_call((func, _): (FuncId, &translator::ice::FuncDecl)) -> CallRun {
    CallRun { func, args: Vec::new(), expect: Expect::Defined, line: 0 }
}

fn program(path: &Path, start: FuncId, directives: &Directives, overrides: &Overrides) -> Result<Plan, String> {
    let beside = manifest::of(path)?;
    if beside.translate_only {
        return Ok(Plan::Translate);
    }
    let name = path.file_name().map_or_else(|| "program".into(), |name| name.to_string_lossy().into_owned());
    let args = overrides.args.as_ref().or(directives.args.as_ref()).or(beside.args.as_ref());
    // With other arguments than its own, nothing is known of what a program does.
    let known = overrides.args.is_none() || overrides.args == directives.args.clone().or(beside.args.clone());
    Ok(Plan::Program(ProgramRun {
        start,
        argv: [name].into_iter().chain(args.cloned().unwrap_or_default()).collect(),
        stdout: directives.output().or(beside.stdout).filter(|_| known),
        status: directives.exit.as_ref().map(|exit| exit.says).or(beside.status).filter(|_| known),
    }))
}
