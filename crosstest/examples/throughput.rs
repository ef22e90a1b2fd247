//! How many executions a second of processor time the campaign's way of examining modules makes, by
//! the size of the modules.
//!
//!     cargo run --release -p crosstest --example throughput [-- LEAST MOST [CASES]]
//!
//! In: bounds for the number of instructions of a module, 40 and 80 by default, and how many such
//! modules are examined, 2,000 by default: the first ones of the campaign with seed 1. Out: a line
//! with modules and executions a second. An execution is a module translated for one ISA with one
//! recipe, linked, run in the emulator and compared; the interpreter's runs, verifying, writing and
//! reading bitcode are included in the time and not counted, generating is neither. Time is the
//! process's own (one thread), so that what else the machine does makes little difference.

use std::process::ExitCode;

use crosstest::campaign::examine::Examiner;
use crosstest::campaign::{features, generated};
use crosstest::clock;
use crosstest::exec::link::Runtimes;
use crosstest::job::Target;
use crosstest::reduce::change::Candidate;
use translator::ice::FuncId;

const SEED: u64 = 1;

fn measure(least: usize, most: usize, count: usize) -> Result<(), String> {
    let targets = Target::all();
    let runtimes = Runtimes::new(&targets)?;
    let mut examiner = Examiner::new(&targets, &runtimes);
    let made = (0..).map(|number| {
        let made = generated(SEED, number);
        (number, made.entry, Candidate { module: made.module, bodies: made.bodies })
    });
    let fits = |(_, _, case): &(u64, FuncId, Candidate)| (least..=most).contains(&case.instructions());
    let cases: Vec<(u64, FuncId, Candidate)> = made.filter(fits).take(count).collect();
    let mean = cases.iter().map(|(_, _, case)| case.instructions()).sum::<usize>() / count;
    let start = clock::own();
    let mut executions = 0;
    for (number, entry, Candidate { module, bodies }) in &cases {
        examiner.set_features(features(*number));
        executions += examiner.examine_on(module, bodies, *entry, &targets).ran.len();
    }
    let seconds = (clock::own() - start).as_secs_f64();
    println!(
        "{count} modules of {least} to {most} instructions, {mean} on average: {executions} executions in {seconds:.2} s of processor time"
    );
    println!("{:.0} modules/s, {:.0} executions/s", count as f64 / seconds, executions as f64 / seconds);
    Ok(())
}

fn main() -> ExitCode {
    let numbers: Option<Vec<usize>> = std::env::args().skip(1).map(|word| word.parse().ok()).collect();
    let ended = match numbers.as_deref() {
        Some([]) => measure(40, 80, 2000),
        Some(&[least, most]) if least <= most => measure(least, most, 2000),
        Some(&[least, most, count]) if least <= most && count > 0 => measure(least, most, count),
        _ => Err("usage: throughput [LEAST MOST [CASES]]".into()),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("throughput: {message}");
            ExitCode::FAILURE
        }
    }
}
