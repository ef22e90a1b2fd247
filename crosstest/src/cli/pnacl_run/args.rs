//! The command line of `pnacl-run`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use translator::options::{Isa, OptLevel};

use crate::cli::args::{EngineKind, isa, mapped_dir, recipe, variable};
use crate::exec::execution::{Engine, Share};
use crate::exec::native::mode;
use crate::irt::MappedDir;
use crate::isa::{OF_PROCESSES, OF_SMALL_PROCESSES};

/// Runs a program of Portable Native Client (.pexe) on this machine
///
/// The program is translated in memory, unless it is machine code already (.nexe), and runs on the processor itself. It sees its arguments, its standard streams, and the
/// directories of --dir.
#[derive(Parser, Debug)]
#[command(name = "pnacl-run", version, after_help = HELP)]
pub struct Args {
    /// Let the program see the directory HOST at the path GUEST, to read or, with `:rw`, to change
    #[arg(long, value_name = "HOST:GUEST[:rw]", value_parser = mapped_dir)]
    pub dir: Vec<MappedDir>,
    /// Set a variable of the program's environment, which is empty otherwise
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    pub env: Vec<String>,
    /// How to translate it: Om1, O0, O2, O3
    #[arg(long, value_name = "RECIPE", default_value = "O2", value_parser = recipe)]
    pub opt: OptLevel,
    /// What to translate it for: x8664 (the default), or x8632, whose code has segments of 32 bits in this process of 64
    #[arg(long, value_name = "ISA", value_parser = native, conflicts_with_all = ["interp", "emulate"])]
    pub target: Option<Isa>,
    /// Have another translator make its code, to compare: LLVM (its -O2, or with Om1 and O0 its -O0), or a command, as --translator of
    /// `crosstest run` says it. Nobody sandboxes that code: only with --no-sandbox or --unsafe-native
    #[arg(long, value_name = "llvm|NAME=COMMAND", value_parser = translator, conflicts_with_all = ["interp", "emulate", "ppapi"])]
    pub translator: Option<Engine>,
    /// Keep translated code in this directory, and use what is there for the same program
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Most bytes that the program may have, 1G otherwise; K, M and G are units
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub max_memory: Option<u64>,
    /// End the program after so many seconds, translating it included
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Do not sandbox its code: it runs faster, and can read and change this process's memory if it finds a mistake of the translator
    #[arg(long)]
    pub no_sandbox: bool,
    /// Do not have the system bound what this process can do, on systems without seccomp and Landlock: the sandbox alone is left
    #[arg(long)]
    pub no_wall: bool,
    /// Both: run it with all the rights of this process, as any program that one runs
    #[arg(long)]
    pub unsafe_native: bool,
    /// Say on standard error how long translating and running took
    #[arg(long)]
    pub time: bool,
    /// Run it in the reference interpreter, which stops at what is not defined
    #[arg(long, conflicts_with = "emulate")]
    pub interp: bool,
    /// Run it in an emulator, translated for x8632, x8664, arm32 or mips32
    #[arg(long, value_name = "ISA", value_parser = isa)]
    pub emulate: Option<Isa>,
    /// For programs of the browser (PPAPI): give them one that answers every interface, and write each call to standard error
    #[arg(long, value_name = "WHAT", value_enum, conflicts_with_all = ["interp", "emulate"])]
    pub ppapi: Option<Ppapi>,
    /// With --ppapi: keep the last picture that the program showed in this file (PNG)
    #[arg(long, value_name = "FILE", requires = "ppapi")]
    pub ppapi_image: Option<PathBuf>,
    /// With --ppapi: send the program this message; may be repeated
    #[arg(long, value_name = "TEXT", requires = "ppapi")]
    pub ppapi_message: Vec<String>,
    /// The program, .pexe, .ll or .nexe, and its arguments: everything that follows is the program's
    #[arg(value_name = "PROGRAM [ARGS]", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    program: Vec<OsString>,
}

/// What a browser does.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum, Debug)]
pub enum Ppapi {
    /// It writes down what it is asked.
    Log,
}

const HELP: &str = "\
What the program can do: use what --dir names, its streams, memory, time and threads. Its code is sandboxed as Native Client's was, and
validated before it runs: it cannot read, write or execute anything of this process but its own. Around the process the system sees to it
(Landlock, seccomp) that it opens no other files, connections or programs.

Exit status: the program's own, 0 if it returns from _start; or 134 if it traps, 124 if it took too long, 123 if all its threads wait for
ever, 126 if it cannot be read, translated or started, 2 if the command line makes no sense. In these cases a message on standard error
says why.

Example: pnacl-run --dir .:/ program.pexe input.txt";

/// Most bytes that a program may have if nothing is said.
pub const MOST_MEMORY: u64 = 1 << 30;

impl Args {
    /// The program.
    pub fn file(&self) -> &Path {
        self.program.first().map_or(Path::new(""), Path::new)
    }

    /// Its arguments, without its name.
    pub fn args(&self) -> &[OsString] {
        self.program.get(1..).unwrap_or_default()
    }

    /// Whether its code is to be sandboxed.
    pub fn is_sandboxed(&self) -> bool {
        !(self.no_sandbox || self.unsafe_native)
    }

    /// Whether the system is to bound the process.
    pub fn has_wall(&self) -> bool {
        !(self.no_wall || self.unsafe_native)
    }

    /// An option that there is not, in the place of the program.
    pub fn unknown_option(&self) -> Option<&Path> {
        Some(self.file()).filter(|file| file.as_os_str().as_encoded_bytes().starts_with(b"-"))
    }

    /// What runs the program, if it is not the processor.
    pub fn engine(&self) -> Option<EngineKind> {
        match (self.interp, self.emulate) {
            (true, _) => Some(EngineKind::Interp),
            (_, Some(_)) => Some(EngineKind::Unicorn),
            _ => None,
        }
    }
}

fn native(text: &str) -> Result<Isa, String> {
    isa(text)
        .ok()
        .filter(|&isa| mode::runs(isa))
        .ok_or_else(|| format!("the processor runs {OF_PROCESSES} and {OF_SMALL_PROCESSES} (--emulate has others)"))
}

fn translator(text: &str) -> Result<Engine, String> {
    let engine = Engine::from_name(text).ok().filter(|engine| matches!(engine, Engine::Llvm(Share::All) | Engine::Other(_)));
    engine.ok_or_else(|| "expected llvm, or NAME=COMMAND".into())
}

fn bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((end, 'K' | 'k')) => (&text[..end], 1 << 10),
        Some((end, 'M' | 'm')) => (&text[..end], 1 << 20),
        Some((end, 'G' | 'g')) => (&text[..end], 1 << 30),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a number of bytes, as 512M".to_string())?;
    number.checked_mul(unit).ok_or_else(|| "more than there can be".to_string())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(number).map_err(|_| "expected a number of seconds from 0 on".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_units() {
        assert_eq!((bytes("512"), bytes("3k"), bytes("2G")), (Ok(512), Ok(3072), Ok(2 << 30)));
        assert!(bytes("").is_err() && bytes("M").is_err() && bytes("99999999999G").is_err() && bytes("-1").is_err());
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err() && seconds("x").is_err() && seconds("inf").is_err());
    }

    #[test]
    fn what_follows_the_program_is_its_own() {
        let args = Args::parse_from(["pnacl-run", "--time", "p.pexe", "--time", "-x", "--"]);
        assert!(args.time && args.file() == "p.pexe" && args.unknown_option().is_none());
        assert_eq!(args.args(), ["--time", "-x", "--"]);
        assert!(Args::try_parse_from(["pnacl-run"]).is_err());
        assert!(Args::parse_from(["pnacl-run", "--tme", "p.pexe"]).unknown_option().is_some());
    }
}
