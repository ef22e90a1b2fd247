//! Translated modules made images: linked with the runtime, at the addresses that the interpreter
//! gives their globals.
//!
//! In: a [`Subject`], its object, the [`Runtimes`]. Out: an [`Image`]. A global that does not lie
//! where the interpreter has it is an error.

use std::sync::{Arc, OnceLock};

use object::{Object, ObjectSection, ObjectSymbol};
use rustc_hash::{FxHashMap, FxHashSet};
use translator::driver;
use translator::ice::Function;
use translator::mc::Helper;
use translator::options::{Features, Options};

use super::execution::{Execution, Share};
use super::llvm;
use crate::job::Target;
use crate::layout::{Layout, TEXT_BASE};
use crate::load::nexe::check_code;
use crate::load::{self, Bases, Image, Input};
use crate::subject::{Subject, guarded};

/// Where the runtime's code goes: between the module's code and its constants.
const OTHER_BASE: u32 = 0x0800_0000;

/// The translated runtime of each target, and a sandboxed one for modules that are sandboxed.
pub struct Runtimes(FxHashMap<Target, Runtime>);

struct Runtime {
    plain: Vec<u8>,
    /// Made when it is needed.
    sandboxed: OnceLock<Result<Vec<u8>, String>>,
    options: Options,
}

impl Runtimes {
    /// Translates the runtime for these targets.
    pub fn new(targets: &[Target]) -> Result<Runtimes, String> {
        Self::with(targets, Target::options)
    }

    /// Translates the runtime for these targets, each with options of its own.
    pub fn with(targets: &[Target], options: impl Fn(Target) -> Options) -> Result<Runtimes, String> {
        let translated = targets.iter().map(|&target| {
            let options = options(target);
            Ok((target, Runtime { plain: runtime(target, &options)?, sandboxed: OnceLock::new(), options }))
        });
        translated.collect::<Result<_, String>>().map(Runtimes)
    }

    /// Translates what one program needs of the runtime: what the first object and others that are linked with it ask for, sandboxed
    /// if that one is. Programs that run once start sooner by that.
    ///
    /// # Errors
    /// If the runtime cannot be translated.
    pub fn of_program(target: Target, objects: &[&[u8]]) -> Result<Runtimes, String> {
        let sandboxed = objects.first().is_some_and(|object| is_sandboxed(object));
        let options = target.options();
        let features = Features { sandbox: sandboxed, ..options.features };
        let asked_for = undefined_symbols(objects);
        let is_wanted = |helper: Helper| asked_for.contains(helper.name());
        let part = helpers(target, &Options { features, ..options.clone() }, &is_wanted)?;
        let (plain, sandboxed) = if sandboxed { (Vec::new(), OnceLock::from(Ok(part))) } else { (part, OnceLock::new()) };
        Ok(Runtimes([(target, Runtime { plain, sandboxed, options })].into_iter().collect()))
    }

    /// The translated runtime of a target, as it is or sandboxed; nothing if there is none.
    ///
    /// # Errors
    /// If the runtime cannot be sandboxed.
    pub fn get(&self, target: Target, sandboxed: bool) -> Result<&[u8], String> {
        let Some(known) = self.0.get(&target) else { return Ok(&[]) };
        if !sandboxed {
            return Ok(&known.plain);
        }
        let translate = || {
            let features = Features { sandbox: true, ..known.options.features };
            runtime(target, &Options { features, ..known.options.clone() })
        };
        known.sandboxed.get_or_init(translate).as_deref().map_err(String::clone)
    }
}

fn runtime(target: Target, options: &Options) -> Result<Vec<u8>, String> {
    helpers(target, options, &|_| true)
}

/// A part of the runtime.
fn helpers(target: Target, options: &Options, is_wanted: &dyn Fn(Helper) -> bool) -> Result<Vec<u8>, String> {
    let object = guarded(|| driver::translate_helpers(options, is_wanted).map_err(|error| error.to_string()));
    object.map_err(|why| format!("the runtime for {target}: {why}"))
}

/// The names of what objects mention and do not define; an object that cannot be read has none, and linking says why.
fn undefined_symbols(objects: &[&[u8]]) -> FxHashSet<String> {
    let files = objects.iter().filter_map(|object| object::File::parse(*object).ok());
    let names = |file: object::File<'_>| {
        let undefined = file.symbols().filter(|symbol| symbol.is_undefined());
        undefined.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect::<Vec<_>>()
    };
    files.flat_map(names).collect()
}

/// Whether an object says that its code is sandboxed.
pub(super) fn is_sandboxed(object: &[u8]) -> bool {
    let says_so = |file: object::File<'_>| {
        file.sections().any(|section| section.name().is_ok_and(|name| name.starts_with(load::SANDBOX_NOTE)))
    };
    object::File::parse(object).is_ok_and(says_so)
}

/// Translates a module and links it for a target.
pub fn translated(subject: &Subject, target: Target, runtimes: &Runtimes) -> Result<Arc<Image>, String> {
    object(subject, target, &subject.translate(target)?, runtimes)
}

/// Links a module's object with the runtime.
pub fn object(subject: &Subject, target: Target, object: &[u8], runtimes: &Runtimes) -> Result<Arc<Image>, String> {
    checked(subject, target, &with_runtime(target, object, runtimes)?)
}

/// [`object()`] with the part of a browser that is the program's own code (`crate::irt::browser`), if there is one.
///
/// # Errors
/// As [`object()`].
pub fn with_browser(
    subject: &Subject,
    target: Target,
    (object, browser): (&[u8], Option<&[u8]>),
    runtimes: &Runtimes,
) -> Result<Arc<Image>, String> {
    let [module, runtime] = with_runtime(target, object, runtimes)?;
    let browser = browser.map(|bytes| Input { name: "the browser", bytes });
    checked(subject, target, &[module].into_iter().chain(browser).chain([runtime]).collect::<Vec<_>>())
}

/// Links LLVM's object with the module's globals and the functions that are not in LLVM's share,
/// and the runtime.
pub fn with_llvm(
    subject: &Subject,
    share: Share,
    execution: &Execution,
    object: &[u8],
    runtimes: &Runtimes,
) -> Result<Arc<Image>, String> {
    let rest = llvm::without_share(&subject.module, share, &llvm::symbols(&subject.module));
    let bodies: Vec<Function> = subject.bodies.iter().filter(|body| !share.has(body.id)).cloned().collect();
    let options = execution.options(subject.features);
    let rest = guarded(|| driver::translate_module(&rest, &bodies, &options).map_err(|error| error.to_string()))?;
    let inputs = [
        Input { name: "the translator's share", bytes: &rest },
        Input { name: "LLVM's share", bytes: object },
        Input { name: "the runtime", bytes: runtimes.get(execution.target, is_sandboxed(&rest))? },
    ];
    checked(subject, execution.target, &inputs)
}

/// Which global of the module's object does not lie where the interpreter has it, if one does not;
/// `None` if the object cannot be linked.
pub fn misplaced(subject: &Subject, target: Target, object: &[u8], runtimes: &Runtimes) -> Option<String> {
    check_layout(subject, &anyway(subject, target, &with_runtime(target, object, runtimes).ok()?).ok()?).err()
}

fn with_runtime<'i>(target: Target, object: &'i [u8], runtimes: &'i Runtimes) -> Result<[Input<'i>; 2], String> {
    let runtime = runtimes.get(target, is_sandboxed(object))?;
    Ok([Input { name: "the module", bytes: object }, Input { name: "the runtime", bytes: runtime }])
}

fn checked(subject: &Subject, target: Target, inputs: &[Input<'_>]) -> Result<Arc<Image>, String> {
    let image = anyway(subject, target, inputs)?;
    check_layout(subject, &image)?;
    check_code(target.isa, &image)?;
    Ok(Arc::new(image))
}

/// Links, wherever globals lie.
fn anyway(subject: &Subject, target: Target, inputs: &[Input<'_>]) -> Result<Image, String> {
    let host = |name: &str| super::builtin(name).or_else(|| subject.import(name));
    load::link(target.isa, inputs, &bases(subject.layout()), &host).map_err(|error| error.to_string())
}

/// Where sections go whose globals lie like this.
pub fn bases(layout: &Layout) -> Bases {
    let Layout { rodata, data, bss, .. } = layout;
    Bases { text: TEXT_BASE, rodata: rodata.start, data: data.start, bss: bss.start, other: OTHER_BASE }
}

/// Checks that globals lie where the interpreter has them. A name that several globals share tells
/// nothing.
fn check_layout(subject: &Subject, image: &Image) -> Result<(), String> {
    let mut known: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
    image.symbols().iter().for_each(|symbol| known.entry(&symbol.name).or_default().push(symbol.addr));
    for (id, global) in subject.module.globals.iter().filter(|(_, global)| global.size() > 0) {
        let (name, addr) = (subject.module.global_symbol(id), subject.layout().address(id));
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
