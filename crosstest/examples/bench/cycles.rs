//! How many cycles a processor's model gives the code that programs execute: a figure of time for processors that this machine does not
//! have, and one that repeats.
//!
//! In: programs, a target, a processor. Out: a table with a line for each program. What was executed is noted in the emulator
//! ([`crosstest::exec::executed`]), all of it or, of long runs, windows at equal distances; LLVM's model of the processor (`llvm-mca`) says how many cycles
//! a window takes, as if every branch were predicted rightly. Caches and branches that are predicted wrongly are not in it. The runtime's code, which is
//! not in the object, counts as slow as the rest. What the model of ARM's processors lacks is asked for as something else: transfers of several
//! registers as transfers of pairs, which is how wide their way to memory is, calls as branches, barriers and exclusive accesses as plain ones,
//! `nop` and what the disassembler does not know as a move.
//!
//! Where the cycles are (`--top`, `--functions`) is said of paths of some dozens of instructions: how many cycles a path takes with the one before
//! it, less what that one takes alone. That is near to the truth, no more: what is further back than the path before is not in it. Pairs of paths that make up [`COVERED`] of what was executed
//! are asked for, but at most [`MOST`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

use crosstest::exec::execution::Engine;
use crosstest::isa::{Model, facts};
use crosstest::job::Target;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use translator::options::{Isa, OptLevel};

use crate::executed::{self, Program, Run};
use crate::figures::{self, Figure, OURS, Unit};

/// The part of what was executed whose paths the model is asked about.
const COVERED: f64 = 0.99;

/// Why writing to a string does not fail.
const GROWS: &str = "a string takes everything";

/// How many pairs of paths it is asked about at most.
const MOST: usize = 4000;

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
    /// Also show the N paths of each program that take most cycles
    #[arg(long, value_name = "N", default_value_t = 0)]
    top: usize,
    /// Also show the N functions of each program whose cycles differ most from the other translator's
    #[arg(long, value_name = "N", default_value_t = 0, requires = "beside")]
    functions: usize,
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

/// A program's figures, and what is to be shown of where its cycles are.
fn of_program(program: &Program, target: Target, cpu: &str, args: &Args) -> Result<(Vec<Figure>, String), String> {
    let mut shown = String::new();
    let mut functions = Vec::new();
    let mut figure = |of: &str, run: &Run| -> Result<Figure, String> {
        if args.top + args.functions > 0 {
            let mut places = places(target.isa, cpu, run)?;
            places.show(&format!("{}, {of}", program.name), args.top, &mut shown);
            functions.push(places.functions);
        }
        Ok(Figure::exact("cycles", program.name.clone(), of, Unit::Cycles, estimate(target.isa, cpu, run)?))
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
    if let [ours, theirs] = &functions[..] {
        show_functions(&program.name, ours, theirs, args.functions, &mut shown);
    }
    Ok((figures, shown))
}

/// The functions whose cycles differ most.
fn show_functions(program: &str, ours: &ByFunction, theirs: &ByFunction, count: usize, out: &mut String) {
    let of = |functions: &ByFunction, name: &str| functions.get(name).copied().unwrap_or(0.0);
    let names: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    let mut rows: Vec<_> = names.into_iter().map(|name| (name, of(ours, name), of(theirs, name))).collect();
    rows.sort_by(|a, b| (b.1 - b.2).abs().total_cmp(&(a.1 - a.2).abs()));
    for (name, ours, theirs) in rows.into_iter().take(count) {
        writeln!(out, "-- {program}: {:+9.0} cycles, {ours:.0} in place of {theirs:.0}: {name}", ours - theirs).expect(GROWS);
    }
}

/// Cycles by the function that an instruction is in; a path's are shared out equally among its instructions.
type ByFunction = BTreeMap<String, f64>;

/// Where a run spends its cycles.
struct Places {
    /// All of them.
    cycles: f64,
    /// The paths it was asked about.
    paths: Vec<Path>,
    functions: ByFunction,
}

/// A path behind whatever came before it.
struct Path {
    lines: Vec<String>,
    /// How often it was executed.
    times: u64,
    /// What it took in all, in cycles.
    cycles: f64,
}

impl Places {
    /// The paths that take most.
    fn show(&mut self, of: &str, top: usize, out: &mut String) {
        self.paths.sort_by(|a, b| b.cycles.total_cmp(&a.cycles));
        for Path { lines, times, cycles } in self.paths.iter().take(top) {
            let (share, len, each) = (100.0 * cycles / self.cycles, lines.len(), cycles / *times as f64);
            writeln!(out, "-- {of}: {share:.2} %: {each:.1} cycles, {len} instructions, {times} times").expect(GROWS);
            for line in lines {
                writeln!(out, "    {line}").expect(GROWS);
            }
        }
    }
}

/// Asks the model about a run: how many cycles it takes.
fn estimate(isa: Isa, cpu: &str, run: &Run) -> Result<f64, String> {
    let texts = texts(isa, run)?;
    let windows = run.executed.windows().iter();
    let windows: Vec<Vec<String>> =
        windows.map(|window| window.iter().filter_map(|addr| texts.get(addr).cloned()).collect()).collect();
    let known: usize = windows.iter().map(Vec::len).sum();
    if known == 0 {
        return Err("nothing of it was executed".into());
    }
    let cycles: f64 = model(isa, cpu, &windows)?.iter().sum();
    Ok(cycles * run.total() as f64 / known as f64)
}

/// Asks the model about the paths of a run.
fn places(isa: Isa, cpu: &str, run: &Run) -> Result<Places, String> {
    let texts = texts(isa, run)?;
    let known = |addrs: &&[u32]| addrs.iter().filter_map(|addr| texts.get(addr).cloned()).collect();
    let paths: Vec<Vec<String>> = run.executed.paths().iter().map(known).collect();
    let all = run.total() as f64;
    let mut covered = 0.0;
    let pairs: Vec<(usize, usize, u64)> = run.executed.pairs().into_iter().take(MOST).collect();
    let is_asked = |&&(_, path, times): &&(usize, usize, u64)| {
        let is_asked = covered < all * COVERED;
        covered += if is_asked { (times * paths[path].len() as u64) as f64 } else { 0.0 };
        is_asked
    };
    let pairs: Vec<_> = pairs.iter().take_while(is_asked).collect();
    let mut alone: Vec<usize> = pairs.iter().map(|&&(before, ..)| before).collect();
    alone.sort_unstable();
    alone.dedup();
    let both = pairs.iter().map(|&&(before, path, _)| [&paths[before][..], &paths[path][..]].concat());
    let of_each = model(isa, cpu, &alone.iter().map(|&path| paths[path].clone()).chain(both).collect::<Vec<_>>())?;
    let (of_alone, of_both) = of_each.split_at(alone.len());
    let mut of_path: BTreeMap<usize, Path> = BTreeMap::new();
    for (&&(before, path, times), &both) in pairs.iter().zip(of_both) {
        let cycles = times as f64 * (both - of_alone[alone.binary_search(&before).expect("it was asked about")]);
        let shown = of_path.entry(path).or_insert_with(|| Path { lines: paths[path].clone(), times: 0, cycles: 0.0 });
        (shown.times, shown.cycles) = (shown.times + times, shown.cycles + cycles);
    }
    if covered == 0.0 {
        return Err("too little of it was executed".into());
    }
    let scale = all / covered;
    let mut functions = ByFunction::new();
    let addrs = run.executed.paths();
    for (&path, Path { cycles, .. }) in &of_path {
        for &addr in addrs[path] {
            let name = run.image.symbol_at(addr).map_or("", |(symbol, _)| &symbol.name);
            *functions.entry(name.into()).or_default() += cycles * scale / addrs[path].len() as f64;
        }
    }
    let paths: Vec<Path> = of_path.into_values().collect();
    let cycles: f64 = paths.iter().map(|path| path.cycles).sum();
    Ok(Places { cycles: cycles * scale, paths, functions })
}

/// The instructions of the object's code, by their addresses in the image.
fn texts(isa: Isa, run: &Run) -> Result<FxHashMap<u32, String>, String> {
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
            return None;
        }
        let (offset, inst) = line.split_once(':')?;
        if inst.trim() == "lock" {
            prefix = number(offset);
            return None;
        }
        let (offset, inst) = match prefix.take() {
            Some(before) => (Some(before), format!("lock {}", plain(inst))),
            None => (number(offset), plain(inst)),
        };
        let (addr, start) = function?;
        Some((addr + offset?.wrapping_sub(start) as u32, inst))
    });
    Ok(lines.collect())
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

/// The cycles that the model gives one execution of each of these pieces of code.
fn model(isa: Isa, cpu: &str, pieces: &[Vec<String>]) -> Result<Vec<f64>, String> {
    let Model { syntax, comment, nop, in_place_of, .. } = facts(isa).llvm.model;
    let modelled = |inst: &String| if inst.is_empty() { nop.into() } else { in_place_of(inst).unwrap_or_else(|| inst.clone()) };
    let mut text = syntax.to_string();
    for (index, piece) in pieces.iter().enumerate() {
        let code = piece.iter().map(modelled).collect::<Vec<_>>().join("\n");
        writeln!(text, "{comment} LLVM-MCA-BEGIN {index}\n{code}\n{comment} LLVM-MCA-END {index}").expect(GROWS);
    }
    let scratch = tempfile::tempdir().map_err(|error| format!("a directory for scratch files: {error}"))?;
    let path = scratch.path().join("code.s");
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut mca = Command::new("llvm-mca-14");
    // The view of resources crashes LLVM 14.
    mca.args(["-json", "-resource-pressure=false", "-instruction-info=false"]);
    mca.args(["-iterations=1", &format!("-mcpu={cpu}"), &format!("-mtriple={}", facts(isa).llvm.triple)]);
    let attributes = facts(isa).llvm.attributes;
    if !attributes.is_empty() {
        mca.arg(format!("-mattr={attributes}"));
    }
    let analysis: Analysis =
        serde_json::from_str(&output(mca.arg(&path))?).map_err(|error| format!("llvm-mca's output: {error}"))?;
    let by_name: FxHashMap<&str, f64> = analysis.regions.iter().map(|region| (&*region.name, region.summary.cycles)).collect();
    let of_each = (0..pieces.len()).map(|index| {
        // It does not mention what is empty: the runtime's code alone.
        let cycles = by_name.get(&*index.to_string()).copied().or_else(|| pieces[index].is_empty().then_some(0.0));
        cycles.ok_or_else(|| format!("llvm-mca says nothing of {}", pieces[index].join("; ")))
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
