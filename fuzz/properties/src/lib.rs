//! Fuzzing the translator: properties as ordinary tests and as cargo-fuzz targets.
//!
//! One module per property: a `TestCase`, made of bytes (`None` if they are not a case), and a
//! `check(&TestCase)` that panics with what went wrong. [`TARGETS`] lists them. The programs in
//! `fuzz/fuzz_targets`, which cargo-fuzz builds, are shims; the program [`replay`] runs a property
//! on files. `cargo test -p fuzz` tries each for a second and replays `fuzz/regressions/TARGET/*`.
//!
//! | target | input | property |
//! |---|---|---|
//! | [`read`] | any bytes | the reader answers, within a bound of memory; a stream and a file give the same |
//! | [`text`] | any text | so do the parsers of text and of records; what they accept and the verifier too is printed and read again |
//! | [`llvm_ir`] | any text | the front door answers, with a module or with one line that says where |
//! | [`roundtrip`] | a program | writing and reading, printing and parsing are the identity |
//! | `differential` | a program | interpreter, Om1 and O2 on four ISAs: the same outcome |
//! | `passes` | a program | passes in any order, switched off and out of fuel: the same outcome, of the IR and of the code |
//! | [`regalloc`] | decisions | the allocator's result passes the checker, and does what the code said |
//! | [`parallel_moves`] | moves | in sequence they do what they do at once |
//! | [`encode`] | an instruction | independent disassemblers read what was meant |
//! | [`object`](mod@object) | a program | an independent reader accepts the object; two linkers make the same bytes of it |
//! | [`threads`] | a program | the same object for any number of threads |
//! | [`scratch`] | a program | the same code whatever was translated before |
//! | `validate_escape` | decisions | code that the validator accepts does not leave its sandbox |
//!
//! Without the feature `emulator` those that run code (`differential`, `passes`, `validate_escape`)
//! are left out.
//!
//! What a program is as bytes is [`program`]'s page; [`mutate`](mod@mutate) edits and crosses
//! programs for libFuzzer. `fuzz/README.md` says how to run, minimise and replay;
//! `fuzz/FINDINGS.md` what was found. Nothing depends on this crate.

#[cfg(feature = "emulator")]
pub mod differential;
pub mod encode;
pub mod llvm_ir;
pub mod memory;
pub mod mutate;
pub mod object;
pub mod parallel_moves;
#[cfg(feature = "emulator")]
pub mod passes;
pub mod program;
pub mod read;
pub mod regalloc;
#[cfg(test)]
mod regressions;
pub mod replay;
pub mod roundtrip;
pub mod scratch;
pub mod seeds;
#[cfg(test)]
mod smoke;
pub mod text;
pub mod threads;
#[cfg(feature = "emulator")]
pub mod validate_escape;

/// What a target's inputs are, which decides how they are mutated and where seeds come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Bitcode, damaged or not.
    Bitcode,
    /// Text of the IR or of records.
    Text,
    /// Text of LLVM IR.
    LlvmIr,
    /// A [`program`].
    Program,
    /// Bytes each of which decides something.
    Decisions,
}

/// A property, ready to run on bytes.
#[derive(Copy, Clone, Debug)]
pub struct Target {
    /// The name of the fuzz target and of its folder of regressions.
    pub name: &'static str,
    /// What its inputs are.
    pub input: Input,
    /// Checks the property; `false` if the bytes are not a case of it. Panics with what went wrong.
    pub run: fn(&[u8]) -> bool,
}

/// Every target.
pub const TARGETS: &[Target] = &[
    target("read", Input::Bitcode, read::run),
    target("text", Input::Text, text::run),
    target("llvm_ir", Input::LlvmIr, llvm_ir::run),
    target("roundtrip", Input::Program, roundtrip::run),
    #[cfg(feature = "emulator")]
    target("differential", Input::Program, differential::run),
    #[cfg(feature = "emulator")]
    target("passes", Input::Program, passes::run),
    target("regalloc", Input::Decisions, regalloc::run),
    target("parallel_moves", Input::Decisions, parallel_moves::run),
    target("encode", Input::Decisions, encode::run),
    target("object", Input::Program, object::run),
    target("threads", Input::Program, threads::run),
    target("scratch", Input::Program, scratch::run),
    #[cfg(feature = "emulator")]
    target("validate_escape", Input::Decisions, validate_escape::run),
];

const fn target(name: &'static str, input: Input, run: fn(&[u8]) -> bool) -> Target {
    Target { name, input, run }
}

/// The target with this name.
pub fn target_named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// `run` of a property: makes the case and checks it.
macro_rules! run {
    () => {
        /// Checks the property on bytes; `false` if they are not a case of it.
        ///
        /// # Panics
        /// With what went wrong.
        pub fn run(data: &[u8]) -> bool {
            TestCase::new(data).map(|case| check(&case)).is_some()
        }
    };
}
use run;

/// The body of a fuzz target's program: libFuzzer's entry points. Inputs that are bitcode or
/// programs are named as such, and mutated and crossed as modules.
#[macro_export]
macro_rules! fuzz_program {
    ($property:ident) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus {
            if $crate::$property::run(data) { libfuzzer_sys::Corpus::Keep } else { libfuzzer_sys::Corpus::Reject }
        });
    };
    ($property:ident, $input:ident) => {
        $crate::fuzz_program!($property);

        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::mutate::mutate($crate::Input::$input, data, size, max_size, seed, libfuzzer_sys::fuzzer_mutate)
        });

        libfuzzer_sys::fuzz_crossover!(|data1: &[u8], data2: &[u8], out: &mut [u8], seed: u32| {
            $crate::mutate::cross($crate::Input::$input, data1, data2, out, seed)
        });
    };
}
