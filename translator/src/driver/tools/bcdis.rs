//! `pnacl-bcdis`: bitcode as a listing of addresses, records and what they mean.

use super::Job;
use crate::bitcode::listing::{Columns, list};
use crate::bitcode::{ModuleReader, ReadError, ReadScratch, decode_body};
use crate::driver::error::Error;
use crate::driver::source::Source;
use crate::error::DecodeError;
use crate::ice::Function;

/// What `-help` prints.
pub const HELP: &str = "\
Lists frozen PNaCl bitcode: where each record begins, the record, and what it means.

Usage: pnacl-bcdis [OPTIONS] INPUT

INPUT is frozen bitcode (.pexe). `-` reads standard input. Each record is a line such as

     184:0|    6: <1, 0, 102, 97, 99,   |    @f0 : \"fac\"; <@a2>

a byte and a bit of the file; the abbreviation and the values, the code first, indented by blocks; and assembly, with the
abbreviation's name. Behind a record that no reader takes there is a line `Error(BYTE:BIT): WHY`; what is behind it in its
block is listed and not checked. pnacl-abicheck checks more: what values and instructions the ABI allows.

  -o OUTPUT         where to write; `-` is standard output (default)
  -no-records       leave out addresses and records
  -no-assembly      leave out the assembly
  -allow-local-symbol-tables
                    taken for scripts: they are always listed
  -bitcode-as-text  INPUT is bitcode spelled out, one record a line: `abbreviation,code,values...;`
  -help, -version   print this, or the version

Exit status: 0 if the listing was written; 1 if the input was refused or has errors; 2 if the command line makes no
sense; 70 for an internal error, which is a bug: please report it.

Example: pnacl-bcdis program.pexe
";

/// The listing of a program.
pub(super) fn run(source: &Source<'_>, job: &Job) -> Result<Vec<u8>, Error> {
    let Some(bytes) = source.bitcode() else {
        return Err(Error::Format("this is the text form; pnacl-freeze makes bitcode of it, which can be listed".into()));
    };
    let columns = Columns { records: !job.has("no-records"), assembly: !job.has("no-assembly") };
    if columns == (Columns { records: false, assembly: false }) {
        return Err(Error::Usage("-no-records and -no-assembly leave nothing to print".into()));
    }
    Ok(list(bytes, columns, &problems(bytes))?.into_bytes())
}

/// Why readers refuse bitcode: the first violation in the declarations, or else the first in each function. In the order of
/// their places.
fn problems(bytes: &[u8]) -> Vec<DecodeError> {
    let mut problems = Vec::new();
    if let Err(ReadError::Decode(error)) = read_bodies(bytes, &mut problems) {
        problems.push(error);
    }
    problems
}

/// Reads a program body by body, and takes note of those that cannot be read.
fn read_bodies(bytes: &[u8], problems: &mut Vec<DecodeError>) -> Result<(), ReadError> {
    let mut reader = ModuleReader::from_bytes(bytes)?;
    let (module, shared) = (reader.module().clone(), reader.shared().clone());
    let (mut scratch, mut func) = (ReadScratch::default(), Function::default());
    while let Some(body) = reader.next_body()? {
        problems.extend(decode_body(&shared, &module, &body, &mut scratch, &mut func).err());
    }
    Ok(())
}

/// Fails if the listing has lines of errors.
pub(super) fn check(source: &Source<'_>) -> Result<(), Error> {
    match &problems(source.bitcode().unwrap_or_default())[..] {
        [] => Ok(()),
        [only] => Err(only.clone().into()),
        [first, others @ ..] => Err(Error::Format(format!("{first} (and {} more, in the listing)", others.len()))),
    }
}
