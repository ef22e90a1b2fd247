//! Which kinds of instructions programs execute, beside another translator's: what is to be won, and where.
//!
//! In: programs, a target, the other translator. Out: a line for each mnemonic, how often it is executed in a hundred of the instructions
//! that the other one's code executes, with either, in the mean of the programs, and the difference; the largest differences first, so that
//! the last column adds up to how much more is executed. Helpers of the runtime are one line.

use std::cmp::Ordering;

use crosstest::disasm;
use crosstest::exec::execution::Engine;
use crosstest::job::Target;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use translator::options::{Isa, OptLevel};

use crate::executed::{self, Program, Run};
use crate::figures::OURS;
use crate::hot::by_function;

/// What is counted.
#[derive(clap::Args)]
pub struct Args {
    /// The target
    #[arg(long, value_name = "ISA", value_parser = crate::isa, default_value = "x8632")]
    target: Isa,
    /// The recipe
    #[arg(long, value_name = "RECIPE", value_parser = crate::recipe, default_value = "O2")]
    recipe: OptLevel,
    /// How many mnemonics
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Only how often this one is executed, by program
    #[arg(long, value_name = "MNEMONIC")]
    of: Option<String>,
    /// Sandboxed code beside the same without a sandbox
    #[arg(long, conflicts_with = "beside")]
    sandbox: bool,
    /// The other translator, at O2: `llvm`, or as `--translator` of `crosstest run` says it
    #[arg(long, value_name = "llvm|NAME=COMMAND", value_parser = Engine::from_name, default_value = "llvm")]
    beside: Engine,
    /// Programs, each with its arguments in one word (default: all of which is known what they print)
    #[arg(value_name = "PEXE ARGUMENT...")]
    programs: Vec<String>,
}

/// By mnemonic, in how many of a hundred instructions that the other one's code executes: ours, and its own.
type Shares = FxHashMap<String, [f64; 2]>;

const RUNTIME: &str = "(runtime)";

/// Prints the table.
///
/// # Errors
/// If a program cannot be run.
pub fn main(args: &Args) -> Result<(), String> {
    let programs = executed::programs(&args.programs)?;
    let of_each = programs.par_iter().map(|program| Ok((program.name.clone(), shares(program, args)?)));
    let of_each: Vec<(String, Shares)> = of_each.collect::<Result<_, String>>()?;
    let rows = match &args.of {
        Some(mnemonic) => {
            of_each.iter().map(|(name, shares)| (name.clone(), shares.get(mnemonic).copied().unwrap_or_default())).collect()
        }
        None => mean(&of_each),
    };
    let target = Target { isa: args.target, opt: args.recipe };
    let beside = if args.sandbox { "unsandboxed".into() } else { executed::short(&args.beside) };
    print!("{}", table(target, &beside, rows, args.top));
    Ok(())
}

fn mean(of_each: &[(String, Shares)]) -> Vec<(String, [f64; 2])> {
    let mut sums = Shares::default();
    for (mnemonic, part) in of_each.iter().flat_map(|(_, shares)| shares) {
        let sum = sums.entry(mnemonic.clone()).or_default();
        *sum = [0, 1].map(|side| sum[side] + part[side] / of_each.len() as f64);
    }
    sums.into_iter().collect()
}

fn table(target: Target, beside: &str, mut rows: Vec<(String, [f64; 2])>, top: usize) -> String {
    let more = |[ours, theirs]: [f64; 2]| ours - theirs;
    let order = |a: &(String, [f64; 2]), b: &(String, [f64; 2])| {
        more(b.1).abs().partial_cmp(&more(a.1).abs()).unwrap_or(Ordering::Equal).then_with(|| a.0.cmp(&b.0))
    };
    rows.sort_by(order);
    let all = [0, 1].map(|side| rows.iter().map(|row| row.1[side]).sum::<f64>());
    let line = |name: &str, both: [f64; 2]| format!("{name:<20}{:>9.2}{:>9.2}{:>+9.2}\n", both[0], both[1], more(both));
    let head = format!("opcodes, {target}, in % of what {beside}'s code executes\n{:<20}{OURS:>9}{beside:>9}\n", "");
    head + &rows.iter().take(top).map(|(name, both)| line(name, *both)).collect::<String>() + &line("all", all)
}

/// What a program executes, translated by both.
fn shares(program: &Program, args: &Args) -> Result<Shares, String> {
    let say = |why| format!("{} on {}: {why}", program.name, args.target);
    let target = Target { isa: args.target, opt: args.recipe };
    let ours = if args.sandbox { program.run_sandboxed(target) } else { program.run(target, None) }.map_err(say)?;
    let beside = Target { opt: OptLevel::O2, ..target };
    let theirs = if args.sandbox { program.run(target, None) } else { program.run(beside, Some(&args.beside)) }.map_err(say)?;
    let part = 100.0 / theirs.total().max(1) as f64;
    let mut shares = Shares::default();
    for (side, run) in [&ours, &theirs].into_iter().enumerate() {
        for (mnemonic, times) in by_mnemonic(args.target, run) {
            shares.entry(mnemonic).or_default()[side] += times as f64 * part;
        }
    }
    Ok(shares)
}

fn by_mnemonic(isa: Isa, run: &Run) -> FxHashMap<String, u64> {
    let mut counts = FxHashMap::default();
    let mut left = run.total();
    for (symbol, _) in by_function(run) {
        for line in disasm::listing(isa, &run.object, &symbol.name).unwrap_or_default() {
            let times = line.offset.and_then(|offset| run.executed.counts.get(&(symbol.addr + offset as u32)));
            let (Some(times), Some(mnemonic)) = (times, line.text.split_whitespace().next()) else { continue };
            *counts.entry(mnemonic.to_string()).or_default() += times;
            left = left.saturating_sub(*times);
        }
    }
    counts.insert(RUNTIME.into(), left);
    counts
}
