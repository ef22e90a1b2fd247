//! `pnacl-ar`, `pnacl-nm` and `pnacl-ranlib`: LLVM's programs under the names that build
//! files ask for. Objects are bitcode, which those of the same LLVM handle.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use super::super::error::Error;
use super::super::program;
use super::find;

/// Runs the tool `llvm-NAME` in the place of this program, whose arguments begin with its own name.
pub fn main(name: &'static str, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = find::clang().and_then(|clang| {
        let path = clang.tool(&format!("llvm-{name}"))?;
        let status = Command::new(&path).args(args.into_iter().skip(1)).status();
        let status = status.map_err(|error| Error::NotBuilt(format!("{}: {error}", path.display())))?;
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        code.ok_or_else(|| Error::NotBuilt(format!("{} crashed ({status})", path.display())))
    });
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => program::exit(&format!("pnacl-{name}"), Err(error.into())),
    }
}
