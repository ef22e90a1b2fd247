//! What came of a fault, as a line of a file.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use translator::faults::{Fault, Stage};
use translator::options::Pass;

use super::screen::Shown;

/// What came of a fault.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The fault.
    pub fault: Fault,
    /// What bisecting it gave; `None` if no program shows it.
    pub measured: Option<Measured>,
}

/// Whether the guilty function was named.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// And nothing else.
    Alone,
    /// In a set with functions that it needs to do harm.
    WithOthers,
    /// It was not, or what is innocent was named besides.
    No,
}

impl Named {
    const ALL: [Named; 3] = [Named::Alone, Named::WithOthers, Named::No];

    fn of(sets: &[&str], guilty: &[String]) -> Named {
        let is_guilty = |name: &str| guilty.iter().any(|guilty| guilty == name);
        match sets {
            [] => Named::No,
            _ if sets.iter().all(|set| is_guilty(set)) => Named::Alone,
            _ if sets.iter().all(|set| set.split(" + ").any(is_guilty)) => Named::WithOthers,
            _ => Named::No,
        }
    }

    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Named::Alone => "yes",
            Named::WithOthers => "with others",
            Named::No => "no",
        }
    }
}

/// What bisecting gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The program, by its file's name, and the target.
    pub program: String,
    /// Whether the function was named.
    pub function: Named,
    /// Whether the right pass, transformation or allocation was named; `None` if the fault is in no
    /// pass.
    pub pass: Option<bool>,
    /// What was said to be guilty.
    pub said: String,
    /// What it took.
    pub cost: Cost,
    /// Instructions that were left.
    pub instructions: Option<usize>,
}

/// What a bisection took.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Cost {
    /// Tests of sets.
    pub tests: usize,
    /// From the program to the report.
    pub seconds: f32,
    /// Processor time of that, of all processors together.
    pub processor: f32,
}

impl Measured {
    /// What `bisect` said, compared with what is known.
    pub fn of(fault: Fault, shown: &Shown, said: &str, cost: Cost) -> Measured {
        let sets: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  ")).collect();
        let function = Named::of(&sets, &shown.guilty);
        let name = sets.first().copied().unwrap_or_default();
        let guilt = said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        let guilt = guilt.filter(|_| !name.is_empty()).unwrap_or_else(|| said.lines().last().unwrap_or("it said nothing"));
        let instructions = said.lines().find_map(|line| line.split_once("reduced.ll: ")?.1.split(' ').next()?.parse().ok());
        let file = shown.file.file_name().unwrap_or_default().display();
        let program = format!("{file} {}", shown.isa);
        let pass = pass(fault, shown, name, guilt);
        Measured { program, function, pass, said: guilt.replace('\t', " "), cost, instructions }
    }
}

/// The optional passes of which one is to be named for a fault.
fn culprits(fault: Fault) -> &'static [Pass] {
    match fault {
        Fault::RewriteCycle | Fault::RewriteMoveOrder | Fault::RewriteScratchRegister => &[Pass::EdgeMoves],
        Fault::RewriteNarrowingCopy => &[Pass::Copies],
        Fault::X86EpilogueForgets
        | Fault::Arm32SavedForgotten
        | Fault::Mips32SavedForgotten
        | Fault::Mips32SavesOverlap
        | Fault::X86IncomingPastSaved
        | Fault::Arm32IncomingPastDoubles => &[Pass::SavedRegisters],
        Fault::FrameSlotsOverlap | Fault::FrameObjectsOverlap => &[Pass::PackFrame],
        _ => &[],
    }
}

/// Whether what is said to be guilty is what the fault is in.
fn pass(fault: Fault, shown: &Shown, function: &str, guilt: &str) -> Option<bool> {
    let list = guilt.strip_prefix("pass ").or(guilt.strip_prefix("passes ")).unwrap_or_default();
    let named = |pass: Pass| list.split(';').next().unwrap_or_default().split(" + ").any(|name| name == pass.name());
    if let known @ [_, ..] = culprits(fault) {
        return Some(known.iter().any(|&pass| named(pass)));
    }
    match fault.row().stage {
        Stage::Pass(pass) if pass.is_optional() => {
            // Not every pass spends fuel.
            let place = guilt.split("the transformation: ").nth(1);
            Some(named(pass) && place.is_none_or(|place| place.contains(&format!(" in {function}, "))))
        }
        Stage::Allocation | Stage::Pass(Pass::Liveness) => {
            let allocates = shown.bad.starts_with("O2");
            let checks = ["liveness", "allocate", "rewrite", "frame"]
                .iter()
                .any(|pass| guilt.contains(&format!(" fails after pass {pass}")));
            Some(if allocates { guilt.contains("; only with ") || checks } else { guilt.contains("allocation") })
        }
        _ => None,
    }
}

impl Record {
    fn line(&self) -> String {
        let yes = |flag: bool| if flag { "yes" } else { "no" };
        let Some(measured) = &self.measured else { return format!("{}\n", self.fault) };
        let Measured { program, function, pass, said, cost: Cost { tests, seconds, processor }, instructions } = measured;
        let pass = pass.map_or("-", yes);
        let instructions = instructions.map_or("-".into(), |count| count.to_string());
        let (fault, function) = (self.fault, function.name());
        format!("{fault}\t{program}\t{function}\t{pass}\t{tests}\t{seconds:.1}\t{processor:.1}\t{instructions}\t{said}\n")
    }

    fn parse(line: &str) -> Option<Record> {
        let fields: Vec<&str> = line.split('\t').collect();
        let fault = Fault::from_name(fields[0])?;
        if fields.len() == 1 {
            return Some(Record { fault, measured: None });
        }
        let &[_, program, function, pass, tests, seconds, processor, instructions, said] = fields.as_slice() else { return None };
        let measured = Measured {
            program: program.into(),
            function: Named::ALL.into_iter().find(|named| named.name() == function)?,
            pass: (pass != "-").then_some(pass == "yes"),
            said: said.into(),
            cost: Cost { tests: tests.parse().ok()?, seconds: seconds.parse().ok()?, processor: processor.parse().ok()? },
            instructions: instructions.parse().ok(),
        };
        Some(Record { fault, measured: Some(measured) })
    }

    /// In a line, for people.
    pub fn summary(&self) -> String {
        self.line().trim_end().replace('\t', " | ")
    }
}

/// The records of a file, the last one of each fault.
pub fn load(path: &Path) -> Result<Vec<Record>, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let mut records: Vec<Record> = Vec::new();
    for line in text.lines() {
        let record = Record::parse(line).ok_or_else(|| format!("{}: `{line}` is no record; remove it", path.display()))?;
        records.retain(|known| known.fault != record.fault);
        records.push(record);
    }
    Ok(records)
}

/// Adds a record to a file.
pub fn append(path: &Path, record: &Record) -> Result<(), String> {
    let about = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(about)?;
    file.write_all(record.line().as_bytes()).map_err(about)
}
