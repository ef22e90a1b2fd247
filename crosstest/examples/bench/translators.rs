//! Translators: ours, and the commands of others.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crosstest::exec::llvm;
use crosstest::isa::facts;
use crosstest::job::Target;
use crosstest::subject::Subject;
use translator::bitcode;
use translator::options::{Isa, OptLevel};

use crate::figures::OURS;
use crate::programs::Program;

/// A translator.
pub struct Translator {
    /// What tables call it.
    pub name: String,
    kind: Kind,
}

enum Kind {
    /// A pnacl-sz.
    Ours(PathBuf),
    /// Words with patterns in braces.
    Command(Vec<String>),
    /// The installed `llc`.
    Llvm,
}

/// One translation.
#[derive(Copy, Clone)]
pub struct Task<'a> {
    pub program: &'a Program,
    pub isa: Isa,
    pub recipe: OptLevel,
    /// For pnacl-sz; others are as they are.
    pub threads: usize,
}

impl Translator {
    /// The one that is measured: a file, or the release build of this checkout.
    ///
    /// # Errors
    /// If the file is not there, or the build fails.
    pub fn ours(file: Option<PathBuf>) -> Result<Translator, String> {
        let path = match file {
            Some(path) if path.is_file() => path,
            Some(path) => return Err(format!("{}: there is no such file", path.display())),
            None => built("pnacl-sz", &["--bin", "pnacl-sz"])?,
        };
        Ok(Translator { name: OURS.into(), kind: Kind::Ours(path) })
    }

    /// The installed LLVM.
    ///
    /// # Errors
    /// If there is none.
    pub fn llc() -> Result<Translator, String> {
        let (name, _) = llvm::tool().ok_or("--llc: no llc or clang of release 14 or later is installed (Debian: llvm-14)")?;
        Ok(Translator { name, kind: Kind::Llvm })
    }

    /// What an option `NAME=COMMAND` says.
    ///
    /// # Errors
    /// If it is not of this form, or names the one that is measured.
    pub fn parse(text: &str) -> Result<Translator, String> {
        let (name, command) = text.split_once('=').ok_or_else(|| format!("--beside: {text} is not NAME=COMMAND"))?;
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| format!("--beside: {command} is no command"))?;
        if name.is_empty() || name == OURS {
            return Err(format!("--beside: {name:?} cannot be the name of another translator"));
        }
        let kind = match &words[..] {
            [program] => Kind::Ours(program.into()),
            _ => Kind::Command(words),
        };
        Ok(Translator { name: name.into(), kind })
    }

    /// The program, if it is a pnacl-sz.
    pub fn pnacl_sz(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Ours(path) => Some(path),
            _ => None,
        }
    }

    /// The command that translates a program to an object file.
    ///
    /// # Errors
    /// If the module cannot be written as LLVM reads it.
    pub fn command(&self, task: Task<'_>, out: &Path, scratch: &Path) -> Result<Command, String> {
        let Task { program, isa, recipe, threads } = task;
        let level = if recipe >= OptLevel::O2 { "2" } else { "0" };
        let ll = || program.ll.get_or_init(|| written(program, isa, scratch)).clone();
        match &self.kind {
            Kind::Ours(path) => {
                let mut command = Command::new(path);
                command.arg(format!("-target={isa}")).arg(format!("-{}", recipe.name()));
                command.arg(format!("-threads={threads}")).arg("-o").arg(out).arg(&program.path);
                Ok(command)
            }
            Kind::Llvm => llvm::command_line(Target { isa, opt: recipe }, &ll()?, out),
            Kind::Command(words) => {
                let ll = if words.iter().any(|word| word.contains("{ll}")) { ll()? } else { PathBuf::new() };
                let replaced = |word: &String| {
                    [
                        ("{isa}", isa.name().to_string()),
                        ("{triple}", facts(isa).llvm.triple.to_string()),
                        ("{recipe}", recipe.name().to_string()),
                        ("{level}", level.to_string()),
                        ("{in}", program.path.display().to_string()),
                        ("{ll}", ll.display().to_string()),
                        ("{out}", out.display().to_string()),
                    ]
                    .into_iter()
                    .fold(word.clone(), |word, (pattern, text)| word.replace(pattern, &text))
                };
                let mut words = words.iter().map(replaced);
                let mut command = Command::new(words.next().expect("a command has a first word"));
                command.args(words);
                Ok(command)
            }
        }
    }

    /// Runs it.
    ///
    /// # Errors
    /// If it fails, with what it says.
    pub fn translate(&self, task: Task<'_>, out: &Path, scratch: &Path) -> Result<(), String> {
        let mut command = self.command(task, out, scratch)?;
        let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{}: {error}", self.name))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{} fails on {}: {}", self.name, task.program.name, said.lines().next().unwrap_or("it says nothing")))
    }
}

/// The module for LLVM. The text is the same for all targets.
fn written(program: &Program, isa: Isa, scratch: &Path) -> Result<PathBuf, String> {
    let about = |error: &dyn std::fmt::Display| format!("{}: {error}", program.path.display());
    let bytes = std::fs::read(&program.path).map_err(|error| about(&error))?;
    let (module, bodies) = bitcode::read_module(&bytes).map_err(|error| about(&error))?;
    let text = llvm::text(&Subject::new(module, bodies)?, isa, llvm::Form::Plain);
    let path = scratch.join(format!("{}.ll", program.name));
    std::fs::write(&path, text).map_err(|error| about(&error))?;
    Ok(path)
}

/// A release build of something of the translator's, or of another package that `what` names, by cargo: the program with this name.
///
/// # Errors
/// If it cannot be built.
pub fn built(name: &str, what: &[&str]) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = crosstest::repository::repository().ok_or("not inside the repository: name the translator")?;
    let mut build = Command::new(cargo);
    let package = if what.contains(&"-p") { &[][..] } else { &["-p", "translator"] };
    build.args(["build", "--release", "--quiet"]).args(package).args(what).current_dir(&root);
    let status = build.stdin(Stdio::null()).status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("cargo build --release {} {} fails", package.join(" "), what.join(" ")));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), |dir| root.join(dir));
    let below = if what.contains(&"--example") { "release/examples" } else { "release" };
    Ok(target.join(below).join(name))
}
