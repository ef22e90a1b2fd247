//! `pnacl-clang` and `pnacl-clang++`: a compiler's command line around clang and
//! [`llvm`](crate::llvm). In: C, C++, LLVM IR, archives. Out: what clang makes of one file (`-E`,
//! `-S`, `-c`), or a frozen program.
//!
//! clang is a process; its output is read from a pipe, so that nothing lies about when something
//! goes wrong, and every product appears only once it is complete.

mod archive;
mod args;
mod commands;
mod find;
mod link;

use std::ffi::OsString;
use std::process::ExitCode;

use super::error::Error;
use super::program::{self, Failed};
use args::{Invocation, Request};

/// What `--help` prints, before what clang itself has to say.
const HELP: &str = "\
Compiles C and C++ to PNaCl programs with the installed clang.

Usage: pnacl-clang [OPTIONS] FILE... [-o OUTPUT]

FILE is C (.c), C++ (.cc, .cpp, .cxx, .C), LLVM IR as text (.ll) or bitcode (.bc, .o), or an archive of such (.a). Without -c,
-S or -E everything is linked and OUTPUT (a.out if none is named) is a frozen program (.pexe). A file @FILE on the command
line is replaced by the options in it.

  -o OUTPUT         where to write; `-` is standard output
  -c                compile each file to LLVM bitcode (.o), and do not link
  -S, -emit-llvm    compile to LLVM IR as text; with -c to bitcode
  -E                preprocess only
  -l NAME, -L DIR   link libNAME.a; where to look for it
  -nostdlib         link no start-up of ours: the program defines _start
  -v, -###          print the commands; print them and do nothing else
  --help, --version print this, or the version

Every other option goes to clang: -O0 to -O3, -g, -I, -D, -std=, -W, -M and so on. clang is the newest of clang-19 to clang-14
that is installed, or the program that the variable PNACL_CLANG names.

Exit status: 0 if all is well; 1 if something was refused; 2 if the command line makes no sense; 70 for an internal error,
which is a bug: please report it.

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

fn run(language: Language, invocation: &Invocation) -> Result<(), Failed> {
    let compiler = commands::Compiler::new(find::clang()?, language, invocation);
    if invocation.mode == args::Mode::Link {
        return link::link(&compiler, invocation);
    }
    for input in &invocation.inputs {
        let args::Input::File(path) = input else { continue };
        let output = invocation.output_for(path);
        let Some(product) = compiler.compile(path, &output).map_err(Failed::about(path.display().to_string()))? else { continue };
        output.write(&product).map_err(Error::Io).map_err(Failed::about(output.name()))?;
    }
    Ok(())
}
