//! Descriptors and the standard streams.

use std::io::{self, Read};

use super::super::abi::Errno;
use super::{BAD, D, OUT, OUT_ADDR, fails, ok};
use crate::guest::PAGE_SIZE;
use crate::irt::{Sink, Source};
use crate::outcome::End;
use crate::process::Options;
use crate::process::fake::{Cpu, DATA, HEAP, options, run, run_with};

#[test]
fn write_reaches_its_stream_and_tells_how_much() {
    let outcome = run(|cpu| {
        cpu.write(DATA, b"hello");
        ok(cpu, "fdio.write", &[1, D, 5, OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 5);
        ok(cpu, "fdio.write", &[2, D + 1, 3, OUT]);
        ok(cpu, "fdio.write", &[1, 0, 0, OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 0, "nothing of nothing");
        fails(cpu, Errno::EBADF, "fdio.write", &[0, D, 5, OUT]);
        fails(cpu, Errno::EBADF, "fdio.write", &[3, D, 5, OUT]);
        fails(cpu, Errno::EBADF, "fdio.write", &[u32::MAX.into(), D, 5, OUT]);
        fails(cpu, Errno::EFAULT, "fdio.write", &[1, BAD, 5, OUT]);
        fails(cpu, Errno::EFAULT, "fdio.write", &[1, D, 5, BAD]);
    });
    assert_eq!((&outcome.stdout[..], &outcome.stderr[..]), (&b"hello"[..], &b"ell"[..]));
}

#[test]
fn huge_counts_transfer_what_is_mapped_and_allocate_no_more() {
    let stdin = Source::Bytes(vec![b'i'; 200_000]);
    let outcome = run_with(Options { stdin, ..options() }, |cpu| {
        ok(cpu, "fdio.write", &[1, BAD - 3, 0xffff_ffff, OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 3, "up to the unmapped page");
        fails(cpu, Errno::EFAULT, "fdio.write", &[1, 0xffff_fff0, 0xffff_ffff, OUT]);
        ok(cpu, "fdio.read", &[0, BAD - 3, 0xffff_ffff, OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 3);
        fails(cpu, Errno::EFAULT, "fdio.read", &[0, BAD, 0xffff_ffff, OUT]);
        cpu.put(OUT_ADDR, 0);
        ok(cpu, "memory.mmap", &[OUT, 4 * u64::from(PAGE_SIZE), 3, 0x22, 0, 0]);
        let buffer = u64::from(cpu.get(OUT_ADDR));
        ok(cpu, "fdio.read", &[0, buffer, 0x8000_0000, OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 199_997, "all that is left");
        fails(cpu, Errno::EFAULT, "random.get_random_bytes", &[buffer, 0xffff_ffff, OUT]);
    });
    assert_eq!(outcome.end, End::Returned);
    assert_eq!(outcome.stdout.len(), 3);
}

#[test]
fn read_takes_standard_input_in_order() {
    let read = |cpu: &Cpu, count: u64| {
        ok(cpu, "fdio.read", &[0, D, count, OUT]);
        cpu.read(DATA, cpu.get(OUT_ADDR) as usize)
    };
    let stdin = Source::Bytes(b"abcdef".to_vec());
    run_with(Options { stdin, ..options() }, move |cpu| {
        assert_eq!(read(cpu, 2), b"ab");
        assert_eq!(read(cpu, 0), b"");
        fails(cpu, Errno::EFAULT, "fdio.read", &[0, BAD, 2, OUT]);
        fails(cpu, Errno::EFAULT, "fdio.read", &[0, D, 2, BAD]);
        assert_eq!(read(cpu, 100), b"cdef", "a failed read takes nothing");
        assert_eq!(read(cpu, 100), b"");
        fails(cpu, Errno::EBADF, "fdio.read", &[1, D, 2, OUT]);
    });
}

/// Gives one byte at a time, and an interruption before each.
struct Slow(u8, bool);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.0 += 1;
        buffer[0] = self.0;
        Ok(usize::from(self.0 < 4))
    }
}

#[test]
fn live_input_is_passed_on_as_it_comes() {
    run_with(Options { stdin: Source::Live(Box::new(Slow(0, false))), ..options() }, |cpu| {
        for expected in [1, 2, 3] {
            ok(cpu, "fdio.read", &[0, D, 100, OUT]);
            assert_eq!((cpu.get(OUT_ADDR), cpu.read(DATA, 1)), (1, vec![expected]));
        }
        ok(cpu, "fdio.read", &[0, D, 100, OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 0, "the end");
    });
}

#[test]
fn live_output_errors_are_reported() {
    struct Broken;
    impl io::Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    run_with(Options { stdout: Sink::Live(Box::new(Broken)), ..options() }, |cpu| {
        fails(cpu, Errno::EPIPE, "fdio.write", &[1, D, 1, OUT]);
    });
}

#[test]
fn descriptors_can_be_duplicated_and_closed() {
    let outcome = run(|cpu| {
        cpu.write(DATA, b"x");
        ok(cpu, "fdio.dup", &[1, OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 3, "the lowest free one");
        ok(cpu, "fdio.close", &[1]);
        fails(cpu, Errno::EBADF, "fdio.close", &[1]);
        fails(cpu, Errno::EBADF, "fdio.write", &[1, D, 1, OUT]);
        ok(cpu, "fdio.write", &[3, D, 1, OUT]);
        ok(cpu, "fdio.dup2", &[2, 3]);
        ok(cpu, "fdio.write", &[3, D, 1, OUT]);
        ok(cpu, "fdio.dup2", &[3, 3]);
        fails(cpu, Errno::EBADF, "fdio.dup2", &[9, 3]);
        fails(cpu, Errno::EBADF, "fdio.dup2", &[2, 256]);
        fails(cpu, Errno::EBADF, "fdio.dup2", &[2, 0xffff_ffff]);
        fails(cpu, Errno::EFAULT, "fdio.dup", &[2, BAD]);
        for _ in 0..253 {
            ok(cpu, "fdio.dup", &[2, OUT]);
        }
        fails(cpu, Errno::EMFILE, "fdio.dup", &[2, OUT]);
    });
    assert_eq!((&outcome.stdout[..], &outcome.stderr[..]), (&b"x"[..], &b"x"[..]));
}

#[test]
fn standard_streams_are_no_files_and_no_terminals() {
    run(|cpu| {
        ok(cpu, "fdio.fstat", &[1, D]);
        assert_eq!(cpu.get(DATA + 16), 0o2_0666, "a character device");
        ok(cpu, "fdio.isatty", &[1, OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 0);
        fails(cpu, Errno::EBADF, "fdio.isatty", &[7, OUT]);
        fails(cpu, Errno::EFAULT, "fdio.isatty", &[1, BAD]);
        fails(cpu, Errno::EFAULT, "fdio.fstat", &[1, BAD]);
        fails(cpu, Errno::ESPIPE, "fdio.seek", &[1, 0, 1, OUT]);
        fails(cpu, Errno::ENOTDIR, "fdio.getdents", &[0, D, 100, OUT]);
        fails(cpu, Errno::ENOTDIR, "fdio.fchdir", &[0]);
        fails(cpu, Errno::EINVAL, "fdio.fchmod", &[1, 0]);
        fails(cpu, Errno::EINVAL, "fdio.fsync", &[1]);
        fails(cpu, Errno::EINVAL, "fdio.fdatasync", &[1]);
        fails(cpu, Errno::EINVAL, "fdio.ftruncate", &[1, 0]);
        fails(cpu, Errno::ENODEV, "memory.mmap", &[D, 1, 1, 2, 0, 0]);
        assert_eq!(cpu.get(HEAP + 15 * PAGE_SIZE), 0, "the startup structure is still there");
    });
}
