//! The standard streams of a program that is run as a user would: what it writes appears at once, and a reader that goes away ends it.

use std::io::{self, ErrorKind, Read, Write};

/// Its output has no reader: as of a process that gets SIGPIPE.
const BROKEN_PIPE: i32 = 128 + 13;

/// Standard input, unbuffered: what the program does not read stays there for others.
pub struct Stdin;

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().lock().read(buffer)
    }
}

/// A stream that is flushed after each write, and whose reader may go away.
pub struct Stream<W>(pub W);

impl<W: Write> Stream<W> {
    fn check<T>(result: io::Result<T>) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(BROKEN_PIPE),
            result => result,
        }
    }
}

impl<W: Write> Write for Stream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::check(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::check(self.0.flush())
    }
}
