//! Translators of other make: any program that makes an object of a module is a column of the matrix
//! ([`Engine::Other`]).
//!
//! In: a name and a command, a module. Out: an object that links and runs as the translator's own do.
//! The program's object may have whatever symbols and sections it likes; [`graft`] makes of it what the
//! rest of the harness expects.
//!
//! A command is a shell's text. Patterns in braces stand for what it gets ([`PATTERNS`]); one without
//! any is called as `pnacl-sz` is: `COMMAND -target=ISA -o OUT IN`. It has to exit with 0 and write the
//! object within [`LIMIT`].
//!
//! [`Engine::Other`]: super::execution::Engine::Other

mod graft;
#[cfg(test)]
mod tests;

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use translator::bitcode;
use translator::ice::{Function, Module};
use translator::options::{Features, OptLevel};
use translator::text::print_module;

use super::RunError;
use super::llvm::{self, Form};
use super::scratch::Scratch;
use crate::isa::facts;
use crate::job::Target;
use crate::script;
use crate::shell::quote;
use crate::subject::Subject;

pub use graft::{graft, symbols};

/// How long a translation may take.
pub const LIMIT: Duration = Duration::from_secs(120);

/// What stands for what in a command.
pub const PATTERNS: &[(&str, &str)] = &[
    ("{isa}", "the architecture: x8632, x8664, arm32, mips32"),
    ("{triple}", "the same as LLVM says it: i686-linux-gnu"),
    ("{nacl}", "the same as Native Client's LLVM says it: i686-none-nacl-gnu"),
    ("{flags}", "what llc has to be told besides, for that architecture"),
    ("{recipe}", "Om1 or O2"),
    ("{level}", "0 for Om1, 2 for O2"),
    ("{in}", "the module, a frozen program (.pexe)"),
    ("{ll}", "the module as LLVM 14 and later read it; globals are numbers in it"),
    ("{out}", "where the object goes"),
];

/// Commands that need no describing.
const KNOWN: &[(&str, &str)] = &[
    ("subzero", "pnacl-sz -target={isa} -{recipe} -filetype=obj -o {out} {in}"),
    ("pnacl-llc", "pnacl-llc -mtriple={nacl} -bitcode-format=pnacl -O{level} -filetype=obj -o {out} {in}"),
    ("llc", "llc-14 -mtriple={triple} {flags} -O{level} -filetype=obj -relocation-model=static -opaque-pointers -o {out} {ll}"),
];

/// A translator.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Other {
    name: String,
    command: String,
}

/// What is asked of a translation.
#[derive(Copy, Clone, Debug)]
pub struct Asked<'a> {
    /// What to translate for.
    pub target: Target,
    /// For a command that reads LLVM's form of the module: which.
    pub form: Form,
    /// Optional instructions that may be used.
    pub features: Features,
    /// Further options, for a command without patterns.
    pub options: &'a [String],
    /// How long it may take.
    pub limit: Duration,
}

/// A translation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The object.
    pub object: Vec<u8>,
    /// What the command printed.
    pub said: String,
}

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.command)
    }
}

impl Other {
    /// Reads `NAME=COMMAND`, or one of the names that need no command.
    ///
    /// # Errors
    /// If it is neither.
    pub fn parse(text: &str) -> Result<Other, String> {
        let known = || KNOWN.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let (name, command) = text
            .split_once('=')
            .or_else(|| KNOWN.iter().copied().find(|(name, _)| *name == text))
            .ok_or_else(|| format!("{text} is not NAME=COMMAND; the names that need no command are {}", known()))?;
        Self::new(name, command).map_err(|why| format!("{text}: {why}"))
    }

    /// A translator with a name.
    ///
    /// # Errors
    /// If the name or the command cannot be one.
    pub fn new(name: &str, command: &str) -> Result<Other, String> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(is_name) {
            return Err("a name consists of letters, digits, `-`, `_` and `.`".into());
        }
        if command.trim().is_empty() {
            return Err("the command is empty".into());
        }
        if let Some(unknown) = unknown_pattern(command) {
            let patterns = PATTERNS.iter().map(|(pattern, _)| *pattern).collect::<Vec<_>>().join(" ");
            return Err(format!("there is no pattern {unknown}; there are {patterns}"));
        }
        Ok(Other { name: name.into(), command: command.into() })
    }

    /// What reports call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its command, as it was given.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Why its program cannot be started here, if it cannot.
    pub fn missing(&self) -> Option<String> {
        let words = shlex::split(&self.command)?;
        let program = words.first().filter(|word| !word.contains(['{', '$', '(', ';']))?;
        let found = Command::new("sh")
            .args(["-c", "command -v -- \"$1\"", "sh", program])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        (!found.is_ok_and(|found| found.success())).then(|| format!("there is no program {program}"))
    }

    /// Whether the names of functions in its object are those of LLVM's form of the module.
    fn reads_llvm(&self) -> bool {
        self.command.contains("{ll}")
    }

    /// Translates a module: an object as the translator's own would be, whose functions are this
    /// translator's.
    pub fn translate(&self, subject: &Subject, (target, form): (Target, Form), features: Features) -> Result<Vec<u8>, RunError> {
        let made = self.make(&subject.module, &subject.bodies, Asked { target, form, features, options: &[], limit: LIMIT })?;
        let grafted = self.graft(&subject.module, target, &made.object);
        grafted.map_err(|why| RunError::Error(format!("{}'s object: {why}", self.name)))
    }

    /// The code of an object of this translator's, with the translator's own data: see [`graft`].
    ///
    /// # Errors
    /// As [`graft`]'s.
    pub fn graft(&self, module: &Module, target: Target, object: &[u8]) -> Result<Vec<u8>, String> {
        let symbols = if self.reads_llvm() { llvm::symbols(module) } else { symbols(module) };
        graft(module, &target.options(), &symbols, object)
    }

    /// What the command makes of a module.
    ///
    /// # Errors
    /// If it fails, takes too long, or writes nothing.
    pub fn make(&self, module: &Module, bodies: &[Function], asked: Asked<'_>) -> Result<Made, RunError> {
        let scratch = Scratch::new()?;
        let out = scratch.path().join("module.o");
        let input = match self.reads_llvm() {
            true => {
                let subject = Subject::new(module.clone(), bodies.to_vec())?;
                scratch.file("module.ll", llvm::text(&subject, asked.target.isa, asked.form).as_bytes())?
            }
            false => match bitcode::write_module(module, bodies) {
                Ok(bytes) => scratch.file("module.pexe", &bytes)?,
                // What is no frozen program is text.
                Err(_) => scratch.file("module.ll", print_module(module, bodies).as_bytes())?,
            },
        };
        let ended = script::run(&self.command_line(asked, &input, &out), &[], &[], asked.limit)?;
        if !ended.succeeded() {
            // The line that says what, among those that say where.
            let lines = || ended.output.lines().filter(|line| !line.trim().is_empty());
            let said = lines().find(|line| line.to_ascii_lowercase().contains("error")).or(lines().next());
            let said = said.unwrap_or("it says nothing");
            return Err(RunError::Error(format!("{} {}: {said}", self.name, ended.describe())));
        }
        match fs::read(&out) {
            Ok(object) => Ok(Made { object, said: ended.output }),
            Err(error) => Err(RunError::Error(format!("{} wrote no object: {error}", self.name))),
        }
    }

    /// Whether what it gets stands where its patterns stand, and nothing behind it.
    pub fn has_patterns(&self) -> bool {
        PATTERNS.iter().any(|(pattern, _)| self.command.contains(pattern))
    }

    /// The command for a translation, as a shell reads it.
    pub fn command_line(&self, asked: Asked<'_>, input: &Path, out: &Path) -> String {
        let Asked { target, features, options, .. } = asked;
        let (platform, input, out) = (&facts(target.isa).llvm, quote(&input.to_string_lossy()), quote(&out.to_string_lossy()));
        if !self.has_patterns() {
            let options = options.iter().map(|option| quote(option) + " ").collect::<String>();
            return format!("{} -target={} -o {out} {options}{input}", self.command, target.isa);
        }
        let value = |pattern: &str| match pattern {
            "{isa}" => target.isa.name().into(),
            "{triple}" => platform.triple.into(),
            "{nacl}" => facts(target.isa).nacl_triple.into(),
            "{flags}" => llvm::flags(target.isa, features).join(" "),
            "{recipe}" => target.opt.name().into(),
            "{level}" => if target.opt >= OptLevel::O2 { "2" } else { "0" }.into(),
            "{in}" | "{ll}" => input.clone(),
            _ => out.clone(),
        };
        PATTERNS.iter().fold(self.command.clone(), |line, (pattern, _)| line.replace(pattern, &value(pattern)))
    }
}

/// What looks like a pattern in a command and is none.
fn unknown_pattern(command: &str) -> Option<&str> {
    command.match_indices('{').find_map(|(start, _)| {
        let end = start + command[start..].find('}')?;
        let (pattern, word) = (&command[start..=end], &command[start + 1..end]);
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
        (is_word && !command[..start].ends_with('$') && !PATTERNS.iter().any(|(known, _)| *known == pattern)).then_some(pattern)
    })
}
