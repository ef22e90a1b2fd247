//! The command line of `pnacl-translate`: which options are its own, which the linker's and which
//! `pnacl-sz`'s, what is linked. In: the arguments. Out: a [`Request`], or an error that says what to
//! do.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::driver::args::SECTIONS;
use crate::driver::cmdline::usage;
use crate::driver::error::Error;
use crate::driver::option_table::Action;
use crate::driver::output::Output;
use crate::options::Isa;

/// What a command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print the linker's script for sandboxed programs of an architecture.
    Script(Isa),
    /// Translate.
    Run(Box<Job>),
}

/// How far to go.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// To a program.
    Program,
    /// To a sandboxed program.
    Nexe,
    /// `-emit-start`: not even that far, to the object in which sandboxed programs begin.
    Start,
    /// `-c`.
    Object,
    /// `-S`.
    Assembly,
}

/// What is to be translated, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// How far.
    pub stage: Stage,
    /// The architecture.
    pub isa: Isa,
    /// The operands, and options for the linker, in order.
    pub inputs: Vec<Item>,
    /// Where the product goes.
    pub output: Output,
    /// Options for `pnacl-sz`.
    pub options: Vec<OsString>,
    /// Whether LLVM's own bitcode is welcome.
    pub llvm: bool,
    /// Whether the program is bitcode spelled out as text.
    pub records: bool,
    /// Whether the interface table is linked.
    pub with_irt: bool,
    /// Whether the runtime is linked.
    pub with_runtime: bool,
    /// The compiler that links, if one is named.
    pub compiler: Option<OsString>,
    /// Whether commands are printed.
    pub verbose: bool,
}

/// One of the inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A file: the program, or something that is linked with it. `-` is the program on standard input.
    File(PathBuf),
    /// An option for the linker.
    Linker(OsString),
}

/// Options of the SDK's that say what is always so here; as they are, or with `=` and more.
const ALWAYS: &[&str] = &[
    "use-sz",
    "pnacl-sz",
    "pnacl-sb",
    "mtls-use-call",
    "stream-bitcode",
    "split-module-sched",
    "pnaclabi-verify",
    "pnaclabi-verify-fatal-errors",
    "static",
    "noirtshim",
];

/// Options that cannot be, and why.
const REFUSED: &[(&str, &str)] = &[
    ("shared", "programs are linked at fixed addresses, and there are no shared libraries"),
    ("fPIC", "programs are linked at fixed addresses"),
    ("force-align-stack", "code keeps to the platform's alignment of the stack"),
    ("mcpu", "code is for the base instruction set; -mattr names what may be used beyond it"),
    ("filetype", "-c makes an object, -S assembly, and without them a program comes out"),
    ("emit-runtime", "the runtime is linked anyway; pnacl-sz -emit-runtime writes it alone"),
    ("stop-after", "nothing could be linked; pnacl-sz prints functions"),
];

#[derive(Default)]
struct Parser {
    stage: Option<Stage>,
    isa: Option<Isa>,
    inputs: Vec<Item>,
    output: Option<OsString>,
    options: Vec<OsString>,
    recipe: Option<&'static str>,
    llvm: bool,
    records: bool,
    without_irt: bool,
    without_runtime: bool,
    compiler: Option<OsString>,
    verbose: bool,
    script: bool,
    start: bool,
    sandboxed: bool,
}

/// Parses the arguments (the program's name not among them).
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Request, Error> {
    let (mut args, mut parser) = (args, Parser::default());
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy().into_owned();
        let Some(option) = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).filter(|option| !option.is_empty()) else {
            if text == "--" {
                parser.inputs.extend(args.by_ref().map(|arg| Item::File(arg.into())));
                continue;
            }
            parser.inputs.push(Item::File(arg.into()));
            continue;
        };
        match option {
            "h" | "help" => return Ok(Request::Help),
            "version" => return Ok(Request::Version),
            _ => parser.option(&text, option, &mut args)?,
        }
    }
    if parser.script {
        return Ok(Request::Script(parser.isa.map_or_else(host, Ok)?));
    }
    parser.finish().map(|job| Request::Run(Box::new(job)))
}

impl Parser {
    /// An option; `text` has its dashes.
    fn option(&mut self, text: &str, option: &str, args: &mut impl Iterator<Item = OsString>) -> Result<(), Error> {
        let (name, attached) = option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
        let mut value = || match attached {
            Some(value) => Ok(OsString::from(value)),
            None => args.next().ok_or_else(|| usage(format_args!("-{name} needs a value"))),
        };
        if let Some((_, why)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            return Err(usage(format_args!("-{name}: {why}")));
        }
        match name {
            "o" => {
                if self.output.replace(value()?).is_some() {
                    return Err(usage("two outputs; -o may be given once"));
                }
            }
            "arch" | "target" => self.isa = Some(isa(&value()?.to_string_lossy())?),
            "c" => self.stage = Some(Stage::Object),
            "S" => self.stage = Some(Stage::Assembly),
            "O0" | "Om1" | "O-1" | "translate-fast" => self.recipe = Some("-Om1"),
            "O1" | "O2" | "O3" => self.recipe = Some("-O2"),
            "threads" | "split-module" => {
                let threads = threads(name, &value()?.to_string_lossy())?;
                self.options.extend(threads);
            }
            "allow-llvm-bitcode-input" => self.llvm = true,
            "bitcode-as-text" => {
                self.records = true;
                self.options.push(text.into());
            }
            "nostdlib" => (self.without_irt, self.without_runtime) = (true, true),
            "nodefaultlibs" => self.without_runtime = true,
            "noirt" => self.without_irt = true,
            "cc" => self.compiler = Some(value()?),
            "v" => self.verbose = true,
            "print-script" => self.script = true,
            "emit-start" => self.start = true,
            "sandbox" if attached.is_none() => self.sandboxed = true,
            "gc-sections" | "build-id" => self.inputs.push(Item::Linker(format!("-Wl,--{option}").into())),
            _ if ALWAYS.contains(&name) => {}
            _ if name.starts_with("Wl,") => self.inputs.push(Item::Linker(text.into())),
            _ if name.starts_with("sfi-") => {
                return Err(usage(format_args!("{text}: code is sandboxed whole (-sandbox) or not at all")));
            }
            "l" | "L" => {
                let value = value()?;
                let mut item = OsString::from(text.split('=').next().unwrap_or(text));
                item.push(value);
                self.inputs.push(Item::Linker(item));
            }
            _ if is_library(text) => self.inputs.push(Item::Linker(text.into())),
            _ => return self.translator_option(text, name, attached.is_some(), args),
        }
        Ok(())
    }

    /// An option for `pnacl-sz`, which says itself if there is no such one.
    fn translator_option(
        &mut self,
        text: &str,
        name: &str,
        has_value: bool,
        args: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), Error> {
        self.options.push(text.into());
        let row = SECTIONS.iter().flat_map(|section| section.rows).find(|row| row.name == name || row.aliases.contains(&name));
        let takes_value = row.is_some_and(|row| matches!(row.action, Action::Choice(_) | Action::Value(_)));
        if takes_value && !has_value {
            self.options.push(args.next().ok_or_else(|| usage(format_args!("-{name} needs a value")))?);
        }
        Ok(())
    }

    fn finish(self) -> Result<Job, Error> {
        let output = self.output.ok_or_else(|| usage("no output: name a file with -o (see -help)"))?;
        let is_nexe = Path::new(&output).extension().is_some_and(|extension| extension == "nexe");
        let stage = match self.stage {
            _ if self.start => Stage::Start,
            Some(stage) => stage,
            None if is_nexe || self.sandboxed => Stage::Nexe,
            None => Stage::Program,
        };
        let isa = self.isa.map_or_else(host, Ok)?;
        let mut options: Vec<OsString> = vec![format!("-target={}", isa.name()).into(), self.recipe.unwrap_or("-O2").into()];
        options.extend(self.options);
        if self.sandboxed || matches!(stage, Stage::Nexe | Stage::Start) {
            options.push("-sandbox".into());
        }
        Ok(Job {
            stage,
            isa,
            inputs: self.inputs,
            output: if output == "-" { Output::Stdout } else { Output::File(output.into()) },
            options,
            llvm: self.llvm,
            records: self.records,
            with_irt: !self.without_irt,
            with_runtime: !self.without_runtime,
            compiler: self.compiler,
            verbose: self.verbose,
        })
    }
}

/// Whether an option is `-lNAME` or `-LDIR`, and none of `pnacl-sz`'s.
fn is_library(text: &str) -> bool {
    let known = |name: &str| SECTIONS.iter().flat_map(|section| section.rows).any(|row| row.name == name);
    let name = text[1..].split('=').next().unwrap_or_default();
    (text.starts_with("-l") || text.starts_with("-L")) && !known(name)
}

/// An architecture by any of its names, or by the SDK's name for the host's programs of it.
fn isa(name: &str) -> Result<Isa, Error> {
    if name.ends_with("-nonsfi") || name.ends_with("-mac") {
        return Err(Error::NotBuilt(format!("-arch {name} is not built; without the suffix a program for Linux comes out")));
    }
    let plain = name.strip_suffix("-linux").unwrap_or(name);
    Isa::from_name(plain).ok_or_else(|| usage(format_args!("-arch {name}: unknown; it is one of x86-32, x86-64, arm, mips")))
}

/// The architecture of this machine.
fn host() -> Result<Isa, Error> {
    let name = if std::env::consts::ARCH == "x86" { "x86-32" } else { std::env::consts::ARCH };
    Isa::from_name(name).ok_or_else(|| {
        usage(format_args!("there is no code for this machine ({name}): name x86-32, x86-64, arm or mips with -arch"))
    })
}

/// The option for a number of threads as the SDK says it: a number, `auto` or `seq`.
fn threads(name: &str, value: &str) -> Result<Option<OsString>, Error> {
    match value {
        "auto" => Ok(None),
        "seq" => Ok(Some("-threads=0".into())),
        _ if value.parse::<u16>().is_ok() => Ok(Some(format!("-threads={value}").into())),
        _ => Err(usage(format_args!("-{name}={value}: not a number, auto or seq"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(line: &str) -> Job {
        match parse(line.split_whitespace().map(OsString::from)) {
            Ok(Request::Run(job)) => *job,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn options(line: &str) -> String {
        let options = job(&format!("a.pexe -o a -arch arm {line}")).options;
        options.iter().map(|option| option.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn habits_of_the_sdk() {
        for arch in ["x86-32", "i686", "ia32", "x86_32", "x86-32-linux", "x8632"] {
            assert_eq!(job(&format!("a -o b -arch {arch}")).isa, Isa::X8632, "{arch}");
        }
        assert_eq!(job("-arch=armv7 a -o b").isa, Isa::Arm32);
        assert_eq!(options(""), "-target=arm32 -O2");
        assert_eq!(options("-O0 -threads=auto --pnacl-sz --use-sz -mtls-use-call"), "-target=arm32 -Om1");
        assert_eq!(options("-O3 -split-module=seq"), "-target=arm32 -O2 -threads=0");
        assert_eq!(options("-translate-fast --threads 3 -stream-bitcode"), "-target=arm32 -Om1 -threads=3");
        assert_eq!(options("-pnaclabi-verify=0 -sz-seed 7 -mattr=hwdiv-arm"), "-target=arm32 -O2 -sz-seed 7 -mattr=hwdiv-arm");
        assert_eq!(
            (job("-c a -o b").stage, job("-S a -o b").stage, job("a -o b").stage),
            (Stage::Object, Stage::Assembly, Stage::Program)
        );
        for (line, stage) in
            [("a -o b.nexe", Stage::Nexe), ("-sandbox a -o b", Stage::Nexe), ("-sandbox -c a -o b", Stage::Object)]
        {
            let job = job(line);
            assert_eq!((job.stage, job.options.last().is_some_and(|last| last == "-sandbox")), (stage, true), "{line}");
        }
        assert_eq!(parse(["-print-script", "-arch=arm"].map(OsString::from).into_iter()).unwrap(), Request::Script(Isa::Arm32));
        assert!(job("--allow-llvm-bitcode-input a -o b").llvm);
        let job = job("-nostdlib x.o -Wl,-e,f -L. --build-id=sha1 a -lm -o - -");
        assert!(!job.with_irt && !job.with_runtime && job.output == Output::Stdout);
        let linker = |text: &str| Item::Linker(text.into());
        let file = |name: &str| Item::File(name.into());
        let expected =
            [file("x.o"), linker("-Wl,-e,f"), linker("-L."), linker("-Wl,--build-id=sha1"), file("a"), linker("-lm"), file("-")];
        assert_eq!(job.inputs, expected);
    }

    #[test]
    fn what_cannot_be_is_explained() {
        for (line, expected) in [
            ("a", "no output: name a file with -o (see -help)"),
            ("a -o", "-o needs a value"),
            ("a -o b -o c", "two outputs; -o may be given once"),
            ("a -o b -arch ppc", "-arch ppc: unknown; it is one of x86-32, x86-64, arm, mips"),
            ("a -o b -arch x86-32-nonsfi", "-arch x86-32-nonsfi is not built; without the suffix a program for Linux comes out"),
            ("a -o b -shared", "-shared: programs are linked at fixed addresses, and there are no shared libraries"),
            ("a -o b -threads=many", "-threads=many: not a number, auto or seq"),
            ("a -o b -sfi-load", "-sfi-load: code is sandboxed whole (-sandbox) or not at all"),
        ] {
            let error = parse(line.split_whitespace().map(OsString::from)).unwrap_err();
            assert_eq!(error.to_string(), expected, "{line}");
        }
    }
}
