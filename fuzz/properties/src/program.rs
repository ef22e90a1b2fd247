//! Programs as bytes: the input of every property that needs a valid module.
//!
//! - Bytes that read as finalised bitcode and verify are that module, controls included or not: a
//!   module may be followed by [`CONTROLS`] bytes that decide everything else (passes, fuel,
//!   registers, ISA). Without them, a hash of the bytes decides.
//! - Bytes that begin like bitcode and are none are no case: damaged bitcode is the target
//!   `read`'s.
//! - All other bytes are given to the generator (`crosstest::generate`), and the last of them are
//!   also the controls.
//!
//! So a corpus may hold programs of both kinds, and `.pexe` files as they are. The entry is the
//! function that the generator calls `main`, or else the first one that is defined and takes
//! nothing.

use crosstest::axes;
use crosstest::generate;
use crosstest::orders;
use translator::bitcode;
use translator::ice::verify::{Level, Verifier};
use translator::ice::{FuncId, Function, Module};
use translator::options::{Controls, Features, Isa, OptLevel, Options, Pass};
use translator::util::rng::Rng;

/// How many bytes of controls may follow a module.
pub const CONTROLS: usize = 16;

/// What bitcode begins with.
pub const MAGIC: &[u8] = b"PEXE";

/// A module with what else an input decides.
pub struct Program {
    /// Declarations.
    pub module: Module,
    /// The bodies of the defined functions, in function order.
    pub bodies: Vec<Function>,
    /// The function to call, which takes nothing.
    pub entry: Option<FuncId>,
    /// Whether it was bitcode.
    pub is_bitcode: bool,
    /// What decides everything else.
    pub controls: [u8; CONTROLS],
}

/// FNV-1a, in two words: the same on every host.
fn hash(bytes: &[u8]) -> [u8; CONTROLS] {
    let half = |start: u64| bytes.iter().fold(start, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let mut all = [0; CONTROLS];
    all[..8].copy_from_slice(&half(0xcbf2_9ce4_8422_2325).to_le_bytes());
    all[8..].copy_from_slice(&half(0x8422_2325_cbf2_9ce4).to_le_bytes());
    all
}

/// The first defined function that takes nothing, `main` before all others.
fn entry(module: &Module) -> Option<FuncId> {
    let takes_nothing = |func: &FuncId| module.funcs[*func].defined && module.func_sig(*func).params.is_empty();
    let main = module.func_by_name(generate::ENTRY).filter(takes_nothing);
    main.or_else(|| module.funcs.keys().find(takes_nothing))
}

/// Whether a module may be written as finalised bitcode, and everything downstream may rely on it.
pub fn is_valid(module: &Module, bodies: &[Function]) -> bool {
    let mut verifier = Verifier::default();
    verifier.module(module, Level::PnaclAbi).is_ok()
        && bodies.iter().all(|body| verifier.function(module, body, Level::PnaclAbi).is_ok())
}

impl Program {
    /// The program that some bytes are, if they are one.
    pub fn new(data: &[u8]) -> Option<Program> {
        if !data.starts_with(MAGIC) {
            let generate::Generated { module, bodies, entry } = generate::case(data);
            let controls = data.last_chunk().copied().unwrap_or_else(|| hash(data));
            return Some(Program { module, bodies, entry: Some(entry), is_bitcode: false, controls });
        }
        let whole = || bitcode::read_module(data).ok().map(|read| (read, hash(data)));
        let followed = || {
            let (module, controls) = data.split_last_chunk()?;
            bitcode::read_module(module).ok().map(|read| (read, *controls))
        };
        let ((module, bodies), controls) = whole().or_else(followed)?;
        is_valid(&module, &bodies).then(|| Program { entry: entry(&module), module, bodies, is_bitcode: true, controls })
    }

    /// The bytes of a module with controls; `None` if it cannot be written.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut bytes = bitcode::write_module(&self.module, &self.bodies).ok()?;
        bytes.extend(self.controls);
        Some(bytes)
    }

    /// The module as bitcode.
    ///
    /// # Panics
    /// If it cannot be written: every program is valid.
    pub fn bitcode(&self) -> Vec<u8> {
        bitcode::write_module(&self.module, &self.bodies).unwrap_or_else(|error| panic!("a valid module is not written: {error}"))
    }

    /// Random numbers that the controls determine.
    pub fn rng(&self) -> Rng {
        let [first, second] = [0, 8].map(|at| u64::from_le_bytes(self.controls[at..at + 8].try_into().expect("eight bytes")));
        Rng::new(first ^ second.rotate_left(32))
    }
}

/// Whether something that happens once in `count` times happens.
pub fn one_in(rng: &mut Rng, count: usize) -> bool {
    rng.below(count) == 0
}

/// An element.
pub fn pick<T: Copy>(rng: &mut Rng, all: &[T]) -> T {
    all[rng.below(all.len())]
}

/// A program, and options to translate it with: what targets examine that do not run it.
pub struct Translation {
    /// The program.
    pub program: Program,
    /// The options.
    pub options: Options,
}

impl Translation {
    /// `None` for damaged bitcode.
    pub fn new(data: &[u8]) -> Option<Self> {
        let program = Program::new(data)?;
        let options = any_options(&mut program.rng());
        Some(Self { program, options })
    }

    /// The options without fuel, which is counted over all functions in order.
    pub fn unlimited(&self) -> Options {
        Options { controls: Controls { fuel: None, ..self.options.controls.clone() }, ..self.options.clone() }
    }
}

/// Options that a translation may have.
pub fn any_options(rng: &mut Rng) -> Options {
    let features = Features { sse41: one_in(rng, 2), hwdiv_arm: one_in(rng, 2), sandbox: one_in(rng, 4) };
    let options = Options { features, ..Options::new(pick(rng, &Isa::ALL), pick(rng, &OptLevel::ALL)) };
    Options { controls: any_controls(rng), ..options }
}

/// What may be asked of the passes: some of the optional ones switched off, fuel, the registers in
/// another order, code that is another with every seed.
fn any_controls(rng: &mut Rng) -> Controls {
    let disabled = Pass::all().filter(|pass| pass.is_optional() && one_in(rng, 3)).collect();
    let fuel = [None, Some(rng.below(16) as u64), Some(rng.below(400) as u64)];
    let mut controls = Controls {
        disabled: if one_in(rng, 2) { disabled } else { Default::default() },
        fuel: pick(rng, &fuel),
        lcse_in_blocks: one_in(rng, 4),
        randomize_regalloc: one_in(rng, 3),
        seed: rng.next_u64(),
        ..Controls::default()
    };
    // What was drawn first here is on by default now; what is kept as bytes stays what it was.
    one_in(rng, 2);
    let besides = [(Pass::SplitLocal, one_in(rng, 3)), (Pass::SplitGlobal, one_in(rng, 3))];
    // Without a number of its own, for the same reason, as is what follows.
    let early = (Pass::ScheduleEarly, controls.seed.is_multiple_of(3));
    controls.besides = besides.into_iter().chain([early]).filter(|&(_, runs)| runs).map(|(pass, _)| pass).collect();
    Controls { diversity: axes::drawn(controls.seed), plan: orders::drawn(controls.seed), ..controls }
}

#[cfg(test)]
mod tests {
    use super::*;
    use translator::ice::equality;

    #[test]
    fn a_program_is_the_same_as_bytes_with_controls_and_without() {
        let data: Vec<u8> = (0..400_u32).map(|n| ((n * 7919) >> 3) as u8).collect();
        let generated = Program::new(&data).unwrap();
        assert!(!generated.is_bitcode && data.ends_with(&generated.controls));
        for bytes in [generated.to_bytes().unwrap(), generated.bitcode()] {
            let read = Program::new(&bytes).unwrap();
            assert!(read.is_bitcode);
            assert_eq!(read.entry, generated.entry);
            let difference = equality::difference((&generated.module, &generated.bodies), (&read.module, &read.bodies));
            assert_eq!(difference, None);
            assert_eq!(read.controls == generated.controls, bytes.len() > generated.bitcode().len());
        }
        let mut damaged = generated.bitcode();
        damaged.truncate(damaged.len() / 2);
        assert!(Program::new(&damaged).is_none());
    }
}
