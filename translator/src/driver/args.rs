//! The command line of `pnacl-sz`.
//!
//! In: the arguments. Out: a [`Request`], or an [`Error`] that names the argument and, where one
//! comes close, the option that was meant. What the options can name but this build cannot do is
//! refused here, by name, and never ignored. How options are spelled is
//! [`cmdline`](super::cmdline)'s.

use std::ffi::OsString;

use super::cmdline::{Arg, CommandLine, OptionArg, bad_value, usage};
use super::controls;
use super::error::Error;
use super::input::Input;
use super::output::Output;
use crate::options::{Controls, Features, FileType, Isa, OptLevel, Options};
use crate::pipeline;

/// What `--help` prints.
pub fn help() -> String {
    let parts = [HELP, controls::HELP, controls::FAULT_HELP, HELP_END];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

const HELP: &str = "\
Translates a frozen PNaCl program to a relocatable ELF object or to assembly text.

Usage: pnacl-sz [OPTIONS] [-o OUTPUT] INPUT

INPUT is frozen bitcode (.pexe) or its text form (.ll); the content decides, not the name. `-` reads
standard input. A file must not be changed while it is being translated: it is memory-mapped.

What to translate to:
  -target=ISA       x8632 (default), x8664 (64-bit code with 32-bit pointers: the x32 model);
                    arm32 (ARMv7-A, NEON, hard float), mips32 (MIPS32r2, little-endian, O32, hard float)
  -Om1              as few passes as possible: the fastest translation (default)
  -O2               all optimisations
  -mattr=FEATURE    sse4.1: use SSE4.1 instructions (x86); hwdiv-arm: use sdiv and udiv (arm32);
                    sse2, neon or none: the base instruction set (default)
  -filetype=TYPE    obj: an ELF object (default); asm: assembly text for GNU as (`as --32`, `as --x32`
                    for x86, -mno-fix-loongson3-llsc for MIPS)
  -bitcode-as-text  INPUT is bitcode spelled out, one record a line: `abbreviation,code,values...;`, or without the
                    abbreviation, as the SDK's tools write it (not the assembly of .ll files)
  -emit-runtime     translate the helper functions that translated code calls (__udivdi3, fmod, memcpy, ...),
                    instead of an INPUT; link the result with every translated program. Its symbols are weak, so
                    that libraries can be linked, too. Without it a program needs libgcc (or compiler-rt) and, if
                    it uses them: fmod, fmodf (libm), memcpy, memmove, memset, setjmp, longjmp (libc), and on
                    mips32 the 64-bit __atomic_load_8, __atomic_store_8, ... (libatomic). __nacl_read_tp, which
                    gives the thread pointer, is the platform's in any case

How to go about it:
  -o OUTPUT         where to write; `-` is standard output. Without it the object goes to standard
                    output, unless that is a terminal. A file appears only once it is complete; when
                    translating fails, whatever was there before stays
  -threads=N        translate on N threads; 0 (default) translates on the main thread and starts none.
                    The output is the same for every N
  -verify-each      verify the program after reading it and after every pass
  -timing           print the time that each stage and each pass took to standard error
  -stats            print what was translated, in numbers, to standard error
";

/// What comes after the options about passes.
const HELP_END: &str = "  -help, -version   print this, or the version

Every option can be written with one dash or two, and its value after `=` or as the next argument.

Exit status: 0 if the output was written; 1 if the input was refused or the request is not built yet;
2 if the command line makes no sense; 70 for an internal error, which is a bug: please report it.

Example: pnacl-sz -Om1 -target=x8632 -threads=2 -o program.o program.pexe
";

/// The most threads that may be asked for.
const MAX_THREADS: usize = 256;

/// What the command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print the catalogue of faults.
    #[cfg(feature = "faults")]
    ListFaults,
    /// Translate.
    Translate(Box<Invocation>),
}

/// What a command line can ask to be translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// An input.
    Input(Input),
    /// The helper functions that translated code calls.
    Runtime,
}

impl Program {
    /// How messages name it.
    pub fn name(&self) -> String {
        match self {
            Program::Input(input) => input.name(),
            Program::Runtime => "<runtime>".into(),
        }
    }
}

/// A translation as the command line describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invocation {
    /// What to translate for, and how.
    pub options: Options,
    /// What to translate.
    pub program: Program,
    /// Whether the input is bitcode spelled out as text, a record a line.
    pub records: bool,
    /// Where the object goes; `None` if the command line does not say.
    pub output: Option<Output>,
    /// Number of worker threads; 0 for none.
    pub threads: usize,
    /// Print times.
    pub timing: bool,
    /// Print counts.
    pub stats: bool,
}

/// The options, as typed after the dashes: what [`Parser::option`] and [`Parser::flag`] know.
const NAMES: [&str; 34] = [
    "target",
    "bitcode-as-text",
    "Om1",
    "O2",
    "O0",
    "O1",
    "mattr",
    "filetype",
    "emit-runtime",
    "o",
    "threads",
    "verify-each",
    "timing",
    "stats",
    "help",
    "h",
    "version",
    "disable-pass",
    "pass-fuel",
    "print-before",
    "print-after",
    "print-function",
    "stop-after",
    "lcse",
    "reg-use",
    "reg-exclude",
    "reg-vars",
    "sz-seed",
    "test-stack-extra",
    "print-after-all",
    "enable-sc",
    "randomize-regalloc",
    "split-local-vars",
    "split-global-vars",
];

/// Parses the arguments (the program's name not among them).
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Request, Error> {
    let mut parser = Parser { line: CommandLine::new(args.into_iter()), settings: Settings::default() };
    while let Some(arg) = parser.line.next_arg() {
        match arg {
            Arg::Operand(input) => parser.operand(input)?,
            Arg::Option(option) => {
                if let Some(request) = parser.option(&option)? {
                    return Ok(request);
                }
            }
        }
    }
    parser.settings.finish().map(|invocation| Request::Translate(Box::new(invocation)))
}

/// What has been said so far.
struct Settings {
    isa: Isa,
    opt: OptLevel,
    features: Features,
    file_type: FileType,
    verify_each: bool,
    controls: Controls,
    input: Option<Input>,
    records: bool,
    emit_runtime: bool,
    output: Option<Output>,
    threads: usize,
    timing: bool,
    stats: bool,
    not_built: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            isa: Isa::X8632,
            opt: OptLevel::Om1,
            features: Features::default(),
            file_type: FileType::default(),
            verify_each: false,
            controls: Controls::default(),
            input: None,
            records: false,
            emit_runtime: false,
            output: None,
            threads: 0,
            timing: false,
            stats: false,
            not_built: None,
        }
    }
}

impl Settings {
    fn finish(self) -> Result<Invocation, Error> {
        if let Some(message) = self.not_built {
            return Err(Error::NotBuilt(message));
        }
        let program = match (self.input, self.emit_runtime) {
            (Some(input), false) => Program::Input(input),
            (None, true) => Program::Runtime,
            (None, false) => return Err(usage("no input: name a .pexe file, or - for standard input (see -help)")),
            (Some(input), true) => {
                return Err(usage(format_args!("-emit-runtime takes no input, but there is {}", input.name())));
            }
        };
        let options = Options {
            features: self.features,
            file_type: self.file_type,
            verify_each: self.verify_each,
            controls: self.controls,
            ..Options::new(self.isa, self.opt)
        };
        controls::check(&options.controls, options.opt)?;
        pipeline::check_options(&options).map_err(usage)?;
        let Settings { records, output, timing, stats, .. } = self;
        let threads = if options.controls.is_sequential() { 0 } else { self.threads };
        Ok(Invocation { options, program, records, output, threads, timing, stats })
    }
}

struct Parser<A> {
    line: CommandLine<A>,
    settings: Settings,
}

impl<A: Iterator<Item = OsString>> Parser<A> {
    fn operand(&mut self, input: Input) -> Result<(), Error> {
        match self.settings.input.replace(input) {
            None => Ok(()),
            Some(first) => {
                Err(usage(format_args!("two inputs, {} and another; one program is translated at a time", first.name())))
            }
        }
    }

    /// Handles one option; `Some` for those that ask for nothing but a text.
    fn option(&mut self, option: &OptionArg) -> Result<Option<Request>, Error> {
        let (name, settings) = (option.name(), &mut self.settings);
        match name {
            "o" => self.line.output(option, &mut settings.output)?,
            "target" => {
                let value = self.line.value(option)?;
                settings.isa = Isa::from_name(&value).ok_or_else(|| bad_value(name, &value, &Isa::ALL.map(Isa::name)))?;
            }
            "mattr" => {
                let value = self.line.value(option)?;
                let features = &mut settings.features;
                match &*value {
                    "sse4.1" => features.sse41 = true,
                    "hwdiv-arm" => features.hwdiv_arm = true,
                    "sse2" => features.sse41 = false,
                    "neon" => features.hwdiv_arm = false,
                    "none" => *features = Features::default(),
                    _ => return Err(bad_value(name, &value, &["sse4.1", "sse2", "hwdiv-arm", "neon", "none"])),
                }
            }
            "filetype" => match &*self.line.value(option)? {
                "obj" => settings.file_type = FileType::Object,
                "asm" => settings.file_type = FileType::Asm,
                value => return Err(bad_value(name, value, &["obj", "asm"])),
            },
            "threads" => {
                let value = self.line.value(option)?;
                settings.threads = value
                    .parse()
                    .ok()
                    .filter(|&threads| threads <= MAX_THREADS)
                    .ok_or_else(|| usage(format_args!("-threads={value}: not a number from 0 to {MAX_THREADS}")))?;
            }
            #[cfg(feature = "faults")]
            "list-faults" => {
                option.without_value()?;
                return Ok(Some(Request::ListFaults));
            }
            #[cfg(feature = "faults")]
            "inject-fault" => {
                let value = self.line.value(option)?;
                controls::inject(&mut settings.controls, name, &value)?;
            }
            _ if controls::WITH_VALUE.contains(&name) => {
                let value = self.line.value(option)?;
                controls::with_value(&mut settings.controls, name, &value)?;
            }
            _ if !NAMES.contains(&name) => return Err(option.unknown(&NAMES)),
            _ => {
                option.without_value()?;
                return Ok(self.flag(name));
            }
        }
        Ok(None)
    }

    /// Handles an option without a value.
    fn flag(&mut self, name: &str) -> Option<Request> {
        let settings = &mut self.settings;
        match name {
            "Om1" => settings.opt = OptLevel::Om1,
            "O2" => settings.opt = OptLevel::O2,
            "bitcode-as-text" => settings.records = true,
            "emit-runtime" => settings.emit_runtime = true,
            "verify-each" => settings.verify_each = true,
            "timing" => settings.timing = true,
            "stats" => settings.stats = true,
            "help" | "h" => return Some(Request::Help),
            "version" => return Some(Request::Version),
            _ if controls::FLAGS.contains(&name) => controls::flag(&mut settings.controls, name),
            _ => settings.not_built = Some(format!("-{name} is not built; there are -Om1 and -O2")),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_words(line: &str) -> Result<Request, Error> {
        parse(line.split_whitespace().map(OsString::from))
    }

    fn invocation(line: &str) -> Invocation {
        match parse_words(line) {
            Ok(Request::Translate(invocation)) => *invocation,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn error(line: &str) -> (u8, String) {
        let error = parse_words(line).expect_err(line);
        (error.exit_status(), error.to_string())
    }

    #[test]
    fn defaults() {
        let expected = Invocation {
            options: Options::new(Isa::X8632, OptLevel::Om1),
            program: Program::Input(Input::File("a.pexe".into())),
            records: false,
            output: None,
            threads: 0,
            timing: false,
            stats: false,
        };
        assert_eq!(invocation("a.pexe"), expected);
    }

    #[test]
    fn every_spelling_means_the_same() {
        for line in [
            "-target=x8664 -threads=3 -o=x.o a.pexe",
            "--target=x8664 --threads=3 --o=x.o a.pexe",
            "a.pexe -o x.o -target x8664 -threads 3",
            "--o x.o --target x8664 --threads 3 -- a.pexe",
        ] {
            let found = invocation(line);
            assert_eq!((found.options.isa, found.threads), (Isa::X8664, 3), "{line}");
            assert_eq!(found.output, Some(Output::File("x.o".into())), "{line}");
            assert_eq!(found.program, Program::Input(Input::File("a.pexe".into())), "{line}");
        }
        assert!(invocation("-mattr=sse4.1 a").options.features.sse41);
        assert!(!invocation("-mattr=sse4.1 -mattr none a").options.features.sse41);
        assert!(invocation("-mattr=sse4.1 -mattr=hwdiv-arm a").options.features.hwdiv_arm);
        assert!(invocation("--bitcode-as-text a").records);
        assert!(invocation("-verify-each -filetype=obj -Om1 a").options.verify_each);
        let (output, program) = (Some(Output::Stdout), Program::Input(Input::Stdin));
        assert_eq!(invocation("- -o -"), Invocation { output, program, ..invocation("a") });
        assert_eq!(invocation("-- -a").program, Program::Input(Input::File("-a".into())));
        assert_eq!(invocation("-emit-runtime").program, Program::Runtime);
    }

    #[test]
    fn texts_win_over_everything_after_them() {
        assert!(matches!(parse_words("-help -nonsense"), Ok(Request::Help)));
        assert!(matches!(parse_words("--version"), Ok(Request::Version)));
    }

    #[test]
    fn what_is_not_built_is_refused_by_name() {
        let status_1 = |line: &str, message: &str| assert_eq!(error(line), (1, message.into()));
        status_1("-O1 a", "-O1 is not built; there are -Om1 and -O2");
    }

    #[test]
    fn what_makes_no_sense_is_explained() {
        let status_2 = |line: &str, message: &str| assert_eq!(error(line), (2, message.into()));
        status_2("-taget=x8632 a", "unknown option -taget=x8632; did you mean -target? (see -help)");
        status_2("--thread=2 a", "unknown option --thread=2; did you mean -threads? (see -help)");
        status_2("-om1 a", "unknown option -om1; did you mean -Om1? (see -help)");
        status_2("-frobnicate a", "unknown option -frobnicate (see -help)");
        status_2("-target=x86 a", "-target=x86: unknown value; it is one of x8632, x8664, arm32, mips32");
        status_2("-threads=many a", "-threads=many: not a number from 0 to 256");
        status_2("-threads=257 a", "-threads=257: not a number from 0 to 256");
        status_2("-verify-each=1 a", "-verify-each takes no value");
        status_2("a -o", "-o needs the name of a file");
        status_2("a -target", "-target needs a value");
        status_2("a b", "two inputs, a and another; one program is translated at a time");
        status_2("-emit-runtime a", "-emit-runtime takes no input, but there is a");
        status_2("-o x -o y a", "two outputs; -o may be given once");
        status_2("-Om1", "no input: name a .pexe file, or - for standard input (see -help)");
    }

    #[test]
    fn the_help_names_every_option() {
        for name in NAMES.into_iter().filter(|name| !matches!(*name, "O0" | "O1" | "h")) {
            assert!(help().contains(&format!("-{name}")), "{name}");
            assert!(!matches!(parse_words(&format!("-{name}")), Err(Error::Usage(message)) if message.contains("unknown")));
        }
    }

    #[cfg(unix)]
    #[test]
    fn file_names_need_not_be_unicode() {
        use std::os::unix::ffi::OsStringExt;
        let name = OsString::from_vec(vec![b'a', 0xff]);
        let mut attached = OsString::from("-o=");
        attached.push(&name);
        let Ok(Request::Translate(invocation)) = parse([name.clone(), attached]) else { panic!("a translation") };
        assert_eq!(invocation.program, Program::Input(Input::File(name.clone().into())));
        assert_eq!(invocation.output, Some(Output::File(name.into())));
    }
}
