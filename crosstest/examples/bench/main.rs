//! The measurements of the translator, in one run: what translating costs and where, how large and
//! how good the code is, memory, threads, the size of the program itself.
//!
//!     cargo run --release -p crosstest --example bench [-- OPTIONS] [PEXE...]
//!     cargo run --release -p crosstest --example bench -- compare OLD.json NEW.json
//!     cargo run --release -p crosstest --example bench -- executed [OPTIONS] ["PEXE ARGUMENT..."]...
//!     cargo run --release -p crosstest --example bench -- cycles [OPTIONS] ["PEXE ARGUMENT..."]...
//!     cargo run --release -p crosstest --example bench -- hot [OPTIONS] PEXE [ARGUMENT...]
//!     cargo run --release -p crosstest --example bench -- opcodes [OPTIONS] ["PEXE ARGUMENT..."]...
//!     cargo run --release -p crosstest --example bench -- native [OPTIONS]
//!     cargo run --release -p crosstest --example bench -- times [OPTIONS] ["[OPTION...] PEXE ARGUMENT..."]...
//!
//! In: `.pexe` files; without any, the programs of the repository. Out: tables on standard output,
//! and the same as JSON and as a page with plots. Other translators, given by their commands, are
//! measured in the same run, every figure beside ours; times are taken in turns, so that what else
//! the machine does falls on all alike. What needs a tool that is not installed is left out with a
//! line that says so.
//!
//! Exit status: 0; 1 if `compare` finds a regression; 2 if something cannot be measured at all.

mod callgrind;
mod compare;
mod cycles;
mod executed;
mod figures;
mod hot;
mod known;
mod native;
mod opcodes;
mod page;
mod programs;
mod quality;
mod scaling;
mod sections;
mod stages;
mod times;
mod translators;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use crosstest::files;
use crosstest::report::origin::Clock;
use crosstest::repository;
use translator::options::{Isa, OptLevel};

use figures::Report;
use sections::Setting;
use translators::Translator;

/// What is measured.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
enum Section {
    /// Instructions that translating executes (valgrind's callgrind; they repeat exactly)
    Cost,
    /// The share of each stage and pass in that, on the first target
    Stages,
    /// Bytes of code in the objects
    Code,
    /// Instructions that the translated programs execute, natively on x86-32, beside a C compiler's
    Quality,
    /// Peak memory of translating, of a module of 20 MB too
    Memory,
    /// Time with several threads, and what more threads would give
    Scaling,
    /// The size of the translator, stripped
    Size,
}

/// Measures the translator: tables on standard output, JSON and a page with plots in files
#[derive(Parser)]
#[command(name = "bench", args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    command: Option<Task>,
    /// What to measure (default: everything)
    #[arg(long, value_delimiter = ',', value_name = "SECTION,...")]
    sections: Vec<Section>,
    /// Targets (default: all)
    #[arg(long, value_delimiter = ',', value_name = "ISA,...", value_parser = isa)]
    targets: Vec<Isa>,
    /// Recipes (default: O2 and Om1)
    #[arg(long, value_delimiter = ',', value_name = "RECIPE,...", value_parser = recipe)]
    recipes: Vec<OptLevel>,
    /// The pnacl-sz to measure (default: the release build of this checkout, which is made)
    #[arg(long, value_name = "FILE")]
    translator: Option<PathBuf>,
    /// Another translator: a pnacl-sz, or a command with {isa} {triple} {recipe} {level} {in} {ll} {out} ({level}: 2 or 0;
    /// {ll}: the module as LLVM reads it). May be given several times
    #[arg(long, value_name = "NAME=COMMAND")]
    beside: Vec<String>,
    /// Measures the installed LLVM's llc, too
    #[arg(long)]
    llc: bool,
    /// How often times are taken, in turns; the median counts
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Measurements at a time, where nothing is timed (default: the number of processors)
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Where the figures go (default: measured/bench.json)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Where the page goes (default: measured/bench.html)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Programs; the C of NAME.pexe is looked for in src/NAME.c or c/NAME.c beside it
    #[arg(value_name = "PEXE")]
    programs: Vec<PathBuf>,
}

#[derive(Subcommand)]
enum Task {
    /// Says what got worse from one run to another; exits with 1 if anything did
    Compare {
        /// The figures before
        old: PathBuf,
        /// The figures after
        new: PathBuf,
    },
    /// Instructions that programs execute in the emulator, on every target
    Executed(executed::Args),
    /// Cycles that LLVM's model of a processor gives what programs execute in the emulator
    Cycles(cycles::Args),
    /// The hottest blocks of a program, disassembled
    Hot(hot::Args),
    /// The instructions that programs execute more and less often than another translator's code, by mnemonic
    Opcodes(opcodes::Args),
    /// Processor time of pnacl-run on this machine, beside clang and wasmtime
    Native(native::Args),
    /// Processor time of what recipes and another translator make of the same bitcode, on this machine
    Times(times::Args),
}

pub(crate) fn isa(name: &str) -> Result<Isa, String> {
    Isa::from_name(name).ok_or_else(|| format!("no target; there are {}", Isa::ALL.map(Isa::name).join(", ")))
}

pub(crate) fn recipe(name: &str) -> Result<OptLevel, String> {
    let found = OptLevel::ALL.into_iter().find(|level| level.name() == name);
    found.ok_or_else(|| format!("no recipe; there are {}", OptLevel::ALL.map(OptLevel::name).join(", ")))
}

/// What was asked for, or all there is.
pub(crate) fn or_all<T: Copy>(asked: Vec<T>, all: &[T]) -> Vec<T> {
    if asked.is_empty() { all.to_vec() } else { asked }
}

fn measure(args: Args) -> Result<(), String> {
    let clock = Clock::start(&[], 1);
    let mut translators = vec![Translator::ours(args.translator)?];
    if args.llc {
        translators.push(Translator::llc()?);
    }
    for beside in &args.beside {
        translators.push(Translator::parse(beside)?);
    }
    if let Some(jobs) = args.jobs {
        rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global().map_err(|error| error.to_string())?;
    }
    let setting = Setting {
        scratch: tempfile::tempdir().map_err(|error| format!("a directory for scratch files: {error}"))?,
        programs: programs::programs(&args.programs)?,
        translators,
        isas: or_all(args.targets, &Isa::ALL),
        recipes: or_all(args.recipes, &[OptLevel::O2, OptLevel::Om1]),
        runs: args.runs as usize,
    };
    let mut report = Report::default();
    let mut sections = or_all(args.sections, Section::value_variants());
    sections.sort_unstable();
    sections.dedup();
    for section in sections {
        let figures = match section {
            Section::Cost => sections::cost(&setting),
            Section::Stages => stages::stages(&setting),
            Section::Code => sections::code(&setting),
            Section::Quality => quality::quality(&setting),
            Section::Memory => sections::memory(&setting),
            Section::Scaling => scaling::scaling(&setting),
            Section::Size => sections::size(&setting),
        };
        let name = section.to_possible_value().expect("no section is hidden").get_name().to_string();
        match figures {
            Ok(figures) => {
                print!("{}", figures::table(&name, &figures));
                report.figures.extend(figures);
            }
            Err(why) => eprintln!("bench: {name}: left out: {why}"),
        }
    }
    report.origin = clock.stop();
    write(args.json, "bench.json", &report.to_json())?;
    write(args.html, "bench.html", &page::page(&report))
}

fn write(path: Option<PathBuf>, name: &str, text: &str) -> Result<(), String> {
    let path = match path {
        Some(path) => {
            files::replace(&path, text)?;
            path
        }
        None => repository::write_measured(name, text)?,
    };
    eprintln!("bench: wrote {}", path.display());
    Ok(())
}

fn main() -> ExitCode {
    let args = Args::parse();
    let ended = match &args.command {
        Some(Task::Compare { old, new }) => compare::compare(old, new),
        Some(Task::Executed(args)) => executed::main(args).map(|()| true),
        Some(Task::Cycles(args)) => cycles::main(args).map(|()| true),
        Some(Task::Hot(args)) => hot::main(args).map(|()| true),
        Some(Task::Opcodes(args)) => opcodes::main(args).map(|()| true),
        Some(Task::Native(args)) => native::main(args).map(|()| true),
        Some(Task::Times(args)) => times::main(args).map(|()| true),
        None => measure(args).map(|()| true),
    };
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::from(2)
        }
    }
}
