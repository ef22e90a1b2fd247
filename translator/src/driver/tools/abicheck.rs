//! `pnacl-abicheck`: every violation of PNaCl's ABI in a program.
//!
//! The reader of bitcode enforces most of the ABI and stops at the first violation of what it is
//! reading: the declarations, or one function. So each function is read on its own, and what reads
//! well goes on to the verifier, which finds all violations of the rest.

use super::Job;
use crate::bitcode::{ModuleReader, ReadScratch, decode_body};
use crate::driver::error::{Error, RecordError};
use crate::driver::source::Source;
use crate::error::VerifyErrors;
use crate::ice::verify::{Level, Verifier};
use crate::ice::{Function, Module};

/// What `-help` prints.
pub const HELP: &str = "\
Checks a program against the ABI of finalised PNaCl bitcode.

Usage: pnacl-abicheck [OPTIONS] INPUT

INPUT is frozen bitcode (.pexe) or its text form (.ll); the content decides, not the name. `-` reads standard input. Every
violation is printed to standard error, one a line, with its place: byte and bit of the file where the bits are at fault,
function and instruction where the program is. In bitcode that does not read, one violation for each function (or one for
the declarations) is found at a time; in text that does not parse, the first.

  -bitcode-as-text  INPUT is bitcode spelled out, one record a line: `abbreviation,code,values...;`
  -help, -version   print this, or the version

Exit status: 0 if there is no violation; 1 if there is one, or the input cannot be read; 2 if the command line makes no
sense; 70 for an internal error, which is a bug: please report it.

Example: pnacl-abicheck program.pexe
";

/// Fails with all violations, if there are any. Writes nothing.
pub(super) fn run(source: &Source<'_>, _: &Job) -> Result<Vec<u8>, Error> {
    match source.bitcode() {
        Some(bitcode) => {
            let mut check = Check::new(Level::PnaclAbi);
            check.bitcode(bitcode, source);
            check.finish()?;
        }
        None => {
            let (module, bodies) = source.read()?;
            verify(&module, &bodies, Level::PnaclAbi)?;
        }
    }
    Ok(Vec::new())
}

/// Fails with all that is wrong with a module, if anything is.
pub(super) fn verify(module: &Module, bodies: &[Function], level: Level) -> Result<(), Error> {
    let mut check = Check::new(level);
    check.module(module);
    bodies.iter().for_each(|body| check.body(module, body));
    check.finish()
}

struct Check {
    level: Level,
    verifier: Verifier,
    problems: Vec<String>,
}

impl Check {
    fn new(level: Level) -> Self {
        Self { level, verifier: Verifier::default(), problems: Vec::new() }
    }

    fn finish(self) -> Result<(), Error> {
        let problems = self.problems;
        if problems.is_empty() { Ok(()) } else { Err(Error::Verify(String::new(), VerifyErrors { problems })) }
    }

    fn bitcode(&mut self, bitcode: &[u8], source: &Source<'_>) {
        let mut reader = match ModuleReader::from_bytes(bitcode) {
            Ok(reader) => reader,
            Err(error) => return self.unreadable(error.into(), source),
        };
        let (module, shared) = (reader.module().clone(), reader.shared().clone());
        self.module(&module);
        let (mut scratch, mut func) = (ReadScratch::default(), Function::default());
        loop {
            match reader.next_body() {
                Ok(Some(body)) => match decode_body(&shared, &module, &body, &mut scratch, &mut func) {
                    Ok(()) => self.body(&module, &func),
                    Err(error) => self.unreadable(error.into(), source),
                },
                Ok(None) => return,
                Err(error) => return self.unreadable(error.into(), source),
            }
        }
    }

    /// Takes note of what keeps bitcode from being read.
    fn unreadable(&mut self, error: Error, source: &Source<'_>) {
        self.problems.push(match source.locate(error) {
            Error::Records(RecordError { line, message, .. }) => format!("line {line}: {message}"),
            error => error.to_string(),
        });
    }

    fn module(&mut self, module: &Module) {
        let found = self.verifier.module(module, self.level).err();
        self.problems.extend(found.into_iter().flat_map(|errors| errors.problems));
    }

    fn body(&mut self, module: &Module, body: &Function) {
        let found = self.verifier.function(module, body, self.level).err();
        let problems = found.into_iter().flat_map(|errors| errors.problems);
        self.problems.extend(problems.map(|problem| format!("function {}: {problem}", module.func_symbol(body.id))));
    }
}
