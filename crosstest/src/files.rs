//! Files that are never seen half written.

use std::path::Path;

use translator::driver::output::Output;

/// Writes a file in the place of what is there: beside it first, then by another name, so that a
/// reader, and a run that is interrupted, has the whole old one or the whole new one. What is no
/// ordinary file is written to.
///
/// # Errors
/// If it cannot be written, with its path.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    Output::File(path.into()).write(bytes.as_ref()).map_err(|error| format!("{}: {error}", path.display()))
}
