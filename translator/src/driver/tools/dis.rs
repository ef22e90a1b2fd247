//! `pnacl-dis`: bitcode in, text out.

use super::{Job, abicheck, freeze};
use crate::bitcode::text_records;
use crate::driver::error::Error;
use crate::driver::source::Source;
use crate::ice::verify::Level;
use crate::text;

/// What `-help` prints.
pub const HELP: &str = "\
Prints a frozen PNaCl program as LLVM assembly.

Usage: pnacl-dis [OPTIONS] INPUT [-o OUTPUT]

INPUT is frozen bitcode (.pexe); `-` reads standard input. Its text form (.ll) is accepted as well and comes out in the
normal form, with values and blocks numbered. pnacl-freeze makes the program of it again, which translates to the same
code, and LLVM's own tools read it, too: those of version 15 and later as it is, LLVM 14's with -opaque-pointers (clang-14:
-Xclang -opaque-pointers).

  -o OUTPUT         where to write; `-`, the default, is standard output. A file appears only once it is complete; when
                    something is wrong with the input, whatever was there before stays
  -records          print records instead, one a line: `abbreviation,code,values...;`. Works for any sequence of whole
                    records, whatever they mean, so also for programs that are refused
  -bitcode-as-text  INPUT is such records as text
  -help, -version   print this, or the version

Exit status: 0 if the output was written; 1 if the input was refused; 2 if the command line makes no sense; 70 for an
internal error, which is a bug: please report it.

Example: pnacl-dis program.pexe -o program.ll
";

/// The text of a program.
pub(super) fn run(source: &Source<'_>, job: &Job) -> Result<Vec<u8>, Error> {
    if job.has("records") {
        let text = match source.bitcode() {
            Some(bitcode) => text_records::disassemble(bitcode).map_err(|error| source.locate(error.into()))?,
            None => text_records::disassemble(&freeze::run(source, job)?)?,
        };
        return Ok(text.into_bytes());
    }
    let (module, bodies) = source.read()?;
    if source.bitcode().is_none() {
        // Bitcode is well-typed once it is read, and worth a look even if a definition does not
        // dominate a use.
        abicheck::verify(&module, &bodies, Level::Structure)?;
    }
    Ok(text::print_module(&module, &bodies).into_bytes())
}
