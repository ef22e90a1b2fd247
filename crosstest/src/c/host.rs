//! What a program does on the host: the installed clang's code for i386, at -O0 and at -O2. In: a
//! program. Out: what it prints and its exit status, or why nobody can say.
//!
//! i386 has PNaCl's sizes of types; with these options its layout and arithmetic, too: i64 and
//! double on multiples of eight bytes, floating point in the precision of its type.

use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use translator::driver::clang;

use super::Program;
use super::compiler::output_of;

const FLAGS: [&str; 6] = ["-m32", "-malign-double", "-msse2", "-mfpmath=sse", "-ffp-contract=off", "-w"];

/// Milliseconds of processor time that a program may take: a hundred times as much in the interpreter.
const MILLISECONDS: libc::suseconds_t = 200;

/// A clang that compiles for the host.
pub struct Host {
    clang: PathBuf,
}

/// What a program shall do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// What it prints.
    pub stdout: Vec<u8>,
    /// Its exit status.
    pub status: i32,
}

impl Host {
    /// The clang that `pnacl-clang` uses, too.
    ///
    /// # Errors
    /// If there is none.
    pub fn new() -> Result<Host, String> {
        let clang = clang::installed().map_err(|_| super::compiler::NO_CLANG)?;
        Ok(Host { clang: clang.path })
    }

    /// The program clang.
    pub fn clang(&self) -> &Path {
        &self.clang
    }

    /// What a program does, whether optimised or not.
    ///
    /// # Errors
    /// If it does not compile, does not end, or does this and that.
    pub fn expected(&self, program: &Program, dir: &Path) -> Result<Expected, String> {
        let [plain, optimised] = ["-O0", "-O2"].map(|level| self.run(program, level, dir));
        let (plain, optimised) = (plain?, optimised?);
        if plain == optimised {
            Ok(plain)
        } else {
            Err("the host's compiler makes two different programs of it at -O0 and -O2".into())
        }
    }

    /// Whether a program of these options is known to end with another status than 0.
    pub fn fails(&self, program: &Program, flags: &str, dir: &Path) -> bool {
        self.run(program, flags, dir).is_ok_and(|found| found.status != 0)
    }

    fn run(&self, program: &Program, flags: &str, dir: &Path) -> Result<Expected, String> {
        let plain = super::plain(flags);
        let product = dir.join(format!("{}{plain}.host", program.name));
        let mut compile = Command::new(&self.clang);
        // Headers that Debian keeps by processor: those of another one do where its own are not installed.
        compile.args(["-idirafter", "/usr/include/x86_64-linux-gnu"]);
        compile.args(FLAGS).args(&program.flags).args(flags.split_whitespace()).arg(&program.source);
        compile.arg("-o").arg(&product).args(["-lm", "-lpthread"]);
        output_of(&mut compile).map_err(|why| format!("for the host: {why}"))?;
        let output = limited(&mut Command::new(product.canonicalize().unwrap_or(product.clone()))).stdin(Stdio::null()).output();
        // A program of its own: another run makes it again.
        let _ = std::fs::remove_file(&product);
        ended(output.map_err(|error| format!("for the host: {error}"))?)
    }
}

/// Has a process end by SIGPROF when its time is over.
fn limited(command: &mut Command) -> &mut Command {
    let limit = || {
        let never = libc::timeval { tv_sec: 0, tv_usec: 0 };
        let limit = libc::itimerval { it_interval: never, it_value: libc::timeval { tv_sec: 0, tv_usec: 1000 * MILLISECONDS } };
        // SAFETY: the pointers are to a value on the stack and to nothing, as the call allows.
        match unsafe { libc::setitimer(libc::ITIMER_PROF, &raw const limit, std::ptr::null_mut()) } {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        }
    };
    // SAFETY: between fork and exec it makes one system call, and allocates nothing. The timer
    // outlives exec.
    unsafe { command.pre_exec(limit) }
}

/// How a run ended, if that says something.
fn ended(output: Output) -> Result<Expected, String> {
    match (output.status.code(), output.status.signal()) {
        (Some(status), _) => Ok(Expected { stdout: output.stdout, status }),
        // As the start-up of ours ends a program.
        (_, Some(libc::SIGABRT)) => Ok(Expected { stdout: output.stdout, status: 134 }),
        (_, Some(libc::SIGPROF)) => Err(format!("it runs longer than {MILLISECONDS} ms on the host")),
        (_, Some(libc::SIGTRAP | libc::SIGILL)) => Ok(Expected { stdout: output.stdout, status: 134 }),
        (_, signal) => Err(format!("on the host it is ended by signal {}", signal.unwrap_or_default())),
    }
}
