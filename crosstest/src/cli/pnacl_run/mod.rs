//! `pnacl-run`: runs a program of PNaCl on this machine, at its full speed.
//!
//! In: a command line. The program is translated in memory for x86-64, or for x86-32, or taken from a cache, and runs in this process
//! ([`native`]); on request an emulator or the interpreter runs it, as in `crosstest exec`. Its standard streams,
//! its exit status and its signals are this process's.

mod args;
mod cache;
mod compile;
mod limit;

use std::ffi::OsString;
use std::fs::File;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;

use super::args::EngineKind;
use super::exec::{self, status_of};
use super::{USAGE, args::ExecArgs};
use crate::compare::show_end;
use crate::exec::native::{self, mode, threads::Ending};
use crate::irt::Browser;
use crate::outcome::End;
use crate::process::Options;
use args::Args;
use compile::Program;
use limit::Limit;

/// The program could not be started, as in a shell.
const NOT_STARTED: u8 = 126;

/// What a program does that is to end.
const RUNNING: &str = "it runs for";

/// Runs the program `pnacl-run`; `arguments` has its name first.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            // With its streams closed there is nobody left to tell.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    if let Some(option) = args.unknown_option() {
        complain(&format!("there is no option {} (--help lists them)", option.display()));
        return ExitCode::from(USAGE);
    }
    if args.translator.is_some() && args.is_sandboxed() {
        complain("--translator: another translator's code is not sandboxed: with --no-sandbox or --unsafe-native only");
        return ExitCode::from(USAGE);
    }
    // Machine code of others is emulated; what is wrong with that, the emulator says.
    let foreign = args.target.is_none() && compile::machine_of(&args).is_some_and(|isa| !mode::runs(isa));
    if let Some(engine) = args.engine().or(foreign.then_some(EngineKind::Unicorn)) {
        if args.cache.is_some() || args.max_memory.is_some() || args.time || args.translator.is_some() {
            complain(
                "--cache, --max-memory, --time and --translator are for programs that run on this machine's processor: not with --interp or --emulate, \
                 nor for a .nexe of another",
            );
            return ExitCode::from(USAGE);
        }
        return ExitCode::from(match limit(&args).watch(RUNNING) {
            Ok(_watch) => exec::main(&as_exec(&args, engine), "pnacl-run"),
            Err(why) => not_started(&args, &why),
        });
    }
    let Err(why) = run(&args);
    ExitCode::from(not_started(&args, &why))
}

/// Says why a program does not run.
fn not_started(args: &Args, why: &str) -> u8 {
    complain(&format!("{}: {why}", args.file().display()));
    NOT_STARTED
}

/// The same program for `crosstest exec`.
fn as_exec(args: &Args, engine: EngineKind) -> ExecArgs {
    let Args { opt, dir, env, emulate, .. } = args;
    let (dir, env, opt) = (dir.clone(), env.clone(), *opt);
    ExecArgs {
        file: args.file().into(),
        target: *emulate,
        opt,
        engine,
        fuel: None,
        dir,
        env,
        block_profile: false,
        args: args.args().to_vec(),
    }
}

/// Runs a program; comes back only if it cannot be started.
fn run(args: &Args) -> Result<std::convert::Infallible, String> {
    let began = Instant::now();
    let limit = limit(args);
    let watch = limit.watch("translating it takes")?;
    let Program { code, options, from_cache } = compile::program(args)?;
    drop(watch);
    let translated = Instant::now();
    let (file, time) = (args.file().display().to_string(), args.time);
    let prepared = Arc::new(std::sync::OnceLock::<Instant>::new());
    let known = Arc::clone(&prepared);
    let ended = move |Ending { end, wants_browser }: Ending<'_>| {
        if let (true, Some(&prepared)) = (time, known.get()) {
            let whence = if from_cache { "taken from the cache" } else { "translated" };
            say(&format!(
                "{whence} in {:.1} ms, mapped in {:.1} ms, ran for {:.1} ms",
                translated.duration_since(began).as_secs_f64() * 1e3,
                prepared.duration_since(translated).as_secs_f64() * 1e3,
                prepared.elapsed().as_secs_f64() * 1e3,
            ));
        }
        if wants_browser {
            complain(&format!(
                "{file}: this is a program for the browser (it asked for its interface, PPAPI), which is not here; --ppapi=log has a stub of one"
            ));
        }
        let status = status_of(end);
        if !matches!(end, End::Returned | End::Exited(_)) {
            complain(&format!("{file}: {}", show_end(end)));
        }
        std::process::exit(status.into());
    };
    // Whatever runs it, it is given the same.
    let browser = args.ppapi.map(|_| browser(args)).transpose()?.map(Box::new);
    let options = Options { browser, ..exec::options(&as_exec(args, EngineKind::Interp), options) };
    let ready = native::prepare(code, options, args.max_memory.unwrap_or(args::MOST_MEMORY), Box::new(ended))?;

    if args.has_wall() {
        // All that is left to do needs no more than the program does.
        native::wall::build(&args.dir).map_err(|why| {
            format!("this system cannot bound what the program does ({why}); --no-wall runs it with its sandbox alone")
        })?;
    }
    let _watch = limit.watch(RUNNING)?;
    let _ = prepared.set(Instant::now());
    ready.run()
}

/// The browser of the command line. Its file is opened now: nothing is, behind the wall.
fn browser(args: &Args) -> Result<Browser, String> {
    let create = |path: &std::path::PathBuf| File::create(path).map_err(|error| format!("{}: {error}", path.display()));
    let picture = args.ppapi_image.as_ref().map(create).transpose()?;
    let messages = args.ppapi_message.iter().map(|text| text.clone().into_bytes()).collect();
    Ok(Browser::new(Box::new(std::io::stderr()), Box::new(std::io::stdout()), picture, messages))
}

/// What the command line gives the program, from now on.
fn limit(args: &Args) -> Limit {
    Limit::new(args.timeout, args.file().display().to_string())
}

/// Says what is wrong, on standard error.
fn complain(message: &str) {
    say(message);
}

fn say(message: &str) {
    use std::io::Write;
    // With it closed there is nobody left to tell.
    let _ = writeln!(std::io::stderr(), "pnacl-run: {message}");
}
