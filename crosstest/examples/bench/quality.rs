//! How good the code is: instructions that translated programs execute on x86-32, the whole process,
//! beside a C compiler's code for the same C. A program's start and its output are part of both.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crosstest::report::progress::Progress;
use crosstest::repository;
use rayon::prelude::*;
use translator::options::Isa;

use crate::callgrind;
use crate::figures::{Figure, OURS, Unit};
use crate::programs::Program;
use crate::sections::{Setting, what};
use crate::translators::{Task, Translator};

/// C compilers, the first that is there counts.
const NATIVE: [&str; 3] = ["clang-14", "clang", "gcc"];
/// What `gcc -m32` links and the host runs.
const ISA: &str = "x8632";

/// Of each program that runs: ours at each recipe, other builds of pnacl-sz, and the C compiler's -O2.
pub fn quality(setting: &Setting) -> Result<Vec<Figure>, String> {
    callgrind::is_there()?;
    let native = NATIVE.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    let native = native.ok_or("there is no C compiler for -m32")?;
    let runtime = Runtime::new(setting)?;
    let progress = Progress::new(setting.programs.len());
    let of_program = |program: &Program| {
        let figures = measured(setting, &runtime, native, program);
        progress.step();
        figures
    };
    let figures: Vec<_> = setting.programs.par_iter().map(of_program).collect();
    progress.finish();
    let mut found = Vec::new();
    for (program, figures) in setting.programs.iter().zip(figures) {
        match figures {
            Ok(figures) => found.extend(figures),
            Err(why) => eprintln!("bench: quality: {}: left out: {why}", program.name),
        }
    }
    Ok(found)
}

/// What programs are linked with.
struct Runtime {
    irt: PathBuf,
    helpers: PathBuf,
}

impl Runtime {
    fn new(setting: &Setting) -> Result<Runtime, String> {
        let root = repository::repository().ok_or("not inside the repository")?;
        let dir = setting.scratch.path();
        let (irt, helpers) = (dir.join("irt.o"), dir.join("runtime.o"));
        let mut gcc = Command::new("gcc");
        gcc.args(["-m32", "-msse2", "-std=gnu11", "-O1", "-ffreestanding", "-fno-pic", "-fno-stack-protector", "-c", "-o"]);
        run(gcc.arg(&irt).arg(root.join("translator/src/driver/executable/irt.c")))?;
        let ours = setting.translators[0].pnacl_sz().expect("ours is a pnacl-sz");
        run(Command::new(ours).arg(format!("-target={ISA}")).args(["-O2", "-emit-runtime"]).arg("-o").arg(&helpers))?;
        Ok(Runtime { irt, helpers })
    }

    /// An executable of a translated program.
    fn link(&self, object: &Path, out: &Path) -> Result<(), String> {
        let mut gcc = Command::new("gcc");
        gcc.args(["-m32", "-static", "-no-pie", "-nostdlib", "-Wl,-e,irt_entry", "-o"]);
        run(gcc.arg(out).arg(&self.irt).arg(object).arg(&self.helpers))
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find(|line| line.contains("error") || line.contains("undefined")).or(said.lines().next());
    if output.status.success() { Ok(()) } else { Err(format!("{name}: {}", line.unwrap_or("it fails"))) }
}

fn measured(setting: &Setting, runtime: &Runtime, native: &str, program: &Program) -> Result<Vec<Figure>, String> {
    let theirs = match &program.source {
        Some(source) => native_run(setting, native, source, program).map_err(Some),
        None => Err(None),
    };
    if let Err(Some(why)) = &theirs {
        eprintln!("bench: quality: {}: no native code: {why}", program.name);
    }
    let mut figures = Vec::new();
    for &recipe in &setting.recipes {
        let isa = Isa::from_name(ISA).expect("there is this target");
        let task = Task { program, isa, recipe, threads: 0 };
        let what = what(&task);
        let mut expected = theirs.as_ref().ok().map(|(_, output)| output.clone());
        for (number, translator) in setting.translators.iter().enumerate().filter(|(_, it)| it.pnacl_sz().is_some()) {
            let (count, output) = translated_run(setting, runtime, translator, task, number)?;
            if *expected.get_or_insert_with(|| output.clone()) != output {
                return Err(format!("{}: its output differs from what the others print", translator.name));
            }
            figures.push(Figure::exact("quality", what.clone(), &translator.name, Unit::Instructions, count));
        }
        if let Ok((count, _)) = &theirs {
            figures.push(Figure::exact("quality", what, &format!("{native} -O2"), Unit::Instructions, *count));
        }
    }
    Ok(figures)
}

fn native_run(setting: &Setting, native: &str, source: &Path, program: &Program) -> Result<(f64, Vec<u8>), String> {
    let out = setting.scratch.path().join(format!("{}-native", program.name));
    let mut compiler = Command::new(native);
    compiler.args(["-m32", "-O2", "-msse2", "-mfpmath=sse", "-std=gnu11", "-w", "-static", "-DNATIVE", "-o"]);
    run(compiler.arg(&out).arg(source).arg("-lm"))?;
    execute(&out, program)
}

fn translated_run(
    setting: &Setting,
    runtime: &Runtime,
    translator: &Translator,
    task: Task<'_>,
    number: usize,
) -> Result<(f64, Vec<u8>), String> {
    let object = setting.out(&task, number);
    translator.translate(task, &object, setting.scratch.path())?;
    let out = object.with_extension("exe");
    runtime
        .link(&object, &out)
        .map_err(|why| if translator.name == OURS { why } else { format!("{}: {why}", translator.name) })?;
    execute(&out, task.program)
}

/// Instructions and output. Exit statuses are the programs' own affair.
fn execute(path: &Path, program: &Program) -> Result<(f64, Vec<u8>), String> {
    let counted = callgrind::count(Command::new(path).args(program.arguments), None)?;
    Ok((counted.instructions as f64, counted.stdout))
}
