//! `pnacl-clang` as a process. In: a program in C, options. Out: a frozen program, or the line of the
//! compiler's messages that says why there is none.
//!
//! The compiler is this very program under another name, so that what compiles is what translates:
//! `crosstest pnacl-clang`, a command for nobody else.

use std::path::{Path, PathBuf};
use std::process::Command;

use translator::driver::clang::library_is_built;

use super::{Library, Program};

/// The name of the command.
pub const COMMAND: &str = "pnacl-clang";

/// What is said where there is no clang.
pub const NO_CLANG: &str = "clang is not installed (any of clang-14 to clang-19, or what PNACL_CLANG names)";

/// The library's options: it is what others call, and calls nothing itself.
const LIBRARY_FLAGS: [&str; 5] = ["-O2", "-ffreestanding", "-fno-builtin", "-S", "-emit-llvm"];

/// The small library is all there is, whether or not the user has built another one.
const OWN_LIBRARY: [&str; 2] = ["-nostdlibinc", "-nodefaultlibs"];

/// Why a program that needs the C library is not tried.
pub const NO_LIBRARY: &str = "the C library is not built (`pnacl-clang --build-libc` builds it)";

/// `pnacl-clang` with the small C library and, where it is built, the large one.
pub struct Compiler {
    program: PathBuf,
    library: PathBuf,
    headers: PathBuf,
    has_newlib: bool,
}

impl Compiler {
    /// Compiles the library of a repository to a folder. `program` is crosstest.
    ///
    /// # Errors
    /// If there is no clang, or it does not take the library.
    pub fn new(program: PathBuf, root: &Path, dir: &Path) -> Result<Compiler, String> {
        let libc = root.join("programs/libc");
        let headers = libc.join("include");
        let compiler = Compiler { program, library: dir.join("libc.ll"), headers, has_newlib: library_is_built() };
        let mut command = compiler.command();
        command.args(LIBRARY_FLAGS).arg(libc.join("mini.c")).arg("-o").arg(&compiler.library);
        output_of(&mut command)?;
        Ok(compiler)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(COMMAND);
        command
    }

    /// Whether the C library is built.
    pub fn has_newlib(&self) -> bool {
        self.has_newlib
    }

    /// Compiles a program and links it with the library that it asks for.
    ///
    /// # Errors
    /// If it is refused, the reason.
    pub fn build(&self, program: &Program, flags: &str, product: &Path) -> Result<(), String> {
        match program.library {
            Library::Small => self.link(program, flags, product, false),
            Library::Newlib => self.link(program, flags, product, true),
            // The larger one has more, and says better what even it has not.
            Library::Either if self.has_newlib => {
                self.link(program, flags, product, false).or_else(|_| self.link(program, flags, product, true))
            }
            Library::Either => self.link(program, flags, product, false),
        }
    }

    fn link(&self, program: &Program, flags: &str, product: &Path, with_newlib: bool) -> Result<(), String> {
        let mut command = self.command();
        if !with_newlib {
            command.args(OWN_LIBRARY).arg("-isystem").arg(&self.headers);
        }
        command.arg("-w").args(&program.flags).args(flags.split_whitespace()).arg(&program.source);
        if !with_newlib {
            command.arg(&self.library);
        }
        output_of(command.arg("-o").arg(product)).map(drop)
    }
}

/// What a command prints; if it fails, the line of its messages that says why.
///
/// # Errors
/// If it cannot be started, or fails.
pub fn output_of(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = messages.lines().find(|line| line.contains("error: ")).or(messages.lines().next_back());
    Err(line.map_or_else(|| format!("{name} says nothing ({})", output.status), String::from))
}
