//! A module made ready to run: interpreted, or translated for a target, linked and run under
//! Unicorn.
//!
//! In: a verified module with its bodies. Out: [`Outcome`]s, whose memory is that of every global
//! and of what the program allocated, and is left out for what engines keep there by nature
//! (`interp::Interp::snapshot`). One run gets one fresh engine: nothing but the translation and the
//! layout is shared between runs. A panic of the translator or of an engine becomes an error.
//!
//! What lies at other addresses in each engine (code, stacks) is told to `crate::process` as tight
//! as it can be known before any translation, so that few integers are mistaken for such an
//! address; the same ranges serve every engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use translator::driver::{self, error::panic_message};
use translator::ice::{FuncId, Function, InstData, Module, Type};
use translator::options::{Features, Isa, OptLevel, Options};

use crate::compare::{Comparison, compare};
use crate::displaced::Portable;
use crate::exec::execution::{Execution, Share};
use crate::exec::trace::{Stepping, Trace};
use crate::exec::unicorn::{Arm32, Executor, Mips32, X8632, X8664};
use crate::exec::{self, llvm, unicorn};
use crate::guest::{Engine, HOST_BASE, HostFunc, PAGE_SIZE};
use crate::interp::ops::vector::Denormals;
use crate::interp::{self, Interp};
use crate::layout::{FUNC_BASE, Layout, RODATA_BASE, STACK_LOW, Span, TEXT_BASE, functions};
use crate::load::{self, Bases, Image, Input};
use crate::outcome::{End, Outcome, Region};
use crate::process::{self, AddressSpace, Import, import_address};
use crate::value::Value;

/// Where the runtime's code goes: between the module's code and its constants.
const OTHER_BASE: u32 = 0x0800_0000;
/// More bytes than any instruction of ICE becomes, on average over a function.
const CODE_PER_INST: usize = 512;
/// Least stack of a called function, in bytes: clearing it for each call costs time.
const CALL_STACK: u32 = 1 << 18;
/// How many frames of the module's largest fit into it besides.
const LARGE_FRAMES: u32 = 8;
/// The name under which every trace knows the start of a thread.
const THREAD_CREATE: &str = "thread.thread_create";

/// What a module is translated for: an architecture and a recipe.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Target {
    /// The architecture.
    pub isa: Isa,
    /// The recipe.
    pub opt: OptLevel,
}

impl Target {
    /// Every target that is built.
    pub fn all() -> Vec<Target> {
        let with = |isa| OptLevel::ALL.map(|opt| Target { isa, opt });
        Isa::ALL.into_iter().flat_map(with).collect()
    }

    fn options(self) -> Options {
        Options::new(self.isa, self.opt)
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{}/{}", self.isa, self.opt))
    }
}

/// The translated runtime of each target.
pub struct Runtimes(FxHashMap<Target, Vec<u8>>);

impl Runtimes {
    /// Translates the runtime for these targets.
    pub fn new(targets: &[Target]) -> Result<Runtimes, String> {
        Self::with(targets, Target::options)
    }

    /// Translates the runtime for these targets, each with options of its own.
    pub fn with(targets: &[Target], options: impl Fn(Target) -> Options) -> Result<Runtimes, String> {
        let translated = targets.iter().map(|&target| {
            let object = guarded(|| driver::translate_runtime(&options(target)).map_err(|error| error.to_string()));
            Ok((target, object.map_err(|why| format!("the runtime for {target}: {why}"))?))
        });
        translated.collect::<Result<_, _>>().map(Runtimes)
    }

    /// The translated runtime of a target; nothing if there is none.
    pub fn get(&self, target: Target) -> &[u8] {
        self.0.get(&target).map_or(&[], Vec::as_slice)
    }
}

/// Where a run starts.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// `_start(info)`: a program.
    Program(FuncId),
    /// A function with its arguments.
    Call(FuncId, Vec<Value>),
}

/// A run of translated code.
pub struct Job<'a> {
    /// Where it starts.
    pub entry: Entry,
    /// How it runs.
    pub options: process::Options,
    /// The ranges that the outcome shows, as the interpreter found them.
    pub memory: &'a [Region],
}

/// An emulator with how it is set up.
type Kept<I> = (Executor<I>, exec::Config);

/// Emulators that run one image after the other. They stay on the thread that made them.
#[derive(Default)]
pub struct Engines {
    x8632: Option<Kept<X8632>>,
    x8664: Option<Kept<X8664>>,
    arm32: Option<Kept<Arm32>>,
    mips32: Option<Kept<Mips32>>,
}

/// A module with what every engine has to know of it.
pub struct Subject {
    /// Declarations.
    pub module: Module,
    /// The bodies of the defined functions, in function order.
    pub bodies: Vec<Function>,
    /// Which optional instructions its translations may use.
    pub features: Features,
    layout: Layout,
    imports: Vec<Import>,
    space: AddressSpace,
    /// Bytes of stack for a called function. What may need more is no case.
    call_stack: u32,
}

impl Subject {
    /// Plans a module's memory and collects what it wants from outside.
    pub fn new(module: Module, bodies: Vec<Function>) -> Result<Subject, String> {
        let layout = Layout::of(&module)?;
        let outside = module.funcs.iter().filter(|(_, decl)| !decl.defined && decl.intrinsic.is_none());
        let imports: Vec<Import> = outside
            .map(|(id, decl)| {
                let sig = module.func_sig(id);
                Import { name: decl.name.clone(), params: sig.params.clone(), result: sig.result }
            })
            .collect();
        if import_address(imports.len()).is_none() {
            return Err(format!("{} external functions are too many", imports.len()));
        }
        let space = AddressSpace { opaque: opaque(&module, &bodies), ..AddressSpace::of(&layout) };
        let call_stack = call_stack(&bodies);
        Ok(Subject { module, bodies, features: Features::default(), layout, imports, space, call_stack })
    }

    /// Options of a run: no arguments, output captured.
    pub fn options(&self) -> process::Options {
        process::Options { imports: self.imports.clone(), ..process::Options::new(self.space.clone()) }
    }

    /// Where globals lie, in every engine.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The address of an external function.
    fn import(&self, name: &str) -> Option<u32> {
        self.imports.iter().position(|import| import.name == name).and_then(import_address)
    }

    /// Runs in the interpreter. With a `displacement` other than 0, stacks and functions lie
    /// elsewhere than usual.
    ///
    /// # Errors
    /// If the interpreter cannot start.
    pub fn interpret(&self, entry: &Entry, options: process::Options, displacement: u32) -> Result<Outcome, String> {
        guarded(|| {
            let resolve = |name: &str| self.import(name).and_then(HostFunc::at);
            // One outcome serves all targets, and the vectors of one of them flush denormals.
            let config = interp::Config { denormals: Denormals::Unspecified, displacement };
            let mut interp = Interp::new(&self.module, &self.bodies, self.layout.clone(), config, resolve)?;
            let (Entry::Program(func) | Entry::Call(func, _)) = *entry;
            let addr = interp.func_address(func);
            let mut outcome = self.run(&mut interp, addr, entry, options)?;
            outcome.memory = interp.snapshot();
            if interp.overflowed() {
                without_depth(&mut outcome);
            } else if matches!(entry, Entry::Call(..)) && interp.stack_use() > u64::from(self.call_stack) {
                outcome.end =
                    End::Undefined(format!("it takes more than the {} bytes of stack that a call has", self.call_stack));
            }
            if outcome.calls.iter().any(|call| call.name == THREAD_CREATE) {
                // Where the program keeps its threads' stacks, engines differ.
                outcome.memory.retain(|region| region.name != "heap");
            }
            Ok(outcome)
        })
    }

    /// Compares an outcome with the interpreter's ([`Portable::compare`]). `options` makes the
    /// options of a run.
    pub fn compare(
        &self,
        entry: &Entry,
        options: impl Fn() -> process::Options,
        reference: &Outcome,
        other: &Outcome,
    ) -> Comparison {
        match compare(reference, other) {
            Comparison::Differ(_) => {
                Portable::new(reference.clone()).compare(other, |displacement| self.interpret(entry, options(), displacement))
            }
            comparison => comparison,
        }
    }

    /// The interpreter's outcome without what depends on where stacks and functions lie. `options`
    /// makes the options of a run.
    pub fn portable(&self, entry: &Entry, options: impl Fn() -> process::Options, reference: &Outcome) -> Outcome {
        Portable::new(reference.clone()).least(|displacement| self.interpret(entry, options(), displacement))
    }

    /// Runs in the interpreter step by step.
    pub fn trace_reference(&self, entry: &Entry, options: process::Options) -> Result<Trace<String>, String> {
        guarded(|| {
            let resolve = |name: &str| self.import(name).and_then(HostFunc::at);
            let config = interp::Config { denormals: Denormals::Unspecified, ..interp::Config::default() };
            let mut interp = Interp::new(&self.module, &self.bodies, self.layout.clone(), config, resolve)?;
            let (Entry::Program(func) | Entry::Call(func, _)) = *entry;
            let addr = interp.func_address(func);
            let mut stepping = Stepping::new(&mut interp);
            self.run(&mut stepping, addr, entry, options)?;
            Ok(stepping.trace)
        })
    }

    /// Runs an image under Unicorn step by step.
    pub fn trace_image(&self, isa: Isa, image: &Arc<Image>, job: Job<'_>) -> Result<Trace<u32>, String> {
        match isa {
            Isa::X8632 => self.trace_on::<X8632>(image, job),
            Isa::X8664 => self.trace_on::<X8664>(image, job),
            Isa::Arm32 => self.trace_on::<Arm32>(image, job),
            Isa::Mips32 => self.trace_on::<Mips32>(image, job),
        }
    }

    fn trace_on<I: unicorn::Isa>(&self, image: &Arc<Image>, job: Job<'_>) -> Result<Trace<u32>, String> {
        guarded(|| {
            let mut engine = Executor::<I>::new(Arc::clone(image), self.config_for(&job))?;
            engine.watch()?;
            self.execute_job(&mut engine, image, job)?;
            Ok(engine.take_trace())
        })
    }

    /// Translates and links for a target.
    pub fn link(&self, target: Target, runtimes: &Runtimes) -> Result<Arc<Image>, String> {
        self.link_object(target, &self.translate(target)?, runtimes)
    }

    /// Translates for a target: the object file.
    pub fn translate(&self, target: Target) -> Result<Vec<u8>, String> {
        self.translate_with(target, self.features)
    }

    /// Translates for a target with optional instructions: the object file.
    pub fn translate_with(&self, target: Target, features: Features) -> Result<Vec<u8>, String> {
        self.translate_as(&Options { features, ..target.options() })
    }

    /// Translates with any options: the object file.
    pub fn translate_as(&self, options: &Options) -> Result<Vec<u8>, String> {
        guarded(|| driver::translate_module(&self.module, &self.bodies, options).map_err(|error| error.to_string()))
    }

    /// Links the module's object with the runtime.
    pub fn link_object(&self, target: Target, object: &[u8], runtimes: &Runtimes) -> Result<Arc<Image>, String> {
        let inputs = [Input { name: "the module", bytes: object }, Input { name: "the runtime", bytes: runtimes.get(target) }];
        self.link_inputs(target, &inputs)
    }

    /// Links LLVM's object with the module's globals and the functions that are not in LLVM's
    /// share, and the runtime.
    pub fn link_llvm(
        &self,
        share: Share,
        execution: &Execution,
        object: &[u8],
        runtimes: &Runtimes,
    ) -> Result<Arc<Image>, String> {
        let rest = llvm::without_share(&self.module, share, &llvm::symbols(&self.module));
        let bodies: Vec<Function> = self.bodies.iter().filter(|body| !share.has(body.id)).cloned().collect();
        let options = execution.options(self.features);
        let rest = guarded(|| driver::translate_module(&rest, &bodies, &options).map_err(|error| error.to_string()))?;
        let inputs = [
            Input { name: "the translator's share", bytes: &rest },
            Input { name: "LLVM's share", bytes: object },
            Input { name: "the runtime", bytes: runtimes.get(execution.target) },
        ];
        self.link_inputs(execution.target, &inputs)
    }

    /// Which global of the module's object does not lie where the interpreter has it, if one does
    /// not; `None` if the object cannot be linked.
    pub fn misplaced(&self, target: Target, object: &[u8], runtimes: &Runtimes) -> Option<String> {
        let inputs = [Input { name: "the module", bytes: object }, Input { name: "the runtime", bytes: runtimes.get(target) }];
        self.check_layout(&self.link_anyway(target, &inputs).ok()?).err()
    }

    fn link_inputs(&self, target: Target, inputs: &[Input<'_>]) -> Result<Arc<Image>, String> {
        let image = self.link_anyway(target, inputs)?;
        self.check_layout(&image)?;
        Ok(Arc::new(image))
    }

    /// Links, wherever globals lie.
    fn link_anyway(&self, target: Target, inputs: &[Input<'_>]) -> Result<Image, String> {
        let Layout { rodata, data, bss, .. } = self.layout;
        let bases = Bases { text: TEXT_BASE, rodata: rodata.start, data: data.start, bss: bss.start, other: OTHER_BASE };
        let host = |name: &str| exec::builtin(name).or_else(|| self.import(name));
        load::link(target.isa, inputs, &bases, &host).map_err(|error| error.to_string())
    }

    /// Checks that globals lie where the interpreter has them. A name that several globals share
    /// tells nothing.
    fn check_layout(&self, image: &Image) -> Result<(), String> {
        let mut known: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        image.symbols().iter().for_each(|symbol| known.entry(&symbol.name).or_default().push(symbol.addr));
        for (id, global) in self.module.globals.iter().filter(|(_, global)| global.size() > 0) {
            let (name, addr) = (self.module.global_symbol(id), self.layout.address(id));
            match known.get(&*name) {
                Some(addrs) if addrs.contains(&addr) => {}
                Some(addrs) => {
                    return Err(format!("global {name} ({} bytes) lies at {:#x} instead of {addr:#x}", global.size(), addrs[0]));
                }
                None => return Err(format!("the object has no symbol for global {name}")),
            }
        }
        Ok(())
    }

    /// Runs an image under Unicorn, once for each job, on one engine that forgets everything in
    /// between. `each` gets the outcomes in order, and tells whether to go on.
    pub fn execute<'j>(
        &self,
        isa: Isa,
        image: &Arc<Image>,
        jobs: impl Iterator<Item = Job<'j>>,
        each: impl FnMut(Result<Outcome, String>) -> bool,
    ) {
        self.execute_with(&Execution::plain(Target { isa, opt: OptLevel::Om1 }), image, jobs, each);
    }

    /// As [`execute`](Self::execute), in the way that an execution asks for.
    pub fn execute_with<'j>(
        &self,
        execution: &Execution,
        image: &Arc<Image>,
        jobs: impl Iterator<Item = Job<'j>>,
        each: impl FnMut(Result<Outcome, String>) -> bool,
    ) {
        let retry = execution.retry;
        match execution.target.isa {
            Isa::X8632 => self.execute_on::<X8632>(retry, image, jobs, each),
            Isa::X8664 => self.execute_on::<X8664>(retry, image, jobs, each),
            Isa::Arm32 => self.execute_on::<Arm32>(retry, image, jobs, each),
            Isa::Mips32 => self.execute_on::<Mips32>(retry, image, jobs, each),
        }
    }

    fn execute_on<'j, I: unicorn::Isa>(
        &self,
        fail_stores: bool,
        image: &Arc<Image>,
        jobs: impl Iterator<Item = Job<'j>>,
        mut each: impl FnMut(Result<Outcome, String>) -> bool,
    ) {
        let mut idle: Option<(Executor<I>, exec::Config)> = None;
        for job in jobs {
            let config = exec::Config { fail_stores, ..self.config_for(&job) };
            // After an error the engine is not trusted any more.
            let usable = idle.take().filter(|(_, known)| *known == config);
            let outcome = guarded(|| {
                let mut engine = match usable {
                    Some((mut engine, _)) => {
                        engine.rewind()?;
                        engine
                    }
                    None => Executor::new(Arc::clone(image), config)?,
                };
                let outcome = self.execute_job(&mut engine, image, job)?;
                idle = Some((engine, config));
                Ok(outcome)
            });
            if !each(outcome) {
                break;
            }
        }
    }

    /// Runs an image once, on an engine that may have run other images before.
    pub fn execute_in(&self, engines: &mut Engines, isa: Isa, image: &Arc<Image>, job: Job<'_>) -> Result<Outcome, String> {
        match isa {
            Isa::X8632 => self.execute_kept(&mut engines.x8632, image, job),
            Isa::X8664 => self.execute_kept(&mut engines.x8664, image, job),
            Isa::Arm32 => self.execute_kept(&mut engines.arm32, image, job),
            Isa::Mips32 => self.execute_kept(&mut engines.mips32, image, job),
        }
    }

    fn execute_kept<I: unicorn::Isa>(
        &self,
        kept: &mut Option<Kept<I>>,
        image: &Arc<Image>,
        job: Job<'_>,
    ) -> Result<Outcome, String> {
        let config = self.config_for(&job);
        let usable = kept.take().filter(|(_, known)| *known == config);
        guarded(|| {
            let mut engine = match usable {
                Some((mut engine, _)) => {
                    engine.reset(Arc::clone(image))?;
                    engine
                }
                None => Executor::new(Arc::clone(image), config)?,
            };
            let outcome = self.execute_job(&mut engine, image, job)?;
            *kept = Some((engine, config));
            Ok(outcome)
        })
    }

    /// How an executor is set up for a job.
    fn config_for(&self, job: &Job<'_>) -> exec::Config {
        let metered = job.options.fuel != u64::MAX;
        let stack_size = if matches!(job.entry, Entry::Program(_)) { interp::STACK_SIZE } else { self.call_stack };
        exec::Config { metered, stack_size, check_stack: job.options.check_stack, ..exec::Config::default() }
    }

    fn execute_job(&self, engine: &mut impl Engine, image: &Image, job: Job<'_>) -> Result<Outcome, String> {
        let (Entry::Program(func) | Entry::Call(func, _)) = job.entry;
        let name = self.module.func_symbol(func);
        let addr = image.symbol(&name).ok_or_else(|| format!("the object has no symbol for function {name}"))?;
        let mut outcome = self.run(engine, addr, &job.entry, job.options)?;
        outcome.memory = job.memory.iter().filter_map(|region| read(engine, region)).collect();
        Ok(outcome)
    }

    fn run<E: Engine>(&self, engine: &mut E, addr: u32, entry: &Entry, options: process::Options) -> Result<Outcome, String> {
        match entry {
            Entry::Program(_) => process::run_program(engine, addr, options),
            Entry::Call(func, args) => process::run_function(engine, addr, args, self.result(*func), options),
        }
    }

    /// The result type of a function.
    pub fn result(&self, func: FuncId) -> Type {
        self.module.func_sig(func).result
    }
}

/// Bytes of stack for a called function of a module.
fn call_stack(bodies: &[Function]) -> u32 {
    let size = |body: &Function, inst| match *body.inst(inst) {
        InstData::Alloca { size, .. } => body.int_const(size).unwrap_or(0),
        _ => 0,
    };
    let frame = |body: &Function| -> u64 {
        body.block_order().iter().flat_map(|&block| body.block_insts(block)).map(|inst| size(body, inst)).sum()
    };
    let largest = bodies.iter().map(frame).max().unwrap_or(0);
    let frames = u32::try_from(largest).unwrap_or(u32::MAX).saturating_mul(LARGE_FRAMES);
    // Few sizes, so that engines are seldom made anew.
    let more = if frames > 2 * CALL_STACK { frames.min(interp::STACK_SIZE).next_power_of_two() } else { 0 };
    (CALL_STACK + more).min(interp::STACK_SIZE)
}

/// Takes out of an outcome whose calls nested too deeply whatever depends on how deeply they could.
/// That they do is all that is left, and not even that if the world outside has seen something of
/// it.
fn without_depth(outcome: &mut Outcome) {
    outcome.memory.clear();
    if !(outcome.calls.is_empty() && outcome.stdout.is_empty() && outcome.stderr.is_empty()) {
        outcome.end = End::Undefined("calls nest too deeply, and not without effect".into());
    }
}

/// The same range in another engine; nothing if it is not readable there.
fn read(engine: &impl Engine, region: &Region) -> Option<Region> {
    let mut bytes = vec![0; region.bytes.len()];
    engine.read(region.addr, &mut bytes).ok()?;
    Some(Region { name: region.name.clone(), addr: region.addr, bytes, unspecified: Vec::new() })
}

/// Address ranges that mean something else in every engine: stacks, the code of translations, the
/// interpreter's functions.
fn opaque(module: &Module, bodies: &[Function]) -> Vec<Span> {
    let insts: usize = bodies.iter().map(|body| body.inst_count() + 1).sum();
    let code = insts.saturating_mul(CODE_PER_INST).next_multiple_of(PAGE_SIZE as usize);
    let code_end = u32::try_from(code).map_or(RODATA_BASE, |size| TEXT_BASE.saturating_add(size).min(RODATA_BASE));
    let funcs_end = functions(module, 0).map_or(RODATA_BASE, |span| span.end);
    [(TEXT_BASE, code_end), (FUNC_BASE, funcs_end), (STACK_LOW, HOST_BASE)].map(|(start, end)| Span { start, end }).to_vec()
}

/// A panic becomes an error.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    // Unwind safety: after a panic nothing that was being worked on is used any more.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| Err(format!("panic: {}", panic_message(&*payload))))
}
