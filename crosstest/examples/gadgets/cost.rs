//! What each axis costs when the code runs: instructions that programs execute on x86-32, the whole
//! process, counted by callgrind.
//!
//! In: programs, the axes. Out: a line for each axis, as a factor of what plain code executes, over all
//! programs. A program that does not end within what valgrind does in a minute is left out. Takes gcc
//! for 32 bits and valgrind.

use std::path::Path;
use std::process::{Command, Stdio};

use crosstest::repository;
use translator::driver::{translate, translate_runtime};
use translator::options::{Controls, Diversity, Isa, OptLevel, Options};

use crate::{Program, controls};

/// What gcc links for 32 bits and the host runs.
const ISA: &str = "x8632";
/// Whose mean is taken.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

/// Prints the lines.
pub fn print(programs: &[Program], rows: &[(&'static str, bool, Diversity)]) -> Result<(), String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let bench = Bench::new(dir.path())?;
    let mut plain = Vec::new();
    for program in programs {
        match bench.executed(program, Controls::default()) {
            Ok(count) => plain.push((program, count)),
            Err(why) => eprintln!("gadgets: {}: left out: {why}", program.path.display()),
        }
    }
    println!("\n{:<11} {:>10}", "axis", "executed");
    for &(axis, registers, diversity) in rows {
        let mut factor = 0.0;
        for &(program, count) in &plain {
            for seed in SEEDS {
                factor += bench.executed(program, controls(registers, diversity, seed))? / count;
            }
        }
        println!("{axis:<11} {:>10.3}", factor / (plain.len() as f64 * SEEDS.count() as f64));
    }
    Ok(())
}

/// What programs are linked with, and where.
struct Bench<'d> {
    dir: &'d Path,
    isa: Isa,
}

impl<'d> Bench<'d> {
    fn new(dir: &'d Path) -> Result<Self, String> {
        let isa = Isa::from_name(ISA).ok_or("there is no such architecture")?;
        let irt = repository::repository().ok_or("not inside the repository")?.join("translator/src/driver/executable/irt.c");
        let mut gcc = Command::new("gcc");
        gcc.args(["-m32", "-msse2", "-std=gnu11", "-O1", "-ffreestanding", "-fno-pic", "-fno-stack-protector", "-c", "-o"]);
        run(gcc.arg(dir.join("irt.o")).arg(irt))?;
        let runtime = translate_runtime(&Options::new(isa, OptLevel::O2)).map_err(|error| error.to_string())?;
        write(&dir.join("runtime.o"), &runtime)?;
        Ok(Bench { dir, isa })
    }

    /// The instructions that a program executes.
    fn executed(&self, program: &Program, controls: Controls) -> Result<f64, String> {
        let path = |name: &str| self.dir.join(name);
        let options = Options { controls, ..Options::new(self.isa, OptLevel::O2) };
        write(&path("program.o"), &translate(&program.bytes, &options).map_err(|error| error.to_string())?)?;
        let mut gcc = Command::new("gcc");
        gcc.args(["-m32", "-static", "-no-pie", "-nostdlib", "-Wl,-e,irt_entry", "-o"]).arg(path("program"));
        run(gcc.args(["program.o", "irt.o", "runtime.o"].map(path)))?;
        let mut valgrind = Command::new("timeout");
        valgrind.args(["60", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(path("program"));
        let said = run(&mut valgrind)?;
        let count = said.lines().filter_map(|line| line.split_once("refs:")).next_back().map(|(_, count)| count.replace(',', ""));
        count.and_then(|count| count.trim().parse().ok()).ok_or_else(|| "valgrind says nothing".into())
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs a command; what it said on standard error. A program's own exit status is its own affair.
fn run(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(0) => Ok(said),
        Some(code) if name == "timeout" && code != 124 => Ok(said),
        _ => Err(format!("{name}: {}", said.lines().find(|line| line.contains("error")).unwrap_or("it fails"))),
    }
}
