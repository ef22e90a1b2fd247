//! `pnacl-strip`: a program without the names that nothing needs.

use super::Job;
use crate::bitcode::write::write_module;
use crate::driver::error::Error;
use crate::driver::source::Source;
use crate::ice::{Linkage, Module};

/// What `-help` prints.
pub const HELP: &str = "\
Removes from a frozen PNaCl program what only people read: the names of functions and variables that are not exported, and of
values and blocks.

Usage: pnacl-strip [OPTIONS] INPUT [-o OUTPUT]

INPUT is frozen bitcode (.pexe) or its text form (.ll); `-` reads standard input. The program that comes out is translated to
the same code; `_start` and the intrinsics keep their names. To strip it again changes nothing.

  -o OUTPUT         where to write; `-` is standard output. Without it INPUT itself is replaced, once all went well
  -s, -strip-all    remove all names (default)
  -S, -strip-debug  remove the names of values and blocks only
  -bitcode-as-text  INPUT is bitcode spelled out, one record a line: `abbreviation,code,values...;`
  -help, -version   print this, or the version

Exit status: 0 if the output was written; 1 if the input was refused; 2 if the command line makes no sense; 70 for an
internal error, which is a bug: please report it.

Example: pnacl-strip program.pexe -o small.pexe
";

/// The program without names.
pub(super) fn run(source: &Source<'_>, job: &Job) -> Result<Vec<u8>, Error> {
    let (mut module, bodies) = source.read()?;
    super::verify_abi(&module, &bodies)?;
    let last = job.flags.last().copied().unwrap_or("s");
    if matches!(last, "s" | "strip-all") {
        strip(&mut module);
    }
    // Names of values and blocks went when it was read.
    write_module(&module, &bodies).map_err(|error| Error::Format(error.to_string()))
}

/// Removes the names of internal functions and variables.
pub(super) fn strip(module: &mut Module) {
    for id in module.funcs.keys() {
        let func = &mut module.funcs[id];
        if func.linkage == Linkage::Internal {
            func.name.clear();
        }
    }
    for id in module.globals.keys() {
        let global = &mut module.globals[id];
        if global.linkage == Linkage::Internal {
            global.name.clear();
        }
    }
}
