//! A module made ready to run: interpreted, or translated for a target.
//!
//! In: a verified module with its bodies. Out: the interpreter's [`Outcome`]s, whose memory is that
//! of every global and of what the program allocated, and is left out for what engines keep there
//! by nature (`interp::Interp::snapshot`); objects, which `crate::exec` links and runs. One run
//! gets one fresh engine: nothing but the translation and the layout is shared between runs. A
//! panic of the translator or of an engine becomes an error.
//!
//! What lies at other addresses in each engine (code, stacks) is told to `crate::process` as tight
//! as it can be known before any translation, so that few integers are mistaken for such an
//! address; the same ranges serve every engine.

use std::panic::{AssertUnwindSafe, catch_unwind};

use translator::driver::{self, error::panic_message};
use translator::ice::{FuncId, Function, InstData, Module, Type};
use translator::options::{Features, Options};

use crate::compare::{Comparison, compare};
use crate::displaced::Portable;
use crate::guest::{HostFunc, Memory, PAGE_SIZE, VirtualMachine};
use crate::interp::ops::vector::Denormals;
use crate::interp::{self, Interp};
use crate::job::{Entry, Target};
use crate::layout::{FUNC_BASE, Layout, RODATA_BASE, STACK_LOW, STACK_TOP, Span, TEXT_BASE, functions};
use crate::outcome::{End, Outcome};
use crate::process::{self, AddressSpace, Import, import_address};
use crate::trace::{Stepping, Trace};

/// More bytes than any instruction of ICE becomes, on average over a function.
const CODE_PER_INST: usize = 512;
/// Least stack of a called function, in bytes: clearing it for each call costs time.
const CALL_STACK: u32 = 1 << 18;
/// How many frames of the module's largest fit into it besides.
const LARGE_FRAMES: u32 = 8;
/// The name under which every trace knows the start of a thread.
const THREAD_CREATE: &str = "thread.thread_create";

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
    pub(crate) fn import(&self, name: &str) -> Option<u32> {
        self.imports.iter().position(|import| import.name == name).and_then(import_address)
    }

    /// Runs in the interpreter. With a `displacement` other than 0, stacks and functions lie
    /// elsewhere than usual.
    ///
    /// # Errors
    /// If the interpreter cannot start.
    pub fn interpret(&self, entry: &Entry, options: process::Options, displacement: u32) -> Result<Outcome, String> {
        self.interpret_and_look(entry, options, displacement, |_| ())
    }

    /// The same; `look` may look at the memory that is left, all of it specified or not.
    ///
    /// # Errors
    /// As [`interpret`](Self::interpret).
    pub fn interpret_and_look(
        &self,
        entry: &Entry,
        options: process::Options,
        displacement: u32,
        look: impl FnOnce(&dyn Memory),
    ) -> Result<Outcome, String> {
        guarded(|| {
            let resolve = |name: &str| self.import(name).and_then(HostFunc::at);
            // One outcome serves all targets, and the vectors of one of them flush denormals.
            let config = interp::Config { denormals: Denormals::Unspecified, displacement };
            let mut interp = Interp::new(&self.module, &self.bodies, self.layout.clone(), config, resolve)?;
            let addr = interp.func_address(entry.func());
            let mut outcome = self.run(&mut interp, addr, entry, options)?;
            look(&interp);
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
            let addr = interp.func_address(entry.func());
            let mut stepping = Stepping::new(&mut interp);
            self.run(&mut stepping, addr, entry, options)?;
            Ok(stepping.trace)
        })
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

    /// Bytes of stack that a called function has.
    pub(crate) const fn call_stack(&self) -> u32 {
        self.call_stack
    }

    /// Runs from an entry that lies at this address in an engine.
    pub(crate) fn run<T>(
        &self,
        engine: &mut dyn VirtualMachine<Thread = T>,
        addr: u32,
        entry: &Entry,
        options: process::Options,
    ) -> Result<Outcome, String> {
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

/// Address ranges that mean something else in every engine: stacks, the code of translations, the
/// interpreter's functions.
fn opaque(module: &Module, bodies: &[Function]) -> Vec<Span> {
    let insts: usize = bodies.iter().map(|body| body.inst_count() + 1).sum();
    let code = insts.saturating_mul(CODE_PER_INST).next_multiple_of(PAGE_SIZE as usize);
    let code_end = u32::try_from(code).map_or(RODATA_BASE, |size| TEXT_BASE.saturating_add(size).min(RODATA_BASE));
    let funcs_end = functions(module, 0).map_or(RODATA_BASE, |span| span.end);
    [(TEXT_BASE, code_end), (FUNC_BASE, funcs_end), (STACK_LOW, STACK_TOP)].map(|(start, end)| Span { start, end }).to_vec()
}

/// A panic becomes an error.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    // Unwind safety: after a panic nothing that was being worked on is used any more.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| Err(format!("panic: {}", panic_message(&*payload))))
}
