//! What the sandbox costs: instructions that programs execute with and without it, and bytes of code, by architecture and recipe.
//!
//!     cargo run --release -p crosstest --example sandbox_cost -- PEXE [ARGUMENT...] [-- PEXE [ARGUMENT...]]...
//!
//! In: programs with their arguments. Out: a line for each program, architecture and recipe, and geometric means. Instructions are those
//! of the program and of the runtime, counted in the emulator, so that they repeat; nops count. Exit status: 0; 2 if a program cannot be
//! run, or ends otherwise with the sandbox than without.

use std::path::Path;
use std::process::ExitCode;

use crosstest::case;
use crosstest::exec::emulate;
use crosstest::exec::execution::Execution;
use crosstest::exec::link::{self, Runtimes};
use crosstest::job::{Entry, Job, Target};
use crosstest::load::Image;
use crosstest::process;
use crosstest::subject::Subject;
use translator::ice::FuncId;

/// Instructions and bytes of code of one translation.
struct Cost {
    instructions: u64,
    bytes: u64,
}

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

    fn cost(&self, target: Target, sandbox: bool) -> Result<(String, Cost), String> {
        let mut execution = Execution::plain(target);
        execution.features.sandbox = sandbox;
        let object = self.subject.translate_as(&execution.options(self.subject.features))?;
        let image = link::object(&self.subject, target, &object, &Runtimes::new(&[target])?)?;
        let options = process::Options { argv: self.argv.clone(), fuel: u64::MAX, ..self.subject.options() };
        let job = Job { entry: Entry::Program(self.start), options, memory: &[] };
        let (outcome, instructions) = emulate::count(&self.subject, target.isa, &image, job)?;
        let end = format!("{:?}, {} bytes of output", outcome.end, outcome.stdout.len());
        Ok((end, Cost { instructions, bytes: code_bytes(&image) }))
    }
}

/// Bytes from the first function to the end of the last.
fn code_bytes(image: &Image) -> u64 {
    let is_code = |addr: u32| image.segments.iter().any(|it| it.access.execute && addr.wrapping_sub(it.addr) < it.len);
    image.symbols().iter().filter(|symbol| is_code(symbol.addr)).map(|symbol| u64::from(symbol.size)).sum()
}

fn measure(words: &[String]) -> Result<(), String> {
    let programs = words.split(|word| word == "--").map(Program::new).collect::<Result<Vec<_>, _>>()?;
    println!("{:<24} {:<11} {:>14} {:>14} {:>6} {:>6}", "program", "target", "instructions", "sandboxed", "ratio", "code");
    for target in Target::all() {
        let (mut product, mut code) = (0.0, 0.0);
        for program in &programs {
            let (end, plain) = program.cost(target, false)?;
            let (sandboxed_end, sandboxed) = program.cost(target, true)?;
            let name = String::from_utf8_lossy(&program.argv[0]).into_owned();
            if end != sandboxed_end {
                return Err(format!("{name} on {target}: {end}; with the sandbox {sandboxed_end}"));
            }
            let name = Path::new(&name).file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
            let ratio = |a: u64, b: u64| a as f64 / b as f64;
            let (of_instructions, of_code) =
                (ratio(sandboxed.instructions, plain.instructions), ratio(sandboxed.bytes, plain.bytes));
            let target = target.to_string();
            println!(
                "{name:<24} {target:<11} {:>14} {:>14} {of_instructions:>6.3} {of_code:>6.3}",
                plain.instructions, sandboxed.instructions
            );
            product += of_instructions.ln();
            code += of_code.ln();
        }
        let mean = |sum: f64| (sum / programs.len() as f64).exp();
        println!("{:<24} {:<11} {:>36.3} {:>6.3}", "geometric mean", target.to_string(), mean(product), mean(code));
    }
    Ok(())
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match measure(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("sandbox_cost: {why}");
            ExitCode::from(2)
        }
    }
}
