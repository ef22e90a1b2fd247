//! Runs a .pexe in the reference interpreter:
//! `cargo run --release -p crosstest --example interpret -- FILE.pexe [ARGUMENT...]`.
//!
//! In: the file and the program's arguments. Out: what the program writes, and on standard error
//! how it ended, how many instructions it executed and how fast. The exit status is the program's,
//! or 99 where it has none.

use std::process::ExitCode;
use std::time::Instant;

use crosstest::interp::{Config, Interp};
use crosstest::irt::Sink;
use crosstest::layout::Layout;
use crosstest::outcome::{End, Outcome};
use crosstest::process::{AddressSpace, Options, run_program};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let start = Instant::now();
    match interpret(&args) {
        Ok(Outcome { end: End::Exited(code), .. }) => ExitCode::from(code as u8),
        Ok(outcome) => {
            eprintln!("{:?} after {:.2?}", outcome.end, start.elapsed());
            ExitCode::from(99)
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(99)
        }
    }
}

fn interpret(args: &[String]) -> Result<Outcome, String> {
    let path = args.first().ok_or("usage: interpret FILE.pexe [ARGUMENT...]")?;
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let (module, bodies) = translator::bitcode::read_module(&bytes).map_err(|error| format!("{path}: {error}"))?;
    let layout = Layout::of(&module)?;
    let mut options = Options::new(AddressSpace::of(&layout));
    options.argv = args.iter().map(|arg| arg.rsplit('/').next().unwrap_or(arg).into()).collect();
    options.stdout = Sink::Live(Box::new(std::io::stdout()));
    options.stderr = Sink::Live(Box::new(std::io::stderr()));
    let mut interp = Interp::new(&module, &bodies, layout, Config::default(), |_| None)?;
    let start = module.func_by_name("_start").ok_or("the module has no _start")?;
    let entry = interp.func_address(start);
    let begin = Instant::now();
    let outcome = run_program(&mut interp, entry, options)?;
    let (seconds, executed) = (begin.elapsed().as_secs_f64(), interp.executed());
    eprintln!("{executed} instructions, {:.1} million a second", executed as f64 / seconds / 1e6);
    Ok(outcome)
}
