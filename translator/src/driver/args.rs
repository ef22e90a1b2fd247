//! The command line of `pnacl-sz`.
//!
//! In: the arguments. Out: a [`Request`], or an [`Error`] that names the argument and, where one
//! comes close, the option that was meant. What the options can name but this build cannot do is
//! refused here, by name, and never ignored. Every option is a row of a table
//! ([`option_table`]); how options are spelled is [`cmdline`](super::cmdline)'s.

use std::ffi::OsString;

use super::cmdline::{Arg, CommandLine};
use super::controls;
use super::diversity;
use super::error::Error;
use super::input::Input;
use super::naming::Naming;
use super::option_table::{self, Action, Given, OptionRow, Section, choice, flag, plain, text, value};
use super::original;
use super::output::Output;
#[cfg(feature = "o3")]
use super::plans;
use super::settings::Settings;
use crate::options::{Features, FileType, Functions, Isa, OptLevel, Options};

/// The options, as the help groups them.
pub const SECTIONS: &[&Section] = &[
    &TRANSLATION,
    &PROCEDURE,
    &controls::SECTION,
    #[cfg(feature = "o3")]
    &plans::SECTION,
    #[cfg(feature = "dumps")]
    &original::SECTION,
    #[cfg(feature = "diversify")]
    &diversity::SECTION,
    #[cfg(feature = "faults")]
    &controls::FAULT_SECTION,
    &TEXTS,
];

/// What is translated, and to what.
static TRANSLATION: Section = Section {
    title: "What to translate to:",
    rows: &[
        value(
            "target",
            "ISA",
            set_isa,
            "x8632 (default), x8664 (64-bit code with 32-bit pointers: the x32 model); arm32 (ARMv7-A, NEON, hard \
             float), mips32 (MIPS32r2, little-endian, O32, hard float); also x86-32, x86_32, x86-64, x86_64, arm, mips",
        ),
        plain("Om1", |settings| settings.opt = OptLevel::Om1, "as few passes as possible: the fastest translation (default)"),
        plain("O-1", |settings| settings.opt = OptLevel::Om1, ""),
        plain("O2", |settings| settings.opt = OptLevel::O2, "most optimisations"),
        plain("O3", |settings| settings.opt = OptLevel::O3, "all optimisations"),
        plain("O0", |settings| settings.opt = OptLevel::O0, "between the two: two walks, and registers as they are met"),
        plain("O1", |settings| settings.refuse("O1"), ""),
        choice(
            "mattr",
            "FEATURE",
            &[
                ("sse4.1", |settings| settings.features.sse41 = true),
                ("sse2", |settings| settings.features.sse41 = false),
                ("hwdiv-arm", |settings| settings.features.hwdiv_arm = true),
                ("neon", |settings| settings.features.hwdiv_arm = false),
                ("none", |settings| settings.features = Features::default()),
                ("base", |settings| settings.features = Features::default()),
            ],
            "sse4.1: use SSE4.1 instructions (x86); hwdiv-arm: use sdiv and udiv (arm32); sse2, neon, base or none: the \
             base instruction set (default)",
        ),
        choice(
            "filetype",
            "TYPE",
            &[
                ("obj", |settings| settings.file_type = FileType::Object),
                ("asm", |settings| settings.file_type = FileType::Asm),
                ("iasm", |settings| settings.file_type = FileType::Iasm),
            ],
            "obj: an ELF object (default); asm: assembly text for GNU as (`as --32`, `as --x32` for x86, \
             -march=mips32r2 -mno-fix-loongson3-llsc for MIPS) or LLVM's llvm-mc; iasm: the same with code as bytes and its relocations as text",
        ),
        flag(
            "externalize",
            |settings, on| settings.naming.externalize = on,
            "make every function and variable of the program global, so that others can refer to it",
        ),
        value(
            "default-function-prefix",
            "NAME",
            |settings, given| {
                settings.naming.functions = given.symbol()?;
                Ok(())
            },
            "what functions without a name are called, with their number behind it (default: Function)",
        ),
        value(
            "default-global-prefix",
            "NAME",
            |settings, given| {
                settings.naming.globals = given.symbol()?;
                Ok(())
            },
            "the same for variables (default: Global)",
        ),
        choice(
            "bitcode-format",
            "FORMAT",
            &[
                ("pnacl", |_| ()),
                ("llvm", |settings| {
                    settings.refuse_with("-bitcode-format=llvm: LLVM's own bitcode is for pnacl-clang and pnacl-freeze")
                }),
            ],
            "pnacl: what a .pexe is (default), and nothing else; llvm is refused",
        ),
        flag(
            "bitcode-as-text",
            |settings, on| settings.records = on,
            "INPUT is bitcode spelled out, one record a line: `abbreviation,code,values...;`, or without the \
             abbreviation, as the SDK's tools write it (not the assembly of .ll files)",
        ),
        flag(
            "emit-runtime",
            |settings, on| settings.emit_runtime = on,
            "translate the helper functions that translated code calls (__udivdi3, fmod, memcpy, ...), instead of an \
             INPUT; link the result with every translated program. Its symbols are weak, so that libraries can be \
             linked, too. Without it a program needs libgcc (or compiler-rt) and, if it uses them: fmod, fmodf (libm), \
             memcpy, memmove, memset, setjmp, longjmp (libc), and on mips32 the 64-bit __atomic_load_8, \
             __atomic_store_8, ... (libatomic). __nacl_read_tp, which gives the thread pointer, is the platform's in \
             any case",
        ),
    ],
};

/// How a translation goes.
static PROCEDURE: Section = Section {
    title: "How to go about it:",
    rows: &[
        OptionRow {
            name: "o",
            aliases: &[],
            value: "OUTPUT",
            action: Action::Output,
            help: "where to write; `-` is standard output. Without it the object goes to standard output, unless that \
                   is a terminal. A file appears only once it is complete; when translating fails, whatever was there \
                   before stays",
        },
        value(
            "threads",
            "N",
            set_threads,
            "translate on N threads; 0 translates on the main thread and starts none. Default: as many as there are \
             processors, none for an input of less than 64 KB. More than there are processors, and more than 4, are \
             never started: they would take memory and no time off. The output is the same for every N",
        ),
        flag(
            "exit-success",
            |settings, on| settings.exit_success = on,
            "end with status 0 even if the program cannot be translated; what is wrong is said all the same",
        ),
        flag(
            "parse-parallel",
            |settings, on| settings.always(on, "-parse-parallel=0: bodies are always parsed by those who translate them"),
            "",
        ),
        flag(
            "build-on-read",
            |settings, on| settings.always(on, "-build-on-read=0: functions are always made as they are read"),
            "",
        ),
        flag("verify-each", |settings, on| settings.verify_each = on, "verify the program after reading it and after every pass"),
        flag(
            "timing",
            |settings, on| settings.timing = on,
            "print the time that each stage and each pass took to standard error",
        ),
        flag("stats", |settings, on| settings.stats = on, "print what was translated, in numbers, to standard error"),
    ],
};

/// What asks for a text.
static TEXTS: Section = Section {
    title: "To learn more:",
    rows: &[
        text("help", &["h"], || Request::Help, "print this"),
        text("version", &[], || Request::Version, "print the version"),
        #[cfg(feature = "dumps")]
        text("print-operations", &[], || Request::Operations, "print the operations of the IR: types, effects, what they do"),
    ],
};

/// The most threads that may be asked for.
const MAX_THREADS: u64 = 256;

fn set_isa(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.isa = Isa::from_name(given.value).ok_or_else(|| given.unknown(&Isa::ALL.map(Isa::name)))?;
    Ok(())
}

fn set_threads(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.threads = Some(given.number(MAX_THREADS)? as usize);
    Ok(())
}

const HELP: &str = "\
Translates a frozen PNaCl program to a relocatable ELF object or to assembly text.

Usage: pnacl-sz [OPTIONS] [-o OUTPUT] INPUT

INPUT is frozen bitcode (.pexe) or its text form (.ll); the content decides, not the name. `-` reads
standard input. A file must not be changed while it is being translated: it is memory-mapped.
";

const HELP_END: &str = "\
Every option can be written with one dash or two, and its value after `=` or as the next argument.

Exit status: 0 if the output was written; 1 if the input was refused or the request is not built yet;
2 if the command line makes no sense; 70 for an internal error, which is a bug: please report it.

Example: pnacl-sz -Om1 -target=x8632 -threads=2 -o program.o program.pexe
";

/// What `--help` prints.
pub fn help() -> String {
    let sections = SECTIONS.iter().map(|section| option_table::help(section));
    let parts = std::iter::once(HELP.into()).chain(sections).chain([HELP_END.into()]);
    parts.collect::<Vec<String>>().join("\n")
}

/// What the command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print what is in this build.
    BuildAttributes,
    /// Print the operations of the IR.
    #[cfg(feature = "dumps")]
    Operations,
    /// Print the passes over the IR that run under these options.
    #[cfg(feature = "o3")]
    Plan(Box<Options>),
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
    /// Where what is printed about the translation goes; `None` if to standard error.
    pub log: Option<Output>,
    /// How many worker threads were asked for; 0 for none.
    pub threads: Option<usize>,
    /// Print times.
    pub timing: bool,
    /// Print counts.
    pub stats: bool,
    /// Print numbers of each function.
    pub szstats: bool,
    /// Print the time that each function took.
    pub timing_funcs: bool,
    /// The functions that times are of; all, if it is not said.
    pub timing_focus: Option<Functions>,
    /// What symbols are called.
    pub naming: Naming,
    /// Whether failures are no failures of the process.
    pub exit_success: bool,
    /// Whether to print the names of functions and variables.
    pub dump_strings: bool,
    /// Whether to go on after a function that cannot be read, to find all that is wrong.
    pub recovers: bool,
    /// Whether the command line names the input; if not, it is standard input.
    pub input_is_named: bool,
}

/// Parses the arguments (the program's name not among them).
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Request, Error> {
    let (mut line, mut settings) = (CommandLine::new(args.into_iter()), Settings::default());
    while let Some(arg) = line.next_arg() {
        match arg {
            Arg::Operand(input) => settings.operand(input)?,
            Arg::Option(option) => {
                if let Some(request) = option_table::apply(SECTIONS, &option, &mut line, &mut settings)? {
                    return Ok(request);
                }
            }
        }
    }
    #[cfg(feature = "o3")]
    if settings.print_plan {
        return settings.finish().map(|invocation| Request::Plan(Box::new(invocation.options)));
    }
    settings.finish().map(|invocation| Request::Translate(Box::new(invocation)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Pass;

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
            log: None,
            threads: None,
            timing: false,
            stats: false,
            szstats: false,
            timing_funcs: false,
            timing_focus: None,
            naming: Naming::default(),
            exit_success: false,
            recovers: false,
            dump_strings: false,
            input_is_named: true,
        };
        assert_eq!(invocation("a.pexe"), expected);
        let unnamed = Invocation { program: Program::Input(Input::Stdin), input_is_named: false, ..expected };
        assert_eq!(invocation("-Om1"), unnamed);
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
            assert_eq!((found.options.isa, found.threads), (Isa::X8664, Some(3)), "{line}");
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
    fn scripts_for_the_original_are_understood() {
        for (name, isa) in [("x86-32", Isa::X8632), ("x86_64", Isa::X8664), ("arm", Isa::Arm32), ("mips", Isa::Mips32)] {
            assert_eq!(invocation(&format!("-target={name} a")).options.isa, isa);
        }
        // The last one counts, whatever its value.
        assert!(!invocation("-verify-each -verify-each=0 a").options.verify_each);
        assert!(invocation("-timing=false --timing=true a").timing && !invocation("-stats=0 a").stats);
        assert_eq!(invocation("-O2 -O-1 a").options.opt, OptLevel::Om1);
        assert_eq!(invocation("-mattr=sse4.1 -mattr=base a").options.features, Features::default());
        assert!(invocation("-exit-success -parse-parallel -build-on-read=1 -bitcode-format=pnacl a").exit_success);
        let cse = |line: &str| {
            let controls = invocation(line).options.controls;
            (controls.disabled.contains(Pass::Lcse), controls.lcse_in_blocks)
        };
        assert_eq!(
            (cse("-lcse=0 a"), cse("-lcse=0 -lcse=enabled a"), cse("-lcse=no-ssa a")),
            ((true, false), (false, false), (false, true))
        );
        let naming = invocation("-externalize -default-function-prefix=f. -default-global-prefix g a").naming;
        assert_eq!(naming, Naming { externalize: true, functions: "f.".into(), globals: "g".into(), ..Naming::default() });
    }

    #[test]
    fn texts_win_over_everything_after_them() {
        assert!(matches!(parse_words("-help -nonsense"), Ok(Request::Help)));
        assert!(matches!(parse_words("--version"), Ok(Request::Version)));
    }

    #[test]
    fn what_is_not_built_is_refused_by_name() {
        let status_1 = |line: &str, message: &str| assert_eq!(error(line), (1, message.into()));
        status_1("-O1 a", "-O1 is not built; there are -Om1, -O0, -O2 and -O3");
        status_1("-bitcode-format=llvm a", "-bitcode-format=llvm: LLVM's own bitcode is for pnacl-clang and pnacl-freeze");
        status_1("-build-on-read=0 a", "-build-on-read=0: functions are always made as they are read");
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
        status_2("-verify-each=2 a", "-verify-each=2: unknown value; it is one of 0, 1");
        status_2("-O2=1 a", "-O2 takes no value");
        status_2("-default-global-prefix= a", "-default-global-prefix=: a name consists of letters, digits, `_`, `.` and `$`");
        status_2("a -o", "-o needs the name of a file");
        status_2("a -target", "-target needs a value");
        status_2("a b", "two inputs, a and another; one program is translated at a time");
        status_2("-emit-runtime a", "-emit-runtime takes no input, but there is a");
        status_2("-o x -o y a", "two outputs; -o may be given once");
    }

    #[test]
    fn the_help_names_every_option() {
        for row in SECTIONS.iter().flat_map(|section| section.rows) {
            let name = row.name;
            assert!(help().contains(&format!("  -{name}")) || row.help.is_empty(), "{name}");
        }
        assert!(help().lines().all(|line| line.len() <= 101), "{}", help());
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
