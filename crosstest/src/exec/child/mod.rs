//! Engines that are child processes: the host's own processor for x86 code ([`Engine::Native`]),
//! qemu's user mode for ARM and MIPS ([`Engine::Qemu`]).
//!
//! In: a linked image and calls. Out: outcomes. The platform's gcc compiles a driver (`driver.c`)
//! with the calls in it; the driver maps the image at its addresses, all of them below 4 GiB,
//! switches to a stack there and makes each call in a process of its own. So a crash or an endless
//! loop ends that process only, memory is fresh for each call, and callers are gcc's: the calling
//! convention is tested by the way. What such a process sees that the emulator does not are
//! misaligned vector accesses and the processor's real arithmetic.
//!
//! What calls the outside world (programs, imports, the thread pointer) is not run.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use translator::ice::{Intrinsic, Type};
use translator::options::Isa;

use super::RunError;
use super::execution::Engine;
use super::scratch::Scratch;
use crate::isa::{Facts, facts};
use crate::job::{Entry, Job};
use crate::load::Image;
use crate::outcome::{End, Outcome, Region};
use crate::subject::Subject;
use crate::value::Value;

/// The driver around the calls.
const DRIVER: &str = include_str!("driver.c");
/// Where the calls go.
const PLACE: &str = "/*CALLS*/";
/// Where the driver itself lies: above the image, below the emulators' stacks.
const DRIVER_AT: &str = "-Wl,-Ttext-segment=0x60000000";
/// Bytes of a result.
const RESULT: usize = 16;

/// What is not installed that an engine needs for an architecture.
pub fn missing(engine: &Engine, isa: Isa) -> Option<String> {
    let platform = facts(isa);
    if *engine == Engine::Native && !cfg!(target_arch = "x86_64") {
        return Some("this is no x86-64 machine".into());
    }
    let probe = || -> Result<(), String> {
        let scratch = Scratch::new()?;
        let program = compile(platform, &scratch, "int main(void) { return 0; }\n")?;
        let ran = command(platform, &program).status().map_err(|error| error.to_string())?;
        if ran.success() { Ok(()) } else { Err(format!("a trivial program ends with {ran}")) }
    };
    probe().err().map(|why| format!("needs {}: {why}", platform.packages))
}

/// The compiler and the runner of an architecture, each with what it says of its version, as far as
/// they are installed.
pub fn tools(isa: Isa) -> Vec<(String, String)> {
    let platform = facts(isa);
    let names = [Some(platform.gcc), platform.runner].into_iter().flatten();
    names.filter_map(|name| Some((name.to_string(), super::version_of(name)?))).collect()
}

fn command(platform: &Facts, program: &Path) -> Command {
    let mut command = match platform.runner {
        Some(runner) => {
            let mut command = Command::new(runner);
            command.arg(program);
            command
        }
        None => Command::new(program),
    };
    command.stdin(Stdio::null());
    command
}

fn compile(platform: &Facts, scratch: &Scratch, source: &str) -> Result<PathBuf, String> {
    let source = scratch.file("driver.c", source.as_bytes())?;
    let program = scratch.path().join("driver");
    let mut gcc = Command::new(platform.gcc);
    gcc.args(platform.driver).args(["-O1", "-w", "-static", "-no-pie", "-fno-pie", DRIVER_AT, "-o"]).arg(&program).arg(source);
    let output = gcc.stdin(Stdio::null()).output().map_err(|error| format!("{}: {error}", platform.gcc))?;
    if output.status.success() {
        return Ok(program);
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}: {}", platform.gcc, text.lines().find(|line| line.contains("error")).unwrap_or("it fails")))
}

/// Makes the calls of all jobs; `each` gets the outcomes in order, and tells whether to go on.
pub fn run(
    subject: &Subject,
    isa: Isa,
    image: &Image,
    jobs: &[Job<'_>],
    each: &mut dyn FnMut(Result<Outcome, RunError>) -> bool,
) -> Result<(), RunError> {
    if let Some(why) = beyond_it(subject, jobs) {
        return Err(RunError::NotRun(why));
    }
    let Some(first) = jobs.first() else { return Ok(()) };
    let regions: Vec<&Region> = first.memory.iter().collect();
    let (platform, scratch) = (facts(isa), Scratch::new()?);
    let program = compile(platform, &scratch, &DRIVER.replacen(PLACE, &calls(subject, image, jobs, &regions)?, 1))?;
    let file = scratch.file("image", &image_file(image))?;
    let mut command = command(platform, &program);
    let output = command.arg(file).output().map_err(|error| format!("the driver: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(RunError::Error(format!("the driver ends with {}: {}", output.status, text.trim())));
    }
    let mut bytes = &output.stdout[..];
    for job in jobs {
        let Entry::Call(func, _) = &job.entry else { continue };
        let outcome = outcome(&mut bytes, subject.result(*func), job, &regions)?;
        if !each(Ok(outcome)) {
            break;
        }
    }
    Ok(())
}

/// Why calls cannot be made in a child process, if they cannot.
fn beyond_it(subject: &Subject, jobs: &[Job<'_>]) -> Option<String> {
    let calls = |job: &Job<'_>| matches!(job.entry, Entry::Call(..));
    let travels = |ty: &Type| c_type(*ty).is_some();
    let funcs = &subject.module.funcs;
    if !jobs.iter().all(calls) {
        Some("this engine runs functions, not programs".into())
    } else if !subject.options().imports.is_empty() {
        Some("this engine has no outside world, and the module imports functions".into())
    } else if funcs.iter().any(|(_, decl)| decl.intrinsic == Some(Intrinsic::ReadTp)) {
        Some("this engine has no thread pointer".into())
    } else if jobs.iter().any(|job| job.memory.iter().any(|region| region.name == "heap")) {
        Some("this engine has no heap".into())
    } else {
        let func = |job: &Job<'_>| match job.entry {
            Entry::Program(func) | Entry::Call(func, _) => func,
        };
        let plain = |job: &Job<'_>| {
            let sig = subject.module.func_sig(func(job));
            sig.params.iter().all(travels) && travels(&sig.result)
        };
        (!jobs.iter().all(plain)).then(|| "C has no type for a parameter".into())
    }
}

fn c_type(ty: Type) -> Option<&'static str> {
    Some(match ty {
        Type::Void => "void",
        Type::I32 => "int32_t",
        Type::I64 => "int64_t",
        Type::F32 => "float",
        Type::F64 => "double",
        Type::V4I32 => "v4i32",
        Type::V8I16 => "v8i16",
        Type::V16I8 => "v16i8",
        Type::V4F32 => "v4f32",
        _ => return None,
    })
}

/// The calls in C: a function for each that is called, its arguments as bytes, and the table.
fn calls(subject: &Subject, image: &Image, jobs: &[Job<'_>], regions: &[&Region]) -> Result<String, String> {
    let (mut text, mut table) = (String::new(), String::new());
    let mut known: Vec<translator::ice::FuncId> = Vec::new();
    for (index, job) in jobs.iter().enumerate() {
        let Entry::Call(func, args) = &job.entry else { continue };
        let name = subject.module.func_symbol(*func);
        if !known.contains(func) {
            known.push(*func);
            let addr = image.symbol(&name).ok_or_else(|| format!("the object has no symbol for function {name}"))?;
            text += &maker(known.len() - 1, addr, &subject.module.func_sig(*func).params, subject.result(*func));
        }
        let number = known.iter().position(|known| known == func).unwrap_or(0);
        let bytes: Vec<String> = args.iter().flat_map(|arg| arg.bits.to_le_bytes()).map(|byte| byte.to_string()).collect();
        let _ = writeln!(
            text,
            "static const unsigned char args{index}[] = {{{}}};",
            if bytes.is_empty() { "0".into() } else { bytes.join(",") }
        );
        let _ = writeln!(table, "    {{make{number}, args{index}}},");
    }
    let list: Vec<String> = regions.iter().map(|region| format!("{{{:#x}, {}}}", region.addr, region.bytes.len())).collect();
    let list = if list.is_empty() { "{0, 0}".into() } else { list.join(", ") };
    let _ = writeln!(text, "static const struct call calls[] = {{\n{table}}};");
    let _ = writeln!(text, "static const uint32_t regions[][2] = {{{list}}};");
    let _ = writeln!(text, "#define CALLS {}\n#define REGIONS {}", jobs.len(), regions.len());
    Ok(text)
}

/// A C function that calls the one at an address with arguments from memory, 16 bytes each.
fn maker(number: usize, addr: u32, params: &[Type], result: Type) -> String {
    let name = |ty: Type| c_type(ty).unwrap_or("void");
    let mut text = format!("static void make{number}(const unsigned char *from, unsigned char *to) {{\n");
    for (index, &ty) in params.iter().enumerate() {
        let _ = writeln!(text, "    {} a{index}; memcpy(&a{index}, from + {}, sizeof a{index});", name(ty), 16 * index);
    }
    let types: Vec<&str> = params.iter().map(|&ty| name(ty)).collect();
    let types = if types.is_empty() { "void".into() } else { types.join(", ") };
    let args: Vec<String> = (0..params.len()).map(|index| format!("a{index}")).collect();
    let call = format!("(({} (*)({types}))(uintptr_t){addr:#x})({})", name(result), args.join(", "));
    match result {
        Type::Void => text += &format!("    {call};\n}}\n"),
        _ => text += &format!("    {} r = {call};\n    memcpy(to, &r, sizeof r);\n}}\n", name(result)),
    }
    text
}

/// The image as the driver reads it.
fn image_file(image: &Image) -> Vec<u8> {
    let mut file = Vec::new();
    let word = |file: &mut Vec<u8>, word: u32| file.extend(word.to_le_bytes());
    word(&mut file, image.segments.len() as u32);
    for segment in &image.segments {
        let rights = u32::from(segment.access.write) | u32::from(segment.access.execute) << 1;
        [segment.addr, segment.len, rights].into_iter().for_each(|number| word(&mut file, number));
    }
    word(&mut file, image.chunks.len() as u32);
    for chunk in &image.chunks {
        word(&mut file, chunk.addr);
        word(&mut file, chunk.bytes.len() as u32);
        file.extend(&chunk.bytes);
    }
    file
}

/// The next outcome in what the driver wrote.
fn outcome(bytes: &mut &[u8], result: Type, job: &Job<'_>, regions: &[&Region]) -> Result<Outcome, String> {
    let mut take = |count: usize| -> Result<&[u8], String> {
        let (taken, rest) = bytes.split_at_checked(count).ok_or("the driver wrote too little")?;
        *bytes = rest;
        Ok(taken)
    };
    let mut outcome = Outcome {
        end: End::Returned,
        result: None,
        stdout: Vec::new(),
        stderr: Vec::new(),
        calls: Vec::new(),
        memory: Vec::new(),
    };
    match take(1)?[0] {
        b'R' => {
            let mut word = [0; RESULT];
            word.copy_from_slice(take(RESULT)?);
            outcome.result = (result != Type::Void).then(|| Value::new(result, u128::from_le_bytes(word)));
            for region in regions {
                let bytes = take(region.bytes.len())?.to_vec();
                outcome.memory.push(Region { name: region.name.clone(), addr: region.addr, bytes, unspecified: Vec::new() });
            }
        }
        b'F' => outcome.end = End::OutOfFuel,
        _ => {
            outcome.end = End::Trapped("the child process was killed by a signal".into());
            // Where memory is after a trap is not known; it is taken to be what it should be.
            outcome.memory = job.memory.to_vec();
        }
    }
    Ok(outcome)
}
