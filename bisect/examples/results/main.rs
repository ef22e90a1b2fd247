//! Measures what `bisect` makes of the translator's seeded faults: the table in
//! `measured/bisect.md`.
//!
//! `cargo run --release -p bisect --features faults --example results [-- FAULT...]`
//!
//! For each fault: a program that it breaks is looked for ([`screen`]), then `bisect pexe` gets
//! that program, and nothing else, with the faulty translation as the bad one. What it says is
//! compared with what is known: the fault was made in one function only. Each of the two steps is a
//! process of its own. What came of a fault is a line of a file ([`record`]), so that an
//! interrupted measurement goes on where it was, and the table is made from that file ([`table`]).
//! With names, only these faults are measured, again; with `--table` none is.

mod record;
mod screen;
mod table;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use crosstest::clock;
use crosstest::repository::write_measured;
use translator::faults::Fault;

use record::{Cost, Measured, Record};
use screen::Shown;

/// Where records and reports go, unless the variable `RESULTS_DIR` says otherwise.
const DIR: &str = "bisect-results";

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    match args.first().and_then(|word| word.to_str()) {
        // The second step of a measurement.
        Some("pexe") => bisect::cli::main(std::env::args_os()),
        Some("--screen") => end(args.get(1).ok_or_else(usage).and_then(fault).and_then(look)),
        Some("--table") => end(record::load(&dir().join("records.tsv")).and_then(publish)),
        _ => end(measure_all(&args)),
    }
}

fn end(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("results: {message}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    "usage: results [FAULT...]; `pnacl-sz -list-faults` lists them".into()
}

fn fault(name: &OsString) -> Result<Fault, String> {
    let name = name.to_string_lossy();
    Fault::from_name(&name).ok_or_else(|| format!("there is no fault {name}; {}", usage()))
}

/// The directory of the measurement.
fn dir() -> PathBuf {
    std::env::var_os("RESULTS_DIR").map_or_else(|| DIR.into(), PathBuf::from)
}

/// The first step, in a process of its own: prints what was found.
fn look(fault: Fault) -> Result<(), String> {
    std::panic::set_hook(Box::new(|_| {}));
    if let Some(shown) = screen::find(fault, &dir().join("generated"))? {
        println!("{shown}");
    }
    Ok(())
}

fn measure_all(names: &[OsString]) -> Result<(), String> {
    let chosen = names.iter().map(fault).collect::<Result<Vec<Fault>, String>>()?;
    let dir = dir();
    fs::create_dir_all(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let path = dir.join("records.tsv");
    let mut records = record::load(&path)?;
    let is_open = |fault: &Fault| !chosen.is_empty() || !records.iter().any(|record| record.fault == *fault);
    let open: Vec<Fault> = if chosen.is_empty() { Fault::all().collect() } else { chosen.clone() };
    let open: Vec<Fault> = open.into_iter().filter(is_open).collect();
    for (number, &fault) in open.iter().enumerate() {
        eprintln!("{}/{}: {fault}", number + 1, open.len());
        let record = measure(fault, &dir)?;
        eprintln!("  {}", record.summary());
        record::append(&path, &record)?;
        records.retain(|known| known.fault != fault);
        records.push(record);
    }
    if records.len() < Fault::COUNT {
        eprintln!("{} of {} faults are measured; the table says so", records.len(), Fault::COUNT);
    }
    publish(records)
}

/// Writes the table.
fn publish(mut records: Vec<Record>) -> Result<(), String> {
    records.sort_by_key(|record| record.fault.index());
    eprintln!("{}", write_measured("bisect.md", &table::markdown(&records))?.display());
    Ok(())
}

/// This program again.
fn again() -> Result<Command, String> {
    let program = std::env::current_exe().map_err(|error| format!("the program itself: {error}"))?;
    Ok(Command::new(program))
}

fn measure(fault: Fault, dir: &Path) -> Result<Record, String> {
    let start = Instant::now();
    let found = again()?.args(["--screen", fault.name()]).stdin(Stdio::null()).output();
    let found = found.map_err(|error| format!("the search for a program: {error}"))?;
    if !found.status.success() {
        return Err(format!("{fault}: the search for a program: {}", String::from_utf8_lossy(&found.stderr)));
    }
    let Some(shown) = Shown::parse(&String::from_utf8_lossy(&found.stdout)) else {
        return Ok(Record { fault, measured: None });
    };
    eprintln!("  {shown} ({:.0} s to find it)", start.elapsed().as_secs_f32());
    let out = dir.join(fault.name());
    let (start, before) = (Instant::now(), clock::of_children());
    let mut command = again()?;
    command.arg("pexe").arg(&shown.file).args(["--target", shown.isa.name(), "--good", &shown.good, "--bad", &shown.bad]);
    command.arg("--fresh").arg("--out").arg(&out);
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("bisect: {error}"))?;
    let seconds = start.elapsed().as_secs_f32();
    let journal = fs::read_to_string(out.join("journal")).unwrap_or_default();
    let tests = journal.lines().count().saturating_sub(1);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let cost = Cost { tests, seconds, processor: (clock::of_children() - before).as_secs_f32() };
    Ok(Record { fault, measured: Some(Measured::of(fault, &shown, &said, cost)) })
}
