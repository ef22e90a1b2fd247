//! `pnacl-finalize`: what is needed to ship a program, in one step: no names, checked, frozen and, if
//! asked for, compressed.

use super::{Job, strip};
use crate::bitcode::compress::compress;
use crate::bitcode::write::write_module;
use crate::driver::error::Error;
use crate::driver::source::Source;

/// What `-help` prints.
pub const HELP: &str = "\
Makes a program ready to be shipped: strips it, checks that it keeps to PNaCl's stable ABI, and freezes it.

Usage: pnacl-finalize [OPTIONS] INPUT [-o OUTPUT]

INPUT is frozen bitcode (.pexe), its text form (.ll), or a whole program as LLVM's own bitcode or IR, of which what `_start`
reaches is lowered to what the ABI has (an installed llvm-dis or clang reads it). What the ABI does not accept is refused,
each violation in a line. `-` reads standard input.

  -o OUTPUT         where to write; `-` is standard output. Without it INPUT itself is replaced, once all went well
  -compress         make it smaller, as pnacl-bccompress does
  -no-strip-syms    leave the names of functions and variables
  -bitcode-as-text  INPUT is bitcode spelled out, one record a line: `abbreviation,code,values...;`
  -help, -version   print this, or the version

Exit status: 0 if the output was written; 1 if the input was refused; 2 if the command line makes no sense; 70 for an
internal error, which is a bug: please report it.

Example: pnacl-finalize --compress program.bc -o program.pexe
";

/// The finalised program.
pub(super) fn run(source: &Source<'_>, job: &Job) -> Result<Vec<u8>, Error> {
    let (mut module, bodies) = source.read()?;
    super::verify_abi(&module, &bodies)?;
    if !job.has("no-strip-syms") {
        strip::strip(&mut module);
    }
    let bytes = write_module(&module, &bodies).map_err(|error| Error::Format(error.to_string()))?;
    if job.has("compress") { Ok(compress(&bytes)?) } else { Ok(bytes) }
}
