//! Every way in which a run of `pnacl-sz` can fail, and the exit status that each gives.

use std::fmt;
use std::io;

use crate::bitcode::ReadError;
use crate::error::{DecodeError, ParseError, TranslateError, VerifyErrors};

/// Why a run failed.
#[derive(Debug)]
pub enum Error {
    /// The command line makes no sense.
    Usage(String),
    /// The command line asks for something that this build does not have.
    NotBuilt(String),
    /// A file could not be read or written.
    Io(io::Error),
    /// The input is neither frozen bitcode nor text.
    Format(String),
    /// The input is malformed bitcode.
    Decode(DecodeError),
    /// The input is malformed text.
    Text(ParseError),
    /// The input is LLVM IR that cannot become a program.
    #[cfg(feature = "tools")]
    Llvm(crate::llvm::Error),
    /// The input is bitcode spelled out as records, and malformed.
    Records(RecordError),
    /// The input breaks a rule of the intermediate representation; the string names the function,
    /// if it is in one.
    Verify(String, VerifyErrors),
    /// The input exceeds a limit of the translator.
    Translate(TranslateError),
    /// Several things are wrong; at least one.
    Several(Vec<Error>),
    /// The translator has a bug: a panic's message.
    Internal(String),
}

/// What is wrong with bitcode that is spelled out as records, and on which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The name under which the text was given.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// What was found and what was expected.
    pub message: String,
}

impl Error {
    /// The exit status of a run that fails with this: 2 for the command line, 70 (`EX_SOFTWARE` of
    /// `sysexits.h`) for a bug, else 1.
    pub fn exit_status(&self) -> u8 {
        match self {
            Error::Usage(_) => 2,
            Error::Internal(_) => 70,
            Error::Several(errors) => errors.iter().map(Error::exit_status).max().unwrap_or(1),
            _ => 1,
        }
    }

    /// Whether the message starts with the name of the file that it is about.
    pub fn names_its_file(&self) -> bool {
        match self {
            Error::Text(_) | Error::Records(_) => true,
            #[cfg(feature = "tools")]
            Error::Llvm(error) => !error.file.is_empty(),
            _ => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Usage(message) | Error::NotBuilt(message) | Error::Format(message) => f.write_str(message),
            Error::Io(error) => error.fmt(f),
            Error::Decode(error) => error.fmt(f),
            Error::Text(error) => error.fmt(f),
            #[cfg(feature = "tools")]
            Error::Llvm(error) => error.fmt(f),
            Error::Records(RecordError { file, line, message }) => write!(f, "{file}:{line}: {message}"),
            Error::Verify(function, errors) if function.is_empty() => errors.fmt(f),
            Error::Verify(function, errors) => {
                for (index, problem) in errors.problems.iter().enumerate() {
                    write!(f, "{}function {function}: {problem}", if index == 0 { "" } else { "\n" })?;
                }
                Ok(())
            }
            Error::Translate(error) => error.fmt(f),
            Error::Several(errors) => {
                for (index, error) in errors.iter().enumerate() {
                    write!(f, "{}{error}", if index == 0 { "" } else { "\n" })?;
                }
                Ok(())
            }
            Error::Internal(message) => write!(f, "internal error: {message} (a bug of the translator: please report it)"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        Error::Decode(error)
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io(error) => Error::Io(error),
            ReadError::Decode(error) => Error::Decode(error),
        }
    }
}

impl From<TranslateError> for Error {
    fn from(error: TranslateError) -> Self {
        if error.internal { Error::Internal(error.to_string()) } else { Error::Translate(error) }
    }
}

/// The message of a caught panic.
pub fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    if let Some(message) = payload.downcast_ref::<&str>() {
        (*message).to_string()
    } else if let Some(message) = payload.downcast_ref::<String>() {
        message.clone()
    } else {
        "a panic without a message".into()
    }
}
