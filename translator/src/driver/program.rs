//! How every program ends: an exit status, and on standard error what went wrong, each problem on a
//! line that starts `PROGRAM: FILE: `. A panic is a bug of ours and becomes an error like any
//! other.

use std::io::{ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use super::error::{Error, panic_message};
use super::output::Output;

/// A failure, and the file that it is about.
#[derive(Debug)]
pub struct Failed {
    /// The file's name; empty if it is about none.
    pub about: String,
    /// What went wrong.
    pub error: Error,
}

impl Failed {
    /// Makes a failure of an error about a file.
    pub fn about(name: String) -> impl FnOnce(Error) -> Failed {
        move |error| Failed { about: name, error }
    }
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed { about: String::new(), error }
    }
}

/// The exit status of a program whose reader has gone, as of one that gets SIGPIPE: 128 + 13.
const BROKEN_PIPE: u8 = 141;

/// The exit status of a run; prints what went wrong. When its output has no reader any more, it
/// ends without a word, as other programs do.
pub fn exit(program: &str, result: Result<(), Failed>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed { error: Error::Io(error), .. }) if error.kind() == ErrorKind::BrokenPipe => ExitCode::from(BROKEN_PIPE),
        Err(Failed { about, error }) => {
            // With standard error closed there is nobody left to tell.
            let _ = std::io::stderr().write_all(complaint(program, &about, &error).as_bytes());
            ExitCode::from(error.exit_status())
        }
    }
}

/// Says what went wrong, of which the exit status is to say nothing.
pub fn complain(program: &str, failed: &Failed) {
    let _ = std::io::stderr().write_all(complaint(program, &failed.about, &failed.error).as_bytes());
}

fn complaint(program: &str, about: &str, error: &Error) -> String {
    let message = error.to_string();
    let prefix =
        if about.is_empty() || error.names_its_file() { format!("{program}: ") } else { format!("{program}: {about}: ") };
    match error {
        Error::Verify(..) => message.lines().map(|line| format!("{prefix}{line}\n")).collect(),
        _ => format!("{prefix}{message}\n"),
    }
}

/// Prints a text that was asked for, such as the help.
pub fn print(text: &str) -> Result<(), Failed> {
    Output::Stdout.write(text.as_bytes()).map_err(Error::Io).map_err(Failed::about(Output::Stdout.name()))
}

/// In a build that cannot unwind: has a panic end the program as the error does that it is elsewhere.
/// Nothing is left behind: a file appears under its name only once it is complete.
#[cfg(panic = "abort")]
pub fn end_on_panic(program: &'static str) {
    std::panic::set_hook(Box::new(move |info| {
        let error = Error::Internal(info.payload_as_str().unwrap_or("a panic without a message").into());
        let _ = std::io::stderr().write_all(complaint(program, "", &error).as_bytes());
        std::process::exit(error.exit_status().into())
    }));
}

/// Runs `work`; a panic anywhere in it becomes an error.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // Unwind safety: after a panic nothing but the message is used.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(Error::Internal(panic_message(&*payload))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::VerifyErrors;

    #[test]
    fn every_problem_is_a_line_with_program_and_file() {
        let problems = vec!["a".into(), "b".into()];
        let error = Error::Verify("f".into(), VerifyErrors { problems });
        assert_eq!(complaint("tool", "in.ll", &error), "tool: in.ll: function f: a\ntool: in.ll: function f: b\n");
        assert_eq!(complaint("tool", "", &Error::Usage("what?".into())), "tool: what?\n");
    }

    #[test]
    fn a_panic_is_an_internal_error() {
        let error = guarded::<()>(|| panic!("no rule")).unwrap_err();
        assert_eq!((error.exit_status(), error.to_string().starts_with("internal error: no rule")), (70, true));
    }
}
