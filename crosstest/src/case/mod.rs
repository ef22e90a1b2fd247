//! A test: a module, what of it is run, and what is known of the outcome beforehand.
//!
//! In: a file, frozen bitcode or text, with what lies beside it. Out: a [`Case`]. A module with a function `_start` is a program and is
//! run as a process; another one is a set of functions, of which [`directive`]s in comments say which are called with what.
//!
//! ```text
//! ; run: @add(i32 2, i32 3) -> i32 5     a call; the result is optional: the interpreter's is what targets are compared with
//! ; run: @div(i32 1, i32 0) -> traps     it traps
//! ; run: @shl(i32 1, i32 32) -> undefined    the interpreter finds that the program's behaviour is not defined
//! ; edges: @add                          calls with every combination of edge values of the parameters' types
//! ; args: one two                        arguments of a program
//! ; exit: 3                              its exit status
//! ; stdout: text\n                       its output; several such lines add up
//! ```
//!
//! For a program `NAME.pexe` the files `NAME.stdout` and `NAME.rc` beside it, and a table in a `README.md` there, say the same
//! ([`manifest`]). Reading is linear; every error names the file.

pub mod directive;
pub mod edges;
pub mod manifest;
pub mod values;

use std::fs;
use std::path::{Path, PathBuf};

use translator::bitcode;
use translator::driver::input::Format;
use translator::ice::verify::{Level, Verifier};
use translator::ice::{FuncId, Function, Linkage, Module};
use translator::text;

use crate::subject::{Entry, Subject};
use crate::value::Value;
use directive::Directives;

/// The function that makes a module a program.
pub const START: &str = "_start";

/// A test.
pub struct Case {
    /// What reports call it: the file's path as it was given.
    pub name: String,
    /// The module.
    pub subject: Subject,
    /// What is run, in order.
    pub plan: Plan,
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
    Ok(parse_module(&bytes, &path.display().to_string())?)
}

/// Reads and verifies a module in memory; `name` is what messages about text call it.
pub fn parse_module(bytes: &[u8], name: &str) -> Result<Loaded, String> {
    let (loaded, level) = match Format::detect(bytes)? {
        Format::Bitcode => {
            let (module, bodies) = bitcode::read_module(bytes).map_err(|error| error.to_string())?;
            (Loaded { module, bodies, text: None }, Level::PnaclAbi)
        }
        Format::Text => {
            let source = str::from_utf8(bytes).map_err(|_| "text that is not UTF-8")?;
            let (module, bodies) = text::parse_module(source, name).map_err(|error| error.to_string())?;
            (Loaded { module, bodies, text: Some(source.into()) }, Level::Structure)
        }
    };
    let mut verifier = Verifier::default();
    verifier.module(&loaded.module, level).map_err(|errors| errors.to_string())?;
    for body in &loaded.bodies {
        let named = |errors| format!("function {}: {errors}", loaded.module.func_symbol(body.id));
        verifier.function(&loaded.module, body, level).map_err(named)?;
    }
    Ok(loaded)
}

impl Case {
    /// Reads a test.
    pub fn load(path: &Path, overrides: &Overrides) -> Result<Case, LoadError> {
        let loaded = read_module(path)?;
        let directives = Directives::parse(loaded.text.as_deref().unwrap_or(""))?;
        let subject = Subject::new(loaded.module, loaded.bodies)?;
        let plan = plan(path, &subject.module, &directives, overrides)?;
        Ok(Case { name: path.display().to_string(), subject, plan })
    }

    /// Makes a test of a text in memory.
    pub fn parse(source: &str, name: &str) -> Result<Case, String> {
        let loaded = parse_module(source.as_bytes(), name)?;
        let directives = Directives::parse(source)?;
        let subject = Subject::new(loaded.module, loaded.bodies)?;
        let plan = plan(&PathBuf::from(name), &subject.module, &directives, &Overrides::default())?;
        Ok(Case { name: name.into(), subject, plan })
    }

    /// How often the test is run on each engine.
    pub fn runs(&self) -> usize {
        match &self.plan {
            Plan::Program(_) => 1,
            Plan::Calls(calls) => calls.len(),
            Plan::Translate => 0,
        }
    }

    /// Where run number `index` starts.
    pub fn entry(&self, index: usize) -> Entry {
        match &self.plan {
            Plan::Program(run) => Entry::Program(run.start),
            Plan::Calls(calls) => Entry::Call(calls[index].func, calls[index].args.clone()),
            Plan::Translate => unreachable!("a test without runs has no entry"),
        }
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
    CallRun { func, args: Vec::new(), expect: Expect::Defined }
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
        stdout: directives.stdout.clone().or(beside.stdout).filter(|_| known),
        status: directives.exit.or(beside.status).filter(|_| known),
    }))
}
