//! What translated programs execute: instructions by architecture and recipe.
//!
//!     cargo run --release -p crosstest --example executed -- PEXE [ARGUMENT...] [-- PEXE [ARGUMENT...]]...
//!
//! In: programs with their arguments. Out: a line for each program and architecture with the instructions of Om1's, O0's and O2's code, and
//! the first two as multiples of the third; geometric means. Instructions are those of the program and of the runtime, counted in the
//! emulator, so that they repeat. Exit status: 0; 2 if a program cannot be run, or ends differently at two recipes.

use std::path::Path;
use std::process::ExitCode;

use crosstest::case;
use crosstest::exec::emulate;
use crosstest::exec::link::{self, Runtimes};
use crosstest::job::{Entry, Job, Target};
use crosstest::process;
use crosstest::subject::Subject;
use translator::ice::FuncId;
use translator::options::{Isa, OptLevel};

/// A program with its arguments.
struct Program {
    subject: Subject,
    start: FuncId,
    argv: Vec<Vec<u8>>,
}

impl Program {
    fn new(words: &[String]) -> Result<Program, String> {
        let path = Path::new(words.first().ok_or("a program's name is missing")?);
        let loaded = case::read_module(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let start = case::start(&loaded.module).ok_or_else(|| format!("{}: it defines no _start", path.display()))?;
        let argv = words.iter().map(|word| word.clone().into_bytes()).collect();
        Ok(Program { subject: Subject::new(loaded.module, loaded.bodies)?, start, argv })
    }

    /// How it ends, and how many instructions it executes.
    fn run(&self, target: Target) -> Result<(String, u64), String> {
        let object = self.subject.translate_as(&target.options())?;
        let image = link::object(&self.subject, target, &object, &Runtimes::new(&[target])?)?;
        let options = process::Options { argv: self.argv.clone(), fuel: u64::MAX, ..self.subject.options() };
        let job = Job { entry: Entry::Program(self.start), options, memory: &[] };
        let (outcome, instructions) = emulate::count(&self.subject, target.isa, &image, job)?;
        Ok((format!("{:?}, {} bytes of output", outcome.end, outcome.stdout.len()), instructions))
    }
}

fn measure(words: &[String]) -> Result<(), String> {
    let programs = words.split(|word| word == "--").map(Program::new).collect::<Result<Vec<_>, _>>()?;
    println!("{:<20} {:<7} {:>12} {:>12} {:>12} {:>7} {:>7}", "program", "isa", "Om1", "O0", "O2", "Om1/O2", "O0/O2");
    for isa in Isa::ALL {
        let mut logs = [0.0, 0.0];
        for program in &programs {
            let runs = OptLevel::ALL.map(|opt| program.run(Target { isa, opt }));
            let [om1, o0, o2] = runs;
            let (om1, o0, o2) = (om1?, o0?, o2?);
            let name = String::from_utf8_lossy(&program.argv[0]).into_owned();
            let name = Path::new(&name).file_stem().map_or(String::new(), |name| name.to_string_lossy().into_owned());
            if om1.0 != o2.0 || o0.0 != o2.0 {
                return Err(format!("{name} on {isa}: {}; at O0 {}; at O2 {}", om1.0, o0.0, o2.0));
            }
            let ratios = [om1.1, o0.1].map(|count| count as f64 / o2.1 as f64);
            println!("{name:<20} {isa:<7} {:>12} {:>12} {:>12} {:>7.2} {:>7.2}", om1.1, o0.1, o2.1, ratios[0], ratios[1]);
            logs.iter_mut().zip(ratios).for_each(|(sum, ratio)| *sum += ratio.ln());
        }
        let means = logs.map(|sum| (sum / programs.len() as f64).exp());
        println!("{:<20} {isa:<7} {:>38} {:>7.2} {:>7.2}", "geometric mean", "", means[0], means[1]);
    }
    Ok(())
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match measure(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("executed: {why}");
            ExitCode::from(2)
        }
    }
}
