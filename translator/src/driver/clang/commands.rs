//! clang as a process: the options that make its IR PNaCl's, its output through a pipe.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::Language;
use super::args::{Invocation, Mode};
use super::find::Clang;
use crate::driver::error::Error;
use crate::driver::output::Output;

/// The target whose layout and calling convention are PNaCl's.
pub const TARGET: &str = "le32-unknown-nacl";

/// What every compilation gets before the user's options. The target takes every atomic operation
/// to the library, which clang warns of, and which [`crate::llvm`] makes instructions again.
const FLAGS: [&str; 2] = ["-Wno-unknown-warning-option", "-Wno-atomic-alignment"];

/// What it gets after them, for to clang `-O2` is a request for vectors, and the last one counts.
/// Vectors only where the source has them: no machine is known that would want others, and many of
/// them PNaCl does not have.
const NO_VECTORS: [&str; 2] = ["-fno-vectorize", "-fno-slp-vectorize"];

/// How a user asks for vectors nevertheless.
const VECTORS: [&str; 4] = ["-fvectorize", "-fslp-vectorize", "-ftree-vectorize", "-ftree-slp-vectorize"];

/// For C++: what PNaCl programs do without, unless they ask.
const CPLUSPLUS_FLAGS: [&str; 2] = ["-fno-exceptions", "-fno-rtti"];

/// Extensions of C++ files.
const CPLUSPLUS: [&str; 6] = ["cc", "cpp", "cxx", "c++", "C", "ii"];

/// A clang, and how it is called.
pub struct Compiler<'i> {
    clang: Clang,
    language: Language,
    invocation: &'i Invocation,
}

/// Whether clang compiles a file: it is source, and no product of a compiler.
pub fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or("");
    matches!(extension, "c" | "i" | "m" | "h") || CPLUSPLUS.contains(&extension)
}

impl<'i> Compiler<'i> {
    pub fn new(clang: Clang, language: Language, invocation: &'i Invocation) -> Self {
        Self { clang, language, invocation }
    }

    /// The product of one file in the mode that the command line asks for, unless it is only
    /// printed how.
    pub fn compile(&self, path: &Path, output: &Output) -> Result<Option<Vec<u8>>, Error> {
        let mut args: Vec<OsString> = match self.invocation.mode {
            Mode::Preprocess => Vec::new(),
            Mode::Text | Mode::Link => vec!["-S".into(), "-emit-llvm".into()],
            Mode::Compile => vec!["-c".into(), "-emit-llvm".into()],
        };
        if self.invocation.dependencies
            && let Output::File(output) = output
        {
            // clang would name them after its own output, which is a pipe.
            if !self.invocation.names_dependencies {
                args.extend(["-MF".into(), output.with_extension("d").into()]);
            }
            args.extend(["-MT".into(), output.into()]);
        }
        self.run(path, args, &self.invocation.flags)
    }

    /// The IR of a file as text.
    pub fn ir(&self, path: &Path) -> Result<Option<Vec<u8>>, Error> {
        self.run(path, vec!["-S".into(), "-emit-llvm".into()], &self.invocation.flags)
    }

    fn run(&self, path: &Path, args: Vec<OsString>, flags: &[OsString]) -> Result<Option<Vec<u8>>, Error> {
        let mut command = self.command();
        let cplusplus = self.language == Language::CPlusPlus
            || path.extension().and_then(OsStr::to_str).is_some_and(|e| CPLUSPLUS.contains(&e));
        if cplusplus {
            command.args(CPLUSPLUS_FLAGS);
            if path.extension() == Some(OsStr::new("c")) && self.language == Language::CPlusPlus {
                command.args(["-x", "c++"]);
            }
        }
        command.args(flags);
        if !flags.iter().any(|flag| VECTORS.iter().any(|vectors| flag == vectors)) {
            command.args(NO_VECTORS);
        }
        command.args(args).arg("-o").arg("-").arg(path);
        self.output_of(command, None)
    }

    /// The IR of a text of ours.
    pub fn own(&self, source: &str) -> Result<Option<Vec<u8>>, Error> {
        let mut command = self.command();
        command.args(["-O2", "-std=gnu11", "-ffreestanding", "-fno-builtin"]).args(NO_VECTORS);
        command.args(["-x", "c", "-S", "-emit-llvm", "-o", "-", "-"]);
        self.output_of(command, Some(source.as_bytes()))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.clang.path);
        command.arg(format!("--target={TARGET}")).args(FLAGS);
        command
    }

    /// Bitcode as text.
    pub fn disassemble(&self, bitcode: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        let mut command = Command::new(self.clang.tool("llvm-dis")?);
        command.args(["-o", "-", "-"]);
        self.output_of(command, Some(bitcode))
    }

    /// Whether commands are run and not only printed.
    pub fn is_dry(&self) -> bool {
        self.invocation.dry
    }

    fn output_of(&self, mut command: Command, input: Option<&[u8]>) -> Result<Option<Vec<u8>>, Error> {
        if self.invocation.verbose || self.invocation.dry {
            let words: Vec<String> = std::iter::once(command.get_program()).chain(command.get_args()).map(quoted).collect();
            // As for any message: with standard error closed there is nobody left to tell.
            let _ = writeln!(std::io::stderr(), " {}", words.join(" "));
        }
        if self.invocation.dry {
            return Ok(None);
        }
        let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
        command.stdout(Stdio::piped());
        command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::inherit() });
        let failed = |error| Error::NotBuilt(format!("{program} cannot be run: {error}"));
        let mut child = command.spawn().map_err(failed)?;
        let stdin = child.stdin.take();
        let output = std::thread::scope(|scope| {
            if let (Some(mut stdin), Some(input)) = (stdin, input) {
                // A process that ends early says why itself.
                scope.spawn(move || stdin.write_all(input));
            }
            child.wait_with_output()
        })
        .map_err(failed)?;
        match output.status.code() {
            Some(0) => Ok(Some(output.stdout)),
            Some(code) => Err(Error::NotBuilt(format!("{program} refuses it (exit status {code}), as said above"))),
            None => Err(Error::NotBuilt(format!("{program} crashed ({}), as said above", output.status))),
        }
    }
}

/// A word as a shell would want it.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=./+,:@%".contains(c)) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
