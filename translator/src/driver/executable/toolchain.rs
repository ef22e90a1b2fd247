//! gcc or clang as a process: compiles C for an architecture, gives objects the format that is
//! linked, links. In: files. Out: files, and what the programs had to say. What differs between
//! architectures is their description's.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::driver::clang::find::in_path;
use crate::driver::error::Error;
use crate::isa::description::{self, describe};
use crate::options::Isa;

/// The interface table that programs ask for, in C: `irt_entry` is where a program begins.
pub const IRT: &str = include_str!("irt.c");

/// The variable that names another compiler.
pub const VARIABLE: &str = "PNACL_CC";

/// How the interface table is compiled: it has no C library, and is not to call one.
const COMPILE: [&str; 8] =
    ["-std=gnu11", "-Wall", "-O1", "-ffreestanding", "-fno-pic", "-fno-stack-protector", "-fno-builtin", "-c"];

/// How programs are linked: at fixed addresses, without start-up and libraries of the platform.
const LINK: [&str; 4] = ["-static", "-no-pie", "-nostdlib", "-Wl,-e,irt_entry"];

/// The versions of clang that are looked for where there is no gcc.
const CLANGS: [&str; 7] = ["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];

/// A compiler of C that links programs of one architecture.
#[derive(Debug)]
pub struct Toolchain {
    facts: &'static description::Toolchain,
    compiler: PathBuf,
    /// Whether commands are printed before they are run.
    pub verbose: bool,
}

impl Toolchain {
    /// The compiler that is named, or that `$PNACL_CC` names, or the architecture's gcc, or a clang. The
    /// error says what to install.
    pub fn find(isa: Isa, named: Option<&OsStr>) -> Result<Self, Error> {
        let facts = &describe(isa).toolchain;
        let found = |compiler| Ok(Toolchain { facts, compiler, verbose: false });
        let variable = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
        if let Some(name) = named.map(OsStr::to_os_string).or(variable) {
            let path = PathBuf::from(&name);
            let path = if path.components().count() > 1 { path.is_file().then_some(path) } else { in_path(&name) };
            return match path {
                Some(path) => found(path),
                None => Err(Error::NotBuilt(format!("the compiler {} is not there", name.display()))),
            };
        }
        let names = std::iter::once(facts.gcc).chain(CLANGS);
        match names.into_iter().find_map(|name| in_path(name.as_ref())) {
            Some(path) => found(path),
            None => Err(Error::NotBuilt(format!(
                "nothing links programs for {isa}: `apt-get install {}`, or name a gcc or clang with -cc or in the variable {VARIABLE}",
                facts.packages
            ))),
        }
    }

    /// Compiles the C text of a file; the object is ready to be linked. What was said about it.
    pub fn compile(&self, source: &Path, object: &Path) -> Result<Vec<u8>, Error> {
        let mut command = self.command();
        command.args(self.facts.compile);
        if !self.is_clang() {
            command.args(self.facts.compile_gcc).arg("-fno-tree-loop-distribute-patterns");
        }
        let messages = self.run(command.args(COMPILE).arg("-o").arg(object).arg(source))?;
        self.prepare(object)?;
        Ok(messages)
    }

    /// Assembles a text of this translator's.
    pub fn assemble(&self, source: &Path, object: &Path) -> Result<(), Error> {
        self.run(self.command().args(self.facts.assemble).arg("-c").arg("-o").arg(object).arg(source)).map(drop)
    }

    /// What objdump prints of an object: code in wide lines, with relocations, zeros as well.
    pub fn disassemble(&self, object: &Path, options: &[OsString]) -> Result<Vec<u8>, Error> {
        let name = self.facts.gcc.strip_suffix("gcc").unwrap_or_default().to_string() + "objdump";
        let tool = in_path(name.as_ref())
            .ok_or_else(|| Error::NotBuilt(format!("{name} is not installed: `apt-get install {}`", self.facts.packages)))?;
        let mut command = Command::new(tool);
        command.args(options).args(["-w", "-d", "-r", "-z"]).args(self.facts.disassemble).arg(object);
        output_of(&mut command, self.verbose).map(|output| output.stdout)
    }

    /// Gives an object the linker's format, in place.
    pub fn prepare(&self, object: &Path) -> Result<(), Error> {
        if self.facts.convert.is_empty() {
            return Ok(());
        }
        let tool = in_path("objcopy".as_ref())
            .ok_or_else(|| Error::NotBuilt("objcopy is not installed: `apt-get install binutils`".into()))?;
        self.run(Command::new(tool).args(self.facts.convert).arg(object)).map(drop)
    }

    /// Whether objects have to be prepared before they are linked.
    pub fn prepares(&self) -> bool {
        !self.facts.convert.is_empty()
    }

    /// Links a program of objects, libraries and options, in order. What was said about it.
    pub fn link(&self, program: &Path, inputs: &[OsString]) -> Result<Vec<u8>, Error> {
        self.run(self.command().args(self.facts.link).args(LINK).arg("-o").arg(program).args(inputs))
    }

    fn is_clang(&self) -> bool {
        self.compiler.file_name().is_some_and(|name| name.to_string_lossy().contains("clang"))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.compiler);
        if self.is_clang() {
            // It would warn of what a static program implies.
            command.args([&format!("--target={}", self.facts.triple), "-Wno-unused-command-line-argument"]);
        }
        command
    }

    /// Runs a command, which has to succeed; what it wrote to standard error.
    fn run(&self, command: &mut Command) -> Result<Vec<u8>, Error> {
        output_of(command, self.verbose).map(|output| output.stderr)
    }
}

/// Runs a command, which has to succeed; prints it first, if that is wanted.
pub(super) fn output_of(command: &mut Command, verbose: bool) -> Result<Output, Error> {
    if verbose {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let line: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        // With standard error closed there is nobody left to tell.
        let _ = writeln!(std::io::stderr(), " {}", line.join(" "));
    }
    let name = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| Error::NotBuilt(format!("{name} cannot be run: {error}")))?;
    if output.status.success() {
        return Ok(output);
    }
    let _ = std::io::stderr().write_all(&output.stderr);
    Err(Error::NotBuilt(format!("{name} refuses it ({}), as said above", output.status)))
}
