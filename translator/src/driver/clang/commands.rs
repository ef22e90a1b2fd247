//! clang as a process: the options that make its IR PNaCl's, its output through a pipe.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Language;
use super::args::{Input, Invocation, Mode};
use super::find::Clang;
use super::sysroot::{self, Sysroot};
use crate::driver::error::Error;
use crate::driver::output::Output;
use crate::driver::scratch::Scratch;

/// The target whose layout and calling convention are PNaCl's.
pub const TARGET: &str = "le32-unknown-nacl";

/// What every compilation gets before the user's options. The target takes every atomic operation
/// to the library, which clang warns of, and which [`crate::llvm`] makes instructions again. The
/// system's headers are another system's.
const FLAGS: [&str; 3] = ["-Wno-unknown-warning-option", "-Wno-atomic-alignment", "-nostdlibinc"];

/// What it gets after them, for to clang `-O2` is a request for vectors, and the last one counts.
/// Vectors only where the source has them: no machine is known that would want others, and many of
/// them PNaCl does not have.
const NO_VECTORS: [&str; 2] = ["-fno-vectorize", "-fno-slp-vectorize"];

/// How a user asks for vectors nevertheless.
const VECTORS: [&str; 4] = ["-fvectorize", "-fslp-vectorize", "-ftree-vectorize", "-ftree-slp-vectorize"];

/// For C++: what PNaCl programs do without, unless they ask.
const CPLUSPLUS_FLAGS: [&str; 1] = ["-fno-exceptions"];

/// And this, where nothing tells the types of objects at run time.
const NO_TYPES: &str = "-fno-rtti";

/// Extensions of C++ files.
const CPLUSPLUS: [&str; 7] = ["cc", "cp", "cpp", "cxx", "c++", "C", "ii"];

/// A clang, and how it is called.
pub struct Compiler<'i> {
    clang: Clang,
    language: Language,
    invocation: &'i Invocation,
    /// The C library, unless it is left out or there is no place for it.
    sysroot: Option<Sysroot>,
}

/// Something that clang compiles.
#[derive(Copy, Clone)]
pub struct SourceFile<'a> {
    path: &'a Path,
    /// The language that `-x` names.
    language: Option<&'a str>,
}

impl<'a> SourceFile<'a> {
    /// The source that an input is; nothing if it is a product of a compiler.
    pub fn of(input: &'a Input) -> Option<Self> {
        match input {
            Input::Source(path, language) => Some(Self { path, language: Some(language) }),
            Input::File(path) => {
                let extension = path.extension().and_then(OsStr::to_str).unwrap_or("");
                let is_source = matches!(extension, "c" | "i" | "h") || CPLUSPLUS.contains(&extension);
                is_source.then_some(Self { path, language: None })
            }
            Input::Library(_) => None,
        }
    }

    /// A file of a name that says nothing: clang knows more of them.
    pub fn unknown(input: &'a Input) -> Option<Self> {
        match input {
            Input::File(path) => Some(Self { path, language: None }),
            _ => None,
        }
    }

    fn is_cplusplus(self) -> bool {
        match self.language {
            Some(language) => language.starts_with("c++"),
            None => self.path.extension().and_then(OsStr::to_str).is_some_and(|extension| CPLUSPLUS.contains(&extension)),
        }
    }

    fn is_c(self) -> bool {
        self.language.is_none() && self.path.extension() == Some(OsStr::new("c"))
    }
}

impl<'i> Compiler<'i> {
    pub fn new(clang: Clang, language: Language, invocation: &'i Invocation) -> Self {
        let sysroot = Sysroot::locate(invocation.sysroot.as_deref()).ok();
        Self { clang, language, invocation, sysroot }
    }

    /// The C library, if it is there.
    pub fn sysroot(&self) -> Option<&Sysroot> {
        self.sysroot.as_ref().filter(|sysroot| sysroot.is_built())
    }

    /// What to say, behind what is missing, of a C library that is not built.
    pub fn not_built(&self) -> String {
        self.sysroot.as_ref().map_or_else(String::new, |sysroot| format!("; {}", sysroot.not_built()))
    }

    /// The product of one file in the mode that the command line asks for, unless it is only
    /// printed how.
    pub fn compile(&self, source: SourceFile<'_>, output: &Output) -> Result<Option<Vec<u8>>, Error> {
        let product: &[&str] = match self.invocation.mode {
            Mode::Preprocess => &[],
            Mode::Text | Mode::Link => &["-S", "-emit-llvm"],
            Mode::Compile => &["-c", "-emit-llvm"],
        };
        let mut args: Vec<OsString> = product.iter().map(Into::into).collect();
        if self.invocation.dependencies
            && let Output::File(output) = output
        {
            // clang would name them after its own output, which is a pipe.
            if !self.invocation.names_dependencies {
                args.extend(["-MF".into(), output.with_extension("d").into()]);
            }
            if !self.invocation.names_target {
                args.extend(["-MT".into(), output.into()]);
            }
        }
        self.run(source, args)
    }

    fn run(&self, source: SourceFile<'_>, args: Vec<OsString>) -> Result<Option<Vec<u8>>, Error> {
        let mut command = self.command();
        let as_cplusplus = self.language == Language::CPlusPlus && source.is_c();
        let is_cplusplus = source.is_cplusplus() || as_cplusplus;
        if is_cplusplus {
            command.args(CPLUSPLUS_FLAGS);
            let has_types = self.sysroot().is_some_and(Sysroot::has_types);
            command.args((!has_types).then_some(NO_TYPES));
        }
        let flags = &self.invocation.flags;
        command.args(flags);
        if !flags.iter().any(|flag| VECTORS.iter().any(|vectors| flag == vectors)) {
            command.args(NO_VECTORS);
        }
        if is_cplusplus && !self.invocation.no_headers && self.sysroot().is_some() {
            command.args(self.cplusplus_headers().unwrap_or_default());
        }
        if !self.invocation.no_headers
            && let Some(sysroot) = self.sysroot()
        {
            command.args(sysroot.include_flags());
        }
        command.args(args).args(["-o", "-"]);
        if let Some(language) = source.language.or(as_cplusplus.then_some("c++")) {
            command.args(["-x", language]);
        }
        command.arg(source.path);
        // Without a library, what clang has to say is looked at before it is said.
        let missing = self.sysroot().is_none() || is_cplusplus && self.clang.cplusplus_headers().is_none();
        let looked_at = !self.invocation.no_headers && missing;
        if !looked_at || self.invocation.dry {
            return self.output_of(command, None);
        }
        command.stderr(Stdio::piped());
        self.output_of(command, None)
    }

    /// Options for libc++'s headers, if they are installed beside clang: where they are, that threads are
    /// POSIX's, that nothing is taken to be compiled elsewhere, and that classes of characters have bits of
    /// their own: newlib's use all of a byte, and libc++ needs one more.
    pub fn cplusplus_headers(&self) -> Option<Vec<OsString>> {
        let dir = self.clang.cplusplus_headers()?;
        let macros = ["HAS_THREAD_API_PTHREAD", "DISABLE_EXTERN_TEMPLATE", "PROVIDES_DEFAULT_RUNE_TABLE"];
        let defines = macros.map(|name| format!("-D_LIBCPP_{name}"));
        let words = std::iter::once("-nostdinc++".into()).chain(defines).chain(["-isystem".into()]);
        Some(words.map(OsString::from).chain([dir.into_os_string()]).collect())
    }

    /// Where libc++'s headers are; or what to do about it.
    pub fn cplusplus_dir(&self) -> Result<PathBuf, String> {
        self.clang.cplusplus_headers().ok_or_else(|| self.clang.how_to_get_cplusplus_headers())
    }

    /// The IR of a text of ours.
    pub fn own(&self, source: &str) -> Result<Option<Vec<u8>>, Error> {
        let mut command = self.command();
        command.args(["-O2", "-std=gnu11", "-ffreestanding", "-fno-builtin"]).args(NO_VECTORS);
        command.args(["-x", "c", "-S", "-emit-llvm", "-o", "-", "-"]);
        self.output_of(command, Some(source.as_bytes()))
    }

    /// The IR of a source of the C library.
    pub fn library_ir(&self, source: &Path, options: impl Iterator<Item = OsString>) -> Result<String, Error> {
        let mut command = self.command();
        command.args(options).args(["-S", "-emit-llvm", "-o", "-"]).arg(source);
        let ir = self.output_of(command, None)?.unwrap_or_default();
        String::from_utf8(ir).map_err(|_| Error::Format("IR that is not UTF-8".into()))
    }

    /// Prints what clang itself prints for an option.
    pub fn ask(&self, option: &str) -> Result<Vec<u8>, Error> {
        let mut command = self.command();
        command.arg(option);
        Ok(self.output_of(command, None)?.unwrap_or_default())
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

    /// Several pieces of bitcode as text, by one process; nothing if that does not succeed, or commands are only printed: then each is to
    /// be tried alone, which says why.
    pub fn disassemble_all(&self, pieces: &[&[u8]]) -> Option<Vec<String>> {
        if self.invocation.dry || pieces.len() < 2 {
            return None;
        }
        let dir = Scratch::new().ok()?;
        let mut command = Command::new(self.clang.tool("llvm-dis").ok()?);
        for (index, piece) in pieces.iter().enumerate() {
            command.arg(dir.file(&format!("{index}.bc"), piece).ok()?);
        }
        self.show(&command);
        let output = command.stdin(Stdio::null()).output().ok()?;
        let read = |index| std::fs::read_to_string(dir.path(format!("{index}.ll"))).ok();
        output.status.success().then(|| (0..pieces.len()).map(read).collect()).flatten()
    }

    /// Whether commands are run and not only printed.
    pub fn is_dry(&self) -> bool {
        self.invocation.dry
    }

    /// Prints a command, if commands are to be printed.
    fn show(&self, command: &Command) {
        if self.invocation.verbose || self.invocation.dry {
            let words: Vec<String> = std::iter::once(command.get_program()).chain(command.get_args()).map(quoted).collect();
            // As for any message: with standard error closed there is nobody left to tell.
            let _ = writeln!(std::io::stderr(), " {}", words.join(" "));
        }
    }

    fn output_of(&self, mut command: Command, input: Option<&[u8]>) -> Result<Option<Vec<u8>>, Error> {
        self.show(&command);
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
        if let (false, Some(header)) = (output.status.success(), missing_header(&output.stderr)) {
            if self.sysroot().is_none() && sysroot::has_header(&header) {
                return Err(Error::NotBuilt(format!("<{header}> is missing{}", self.not_built())));
            }
            if is_of_cplusplus(&header) && self.clang.cplusplus_headers().is_none() {
                return Err(Error::NotBuilt(format!("<{header}> is missing; {}", self.clang.how_to_get_cplusplus_headers())));
            }
        }
        let _ = std::io::stderr().write_all(&output.stderr);
        let above = if output.stderr.is_empty() { "" } else { ", as said above" };
        match output.status.code() {
            Some(0) => Ok(Some(output.stdout)),
            // A driver reports its compiler's signal as a shell does.
            Some(code @ 129..) => Err(Error::NotBuilt(format!("{program} crashed (signal: {}){above}", code - 128))),
            Some(code) => Err(Error::NotBuilt(format!("{program} refuses it (exit status {code}){above}"))),
            None => Err(Error::NotBuilt(format!("{program} crashed ({}){above}", output.status))),
        }
    }
}

/// The header that clang's messages say is missing.
fn missing_header(messages: &[u8]) -> Option<String> {
    let messages = String::from_utf8_lossy(messages);
    let line = messages.lines().find(|line| line.ends_with("' file not found"))?;
    let (_, name) = line.strip_suffix("' file not found")?.rsplit_once('\'')?;
    Some(name.to_string())
}

/// Whether a header may be one of C++'s library: none of them has an extension.
fn is_of_cplusplus(header: &str) -> bool {
    header.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// A word as a shell would want it.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=./+,:@%".contains(c)) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_header_is_named() {
        let message = |name: &str| format!("x.c:1:10: fatal error: '{name}' file not found\n#include <{name}>\n");
        assert_eq!(missing_header(message("sys/stat.h").as_bytes()), Some("sys/stat.h".into()));
        assert_eq!(missing_header(b"x.c:1: error: x\n"), None);
        assert!(is_of_cplusplus("unordered_map") && !is_of_cplusplus("stdio.h") && !is_of_cplusplus("mine/own"));
    }
}
