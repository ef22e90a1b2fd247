//! Counts of instructions, by valgrind's callgrind.

use std::path::Path;
use std::process::{Command, Stdio};

/// Whether it is installed.
///
/// # Errors
/// If not, in words.
pub fn is_there() -> Result<(), String> {
    let found = Command::new("valgrind").arg("--version").stdin(Stdio::null()).output();
    found.map(|_| ()).map_err(|_| "there is no valgrind (Debian: valgrind)".into())
}

/// What a program did under callgrind.
pub struct Counted {
    /// Instructions executed.
    pub instructions: u64,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// Whether its exit status was 0.
    pub success: bool,
    /// What it wrote to standard error.
    pub stderr: String,
}

/// Counts a command's instructions; the profile goes to a file if one is named.
///
/// # Errors
/// If valgrind does not run, or counts nothing.
pub fn count(command: &Command, profile: Option<&Path>) -> Result<Counted, String> {
    let log = tempfile::NamedTempFile::new().map_err(|error| format!("a file for valgrind's log: {error}"))?;
    let out = profile.unwrap_or(Path::new("/dev/null"));
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(format!("--log-file={}", log.path().display()))
        .arg(command.get_program())
        .args(command.get_args())
        // What a C library does with its environment counts, too.
        .env_clear()
        .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let said = std::fs::read_to_string(log.path()).map_err(|error| format!("valgrind's log: {error}"))?;
    let instructions = collected(&said).ok_or_else(|| {
        let line = said.lines().last().unwrap_or_default();
        format!("valgrind counted nothing of {}: {line}", command.get_program().to_string_lossy())
    })?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(Counted { instructions, stdout: output.stdout, success: output.status.success(), stderr })
}

/// The number in the line `==1== Collected : 123`.
fn collected(log: &str) -> Option<u64> {
    let line = log.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}
