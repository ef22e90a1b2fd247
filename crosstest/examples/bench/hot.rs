//! Where a program spends its instructions: its hottest blocks on a target, disassembled, and the rival's beside them.
//!
//! A block here is a stretch of instructions that were executed equally often and that no jump of the same function leads into; its
//! weight is what was executed in it. Linear in the code, but for sorting the blocks.

use std::cmp::Reverse;
use std::path::PathBuf;

use crosstest::disasm::{self, CodeLine};
use crosstest::exec::execution::Engine;
use crosstest::job::Target;
use crosstest::load::Symbol;
use rustc_hash::FxHashMap;
use translator::options::{Isa, OptLevel};

use crate::executed::{self, Program, Run, Stretch};
use crate::figures::OURS;

/// Which program, and how.
#[derive(clap::Args)]
pub struct Args {
    /// The target
    #[arg(long, value_name = "ISA", value_parser = crate::isa, default_value = "x8632")]
    target: Isa,
    /// The recipe
    #[arg(long, value_name = "RECIPE", value_parser = crate::recipe, default_value = "O2")]
    recipe: OptLevel,
    /// How many blocks
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// How many instructions of a block are shown
    #[arg(long, value_name = "N", default_value_t = 60)]
    lines: usize,
    /// Sandboxed code, and then the same without a sandbox
    #[arg(long, conflicts_with = "beside")]
    sandbox: bool,
    /// Another translator, whose hottest blocks are shown, too: `llvm`, or as `--translator` of `crosstest run` says it
    #[arg(long, value_name = "llvm|NAME=COMMAND", value_parser = Engine::from_name)]
    beside: Option<Engine>,
    /// The program
    #[arg(value_name = "PEXE")]
    program: PathBuf,
    /// What it is started with
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true)]
    args: Vec<String>,
}

/// Prints the hottest functions and blocks.
///
/// # Errors
/// If the program cannot be run.
pub fn main(args: &Args) -> Result<(), String> {
    let program = Program::new(args.program.clone(), &args.args)?;
    let target = Target { isa: args.target, opt: args.recipe };
    if args.sandbox {
        print!("{}", report("sandboxed", target, &program.run_sandboxed(target)?, args));
    }
    print!("{}", report(OURS, target, &program.run(target, None)?, args));
    if let Some(engine) = &args.beside {
        let target = Target { opt: OptLevel::O2, ..target };
        print!("{}", report(&executed::short(engine), target, &program.run(target, Some(engine))?, args));
    }
    Ok(())
}

fn report(of: &str, target: Target, run: &Run, &Args { top, lines, .. }: &Args) -> String {
    let total = run.total();
    let share = |part: u64| part as f64 * 100.0 / total.max(1) as f64;
    let mut out = format!("== {of}, {target}: {:.2} M instructions\n", total as f64 / 1e6);
    let by_function = by_function(run);
    for (symbol, executed) in by_function.iter().take(top) {
        out += &format!("{:6.2} %  {:>12}  {}\n", share(*executed), executed, symbol.name);
    }
    let of_function = |symbol| blocks(target.isa, run, symbol).into_iter().map(move |block| (symbol, block));
    let mut blocks: Vec<(&Symbol, Stretch<CodeLine>)> = by_function.iter().flat_map(|&(symbol, _)| of_function(symbol)).collect();
    blocks.sort_by_key(|(_, block)| Reverse(block.weight()));
    for (symbol, block) in blocks.iter().take(top) {
        let (weight, times, len) = (block.weight(), block.times, block.lines.len());
        out += &format!("-- {:.2} %: {len} instructions {times} times in {}\n", share(weight), symbol.name);
        let is_long = len > lines;
        for line in block.lines.iter().take(if is_long { lines.saturating_sub(1) } else { len }) {
            out += &format!("{:6x} {}\n", line.offset.unwrap_or_default(), line.text);
        }
        if is_long {
            out += "       ...\n";
        }
    }
    out
}

/// The functions that ran, with what was executed in them, the hottest first.
pub fn by_function(run: &Run) -> Vec<(&Symbol, u64)> {
    let mut functions: FxHashMap<u32, (&Symbol, u64)> = FxHashMap::default();
    for (&addr, times) in &run.executed.counts {
        if let Some((symbol, _)) = run.image.symbol_at(addr) {
            functions.entry(symbol.addr).or_insert((symbol, 0)).1 += times;
        }
    }
    let mut functions: Vec<_> = functions.into_values().collect();
    functions.sort_by_key(|(symbol, executed)| (Reverse(*executed), symbol.addr));
    functions
}

/// The blocks of a function that ran; none if it is not the module's.
fn blocks(isa: Isa, run: &Run, symbol: &Symbol) -> Vec<Stretch<CodeLine>> {
    let lines = disasm::listing(isa, &run.object, &symbol.name).unwrap_or_default();
    executed::stretches(run, lines.into_iter().map(|line| (line.offset.map(|offset| symbol.addr + offset as u32), line)))
}
