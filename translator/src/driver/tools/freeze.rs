//! `pnacl-freeze`: text in, bitcode out.

use super::{Job, abicheck};
use crate::bitcode::write::write_module;
use crate::driver::error::Error;
use crate::driver::source::Source;
use crate::ice::verify::Level;

/// What `-help` prints.
pub const HELP: &str = "\
Writes a program as frozen PNaCl bitcode.

Usage: pnacl-freeze [OPTIONS] INPUT -o OUTPUT

INPUT is the text form (.ll) of a finalised program: one that keeps to PNaCl's stable ABI, which pnacl-abicheck checks. Every
violation is an error here, so what is written is always accepted. Frozen bitcode (.pexe) is accepted as well and comes out
in the standard abbreviations. So are LLVM's own bitcode and IR, of which what `_start` reaches is lowered to what the ABI
has (an installed llvm-dis or clang reads bitcode: that of its own version and older). The content decides, not the name.
`-` reads standard input.

  -o OUTPUT         where to write; `-` is standard output. Without it the bitcode goes to standard output, unless that is
                    a terminal. A file appears only once it is complete; when something is wrong with the input, whatever
                    was there before stays
  -bitcode-as-text  INPUT is bitcode spelled out, one record a line: `abbreviation,code,values...;`
  -allow-local-symbol-tables
                    taken for scripts; names of values and blocks are not kept
  -help, -version   print this, or the version

Exit status: 0 if the output was written; 1 if the input was refused; 2 if the command line makes no sense; 70 for an
internal error, which is a bug: please report it.

Example: pnacl-freeze program.ll -o program.pexe
";

/// The bitcode of a program.
pub(super) fn run(source: &Source<'_>, _: &Job) -> Result<Vec<u8>, Error> {
    let (module, bodies) = source.read()?;
    abicheck::verify(&module, &bodies, Level::PnaclAbi)?;
    // What the ABI allows but the format has no room for: a limit, like those of the translator.
    write_module(&module, &bodies).map_err(|error| Error::Format(error.to_string()))
}
