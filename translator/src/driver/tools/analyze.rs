//! `pnacl-bcanalyzer`: what bitcode consists of.

use super::Job;
use crate::bitcode::analyze::analyze;
use crate::bitcode::text_records::disassemble;
use crate::driver::error::Error;
use crate::driver::source::Source;

/// What `-help` prints.
pub const HELP: &str = "\
Prints what frozen PNaCl bitcode consists of: for each kind of block how many there are, and its records by code: how many,
how many values and bits they have, which part of the file they are, and how many of them are abbreviated.

Usage: pnacl-bcanalyzer [OPTIONS] INPUT

INPUT is frozen bitcode (.pexe). `-` reads standard input.

  -dump             print every record before the table, one a line: `abbreviation,code,values...;`
  -o OUTPUT         where to write; `-` is standard output (default)
  -bitcode-as-text  INPUT is bitcode spelled out, as -dump prints it
  -help, -version   print this, or the version

Exit status: 0 if the table was written; 1 if the input was refused; 2 if the command line makes no sense; 70 for an internal
error, which is a bug: please report it.

Example: pnacl-bcanalyzer program.pexe
";

/// The table of a program.
pub(super) fn run(source: &Source<'_>, job: &Job) -> Result<Vec<u8>, Error> {
    let Some(bytes) = source.bitcode() else {
        return Err(Error::Format("this is the text form; pnacl-freeze makes bitcode of it, which can be analysed".into()));
    };
    let records = if job.has("dump") { disassemble(bytes)? } else { String::new() };
    Ok((records + &analyze(bytes)?.to_string()).into_bytes())
}
