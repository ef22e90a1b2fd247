//! `crosstest exec`: runs one program as a user would.
//!
//! Standard input, output and error are the program's while it runs; its output appears as it
//! writes it. Messages of our own go to standard error. A program whose reader goes away (`| head`)
//! ends as one that gets SIGPIPE does.

use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;

use super::args::{EngineKind, ExecArgs};
use super::streams::{Stdin, Stream};
use crate::case;
use crate::compare::show_end;
use crate::exec::emulate;
use crate::exec::link::{self, Runtimes};
use crate::irt::{Sink, Source};
use crate::job::{Entry, Job, Target};
use crate::load::nexe::{self, Nexe};
use crate::outcome::{End, Outcome};
use crate::process::{self, AddressSpace, TraceLimits};
use crate::profile::Profiled;
use crate::subject::Subject;

/// All threads wait for ever.
const DEADLOCK: u8 = 123;
/// It ran out of fuel, as with `timeout`.
const OUT_OF_FUEL: u8 = 124;
/// Its behaviour is not defined.
const UNDEFINED: u8 = 125;
/// It could not be started, as in a shell.
const NOT_STARTED: u8 = 126;
/// It trapped, as a process that aborts.
const TRAPPED: u8 = 128 + 6;

/// Runs the program, in the name of the command that was given; its exit status.
pub fn main(args: &ExecArgs, command: &str) -> u8 {
    // With standard error closed there is nobody left to tell.
    let complain = |message: &str| _ = writeln!(io::stderr(), "{command}: {message}");
    match run(args) {
        Ok((outcome, engine)) => finish(args, &outcome.end, &engine, complain),
        Err(message) => {
            complain(&format!("{}: {message}", args.file.display()));
            NOT_STARTED
        }
    }
}

/// The outcome, and the name of what ran it.
fn run(args: &ExecArgs) -> Result<(Outcome, String), String> {
    let bytes = std::fs::read(&args.file).map_err(|error| error.to_string())?;
    if nexe::is_elf(&bytes) {
        let nexe = Nexe::read(&bytes)?;
        return Ok((machine_code(args, &nexe)?, format!("{} on unicorn", nexe.isa)));
    }
    let engine = match args.engine {
        EngineKind::Interp => "the interpreter".into(),
        EngineKind::Unicorn => format!("{}/{} on unicorn", args.isa(), args.opt),
    };
    Ok((bitcode(args)?, engine))
}

/// Runs a program of bitcode.
fn bitcode(args: &ExecArgs) -> Result<Outcome, String> {
    let loaded = case::read_module(&args.file).map_err(|error| error.to_string())?;
    let start =
        case::start(&loaded.module).ok_or("not a program: it defines no function _start (`crosstest run` runs functions)")?;
    if args.block_profile {
        return profile(args, Profiled::new(loaded.module, loaded.bodies, start)?);
    }
    let subject = Subject::new(loaded.module, loaded.bodies)?;
    let options = options(args, subject.options());
    let entry = Entry::Program(start);
    match args.engine {
        EngineKind::Interp => subject.interpret(&entry, options, 0),
        EngineKind::Unicorn => {
            let target = Target { isa: args.isa(), opt: args.opt };
            let image = link::translated(&subject, target, &Runtimes::new(&[target])?)?;
            let mut outcome = Err("it was not run".into());
            emulate::plainly(&subject, args.isa(), &image, [Job { entry, options, memory: &[] }].into_iter(), |result| {
                outcome = result;
                false
            });
            outcome
        }
    }
}

/// Runs a program that is machine code already, in the emulator of its architecture.
fn machine_code(args: &ExecArgs, nexe: &Nexe) -> Result<Outcome, String> {
    if args.engine == EngineKind::Interp || args.block_profile {
        return Err("it is machine code: the interpreter and --block-profile are for .pexe and .ll".into());
    }
    if let Some(target) = args.target.filter(|&target| target != nexe.isa) {
        return Err(format!("it is for {}, not {target}", nexe.isa));
    }
    emulate::nexe(nexe, options(args, process::Options::new(AddressSpace::behind(nexe.heap_start()))))
}

/// Runs a program that counts its blocks, and prints the counts.
fn profile(args: &ExecArgs, program: Profiled) -> Result<Outcome, String> {
    let target = match args.engine {
        EngineKind::Interp => None,
        EngineKind::Unicorn => Some(Target { isa: args.isa(), opt: args.opt }),
    };
    let (outcome, counts) = program.run(target, options(args, program.subject.options()))?;
    // A closed standard error is no failure of the program's.
    let _ = io::stderr().write_all(program.listing(&counts).as_bytes());
    Ok(outcome)
}

/// How a program is run: with the streams of this process, and what the command line gives it.
pub fn options(args: &ExecArgs, base: process::Options) -> process::Options {
    let name = args.file.file_name().unwrap_or(args.file.as_os_str());
    let own = args.args.iter().map(|arg| arg.as_os_str());
    process::Options {
        argv: [name].into_iter().chain(own).map(|arg| arg.as_bytes().to_vec()).collect(),
        env: args.env.iter().map(|variable| variable.as_bytes().to_vec()).collect(),
        stdin: Source::Live(Box::new(Stdin)),
        stdout: Sink::Live(Box::new(Stream(io::stdout()))),
        stderr: Sink::Live(Box::new(Stream(io::stderr()))),
        dirs: args.dir.clone(),
        fuel: args.fuel.unwrap_or(u64::MAX),
        // A user waits for the program: what only finds mistakes of the translator is the suites'.
        check_reads: false,
        trace: TraceLimits::NONE,
        ..base
    }
}

/// The exit status for how a program ended.
pub fn status_of(end: &End) -> u8 {
    match end {
        End::Returned => 0,
        End::Exited(status) => *status as u8,
        End::Trapped(_) => TRAPPED,
        End::OutOfFuel => OUT_OF_FUEL,
        End::Undefined(_) => UNDEFINED,
        End::Deadlock => DEADLOCK,
    }
}

/// The exit status for how the program ended; says so if that was not its own doing.
fn finish(args: &ExecArgs, end: &End, engine: &str, complain: impl Fn(&str)) -> u8 {
    let status = status_of(end);
    if !matches!(end, End::Returned | End::Exited(_)) {
        complain(&format!("{} ({engine}): {}", args.file.display(), show_end(end)));
    }
    status
}
