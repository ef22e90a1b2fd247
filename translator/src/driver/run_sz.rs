//! `run-pnacl-sz`: the driver of the original's tests: a module as text through `pnacl-sz`, and what
//! comes out assembled, disassembled, or expected not to come.
//!
//! The modules need not be frozen first: `pnacl-sz` reads the text. Everything is made in a directory
//! of its own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::args;
use super::cmdline::{Arg, CommandLine, OptionArg, bad_value, usage};
use super::error::Error;
use super::executable::toolchain::Toolchain;
use super::input::Input;
use super::output::Output;
use super::program::{self, Failed};
use super::scratch::Scratch;
use super::source::Source;
use crate::options::Isa;
use crate::text::print_module;

const PROGRAM: &str = "run-pnacl-sz";

/// What `-help` prints.
const HELP: &str = "\
Runs pnacl-sz on a module as text, and what is needed to look at the result: what the RUN lines of the original's tests call.

Usage: run-pnacl-sz -i INPUT [OPTIONS] [--args PNACL-SZ-OPTION...]

  -i, --input INPUT    the module: text (.ll), or bitcode
  -o, --output OUTPUT  where the result goes; standard output if it is text, else nowhere
  --target ISA         x8632 (default), x8664, arm32, mips32
  --filetype TYPE      obj, asm, or iasm (default)
  --assemble           assemble the text, by the platform's gcc
  --disassemble        print what objdump makes of the object
  --dis-flags FLAG     an option for objdump; may be given again
  --forceasm           with --filetype=obj: by way of assembly text
  --insts              print the functions as they are read, and translate nothing
  --tbc                INPUT is bitcode spelled out, a record a line
  --expect-fail        succeed if pnacl-sz refuses the module, and fail if it does not
  --pnacl-sz PROGRAM   run another build of pnacl-sz
  --echo-cmd           print the command line of pnacl-sz
  --args, -a           everything that follows is for pnacl-sz
  -help, -version      print this, or the version

--no-local-syms and --pnacl-bin-path are taken: names of values are not kept in any case, and nothing else is run.

Exit status: 0 if all went as expected; 1 if not; 2 if the command line makes no sense; 70 for an internal error, which is a bug:
please report it.

Example: run-pnacl-sz -i add.ll --target arm32 --filetype=obj --disassemble --args -O2
";

/// What a command line asks for.
#[derive(Default, Debug)]
struct Job {
    input: Option<PathBuf>,
    output: Option<OsString>,
    isa: Option<Isa>,
    filetype: String,
    assemble: bool,
    disassemble: bool,
    dis_flags: Vec<OsString>,
    force_asm: bool,
    insts: bool,
    records: bool,
    expect_fail: bool,
    other: Option<OsString>,
    echo: bool,
    rest: Vec<OsString>,
}

/// The program: arguments (its own name first) in, exit status out.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments: Vec<OsString> = arguments.into_iter().skip(1).collect();
    let end = arguments.iter().position(|arg| arg == "--args" || arg == "-a");
    let rest = end.map_or(Vec::new(), |end| arguments.split_off(end).split_off(1));
    let mut job = Job { filetype: "iasm".into(), rest, ..Job::default() };
    let mut line = CommandLine::new(arguments.into_iter());
    let result = loop {
        match line.next_arg() {
            Some(Arg::Option(option)) => match option.name() {
                "h" | "help" => break program::print(HELP),
                "version" => break program::print(&format!("{PROGRAM} {}\n", env!("CARGO_PKG_VERSION"))),
                _ => match job.option(&option, &mut line) {
                    Ok(()) => {}
                    Err(error) => break Err(error.into()),
                },
            },
            Some(Arg::Operand(input)) => {
                break Err(usage(format_args!(
                    "{}: the input is named by -i, and options of pnacl-sz stand behind --args",
                    input.name()
                ))
                .into());
            }
            None => break job.run(),
        }
    };
    program::exit(PROGRAM, result)
}

/// The options, for hints.
const NAMES: [&str; 20] = [
    "input",
    "output",
    "target",
    "filetype",
    "assemble",
    "disassemble",
    "dis-flags",
    "forceasm",
    "insts",
    "tbc",
    "expect-fail",
    "pnacl-sz",
    "echo-cmd",
    "args",
    "no-local-syms",
    "pnacl-bin-path",
    "help",
    "version",
    "sandbox",
    "llvm-source",
];

impl Job {
    fn option<A: Iterator<Item = OsString>>(&mut self, option: &OptionArg, line: &mut CommandLine<A>) -> Result<(), Error> {
        let name = option.name();
        match name {
            "i" | "input" => self.input = Some(line.value(option)?.into()),
            "o" | "output" => self.output = Some(line.value(option)?.into()),
            "target" => {
                let value = line.value(option)?;
                let isa = Isa::from_name(&value).ok_or_else(|| bad_value(name, &value, &Isa::ALL.map(Isa::name)))?;
                self.isa = Some(isa);
            }
            "filetype" => {
                let value = line.value(option)?;
                if !["obj", "asm", "iasm"].contains(&value.as_str()) {
                    return Err(bad_value(name, &value, &["obj", "asm", "iasm"]));
                }
                self.filetype = value;
            }
            "dis-flags" => self.dis_flags.push(line.value(option)?.into()),
            "pnacl-sz" => self.other = Some(line.value(option)?.into()),
            "pnacl-bin-path" => drop(line.value(option)?),
            "assemble" => self.assemble = true,
            "disassemble" => self.disassemble = true,
            "forceasm" => self.force_asm = true,
            "insts" => self.insts = true,
            "tbc" => self.records = true,
            "expect-fail" => self.expect_fail = true,
            "echo-cmd" => self.echo = true,
            "no-local-syms" => {}
            "sandbox" => return Err(Error::NotBuilt("--sandbox: code is not sandboxed".into())),
            "llvm" | "llvm-source" => {
                return Err(Error::NotBuilt(format!("--{name}: LLVM's readers are not used; pnacl-freeze takes LLVM IR")));
            }
            "allow-pnacl-reader-error-recovery" => {
                return Err(Error::NotBuilt(
                    "--allow-pnacl-reader-error-recovery is not there yet; pnacl-abicheck goes on after an error".into(),
                ));
            }
            _ => return Err(option.unknown(&NAMES)),
        }
        Ok(())
    }

    fn run(mut self) -> Result<(), Failed> {
        let input = self.input.take().ok_or_else(|| usage("no input: name a file with -i (see -help)"))?;
        let own = ["o", "output", "filetype", "target", "sandbox"];
        let named = |arg: &&OsString| {
            let text = arg.to_string_lossy();
            let name = text.trim_start_matches('-').split('=').next().unwrap_or_default().to_string();
            text.starts_with('-') && own.contains(&name.as_str())
        };
        if let Some(arg) = self.rest.iter().find(named) {
            return Err(usage(format_args!("{} behind --args: it is an option of {PROGRAM} itself", arg.display())).into());
        }
        if self.force_asm && !self.expect_fail && self.filetype == "obj" {
            (self.filetype, self.assemble) = ("asm".into(), true);
        }
        // The original's default is the first one, too.
        let isa = self.isa.unwrap_or(Isa::ALL[0]);
        let scratch = Scratch::new().map_err(Error::Io)?;
        let makes_object = self.filetype != "obj" && (self.assemble || self.disassemble);
        // What is not installed is said before anything is done.
        let toolchain = if makes_object || self.disassemble { Some(Toolchain::find(isa, None)?) } else { None };
        let product = scratch.path(if self.filetype == "obj" { "out.o" } else { "out.s" });
        let translated = if self.insts { self.print(&input) } else { self.translate(isa, &input, &product) };
        if self.expect_fail {
            return expect_failure(translated);
        }
        translated?;
        if self.insts {
            return Ok(());
        }
        let product = match &toolchain {
            Some(toolchain) if makes_object => {
                let object = scratch.path("out.o");
                toolchain.assemble(&product, &object)?;
                object
            }
            _ => product,
        };
        self.deliver(&product, toolchain.as_ref())
    }

    /// Prints a module as it is read.
    fn print(&self, input: &Path) -> Result<(), Failed> {
        let (input, name) = (Input::File(input.into()), input.display().to_string());
        let read = program::guarded(|| {
            let bytes = input.open()?;
            let (module, bodies) = Source::new(&bytes, &name, self.records)?.read()?;
            Ok(print_module(&module, &bodies))
        });
        program::print(&read.map_err(Failed::about(name.clone()))?)
    }

    /// Runs pnacl-sz.
    fn translate(&self, isa: Isa, input: &Path, product: &Path) -> Result<(), Failed> {
        let mut words: Vec<OsString> =
            vec![format!("-target={}", isa.name()).into(), format!("-filetype={}", self.filetype).into()];
        if self.records {
            words.push("-bitcode-as-text".into());
        }
        words.extend(self.rest.iter().cloned());
        words.extend(["-o".into(), product.into(), input.into()]);
        if self.echo {
            let line: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
            program::print(&format!("[cmd] pnacl-sz {}\n", line.join(" ")))?;
        }
        if let Some(other) = &self.other {
            let status = Command::new(other).args(&words).status();
            let status = status.map_err(|error| Error::NotBuilt(format!("{} cannot be run: {error}", other.display())))?;
            let failed = || Error::Format(format!("{} ends with {status}", other.display())).into();
            return if status.success() { Ok(()) } else { Err(failed()) };
        }
        match args::parse(words)? {
            args::Request::Translate(invocation) => super::execute(&invocation),
            _ => Err(usage("one of the options asks pnacl-sz for a text, and nothing would be translated").into()),
        }
    }

    /// Writes the product where it is wanted, and prints what is asked of it.
    fn deliver(&self, product: &Path, toolchain: Option<&Toolchain>) -> Result<(), Failed> {
        let bytes = fs::read(product).map_err(Error::Io)?;
        if let Some(name) = self.output.as_deref() {
            let output = if name == "-" { Output::Stdout } else { Output::File(name.into()) };
            output.write(&bytes).map_err(Error::Io).map_err(Failed::about(output.name()))?;
        }
        if let (Some(toolchain), true) = (toolchain, self.disassemble) {
            // Its own output begins with the name of the file.
            let text = toolchain.disassemble(product, &self.dis_flags)?;
            return Ok(Output::Stdout.write(&text).map_err(Error::Io)?);
        }
        if self.output.is_none() && product.extension().is_some_and(|extension| extension == "s") {
            return Ok(Output::Stdout.write(&bytes).map_err(Error::Io)?);
        }
        Ok(())
    }
}

/// Success if a translation failed as translations do: with a message, which is printed where it can be
/// matched, and not by a mistake of the translator's.
fn expect_failure(translated: Result<(), Failed>) -> Result<(), Failed> {
    match translated {
        Ok(()) => Err(Error::Format("pnacl-sz succeeded, and was expected to fail".into()).into()),
        Err(failed) if matches!(failed.error, Error::Internal(_) | Error::Usage(_)) => Err(failed),
        Err(failed) => {
            program::complain("pnacl-sz", &failed);
            Ok(())
        }
    }
}
