//! `pnacl-bccompress`: bitcode in, smaller bitcode out.

use super::Job;
use crate::bitcode::compress::{compress, spell_out};
use crate::driver::error::Error;
use crate::driver::source::Source;

/// The option that takes abbreviations out.
pub const REMOVE: &str = "remove-abbreviations";

/// What `-help` prints.
pub const HELP: &str = "\
Makes frozen PNaCl bitcode smaller.

Usage: pnacl-bccompress [OPTIONS] INPUT -o OUTPUT

INPUT is frozen bitcode (.pexe). What comes out has the same records in the same blocks, by abbreviations that are chosen
from the program's own statistics; every reader of PNaCl bitcode takes it. `-` reads standard input.

  -o OUTPUT         where to write; `-` is standard output. Without it the bitcode goes to standard output, unless that is
                    a terminal. A file appears only once it is complete; when something is wrong with the input, whatever
                    was there before stays
  -remove-abbreviations
                    do the reverse: take all abbreviations out, so that a listing shows records alone
  -bitcode-as-text  INPUT is bitcode spelled out, one record a line: `abbreviation,code,values...;`
  -help, -version   print this, or the version

Exit status: 0 if the output was written; 1 if the input was refused; 2 if the command line makes no sense; 70 for an
internal error, which is a bug: please report it.

Example: pnacl-bccompress program.pexe -o smaller.pexe
";

/// The smaller bitcode of a program.
pub(super) fn run(source: &Source<'_>, job: &Job) -> Result<Vec<u8>, Error> {
    let Some(bytes) = source.bitcode() else {
        return Err(Error::Format("this is the text form; pnacl-freeze makes bitcode of it, which can be compressed".into()));
    };
    Ok(if job.has(REMOVE) { spell_out(bytes)? } else { compress(bytes)? })
}
