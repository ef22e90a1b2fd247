//! The second compiler: a share of a module's functions, or all of them, compiled by an installed
//! LLVM, release 14 or later, instead of the translator ([`Engine::Llvm`]). If each compiles one
//! half, the two compilers' code calls each other's.
//!
//! In: a module and its bodies. Out: an object for the same architecture and calling convention,
//! whose functions have the names that [`print::symbols`] gives them and whose globals are numbers.
//! `Om1` is LLVM's `-O0` and `O2` its `-O2`, both of the code generator alone: what is wanted is
//! another opinion, not a fast program. `llc` is preferred, of the highest release; `clang` will
//! do.
//!
//! Linked with it are an object of the translator's with the module's globals and the other
//! functions, and the runtime. Names are chosen such that LLVM calls the runtime's functions and no
//! others: the ARM triple is one without an EABI environment, whose helpers have other names and
//! conventions.
//!
//! What LLVM passes otherwise than PNaCl's ABI says is not run: vectors on MIPS, and vectors of
//! truth values anywhere, to and from a function that the harness calls, or any function where the
//! translator's code calls LLVM's.
//!
//! [`Engine::Llvm`]: super::execution::Engine::Llvm

mod print;
mod support;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use translator::ice::{FuncDecl, FuncId, Linkage, Module, Type};
use translator::options::{Features, Isa, OptLevel};
use translator::util::entity::Entity;

use super::RunError;
use super::execution::Share;
use super::scratch::Scratch;
use crate::isa::{available, facts};
use crate::job::{Entry, Job, Target};
use crate::subject::Subject;

pub use print::symbols;

/// The first release that reads opaque pointers.
const OLDEST: u32 = 14;
/// The newest release that is looked for under a name with a number.
const NEWEST: u32 = 24;
/// In this release opaque pointers have to be asked for.
const ASKS_FOR_POINTERS: u32 = 14;

/// What LLVM says when it fails by its own fault.
const LIMITS: [&str; 4] = ["PLEASE submit a bug report", "LLVM ERROR", "ran out of registers", "Cannot select"];

/// What becomes of that which ICE defines and LLVM does not, or ICE calls Unspecified.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Form {
    /// It is defined there, and what traps stays where it is: for comparing what programs do.
    #[default]
    Defined,
    /// It is left to LLVM, as Native Client's own LLVM left it, so that LLVM may optimise as it can: for comparing how fast programs are
    /// that ask for none of it.
    Plain,
}

/// An installed compiler.
struct Compiler {
    program: String,
    /// Whether it is `clang` rather than `llc`.
    clang: bool,
    release: u32,
    /// What it says of itself: of `llc`, the architectures too.
    about: String,
}

/// The compiler, or why there is none. It is looked for once.
fn compiler() -> &'static Result<Compiler, String> {
    static FOUND: OnceLock<Result<Compiler, String>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let names = |tool: &str| {
            let numbered = (OLDEST..=NEWEST).rev().map(move |release| format!("{tool}-{release}"));
            numbered.chain([tool.to_string()]).collect::<Vec<_>>()
        };
        let found = names("llc").into_iter().chain(names("clang")).find_map(|program| {
            let output = Command::new(&program).arg("--version").stdin(Stdio::null()).output().ok()?;
            let about = String::from_utf8_lossy(&output.stdout).into_owned();
            let release = release(&about)?;
            (release >= OLDEST).then(|| Compiler { clang: program.starts_with("clang"), program, release, about })
        });
        found.ok_or_else(|| format!("needs llc or clang, release {OLDEST} or later (Debian: llvm-14)"))
    })
}

/// The release that `--version` tells.
fn release(about: &str) -> Option<u32> {
    let (_, rest) = about.split_once("version ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The compiler's name, and what it says of its version; `None` if there is none.
pub fn tool() -> Option<(String, String)> {
    let compiler = compiler().as_ref().ok()?;
    let line = compiler.about.lines().map(str::trim).find(|line| line.contains("version "))?;
    Some((compiler.program.clone(), line.to_string()))
}

/// What is not installed that compiling for an architecture needs.
pub fn missing(isa: Isa) -> Option<String> {
    match compiler() {
        Err(why) => Some(why.clone()),
        Ok(compiler) => {
            let name = facts(isa).llvm.name;
            let known = compiler.clang || compiler.about.lines().any(|line| line.split_whitespace().next() == Some(name));
            (!known).then(|| format!("{} does not compile for {name}", compiler.program))
        }
    }
}

/// The instructions that a translation may use, as LLVM names them.
fn attributes(isa: Isa, features: Features) -> String {
    let Features { sse41, hwdiv_arm, sandbox: _ } = available(isa, features);
    let optional = [(sse41, ",+sse4.1"), (hwdiv_arm, ",+hwdiv-arm")];
    optional.into_iter().filter(|(has, _)| *has).fold(facts(isa).llvm.attributes.into(), |all: String, (_, name)| all + name)
}

/// What `llc` has to be told of an architecture besides its triple.
pub fn flags(isa: Isa, features: Features) -> Vec<String> {
    let attributes = attributes(isa, features);
    let attributes = (!attributes.is_empty()).then(|| format!("-mattr={attributes}"));
    facts(isa).llvm.llc.iter().map(|flag| flag.to_string()).chain(attributes).collect()
}

/// Compiles a share of a module's functions: the object file. A module on which LLVM crashes, or
/// for which it runs out of registers, is not run; one that it does not accept is an error of
/// [`print`]'s.
pub fn compile(subject: &Subject, (share, form): (Share, Form), target: Target, features: Features) -> Result<Vec<u8>, RunError> {
    let compiler = compiler().as_ref().map_err(|why| RunError::NotRun(why.clone()))?;
    let symbols = symbols(&subject.module);
    let text = print::module(&subject.module, (&subject.bodies, share), subject.layout(), &symbols, (target.isa, form));
    let scratch = Scratch::new()?;
    let source = scratch.file("module.ll", text.as_bytes())?;
    let object = source.with_extension("o");
    let output = command(compiler, target, features, &source, &object)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", compiler.program))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        if let Some(limit) = LIMITS.iter().find(|limit| said.contains(**limit)) {
            return Err(RunError::NotRun(format!("{} fails: {limit}", compiler.program)));
        }
        let line = said.lines().find(|line| line.contains("error")).or(said.lines().next());
        return Err(RunError::Error(format!("{}: {}", compiler.program, line.unwrap_or("it fails"))));
    }
    fs::read(&object).map_err(|error| RunError::Error(format!("{}: {error}", object.display())))
}

/// A whole module as the compiler reads it.
pub fn text(subject: &Subject, isa: Isa, form: Form) -> String {
    let symbols = symbols(&subject.module);
    print::module(&subject.module, (&subject.bodies, Share::All), subject.layout(), &symbols, (isa, form))
}

/// The command that compiles such a text to an object file.
///
/// # Errors
/// If there is no compiler.
pub fn command_line(target: Target, source: &Path, object: &Path) -> Result<Command, String> {
    let compiler = compiler().as_ref().map_err(String::clone)?;
    Ok(command(compiler, target, Features::default(), source, object))
}

fn command(compiler: &Compiler, target: Target, features: Features, source: &Path, object: &Path) -> Command {
    let (platform, attributes) = (&facts(target.isa).llvm, attributes(target.isa, features));
    let level = if target.opt >= OptLevel::O2 { "-O2" } else { "-O0" };
    let mut command = Command::new(&compiler.program);
    if compiler.clang {
        command.arg(format!("--target={}", platform.triple)).args(platform.clang).args([
            "-c",
            level,
            "-w",
            "-fno-pic",
            "-Xclang",
            "-disable-llvm-passes",
        ]);
        for attribute in attributes.split(',').filter(|attribute| !attribute.is_empty()) {
            command.args(["-Xclang", "-target-feature", "-Xclang", attribute]);
        }
        if compiler.release == ASKS_FOR_POINTERS {
            command.args(["-Xclang", "-opaque-pointers"]);
        }
    } else {
        command.arg(format!("-mtriple={}", platform.triple)).args(flags(target.isa, features)).args([
            level,
            "-filetype=obj",
            "-relocation-model=static",
        ]);
        if compiler.release == ASKS_FOR_POINTERS {
            command.arg("-opaque-pointers");
        }
    }
    command.arg("-o").arg(object).arg(source);
    command
}

/// The rest of a module, for the translator: its globals, and the functions that are not LLVM's.
/// All have these symbols.
pub fn without_share(module: &Module, share: Share, symbols: &[String]) -> Module {
    let mut module = module.clone();
    let ids: Vec<FuncId> = module.funcs.keys().filter(|&id| module.funcs[id].intrinsic.is_none()).collect();
    for id in ids {
        let (decl, symbol) = (&mut module.funcs[id], &symbols[id.index()]);
        decl.name.clone_from(symbol);
        decl.defined &= !share.has(id);
        decl.linkage = Linkage::External;
    }
    module
}

/// Why LLVM's code cannot be run for a job, if it cannot.
pub fn beyond_it(subject: &Subject, share: Share, isa: Isa, job: &Job<'_>) -> Option<String> {
    let (Entry::Program(entry) | Entry::Call(entry, _)) = job.entry;
    let travels = |func: FuncId| {
        let sig = subject.module.func_sig(func);
        sig.params.iter().chain([&sig.result]).all(|ty| !passed_otherwise(*ty, isa))
    };
    // Functions whose callers another compiler compiles.
    let is_open =
        |(id, decl): &(FuncId, &FuncDecl)| decl.intrinsic.is_none() && (!decl.defined || *id == entry || share != Share::All);
    (!subject.module.funcs.iter().filter(is_open).all(|(id, _)| travels(id))).then(|| "LLVM passes some vectors otherwise".into())
}

fn passed_otherwise(ty: Type, isa: Isa) -> bool {
    ty.is_vector() && (!facts(isa).llvm.passes_vectors || ty.is_bool_or_bool_vector())
}
