//! `--run`: a program is run as `crosstest exec` runs it, which is found beside this program or on
//! `PATH`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::find::in_path;
use crate::driver::error::Error;

/// What runs programs.
const RUNNER: &str = "crosstest";

/// Runs a program; its exit status.
pub fn run(program: &Path, args: &[OsString]) -> Result<ExitCode, Error> {
    let mut command = Command::new(runner()?);
    command.args(["exec", "--opt", "O2"]).arg(program).arg("--").args(args);
    let status = command.status().map_err(|error| Error::NotBuilt(format!("{RUNNER} cannot be run: {error}")))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map(ExitCode::from).ok_or_else(|| Error::NotBuilt(format!("{RUNNER} crashed ({status})")))
}

fn runner() -> Result<PathBuf, Error> {
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(RUNNER)).filter(|path| path.is_file());
    beside.or_else(|| in_path(OsStr::new(RUNNER))).ok_or_else(|| {
        Error::NotBuilt(format!(
            "{RUNNER} is neither beside this program nor on PATH: `cargo build --release -p crosstest` builds it"
        ))
    })
}
