//! How many executions a second of processor time the campaign's way of examining modules makes, by the size of the modules.
//!
//!     cargo run --release -p crosstest --example throughput [-- LEAST MOST [CASES]]
//!
//! In: bounds for the number of instructions of a module, 40 and 80 by default, and how many such modules are examined, 2,000 by default:
//! the first ones of the campaign with seed 1. Out: a line with modules and executions a second. An execution is a module translated for
//! one ISA with one recipe, linked, run in the emulator and compared; the interpreter's runs, verifying, writing and reading bitcode
//! are included in the time and not counted, generating is neither. Time is the process's own (one thread), so that what else
//! the machine does makes little difference.

use std::process::ExitCode;
use std::time::Duration;

use crosstest::campaign::examine::Examiner;
use crosstest::campaign::{features, generated};
use crosstest::generate::Generated;
use crosstest::subject::{Runtimes, Target};

const SEED: u64 = 1;

fn instructions(module: &Generated) -> usize {
    let of_body =
        |body: &translator::ice::Function| body.block_order().iter().map(|&block| body.block_insts(block).count()).sum::<usize>();
    module.bodies.iter().map(of_body).sum()
}

/// Processor time of this process; proc(5): utime and stime are the 14th and 15th field, in hundredths of a second.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (next()? + next()?)))
}

fn measure(least: usize, most: usize, count: usize) -> Result<(), String> {
    let targets = Target::all();
    let runtimes = Runtimes::new(&targets)?;
    let mut examiner = Examiner::new(&targets, &runtimes);
    let cases = (0..).map(|number| (number, generated(SEED, number)));
    let cases: Vec<(u64, Generated)> =
        cases.filter(|(_, module)| (least..=most).contains(&instructions(module))).take(count).collect();
    let mean = cases.iter().map(|(_, module)| instructions(module)).sum::<usize>() / count.max(1);
    let start = processor_time().ok_or("/proc/self/stat does not tell the time of this process")?;
    let mut executions = 0;
    for (number, module) in &cases {
        examiner.set_features(features(*number));
        executions += examiner.examine(module).ran.len();
    }
    let seconds = (processor_time().unwrap_or_default() - start).as_secs_f64();
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
