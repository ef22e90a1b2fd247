//! The command line of a compiler: which options are ours, which are clang's, what is an input.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::options::{IGNORED, IGNORED_WITH_VALUE, REFUSED, VALUED, WITH_VALUE, is_one_of};
use super::words;
use crate::driver::cmdline::usage;
use crate::driver::error::Error;
use crate::driver::output::Output;

/// What `-` names among the inputs.
const STDIN: &str = "/dev/stdin";

/// What a command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print the machine that is compiled for.
    Machine,
    /// Print something of the compiler: the option, `-print-…`.
    Print(String),
    /// Build the C library.
    BuildLibrary(Box<Invocation>),
    /// Compile.
    Run(Box<Invocation>),
}

/// How far to go.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// To a frozen program.
    #[default]
    Link,
    /// `-c`.
    Compile,
    /// `-S`, `-emit-llvm`.
    Text,
    /// `-E`, `-M`, `-fsyntax-only`: clang does all.
    Preprocess,
}

/// Something to link, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A file, which tells by its name what it is.
    File(PathBuf),
    /// A source in the language that `-x` names.
    Source(PathBuf, String),
    /// `-lNAME`.
    Library(String),
}

/// What is to be compiled, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invocation {
    /// How far.
    pub mode: Mode,
    /// Files and libraries.
    pub inputs: Vec<Input>,
    /// Where the product goes.
    pub output: Option<Output>,
    /// Where libraries are.
    pub library_dirs: Vec<PathBuf>,
    /// Whether the program brings its own start-up.
    pub no_start: bool,
    /// Whether the C library is left out.
    pub no_library: bool,
    /// Whether the C library's headers are left out.
    pub no_headers: bool,
    /// Where built libraries are, if not where they usually are.
    pub sysroot: Option<PathBuf>,
    /// The sources that the C library is built from, if not Debian's.
    pub library_sources: Option<PathBuf>,
    /// The sources that libc++ is compiled from, if it is.
    pub libcxx_sources: Option<PathBuf>,
    /// Whether the program is run.
    pub run: bool,
    /// The program's arguments, if it is run.
    pub run_args: Vec<OsString>,
    /// Whether commands are printed.
    pub verbose: bool,
    /// Whether commands are printed and not run.
    pub dry: bool,
    /// Whether files of dependencies are written beside.
    pub dependencies: bool,
    /// Whether the name of the file of dependencies is given.
    pub names_dependencies: bool,
    /// Whether the target in the file of dependencies is given.
    pub names_target: bool,
    /// Options for clang, in order.
    pub flags: Vec<OsString>,
}

impl Invocation {
    /// Where the product of one file goes.
    pub fn output_for(&self, input: &Path) -> Output {
        if let Some(output) = &self.output {
            return output.clone();
        }
        let extension = match self.mode {
            Mode::Preprocess => return Output::Stdout,
            Mode::Text => "ll",
            _ => "o",
        };
        let name = input.file_name().map_or(Path::new("out"), Path::new);
        Output::File(name.with_extension(extension))
    }

    /// Where the program goes.
    pub fn program(&self) -> Output {
        self.output.clone().unwrap_or_else(|| Output::File("a.out".into()))
    }
}

/// A command line while it is read.
#[derive(Default)]
struct Parser {
    parsed: Invocation,
    language: Option<String>,
    builds_library: bool,
    emit_llvm: bool,
    compiles: bool,
    text: bool,
}

/// Parses the arguments (the program's name not among them).
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Request, Error> {
    let mut args = words::expand(args)?.into_iter();
    let mut parser = Parser::default();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy().into_owned();
        if arg == "--" {
            parser.parsed.run_args = args.collect();
            break;
        }
        if arg == "-" || !text.starts_with('-') {
            parser.add_input(arg);
        } else if let Some(request) = parser.option(arg, &text, &mut args)? {
            return Ok(request);
        }
    }
    parser.finish()
}

impl Parser {
    fn add_input(&mut self, arg: OsString) {
        let path: PathBuf = if arg == "-" { STDIN.into() } else { arg.into() };
        self.parsed.inputs.push(match &self.language {
            Some(language) => Input::Source(path, language.clone()),
            None => Input::File(path),
        });
    }

    /// An option. The request, if it is one that stands for the whole command line.
    fn option(&mut self, arg: OsString, text: &str, args: &mut impl Iterator<Item = OsString>) -> Result<Option<Request>, Error> {
        let parsed = &mut self.parsed;
        match text {
            "--help" | "-help" => return Ok(Some(Request::Help)),
            "--version" | "-V" | "-qversion" => return Ok(Some(Request::Version)),
            "-dumpmachine" | "-print-target-triple" => return Ok(Some(Request::Machine)),
            "-dumpversion" => return Ok(Some(Request::Print(text.into()))),
            _ if text.starts_with("-print-") || text.starts_with("--print-") => {
                return Ok(Some(Request::Print(text.into())));
            }
            "-c" => self.compiles = true,
            "-S" => self.text = true,
            "-emit-llvm" => self.emit_llvm = true,
            "-E" | "-M" | "-MM" | "-fsyntax-only" => {
                parsed.mode = Mode::Preprocess;
                parsed.flags.push(arg);
            }
            "-v" => parsed.verbose = true,
            "-###" => parsed.dry = true,
            "--run" => parsed.run = true,
            "--build-libc" => self.builds_library = true,
            "-nostdlib" => (parsed.no_start, parsed.no_library) = (true, true),
            "-nostartfiles" => parsed.no_start = true,
            "-nodefaultlibs" | "-nolibc" => parsed.no_library = true,
            "-nostdinc" | "-nostdlibinc" => {
                parsed.no_headers = true;
                parsed.flags.push(arg);
            }
            "-ffreestanding" => {
                parsed.no_library = true;
                parsed.flags.push(arg);
            }
            "-MD" | "-MMD" => {
                parsed.dependencies = true;
                parsed.flags.push(arg);
            }
            "--libcxx" => parsed.libcxx_sources = Some(value_of(text, args)?.into()),
            "--sysroot" => parsed.sysroot = Some(value_of(text, args)?.into()),
            _ if IGNORED_WITH_VALUE.contains(&text) => {
                value_of(text, args)?;
            }
            _ => self.option_with_value(arg, text, args)?,
        }
        Ok(None)
    }

    fn option_with_value(&mut self, arg: OsString, text: &str, args: &mut impl Iterator<Item = OsString>) -> Result<(), Error> {
        let parsed = &mut self.parsed;
        if let Some((_, why)) = REFUSED.iter().find(|(name, _)| is_one_of(text, name)) {
            return Err(usage(format_args!("{text}: {why}")));
        }
        if WITH_VALUE.contains(&text) {
            let value = value_of(text, args)?;
            parsed.flags.extend([arg, value]);
        } else if let Some(path) = text.strip_prefix("--sysroot=") {
            parsed.sysroot = Some(path.into());
        } else if let Some(path) = text.strip_prefix("--libcxx=") {
            parsed.libcxx_sources = Some(path.into());
        } else if let Some(path) = text.strip_prefix("--build-libc=") {
            self.builds_library = true;
            parsed.library_sources = Some(path.into());
        } else if IGNORED.iter().any(|name| is_one_of(text, name)) {
            return Ok(());
        } else if let Some(name) = VALUED.iter().find(|name| text.starts_with(**name)) {
            let value = if text.len() == 2 { value_of(text, args)? } else { OsString::from(&text[2..]) };
            return self.valued(name, &value);
        } else {
            parsed.flags.push(arg);
        }
        parsed.names_dependencies |= text.starts_with("-MF");
        parsed.names_target |= text.starts_with("-MT") || text.starts_with("-MQ");
        Ok(())
    }

    fn valued(&mut self, name: &str, value: &OsStr) -> Result<(), Error> {
        match name {
            "-o" => {
                // The last counts, as it does for gcc and clang: build files say it twice.
                self.parsed.output = Some(if value == "-" { Output::Stdout } else { Output::File(value.into()) });
            }
            "-l" => self.parsed.inputs.push(Input::Library(value.to_string_lossy().into_owned())),
            "-L" => self.parsed.library_dirs.push(value.into()),
            _ => self.language = (value != "none").then(|| value.to_string_lossy().into_owned()),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Request, Error> {
        let parsed = &mut self.parsed;
        if self.builds_library {
            return Ok(Request::BuildLibrary(Box::new(self.parsed)));
        }
        if parsed.libcxx_sources.is_some() {
            return Err(usage("--libcxx is for building the library (--build-libc)"));
        }
        if parsed.mode != Mode::Preprocess {
            parsed.mode = match (self.text, self.compiles, self.emit_llvm) {
                (true, ..) | (false, false, true) => Mode::Text,
                (false, true, _) => Mode::Compile,
                _ => Mode::Link,
            };
        }
        for input in &mut parsed.inputs {
            // As other compilers do; what is not only preprocessed has to have a language.
            if parsed.mode == Mode::Preprocess && *input == Input::File(STDIN.into()) {
                *input = Input::Source(STDIN.into(), "c".into());
            }
        }
        if parsed.verbose && parsed.inputs.is_empty() {
            return Ok(Request::Version);
        }
        check(parsed)?;
        Ok(Request::Run(Box::new(self.parsed)))
    }
}

fn value_of(name: &str, args: &mut impl Iterator<Item = OsString>) -> Result<OsString, Error> {
    args.next().ok_or_else(|| usage(format_args!("{name} needs a value")))
}

fn check(parsed: &Invocation) -> Result<(), Error> {
    let files = parsed.inputs.iter().filter(|input| !matches!(input, Input::Library(_))).count();
    if files == 0 {
        return Err(usage("no input files (see --help)"));
    }
    if parsed.mode != Mode::Link && files > 1 && parsed.output.is_some() {
        return Err(usage("-o names one file, and there are several inputs that are not linked"));
    }
    if parsed.run && parsed.mode != Mode::Link {
        return Err(usage("--run needs a whole program: not -c, -S or -E"));
    }
    if !parsed.run && !parsed.run_args.is_empty() {
        return Err(usage("arguments after -- are for a program that is run (--run)"));
    }
    if parsed.inputs.contains(&Input::File(STDIN.into())) {
        return Err(usage("standard input has no name that tells its language: give -x, such as -x c"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Invocation {
        match parse(line.split_whitespace().map(OsString::from)) {
            Ok(Request::Run(invocation)) => *invocation,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn options_are_ours_or_clangs() {
        let run = parsed("-O2 -I inc -DX=1 a.c b.o -lm -L lib -o out.pexe -Wl,--gc-sections -g -s -m32");
        assert_eq!(run.mode, Mode::Link);
        assert_eq!(run.flags, ["-O2", "-I", "inc", "-DX=1", "-g"].map(OsString::from));
        assert_eq!(run.inputs, [Input::File("a.c".into()), Input::File("b.o".into()), Input::Library("m".into())]);
        assert_eq!(run.library_dirs, [PathBuf::from("lib")]);
        assert_eq!(run.output, Some(Output::File("out.pexe".into())));
        assert_eq!(parsed("a.c -o x -o y").output, Some(Output::File("y".into())), "the last counts");
        assert_eq!(parsed("-c a.c").output_for(Path::new("dir/a.c")), Output::File("a.o".into()));
        assert_eq!(parsed("-S a.c").mode, Mode::Text);
        assert_eq!(parsed("-c -emit-llvm a.c").mode, Mode::Compile);
        assert_eq!(parsed("-E a.c").mode, Mode::Preprocess);
    }

    #[test]
    fn a_language_is_that_of_the_files_after_it() {
        let run = parsed("a.x -x c b.x -x none c.o -xc++ -");
        let source = |path: &str, language: &str| Input::Source(path.into(), language.into());
        assert_eq!(
            run.inputs,
            [Input::File("a.x".into()), source("b.x", "c"), Input::File("c.o".into()), source("/dev/stdin", "c++")]
        );
    }

    #[test]
    fn what_is_left_out_and_what_is_run() {
        let flags = |line: &str| {
            let run = parsed(line);
            (run.no_start, run.no_library, run.no_headers)
        };
        assert_eq!(flags("a.c"), (false, false, false));
        assert_eq!(flags("a.c -nostdlib"), (true, true, false));
        assert_eq!(flags("a.c -nodefaultlibs"), (false, true, false));
        assert_eq!(flags("a.c -ffreestanding -nostdinc"), (false, true, true));
        let run = parsed("--run a.c --sysroot=/s -- x -y");
        assert_eq!((run.run, run.run_args), (true, vec!["x".into(), "-y".into()]));
        assert_eq!(run.sysroot, Some("/s".into()));
        let library = parse(["--build-libc=/x".into()].into_iter()).unwrap();
        assert!(matches!(library, Request::BuildLibrary(of) if of.library_sources == Some("/x".into())));
        for libcxx in [&["--libcxx", "/y"][..], &["--libcxx=/y"]] {
            let args = [&["--build-libc"], libcxx].concat();
            let library = parse(args.into_iter().map(Into::into)).unwrap();
            assert!(matches!(library, Request::BuildLibrary(of) if of.libcxx_sources == Some("/y".into())));
        }
    }

    #[test]
    fn what_makes_no_sense_is_explained() {
        for (line, expected) in [
            ("-O2", "no input files (see --help)"),
            ("a.c -o", "-o needs a value"),
            ("-c a.c b.c -o x", "-o names one file, and there are several inputs that are not linked"),
            ("--target=x86_64 a.c", "--target=x86_64: the target is PNaCl, and has no processor"),
            ("-shared a.c", "-shared: a program is one piece, and there are no shared libraries"),
            ("--libcxx=/x a.cc", "--libcxx is for building the library (--build-libc)"),
            ("--run -c a.c", "--run needs a whole program: not -c, -S or -E"),
            ("a.c -- x", "arguments after -- are for a program that is run (--run)"),
            ("-c -", "standard input has no name that tells its language: give -x, such as -x c"),
        ] {
            let error = parse(line.split_whitespace().map(OsString::from)).unwrap_err();
            assert_eq!((error.to_string().as_str(), error.exit_status()), (expected, 2), "{line}");
        }
    }
}
