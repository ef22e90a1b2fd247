//! How many cycles a processor's model gives the code that programs execute: a figure of time for processors that this machine does not
//! have, and one that repeats.
//!
//! In: programs, a target, a processor. Out: a table with a line for each program. What was executed, and how often, is counted in the
//! emulator; LLVM's model of the processor (`llvm-mca`) says how many cycles a stretch of instructions takes that were executed equally
//! often, as if it were executed again and again. Caches, branches that are predicted wrongly, and what lies on both sides of a branch are
//! not in it; the parts of a loop's round that are executed equally often count as one stretch. What the model of ARM's processors lacks is asked for as something else: transfers of several registers as transfers of pairs,
//! which is how wide their way to memory is, calls as branches, barriers and exclusive accesses as plain ones, `nop` and what the disassembler does not know as a move. Stretches that make up [`COVERED`] of what was executed are asked for, and the rest counts as slow as those are.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Command, Stdio};

use crosstest::exec::execution::Engine;
use crosstest::isa::{Model, facts};
use crosstest::job::Target;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use translator::options::{Isa, OptLevel};

use crate::executed::{self, Program, Run, Stretch};
use crate::figures::{self, Figure, OURS, Unit};

/// The part of what was executed that the model is asked about.
const COVERED: f64 = 0.99;

/// Why writing to a string does not fail.
const GROWS: &str = "a string takes everything";

/// How often the model executes a stretch.
const ROUNDS: u32 = 100;

/// What is estimated.
#[derive(clap::Args)]
pub struct Args {
    /// The target
    #[arg(long, value_name = "ISA", value_parser = crate::isa, default_value = "arm32")]
    target: Isa,
    /// The recipe
    #[arg(long, value_name = "RECIPE", value_parser = crate::recipe, default_value = "O2")]
    recipe: OptLevel,
    /// The processor, as llvm-mca names it (default: cortex-a9, skylake, mips32r2)
    #[arg(long, value_name = "NAME")]
    cpu: Option<String>,
    /// Sandboxed code beside the same without a sandbox
    #[arg(long, conflicts_with = "beside")]
    sandbox: bool,
    /// Another translator, at O2: `llvm`, or as `--translator` of `crosstest run` says it
    #[arg(long, value_name = "llvm|NAME=COMMAND", value_parser = Engine::from_name)]
    beside: Option<Engine>,
    /// Also show the N stretches of each program that take most cycles
    #[arg(long, value_name = "N", default_value_t = 0)]
    top: usize,
    /// Programs, each with its arguments in one word (default: all of which is known what they print)
    #[arg(value_name = "PEXE ARGUMENT...")]
    programs: Vec<String>,
}

/// Prints the table.
///
/// # Errors
/// If a program cannot be run, or LLVM's tools are not there.
pub fn main(args: &Args) -> Result<(), String> {
    let programs = executed::programs(&args.programs)?;
    let target = Target { isa: args.target, opt: args.recipe };
    let cpu = args.cpu.as_deref().unwrap_or(facts(args.target).llvm.model.cpu);
    let figures = programs
        .par_iter()
        .map(|program| of_program(program, target, cpu, args).map_err(|why| format!("{} on {target}: {why}", program.name)));
    let (figures, shown): (Vec<Vec<Figure>>, Vec<String>) = figures.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    let what = if args.sandbox { "sandboxed " } else { "" };
    print!("{}", figures::table(&format!("cycles, {what}{target}, {cpu}"), &figures.concat()));
    print!("{}", shown.concat());
    Ok(())
}

/// A program's figures, and the stretches that are to be shown.
fn of_program(program: &Program, target: Target, cpu: &str, args: &Args) -> Result<(Vec<Figure>, String), String> {
    let mut shown = String::new();
    let mut figure = |of: &str, run: &Run| -> Result<Figure, String> {
        let mut estimate = estimate(target.isa, cpu, run)?;
        estimate.show(&format!("{}, {of}", program.name), args.top, &mut shown);
        Ok(Figure::exact("cycles", program.name.clone(), of, Unit::Cycles, estimate.cycles))
    };
    let ours = if args.sandbox { program.run_sandboxed(target)? } else { program.run(target, None)? };
    let mut figures = vec![figure(OURS, &ours)?];
    let beside = match &args.beside {
        _ if args.sandbox => Some(("unsandboxed".into(), program.run(target, None)?)),
        Some(engine) => Some((executed::short(engine), program.run(Target { opt: OptLevel::O2, ..target }, Some(engine))?)),
        None => None,
    };
    if let Some((name, run)) = beside {
        figures.push(figure(&name, &run)?);
    }
    Ok((figures, shown))
}

/// What the model gives a run.
struct Estimate {
    /// All of it, in cycles.
    cycles: f64,
    /// The stretches it was asked about, with the cycles of one execution.
    stretches: Vec<(Stretch<String>, f64)>,
}

impl Estimate {
    /// The stretches that take most.
    fn show(&mut self, of: &str, top: usize, out: &mut String) {
        let weight = |(stretch, cycles): &(Stretch<String>, f64)| stretch.times as f64 * cycles;
        self.stretches.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        for shown in self.stretches.iter().take(top) {
            let (stretch, cycles) = shown;
            let (share, len, times) = (100.0 * weight(shown) / self.cycles, stretch.lines.len(), stretch.times);
            writeln!(out, "-- {of}: {share:.2} %: {cycles:.1} cycles, {len} instructions, {times} times").expect(GROWS);
            for line in &stretch.lines {
                writeln!(out, "    {line}").expect(GROWS);
            }
        }
    }
}

/// Asks the model about a run.
fn estimate(isa: Isa, cpu: &str, run: &Run) -> Result<Estimate, String> {
    let mut stretches = stretches(isa, run)?;
    stretches.sort_by_key(|stretch| std::cmp::Reverse(stretch.weight()));
    let all: u64 = run.total();
    let mut left = all as f64 * COVERED;
    let asked = stretches.into_iter().take_while(|stretch| {
        let is_asked = left > 0.0;
        left -= stretch.weight() as f64;
        is_asked
    });
    let asked: Vec<Stretch<String>> = asked.collect();
    let of_each = model(isa, cpu, &asked)?;
    let covered: u64 = asked.iter().map(Stretch::weight).sum();
    if covered == 0 {
        return Err("nothing of it was executed".into());
    }
    let stretches: Vec<_> = asked.into_iter().zip(of_each).collect();
    let cycles: f64 = stretches.iter().map(|(stretch, cycles)| stretch.times as f64 * cycles).sum();
    Ok(Estimate { cycles: cycles * all as f64 / covered as f64, stretches })
}

/// What was executed of the object's code, in stretches.
fn stretches(isa: Isa, run: &Run) -> Result<Vec<Stretch<String>>, String> {
    let base: FxHashMap<&str, u32> = run.image.symbols().iter().map(|symbol| (&*symbol.name, symbol.addr)).collect();
    // The image's address of the function at hand, and its offset in the object.
    let mut function: Option<(u32, u64)> = None;
    // Where a prefix is that stands on a line of its own.
    let mut prefix: Option<u64> = None;
    let text = disassembly(isa, &run.object)?;
    let lines = text.lines().filter_map(|line| {
        let number = |digits: &str| u64::from_str_radix(digits.trim(), 16).ok();
        if let Some((offset, name)) = line.strip_suffix(">:").and_then(|head| head.split_once(" <")) {
            function = base.get(name).copied().zip(number(offset));
            return Some((None, Line { addr: 0, target: None, text: String::new() }));
        }
        let (offset, inst) = line.split_once(':').unwrap_or_default();
        if inst.trim() == "lock" {
            prefix = number(offset);
            return None;
        }
        let (offset, inst) = match prefix.take() {
            Some(before) => (Some(before), format!("lock {}", plain(inst))),
            None => (number(offset), plain(inst)),
        };
        let at = function.zip(offset).map(|((addr, start), offset)| addr + offset.wrapping_sub(start) as u32);
        Some((at, Line { addr: at.unwrap_or(0), target: target_of(&base, line), text: inst }))
    });
    Ok(joined(run, executed::stretches(run, lines)))
}

/// An instruction that was disassembled.
struct Line {
    /// Where it is in the image.
    addr: u32,
    /// Where it goes to there, if it says so.
    target: Option<u32>,
    text: String,
}

/// Stretches of one function that were executed equally often, up to where a loop ends that the first of them is in, with nothing but what was
/// executed less often between them, as one: the parts of a loop's round. In each by itself, executed as if again and again, what the others
/// compute would seem to come from its own last round.
fn joined(run: &Run, stretches: Vec<Stretch<Line>>) -> Vec<Stretch<String>> {
    let function = |addr: u32| run.image.symbol_at(addr).map(|(symbol, _)| symbol.addr);
    let mut joined: Vec<Stretch<String>> = Vec::new();
    // Those of the function at hand that may go on: none was executed less often than the one after it.
    let mut open: Vec<Open> = Vec::new();
    for Stretch { lines, times } in stretches {
        let (Some(first), Some(last)) = (lines.first().map(|line| line.addr), lines.last()) else { continue };
        let of = function(first);
        open.retain(|open| open.of == of && joined[open.index].times >= times);
        let end = (last.addr, last.target);
        let lines = lines.into_iter().map(|line| line.text);
        match open.last().filter(|open| joined[open.index].times == times) {
            Some(open) => joined[open.index].lines.extend(lines),
            None => {
                open.push(Open { of, first, index: joined.len() });
                joined.push(Stretch { lines: lines.collect(), times });
            }
        }
        // A way back ends the loops that began since.
        if let (addr, Some(target)) = end
            && target <= addr
        {
            open.retain(|open| open.first < target);
        }
    }
    joined
}

/// A stretch that may go on.
struct Open {
    /// The function it is in.
    of: Option<u32>,
    /// Where it begins.
    first: u32,
    index: usize,
}

/// The address in the image that the disassembler says an instruction refers to, as a symbol and an offset.
fn target_of(base: &FxHashMap<&str, u32>, line: &str) -> Option<u32> {
    let (name, offset) = line.rsplit_once('<')?.1.strip_suffix('>')?.split_once("+0x").unwrap_or_default();
    Some(base.get(name)? + u32::from_str_radix(offset, 16).ok()?)
}

/// An instruction without what the disassembler remarks on it.
fn plain(text: &str) -> String {
    let end = ["<", "@ ", "# "].iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    text[..end].trim().to_string()
}

fn disassembly(isa: Isa, object: &[u8]) -> Result<String, String> {
    let scratch = tempfile::tempdir().map_err(|error| format!("a directory for scratch files: {error}"))?;
    let path = scratch.path().join("code.o");
    std::fs::write(&path, object).map_err(|error| format!("{}: {error}", path.display()))?;
    let attributes = facts(isa).llvm.attributes;
    let mut objdump = Command::new("llvm-objdump-14");
    objdump.args(["-d", "--no-show-raw-insn"]);
    if !attributes.is_empty() {
        objdump.arg(format!("--mattr={attributes}"));
    }
    output(objdump.arg(&path))
}

/// What `llvm-mca` prints as JSON, as far as it is read here.
#[derive(Deserialize)]
struct Analysis {
    #[serde(rename = "CodeRegions")]
    regions: Vec<Region>,
}

#[derive(Deserialize)]
struct Region {
    #[serde(rename = "Name")]
    name: String,
    #[serde(rename = "SummaryView")]
    summary: Summary,
}

#[derive(Deserialize)]
struct Summary {
    #[serde(rename = "TotalCycles")]
    cycles: f64,
}

/// The cycles that the model gives one execution of each stretch.
fn model(isa: Isa, cpu: &str, stretches: &[Stretch<String>]) -> Result<Vec<f64>, String> {
    let Model { syntax, comment, nop, in_place_of, .. } = facts(isa).llvm.model;
    let modelled = |inst: &String| if inst.is_empty() { nop.into() } else { in_place_of(inst).unwrap_or_else(|| inst.clone()) };
    let mut text = syntax.to_string();
    for (index, stretch) in stretches.iter().enumerate() {
        let code = stretch.lines.iter().map(modelled).collect::<Vec<_>>().join("\n");
        writeln!(text, "{comment} LLVM-MCA-BEGIN {index}\n{code}\n{comment} LLVM-MCA-END {index}").expect(GROWS);
    }
    let scratch = tempfile::tempdir().map_err(|error| format!("a directory for scratch files: {error}"))?;
    let path = scratch.path().join("code.s");
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut mca = Command::new("llvm-mca-14");
    // The view of resources crashes LLVM 14.
    mca.args(["-json", "-resource-pressure=false", "-instruction-info=false"]);
    mca.args([&format!("-iterations={ROUNDS}"), &format!("-mcpu={cpu}"), &format!("-mtriple={}", facts(isa).llvm.triple)]);
    let attributes = facts(isa).llvm.attributes;
    if !attributes.is_empty() {
        mca.arg(format!("-mattr={attributes}"));
    }
    let analysis: Analysis =
        serde_json::from_str(&output(mca.arg(&path))?).map_err(|error| format!("llvm-mca's output: {error}"))?;
    let by_name: BTreeMap<&str, f64> =
        analysis.regions.iter().map(|region| (&*region.name, region.summary.cycles / f64::from(ROUNDS))).collect();
    let of_each = (0..stretches.len()).map(|index| {
        let cycles = by_name.get(&*index.to_string()).copied();
        cycles.ok_or_else(|| format!("llvm-mca says nothing of {}", stretches[index].lines.join("; ")))
    });
    of_each.collect()
}

/// What a tool prints.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name} (Debian: llvm-14): {error}"))?;
    if !output.status.success() {
        // Warnings come before it.
        let text = String::from_utf8_lossy(&output.stderr);
        let why = text.lines().skip_while(|line| !line.contains("error:")).collect::<Vec<_>>().join(" ");
        return Err(format!("{name}: {}", if why.is_empty() { "it failed without a word" } else { why.trim() }));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
