//! The command line of a compiler: which options are ours, which are clang's, what is an input.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::driver::cmdline::usage;
use crate::driver::error::Error;
use crate::driver::output::Output;

/// What a command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print the machine that is compiled for.
    Machine,
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
    /// A file.
    File(PathBuf),
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
    /// Whether commands are printed.
    pub verbose: bool,
    /// Whether commands are printed and not run.
    pub dry: bool,
    /// Whether the files of dependencies are written beside, and whether their name is given.
    pub dependencies: bool,
    /// Whether the name of the file of dependencies is given.
    pub names_dependencies: bool,
    /// Options for clang, in order.
    pub flags: Vec<OsString>,
}

/// Options of clang whose value is the next argument.
const WITH_VALUE: [&str; 27] = [
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-iprefix",
    "-iwithprefix",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-x",
    "-Xclang",
    "-mllvm",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xanalyzer",
    "-arch",
    "-std",
    "--sysroot",
    "-Wp",
    "-working-directory",
    "--param",
];

/// Options that make sense to a linker of objects, and mean nothing here.
const IGNORED: [&str; 17] = [
    "-static",
    "-shared-libgcc",
    "-static-libgcc",
    "-static-libstdc++",
    "-rdynamic",
    "-pie",
    "-no-pie",
    "-fuse-ld",
    "-Wl",
    "-s",
    "-pthread",
    "-nodefaultlibs",
    "-nostdlib++",
    "-nolibc",
    "-fPIC",
    "-fpic",
    "-pipe",
];

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
}

/// Parses the arguments (the program's name not among them).
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Request, Error> {
    let mut expanded = Vec::new();
    expand(args, &mut expanded, 0)?;
    let mut args = expanded.into_iter();
    let mut parsed = Invocation::default();
    let (mut emit_llvm, mut compiles, mut text) = (false, false, false);
    while let Some(arg) = args.next() {
        let text_of = arg.to_string_lossy().into_owned();
        if arg == "-" || !text_of.starts_with('-') {
            parsed.inputs.push(Input::File(if arg == "-" { "/dev/stdin".into() } else { arg.into() }));
            continue;
        }
        match text_of.as_str() {
            "--help" | "-help" => return Ok(Request::Help),
            "--version" => return Ok(Request::Version),
            "-dumpmachine" | "-print-target-triple" => return Ok(Request::Machine),
            "-c" => compiles = true,
            "-S" => text = true,
            "-emit-llvm" => emit_llvm = true,
            "-E" | "-M" | "-MM" | "-fsyntax-only" => {
                parsed.mode = Mode::Preprocess;
                parsed.flags.push(arg);
            }
            "-v" => parsed.verbose = true,
            "-###" => parsed.dry = true,
            "-nostdlib" | "-nostartfiles" => parsed.no_start = true,
            "-MD" | "-MMD" => {
                parsed.dependencies = true;
                parsed.flags.push(arg);
            }
            "-o" | "-l" | "-L" | "-T" | "-u" | "-z" | "-Xlinker" => {
                let value = args.next().ok_or_else(|| usage(format_args!("{text_of} needs a value")))?;
                valued(&mut parsed, &text_of, &value)?;
            }
            name if WITH_VALUE.contains(&name) => {
                parsed.names_dependencies |= name == "-MF";
                let value = args.next().ok_or_else(|| usage(format_args!("{name} needs a value")))?;
                parsed.flags.extend([arg, value]);
            }
            name if IGNORED.iter().any(|ignored| {
                name == *ignored || name.starts_with(&format!("{ignored},")) || name.starts_with(&format!("{ignored}="))
            }) => {}
            name if name.starts_with("-l") || name.starts_with("-L") || name.starts_with("-o") => {
                valued(&mut parsed, &name[..2], OsStr::new(&name[2..]))?;
            }
            name if name.starts_with("--target=")
                || name == "-target"
                || name.starts_with("-march=")
                || name.starts_with("-mcpu=") =>
            {
                return Err(usage(format_args!("{name}: the target is PNaCl, and has no processor")));
            }
            _ => parsed.flags.push(arg),
        }
    }
    if parsed.mode != Mode::Preprocess {
        parsed.mode = match (text, compiles, emit_llvm) {
            (true, ..) | (false, false, true) => Mode::Text,
            (false, true, _) => Mode::Compile,
            _ => Mode::Link,
        };
    }
    check(&parsed)?;
    Ok(Request::Run(Box::new(parsed)))
}

fn check(parsed: &Invocation) -> Result<(), Error> {
    let files = parsed.inputs.iter().filter(|input| matches!(input, Input::File(_))).count();
    if files == 0 {
        return Err(usage("no input files (see --help)"));
    }
    if parsed.mode != Mode::Link && files > 1 && parsed.output.is_some() {
        return Err(usage("-o names one file, and there are several inputs that are not linked"));
    }
    Ok(())
}

fn valued(parsed: &mut Invocation, name: &str, value: &OsStr) -> Result<(), Error> {
    match name {
        "-o" => {
            let output = if value == "-" { Output::Stdout } else { Output::File(value.into()) };
            if parsed.output.replace(output).is_some() {
                return Err(usage("two outputs; -o may be given once"));
            }
        }
        "-l" => parsed.inputs.push(Input::Library(value.to_string_lossy().into_owned())),
        "-L" => parsed.library_dirs.push(value.into()),
        _ => {}
    }
    Ok(())
}

/// Replaces `@FILE` by the words of the file.
fn expand(args: impl Iterator<Item = OsString>, expanded: &mut Vec<OsString>, depth: u32) -> Result<(), Error> {
    for arg in args {
        let Some(path) = arg.to_str().and_then(|arg| arg.strip_prefix('@')) else {
            expanded.push(arg);
            continue;
        };
        if depth > 8 {
            return Err(usage(format_args!("@{path}: such files name each other")));
        }
        let text = std::fs::read_to_string(path).map_err(|error| usage(format_args!("@{path}: {error}")))?;
        expand(words(&text).into_iter().map(OsString::from), expanded, depth + 1)?;
    }
    Ok(())
}

/// Words separated by space, with quotes and backslashes as a shell has them.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(end)) if c == end => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
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
        let run = parsed("-O2 -I inc -DX=1 a.c b.o -lm -L lib -o out.pexe -Wl,--gc-sections -g");
        assert_eq!(run.mode, Mode::Link);
        assert_eq!(run.flags, ["-O2", "-I", "inc", "-DX=1", "-g"].map(OsString::from));
        assert_eq!(run.inputs, [Input::File("a.c".into()), Input::File("b.o".into()), Input::Library("m".into())]);
        assert_eq!(run.library_dirs, [PathBuf::from("lib")]);
        assert_eq!(run.output, Some(Output::File("out.pexe".into())));
        assert_eq!(parsed("-c a.c").output_for(Path::new("dir/a.c")), Output::File("a.o".into()));
        assert_eq!(parsed("-S a.c").mode, Mode::Text);
        assert_eq!(parsed("-c -emit-llvm a.c").mode, Mode::Compile);
        assert_eq!(parsed("-E a.c").mode, Mode::Preprocess);
    }

    #[test]
    fn what_makes_no_sense_is_explained() {
        for (line, expected) in [
            ("-O2", "no input files (see --help)"),
            ("a.c -o", "-o needs a value"),
            ("-c a.c b.c -o x", "-o names one file, and there are several inputs that are not linked"),
            ("--target=x86_64 a.c", "--target=x86_64: the target is PNaCl, and has no processor"),
            ("a.c -o x -o y", "two outputs; -o may be given once"),
        ] {
            let error = parse(line.split_whitespace().map(OsString::from)).unwrap_err();
            assert_eq!((error.to_string().as_str(), error.exit_status()), (expected, 2), "{line}");
        }
    }

    #[test]
    fn response_files_are_words_as_in_a_shell() {
        assert_eq!(words("-DX=\"a b\" 'c d'\n e\\ f \"\""), ["-DX=a b", "c d", "e f", ""]);
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("options");
        std::fs::write(&path, "-O1 -c a.c").unwrap();
        assert_eq!(parsed(&format!("@{}", path.display())).mode, Mode::Compile);
        assert!(parse([OsString::from("@missing")].into_iter()).unwrap_err().to_string().starts_with("@missing: "));
    }
}
