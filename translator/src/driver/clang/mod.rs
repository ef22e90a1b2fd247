//! `pnacl-clang` and `pnacl-clang++`: a compiler's command line around clang and
//! [`llvm`](crate::llvm). In: C, C++, LLVM IR, archives. Out: what clang makes of one file (`-E`,
//! `-S`, `-c`), or a frozen program.
//!
//! clang is a process; its output is read from a pipe, so that nothing lies about when something
//! goes wrong, and every product appears only once it is complete.

mod archive;
mod args;
mod commands;
pub(super) mod find;
mod library;
mod link;
mod object;
mod options;
mod print;
mod run;
mod symbols;
mod sysroot;
mod tools;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use super::error::Error;
use super::output::{self, Output};
use super::program::{self, Failed};
use args::{Input, Invocation, Mode, Request};
use commands::{Compiler, SourceFile};
use sysroot::Sysroot;

pub use find::{Clang, clang as installed};
pub use tools::main as tool;

/// Whether the C library is built that programs link when nobody says otherwise.
pub fn library_is_built() -> bool {
    Sysroot::locate(None).is_ok_and(|sysroot| sysroot.is_built())
}

/// What `--help` prints, before what clang itself has to say.
const HELP: &str = "\
Compiles C and C++ to PNaCl programs with the installed clang.

Usage: pnacl-clang [OPTIONS] FILE... [-o OUTPUT]
       pnacl-clang [OPTIONS] FILE... --run [-- ARGUMENT...]
       pnacl-clang --build-libc[=PATH] [--libcxx PATH] [--sysroot DIR]

FILE is C (.c), C++ (.cc, .cpp, .cxx, .C), LLVM IR as text (.ll) or bitcode (.bc, .o), or an archive of such (.a). Without -c,
-S or -E everything is linked and OUTPUT (a.out if none is named) is a frozen program (.pexe). A file @FILE on the command
line is replaced by the options in it.

  -o OUTPUT         where to write; `-` is standard output
  -c                compile each file to LLVM bitcode (.o), and do not link
  -S, -emit-llvm    compile to LLVM IR as text; with -c to bitcode
  -E                preprocess only
  -x LANGUAGE       the language of the files that follow; needed for standard input (`-`)
  -l NAME, -L DIR   link libNAME.a; where to look for it
  -nostdlib         link no start-up and no C library: the program defines _start
  -nodefaultlibs    link no C library, and a small start-up if the program has none; so does -ffreestanding
  -nostdinc         no headers of the C library
  --build-libc      build the C library, from Debian's package newlib-source or from newlib's sources at PATH
  --libcxx PATH     with --build-libc: compile libc++, too, from LLVM's sources at PATH, a directory or an archive of the version
                    whose headers are installed: streams, locales, regular expressions, threads, dynamic_cast
  --sysroot DIR     where built C libraries are, in place of $PNACL_SYSROOT, or pnacl-sysroot among the cached files
  --run             run the program with `crosstest exec`; ARGUMENTs are the program's
  -v, -###          print the commands; print them and do nothing else
  --help, --version print this, or the version

Every other option goes to clang: -O0 to -O3, -g, -I, -D, -std=, -W, -M and so on. clang is the newest of clang-19 to clang-14
that has LLVM's tools and libc++ installed beside it, or the newest, or the program that the variable PNACL_CLANG names.

Exit status: 0 if all is well; 1 if something was refused; 2 if the command line makes no sense; 70 for an internal error,
which is a bug: please report it. With --run that of the program.

Example: pnacl-clang -O2 hello.c -o hello.pexe
";

/// The language of the files that have no language of their own, and what is linked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// `pnacl-clang`.
    C,
    /// `pnacl-clang++`.
    CPlusPlus,
}

impl Language {
    fn program(self) -> &'static str {
        match self {
            Language::C => "pnacl-clang",
            Language::CPlusPlus => "pnacl-clang++",
        }
    }
}

/// A compiler: arguments (its own name first) in, exit status out.
pub fn main(language: Language, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = match args::parse(args.into_iter().skip(1)) {
        Ok(Request::Help) => program::print(HELP),
        Ok(Request::Version) => version(language),
        Ok(Request::Machine) => program::print(&format!("{}\n", commands::TARGET)),
        Ok(Request::Print(option)) => print(language, &option),
        Ok(Request::BuildLibrary(invocation)) => build_library(language, &invocation),
        Ok(Request::Run(invocation)) if invocation.run && !invocation.dry => {
            return match build_and_run(language, &invocation) {
                Ok(status) => status,
                Err(failed) => program::exit(language.program(), Err(failed)),
            };
        }
        Ok(Request::Run(invocation)) => run(language, &invocation),
        Err(error) => Err(error.into()),
    };
    program::exit(language.program(), result)
}

fn version(language: Language) -> Result<(), Failed> {
    let clang = match find::clang() {
        Ok(clang) => clang.name,
        Err(_) => "no clang".into(),
    };
    program::print(&format!("{} {} (clang: {clang})\n", language.program(), env!("CARGO_PKG_VERSION")))
}

fn print(language: Language, option: &str) -> Result<(), Failed> {
    let invocation = Invocation::default();
    let answer = print::answer(option, &Compiler::new(find::clang()?, language, &invocation))?;
    Output::Stdout.write(&answer).map_err(Error::Io).map_err(Failed::about(Output::Stdout.name()))
}

fn build_library(language: Language, invocation: &Invocation) -> Result<(), Failed> {
    let compiler = Compiler::new(find::clang()?, language, invocation);
    let sysroot = Sysroot::locate(invocation.sysroot.as_deref())?;
    let sources =
        sysroot::build::Sources { newlib: invocation.library_sources.as_deref(), libcxx: invocation.libcxx_sources.as_deref() };
    Ok(sysroot::build::build(&sysroot, &compiler, sources)?)
}

fn run(language: Language, invocation: &Invocation) -> Result<(), Failed> {
    let compiler = Compiler::new(find::clang()?, language, invocation);
    if invocation.mode == Mode::Link {
        return link::link(&compiler, invocation, &invocation.program());
    }
    for input in &invocation.inputs {
        let (Input::File(path) | Input::Source(path, _)) = input else { continue };
        let output = invocation.output_for(path);
        let source = SourceFile::of(input).or_else(|| SourceFile::unknown(input));
        let Some(source) = source else { continue };
        let Some(product) = compiler.compile(source, &output).map_err(Failed::about(path.display().to_string()))? else {
            continue;
        };
        output.write(&product).map_err(Error::Io).map_err(Failed::about(output.name()))?;
    }
    Ok(())
}

/// Links to a temporary file, unless one is named, and runs it.
fn build_and_run(language: Language, invocation: &Invocation) -> Result<ExitCode, Failed> {
    let compiler = Compiler::new(find::clang()?, language, invocation);
    if let Some(Output::File(path)) = &invocation.output {
        link::link(&compiler, invocation, &invocation.program())?;
        return Ok(run::run(path, &invocation.run_args)?);
    }
    let dir = std::env::temp_dir();
    let (_, path) = output::create_temporary(&dir, "run.pexe".as_ref())
        .map_err(Error::Io)
        .map_err(Failed::about(dir.display().to_string()))?;
    let result =
        link::link(&compiler, invocation, &Output::File(path.clone())).and_then(|()| Ok(run::run(&path, &invocation.run_args)?));
    // What cannot be removed is the system's to clean up.
    let _ = std::fs::remove_file(&path);
    result
}
