//! What a program said that a test has run.

use std::process::Output;

/// Its standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
