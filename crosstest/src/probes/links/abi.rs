//! Calls between C and translated code: a driver in C, compiled by gcc or clang, linked with a
//! translated module and run in the emulator, so that platforms whose programs no kernel here runs
//! (x32) are tried, too. The driver and the module are those of `translator/tests/link_gcc`.

use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

use translator::driver::{translate, translate_runtime};
use translator::ice::Type;
use translator::options::{Isa, Options};

use super::Verdict;
use crate::exec::link::bases;
use crate::exec::scratch::Scratch;
use crate::exec::{Config, builtin, unicorn};
use crate::isa::{Facts, facts};
use crate::layout::Layout;
use crate::load::{Input, link};
use crate::outcome::End;
use crate::probes::How;
use crate::process::{self, AddressSpace, run_function};
use crate::value::Value;

const MODULE: &str = include_str!("../../../../translator/tests/link_gcc/module.ll");
const DRIVER: &str = include_str!("../../../../translator/tests/link_gcc/driver.c");
/// Basic blocks that all calls together take at most.
const FUEL: u64 = 10_000_000;
/// How the driver is compiled for any platform.
const FLAGS: [&str; 9] = [
    "-DFREESTANDING",
    "-O1",
    "-ffreestanding",
    "-fno-pic",
    "-fno-pie",
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-c",
    "-o",
];

/// A compiler with what it needs to be told.
#[derive(Copy, Clone, Debug)]
pub struct Compiler {
    command: &'static str,
    options: &'static [&'static str],
}

/// Debian 12's; a release of this one knows x32.
const CLANG: &str = "clang-14";

impl Compiler {
    fn name(&self) -> &'static str {
        if self.command == CLANG { "clang" } else { "gcc" }
    }
}

/// The compilers for an architecture.
pub fn compilers(isa: Isa) -> [Compiler; 2] {
    let Facts { gcc, freestanding_gcc, freestanding_clang, .. } = *facts(isa);
    [Compiler { command: gcc, options: freestanding_gcc }, Compiler { command: CLANG, options: freestanding_clang }]
}

/// The driver, compiled when it is needed.
#[derive(Clone, Debug)]
pub struct Driver {
    isa: Isa,
    compiler: Compiler,
    object: Arc<OnceLock<Result<Vec<u8>, String>>>,
}

impl Driver {
    /// The driver by a compiler.
    pub fn new(isa: Isa, compiler: Compiler) -> Driver {
        Driver { isa, compiler, object: Arc::default() }
    }

    /// `gcc` or `clang`.
    pub fn name(&self) -> &'static str {
        self.compiler.name()
    }

    /// Why it cannot be compiled here; nothing if it can.
    pub fn missing(&self) -> Option<String> {
        self.object().as_ref().err().cloned()
    }

    fn object(&self) -> &Result<Vec<u8>, String> {
        self.object.get_or_init(|| self.compile())
    }

    fn compile(&self) -> Result<Vec<u8>, String> {
        let Compiler { command: name, options } = self.compiler;
        let scratch = Scratch::new()?;
        let source = scratch.file("driver.c", DRIVER.as_bytes())?;
        let object = source.with_extension("o");
        let mut command = Command::new(name);
        command.args(options).args(FLAGS).arg(&object).arg(&source).stdin(Stdio::null());
        let output = command.output().map_err(|error| format!("{name}: {error}"))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{name} does not compile: {}", text.lines().next().unwrap_or_default()));
        }
        std::fs::read(&object).map_err(|error| format!("{}: {error}", object.display()))
    }

    /// Translates the module, links it with the driver, and lets that make its calls.
    pub fn check(&self, options: &Options) -> Verdict {
        let (module, runtime) = objects(options).map_err(|why| (How::Error, why))?;
        let driver = self.object().as_ref().map_err(|why| (How::Error, why.clone()))?;
        match run(self.isa, [("module.o", &module), ("driver.o", driver), ("rt.o", &runtime)]) {
            Ok((End::Returned, Some(0))) => Ok(()),
            Ok((End::Returned, Some(count))) => Err((How::Differs, format!("{count} failed checks"))),
            Ok((end, _)) => Err((How::Differs, format!("it ends with {end:?}"))),
            Err(why) => Err((How::Error, why)),
        }
    }
}

/// The objects of the module and of the runtime.
pub fn objects(options: &Options) -> Result<(Vec<u8>, Vec<u8>), String> {
    let module = translate(MODULE.as_bytes(), options).map_err(|error| error.to_string())?;
    let runtime = translate_runtime(options).map_err(|error| error.to_string())?;
    Ok((module, runtime))
}

/// How the driver's calls end, and how many failed.
fn run(isa: Isa, objects: [(&str, &Vec<u8>); 3]) -> Result<(End, Option<u128>), String> {
    let (module, _) = translator::text::parse_module(MODULE, "module.ll").map_err(|error| error.to_string())?;
    let layout = Layout::of(&module)?;
    let inputs = objects.map(|(name, bytes)| Input { name, bytes });
    let image = link(isa, &inputs, &bases(&layout), &builtin).map_err(|error| error.to_string())?;
    let entry = image.symbol("check").ok_or("the driver defines no check()")?;
    let mut engine = unicorn::emulator(isa, Arc::new(image), Config::default())?;
    let options = process::Options { fuel: FUEL, ..process::Options::new(AddressSpace::of(&layout)) };
    let outcome = run_function(&mut *engine, entry, &[], Type::I32, options)?;
    Ok((outcome.end, outcome.result.map(|Value { bits, .. }| bits)))
}
