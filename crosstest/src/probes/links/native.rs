//! Programs that the platform's gcc links and the kernel or qemu's user mode runs: what a linker
//! and a processor make of objects. The interface table that programs ask for is that of
//! `pnacl-translate`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

use translator::driver::{translate, translate_runtime};
use translator::options::{Isa, Options};

use super::Verdict;
use crate::case::manifest;
use crate::exec::scratch::Scratch;
use crate::isa::{Facts, Linked, facts};
use crate::probes::How;

const IRT: &str = include_str!("../../../../translator/src/driver/executable/irt.c");
const COMPILE: [&str; 7] = ["-std=gnu11", "-O1", "-ffreestanding", "-fno-pic", "-fno-stack-protector", "-c", "-o"];
const LINK: [&str; 6] = ["-static", "-no-pie", "-nostdlib", "-Wl,-e,irt_entry", "-Wl,--fatal-warnings", "-o"];
/// Seconds of processor time that a program may take: it takes a small part of one.
const SECONDS: u32 = 10;

/// A platform.
#[derive(Clone, Debug)]
pub struct Platform {
    facts: &'static Facts,
    /// The interface table, compiled when it is needed.
    irt: Arc<OnceLock<Result<Vec<u8>, String>>>,
}

impl Platform {
    /// The platform of an architecture.
    pub fn new(isa: Isa) -> Platform {
        Platform { facts: facts(isa), irt: Arc::default() }
    }

    /// The interface table's object, or what is missing to make it, or to run anything.
    fn irt(&self) -> &Result<Vec<u8>, String> {
        self.irt.get_or_init(|| self.compile())
    }

    fn compile(&self) -> Result<Vec<u8>, String> {
        let Facts { gcc, runner, linked: Linked { compile, .. }, .. } = *self.facts;
        match runner {
            Some(runner) => drop(run(Command::new(runner).arg("--version"))?),
            None if !cfg!(target_arch = "x86_64") => return Err("this is no x86-64 machine".into()),
            None => {}
        }
        let scratch = Scratch::new()?;
        let source = scratch.file("irt.c", IRT.as_bytes())?;
        let object = source.with_extension("o");
        run(Command::new(gcc).args(compile).args(COMPILE).arg(&object).arg(&source))?;
        convert(&self.facts.linked, &object)?;
        std::fs::read(&object).map_err(|error| format!("{}: {error}", object.display()))
    }
}

/// Runs a tool that has to succeed; what it wrote.
fn run(command: &mut Command) -> Result<Vec<u8>, String> {
    let program = command.get_program().display().to_string();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| line.contains("error") || line.contains("warning")).or(text.lines().next());
    Err(format!("{program}: {}", line.unwrap_or("it fails")))
}

fn convert(linked: &Linked, object: &Path) -> Result<(), String> {
    let Some([tool, args @ ..]) = linked.convert else { return Ok(()) };
    run(Command::new(tool).args(args).arg(object)).map(drop)
}

/// A program whose output is known, for a platform.
#[derive(Clone, Debug)]
pub struct Program {
    platform: Platform,
    path: PathBuf,
    arguments: Vec<String>,
    stdout: Vec<u8>,
    status: i32,
}

impl Program {
    /// A shared program; nothing if its output is not known.
    pub fn new(platform: &Platform, path: &Path) -> Option<Program> {
        let known = manifest::of(path).ok().filter(|known| !known.translate_only)?;
        let stdout = known.stdout?;
        let status = known.status.unwrap_or(0);
        Some(Program { platform: platform.clone(), path: path.into(), arguments: known.args.unwrap_or_default(), stdout, status })
    }

    /// Its name.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// What is missing here to link and run it; nothing if all is there.
    pub fn missing(&self) -> Option<String> {
        self.platform.irt().as_ref().err().cloned()
    }

    /// The objects of the program and of the runtime.
    pub fn objects(&self, options: &Options) -> Result<(Vec<u8>, Vec<u8>), String> {
        let bytes = std::fs::read(&self.path).map_err(|error| error.to_string())?;
        let program = translate(&bytes, options).map_err(|error| error.to_string())?;
        let runtime = translate_runtime(options).map_err(|error| error.to_string())?;
        Ok((program, runtime))
    }

    /// Translates it, links it, runs it, and compares what it wrote and how it ended.
    pub fn check(&self, options: &Options) -> Verdict {
        let error = |why: String| (How::Error, why);
        let (program, runtime) = self.objects(options).map_err(error)?;
        let scratch = Scratch::new().map_err(error)?;
        let Facts { gcc, linked: options, .. } = self.platform.facts;
        let mut link = Command::new(gcc);
        let linked = scratch.file("linked", &[]).map_err(error)?;
        link.args(options.link).args(LINK).arg(&linked);
        for (name, bytes) in [("program.o", &program), ("runtime.o", &runtime)] {
            let object = scratch.file(name, bytes).map_err(error)?;
            convert(options, &object).map_err(error)?;
            link.arg(object);
        }
        let irt = self.platform.irt().as_ref().map_err(|why| error(why.clone()))?;
        link.arg(scratch.file("irt.o", irt).map_err(error)?);
        run(&mut link).map_err(error)?;
        self.run(&linked)
    }

    fn run(&self, program: &Path) -> Verdict {
        let name = self.path.file_name().unwrap_or_default();
        // The shell's limit: the processor time of a program that does not end, whatever runs it.
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -t {SECONDS}; exec \"$@\""), "sh"]);
        match self.platform.facts.runner {
            Some(runner) => command.arg(runner).arg("-0").arg(name),
            None => command.args(["bash", "-c", "exec -a \"$0\" \"$@\""]).arg(name),
        };
        command.arg(program).args(&self.arguments).stdin(Stdio::null());
        let output = command.output().map_err(|error| (How::Error, error.to_string()))?;
        let status = output.status;
        if status.code() != Some(self.status) {
            return Err((How::Differs, format!("it ends with {status}")));
        }
        if output.stdout != self.stdout {
            return Err((How::Differs, "another output".into()));
        }
        Ok(())
    }
}
