//! `pnacl-validate`: says of objects and executables whether their code keeps to the rules of Native Client's sandbox.
//!
//! In: a command line, files. Out: a line for each violation and one for each executable part of a file, on standard output; what cannot
//! be read, on standard error. The exit status is 0 if all is valid, 1 if something is not, 2 if something could not be looked at.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use translator::options::Isa;

use super::USAGE;
use super::args::isa;
use crate::validate::{Rule, object};

/// Checks that machine code cannot leave Native Client's sandbox
///
/// Looks at each executable section of an object, or each executable segment of a linked file, and at nothing else: who made the code
/// does not matter.
#[derive(Parser, Debug)]
#[command(name = "pnacl-validate", version, after_help = HELP)]
struct Args {
    /// Refuse files for another architecture than x8632, x8664, arm32 or mips32
    #[arg(long, value_name = "ISA", value_parser = isa)]
    isa: Option<Isa>,
    /// List all rules, or those of --isa, and do nothing else
    #[arg(long)]
    rules: bool,
    /// Objects (.o) and linked files (.nexe), ELF
    #[arg(value_name = "OBJECT-OR-NEXE", required_unless_present = "rules")]
    files: Vec<PathBuf>,
}

const HELP: &str = "\
A line for each violation says the file, its section or segment, the address, the bytes, the instruction, and the rule by number and
sentence; of each section at most 300 are described. Addresses in an object count from the section's start. Branches of an object to
another section or object are counted, and left to whoever links: validate the linked file, too.

Exit status: 0 if all code is valid, 1 if some is not, 2 if the command line makes no sense or a file cannot be read or has no code.

Example: pnacl-validate program.nexe";

/// Runs the program; `arguments` has its name first.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    // Where nobody reads the output, the status still tells.
    let mut out = io::BufWriter::new(io::stdout().lock());
    let status = if args.rules { list(&mut out, args.isa) } else { all(&mut out, &args) };
    let _ = out.flush();
    ExitCode::from(status)
}

fn list(out: &mut impl Write, isa: Option<Isa>) -> u8 {
    for rule in Rule::ALL.iter().filter(|rule| isa.is_none_or(|isa| isa == rule.isa())) {
        let _ = writeln!(out, "{:<9} {}", rule.id(), rule.sentence());
    }
    0
}

/// The worst of all files' statuses.
fn all(out: &mut impl Write, args: &Args) -> u8 {
    args.files.iter().map(|file| one(out, file, args.isa)).max().unwrap_or(USAGE)
}

fn one(out: &mut impl Write, path: &Path, isa: Option<Isa>) -> u8 {
    let file = path.display();
    let parts = std::fs::read(path).map_err(|error| error.to_string());
    let parts = match parts.and_then(|bytes| object::validate(&bytes, isa).map_err(|unreadable| unreadable.to_string())) {
        Ok(parts) => parts,
        Err(why) => {
            let _ = writeln!(io::stderr(), "pnacl-validate: {file}: {why}");
            return USAGE;
        }
    };
    let mut status = 0;
    for object::Part { name, result } in parts {
        match result {
            Ok(summary) => {
                let _ = writeln!(out, "{file}: {name}: valid: {summary}");
            }
            Err(violations) => {
                for violation in &violations.first {
                    let _ = writeln!(out, "{file}: {name}: {violation}");
                }
                let described = violations.first.len() as u64;
                let rest = if described < violations.count { format!(", of which {described} are shown") } else { String::new() };
                let plural = if violations.count == 1 { "" } else { "s" };
                let _ = writeln!(out, "{file}: {name}: not valid: {} violation{plural}{rest}", violations.count);
                status = 1;
            }
        }
    }
    status
}
