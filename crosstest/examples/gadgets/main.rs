//! What diversification buys and costs: the gadgets of our programs that survive it, the size of
//! code, the instructions that are executed.
//!
//!     cargo run --release -p crosstest --example gadgets [-- [--seeds N] [--cost] [FILE.pexe...]]
//!
//! In: programs; without any, those of `crosstest/programs`. Out: a line for each axis and
//! architecture, with O2. A gadget of the plain object *survives* a seed if the same bytes stand at the
//! same offset of the section `.text`. With `--cost`, instructions executed on x86-32, too, which takes
//! gcc and valgrind.

mod cost;
mod scan;

use std::path::PathBuf;
use std::process::ExitCode;

use crosstest::axes;
use crosstest::repository::{list, root};
use object::{Object as _, ObjectSection as _};
use rayon::prelude::*;
use translator::driver::translate;
use translator::options::{Controls, Diversity, Isa, OptLevel, Options};

use scan::Gadget;

/// The architectures whose instructions start at any byte, and how wide their registers are.
const ARCHITECTURES: [(&str, u32); 2] = [("x8632", 32), ("x8664", 64)];

/// What is asked for.
struct Asked {
    seeds: u64,
    cost: bool,
    files: Vec<PathBuf>,
}

/// A program.
struct Program {
    path: PathBuf,
    bytes: Vec<u8>,
}

fn main() -> ExitCode {
    match asked().and_then(|asked| run(&asked)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("gadgets: {message}");
            ExitCode::FAILURE
        }
    }
}

fn asked() -> Result<Asked, String> {
    let mut asked = Asked { seeds: 100, cost: false, files: Vec::new() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match &*arg {
            "--seeds" => {
                let number = args.next().and_then(|number| number.parse().ok()).filter(|&number| number > 0);
                asked.seeds = number.ok_or("--seeds needs a number above 0")?;
            }
            "--cost" => asked.cost = true,
            _ => asked.files.push(arg.into()),
        }
    }
    if asked.files.is_empty() {
        asked.files = list(&root().ok_or("there is no crosstest/programs here")?.join("programs"), "pexe")?;
    }
    Ok(asked)
}

/// The rows of the table: each axis alone, and all of them. Registers are an axis, too.
fn rows() -> Vec<(&'static str, bool, Diversity)> {
    let mut rows = vec![("registers", true, Diversity::default())];
    rows.extend(axes::AXES.iter().map(|axis| (axis.name, false, axes::parse(axis.name).expect("a name"))));
    rows.push(("all", true, Diversity::all()));
    rows
}

fn controls(registers: bool, diversity: Diversity, seed: u64) -> Controls {
    Controls { randomize_regalloc: registers, ..axes::controls(Some(seed), diversity) }
}

fn run(asked: &Asked) -> Result<(), String> {
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Program { path: path.clone(), bytes })
    };
    let programs: Vec<Program> = asked.files.iter().map(read).collect::<Result<_, String>>()?;
    println!("{:<11} {:<6} {:>8} {:>10} {:>10} {:>10} {:>8}", "axis", "isa", "gadgets", "survive", "at most", "always", "size");
    for (name, bits) in ARCHITECTURES {
        let isa = Isa::from_name(name).ok_or("there is no such architecture")?;
        let plain: Vec<Plain> = programs.par_iter().map(|it| Plain::of(it, isa, bits)).collect::<Result<_, String>>()?;
        for (axis, registers, diversity) in rows() {
            let with = |seed| controls(registers, diversity, seed);
            let row = Row::of(&programs, &plain, isa, asked.seeds, &with)?;
            println!("{axis:<11} {name:<6} {row}");
        }
    }
    if asked.cost { cost::print(&programs, &rows()) } else { Ok(()) }
}

/// A program's code as it is without a seed.
struct Plain {
    code: Vec<u8>,
    gadgets: Vec<Gadget>,
}

impl Plain {
    fn of(program: &Program, isa: Isa, bits: u32) -> Result<Plain, String> {
        let code = code(program, isa, Controls::default())?;
        Ok(Plain { gadgets: scan::gadgets(bits, &code), code })
    }
}

/// The section of code of a program's object.
fn code(program: &Program, isa: Isa, controls: Controls) -> Result<Vec<u8>, String> {
    let options = Options { controls, ..Options::new(isa, OptLevel::O2) };
    let about = |why: String| format!("{}: {why}", program.path.display());
    let bytes = translate(&program.bytes, &options).map_err(|error| about(error.to_string()))?;
    let file = object::File::parse(&*bytes).map_err(|error| about(error.to_string()))?;
    let text = file.section_by_name(".text").and_then(|text| text.data().ok());
    Ok(text.ok_or_else(|| about("no code".into()))?.to_vec())
}

/// What an axis comes to, over all programs.
struct Row {
    gadgets: usize,
    /// Shares: over all seeds, of the seed with the most, of those that survive every seed.
    mean: f64,
    most: f64,
    always: f64,
    /// Code, relative to plain code.
    size: f64,
}

impl Row {
    fn of(
        programs: &[Program],
        plain: &[Plain],
        isa: Isa,
        seeds: u64,
        with: &(dyn Fn(u64) -> Controls + Sync),
    ) -> Result<Row, String> {
        let total: usize = plain.iter().map(|it| it.gadgets.len()).sum();
        let all: Vec<(Vec<Vec<bool>>, usize)> = (1..=seeds)
            .into_par_iter()
            .map(|seed| {
                let (mut survive, mut bytes) = (Vec::new(), 0);
                for (program, plain) in programs.iter().zip(plain) {
                    let found = code(program, isa, with(seed))?;
                    survive.push(plain.gadgets.iter().map(|gadget| gadget.survives(&plain.code, &found)).collect());
                    bytes += found.len();
                }
                Ok((survive, bytes))
            })
            .collect::<Result<_, String>>()?;
        let count = |survive: &[Vec<bool>]| survive.iter().flatten().filter(|it| **it).count();
        let counts: Vec<usize> = all.iter().map(|(survive, _)| count(survive)).collect();
        let always = plain.iter().enumerate().map(|(program, plain)| {
            let survives_all = |gadget: &usize| all.iter().all(|(survive, _)| survive[program][*gadget]);
            (0..plain.gadgets.len()).filter(survives_all).count()
        });
        let share = |count: f64| 100.0 * count / total.max(1) as f64;
        let plain_bytes: usize = plain.iter().map(|it| it.code.len()).sum();
        Ok(Row {
            gadgets: total,
            mean: share(counts.iter().sum::<usize>() as f64 / seeds as f64),
            most: share(counts.iter().copied().max().unwrap_or(0) as f64),
            always: share(always.sum::<usize>() as f64),
            size: all.iter().map(|(_, bytes)| *bytes as f64).sum::<f64>() / seeds as f64 / plain_bytes as f64,
        })
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Row { gadgets, mean, most, always, size } = self;
        write!(f, "{gadgets:>8} {mean:>8.3} % {most:>8.3} % {always:>8.3} % {size:>8.3}")
    }
}
