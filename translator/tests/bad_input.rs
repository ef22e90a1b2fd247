//! Real files, whole and damaged, through the bitcode reader: a clean function or one clean error,
//! never a panic, in bounded time.
//!
//! The files are programs of our own and, where they are, the SDK's.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use translator::bitcode::{FunctionBody, ModuleReader, ReadError, ReadScratch, SharedTables, decode_body, read_module};
use translator::ice::{Function, Module, print};
use translator::testing;

/// Damaged variants of all files together.
const FLIPS: usize = 100_000;

/// No damaged input of this size may take longer, even on a busy machine in the dev profile.
const PATIENCE: Duration = Duration::from_secs(2);

/// xorshift64*: small, seeded, the same everywhere.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) % limit as u64) as usize
    }
}

/// That a function which was read without error holds together: every operand exists, every block
/// ends.
fn check_function(func: &Function) {
    for &block in func.block_order() {
        let last = func.last_inst(block).expect("a block without instructions");
        for inst in func.block_insts(block) {
            assert_eq!(func.inst(inst).is_terminator(), inst == last);
            func.visit_operands(inst, |value| assert!(func.contains(value)));
        }
    }
}

/// Runs `action`, which must neither panic nor take long; `what` says what was done.
fn survive<T>(what: impl Fn() -> String, action: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(action)).unwrap_or_else(|_| panic!("panic on {}", what()));
    assert!(start.elapsed() < PATIENCE, "{} took {:?}", what(), start.elapsed());
    result
}

#[test]
fn all_files_are_read() {
    for path in testing::programs() {
        let bytes = std::fs::read(&path).unwrap();
        let (module, functions) = read_module(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(functions.len(), module.funcs.values().filter(|decl| decl.defined).count());
        for func in &functions {
            check_function(func);
            assert!(print::function(func, Some(&module)).to_string().starts_with("function @"));
        }
    }
}

/// Reads a stream to its end; gives the number of bodies.
fn read_stream(bytes: Vec<u8>) -> Result<usize, ReadError> {
    let mut reader = ModuleReader::from_stream(Box::new(std::io::Cursor::new(bytes)))?;
    let (mut scratch, mut func, mut count) = (ReadScratch::default(), Function::default(), 0);
    while let Some(body) = reader.next_body()? {
        decode_body(reader.shared(), reader.module(), &body, &mut scratch, &mut func)?;
        count += 1;
    }
    Ok(count)
}

#[test]
fn streams_give_the_same_bodies() {
    for path in testing::programs() {
        let bytes = std::fs::read(&path).unwrap();
        let (_, functions) = read_module(&bytes).unwrap();
        assert_eq!(read_stream(bytes).unwrap(), functions.len());
    }
}

#[test]
fn truncated_files_are_refused() {
    let mut rng = Rng(0x5eed);
    for path in testing::programs() {
        let bytes = std::fs::read(&path).unwrap();
        let random: Vec<usize> = (0..500).map(|_| rng.below(bytes.len())).collect();
        let lengths = (0..bytes.len().min(2000)).chain(random);
        for (index, len) in lengths.enumerate() {
            let what = || format!("{} cut to {len} bytes", path.display());
            let result = survive(what, || read_module(&bytes[..len]).map(|_| ()));
            assert!(!result.expect_err("a truncated file was accepted").to_string().is_empty());
            // From memory the module's length gives it away at once; a stream is read up to where
            // it breaks off.
            if index.is_multiple_of(20) {
                let error = survive(what, || read_stream(bytes[..len].to_vec())).expect_err("a truncated stream was accepted");
                assert!(matches!(error, ReadError::Decode(_)), "{error}");
            }
        }
    }
}

/// A file, and what reading it without damage gives.
struct Whole<'a> {
    bytes: &'a [u8],
    module: Arc<Module>,
    shared: Arc<SharedTables>,
    bodies: Vec<FunctionBody<'a>>,
}

impl<'a> Whole<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut reader = ModuleReader::from_bytes(bytes).unwrap();
        let bodies = std::iter::from_fn(|| reader.next_body().unwrap()).collect();
        Self { bytes, module: reader.module().clone(), shared: reader.shared().clone(), bodies }
    }

    /// Reads the file with some bits flipped. If they all lie in one body, only that body is
    /// decoded: the others are as they were.
    fn read_flipped(&self, flips: &[usize], scratch: &mut ReadScratch, func: &mut Function) {
        let within = |body: &&FunctionBody<'_>| {
            let range = body.offset as usize..body.offset as usize + body.bytes.len() * 8;
            flips.iter().all(|flip| range.contains(flip))
        };
        let Some(body) = self.bodies.iter().find(within) else {
            return self.read_all_flipped(flips);
        };
        let mut damaged = body.clone();
        flips.iter().for_each(|flip| flip_bit(damaged.bytes.to_mut(), flip - body.offset as usize));
        match decode_body(&self.shared, &self.module, &damaged, scratch, func) {
            Ok(()) => check_function(func),
            Err(error) => {
                let data = error.data();
                assert!(data.block.starts_with("function block") && !data.message.is_empty(), "{error}");
                assert!(data.byte <= body.offset / 8 + body.bytes.len() as u64, "{error}");
            }
        }
    }

    fn read_all_flipped(&self, flips: &[usize]) {
        let mut damaged = self.bytes.to_vec();
        flips.iter().for_each(|&flip| flip_bit(&mut damaged, flip));
        match read_module(&damaged) {
            Ok((_, functions)) => functions.iter().for_each(check_function),
            Err(error) => assert!(!error.data().message.is_empty()),
        }
    }
}

fn flip_bit(bytes: &mut [u8], bit: usize) {
    bytes[bit / 8] ^= 1 << (bit % 8);
}

#[test]
fn flipped_bits_do_no_harm() {
    let files = testing::programs();
    let mut rng = Rng(0xf11b);
    let (mut scratch, mut func) = (ReadScratch::default(), Function::default());
    for path in &files {
        let bytes = std::fs::read(path).unwrap();
        let whole = Whole::new(&bytes);
        for _ in 0..FLIPS / files.len() {
            // Mostly single bits; now and then a few close together.
            let first = rng.below(bytes.len() * 8);
            let count = if rng.below(4) == 0 { 1 + rng.below(4) } else { 1 };
            let flips: Vec<usize> = (0..count).map(|_| (first + rng.below(64)).min(bytes.len() * 8 - 1)).collect();
            let what = || format!("{} with bits {flips:?} flipped", path.display());
            survive(what, || whole.read_flipped(&flips, &mut scratch, &mut func));
        }
    }
}

#[test]
fn scratch_state_does_not_leak() {
    let mut rng = Rng(0x1eaf);
    for path in testing::programs().into_iter().take(8) {
        let bytes = std::fs::read(&path).unwrap();
        let whole = Whole::new(&bytes);
        let (mut scratch, mut func) = (ReadScratch::default(), Function::default());
        for body in &whole.bodies {
            let mut damaged = body.clone();
            damaged.bytes = Cow::Owned(body.bytes.to_vec());
            flip_bit(damaged.bytes.to_mut(), rng.below(body.bytes.len() * 8));
            let _ = decode_body(&whole.shared, &whole.module, &damaged, &mut scratch, &mut func);
            decode_body(&whole.shared, &whole.module, body, &mut scratch, &mut func).unwrap();
            let (mut fresh, mut expected) = (ReadScratch::default(), Function::default());
            decode_body(&whole.shared, &whole.module, body, &mut fresh, &mut expected).unwrap();
            let text = |func: &Function| print::function(func, Some(&whole.module)).to_string();
            assert_eq!(text(&func), text(&expected), "{}", path.display());
        }
    }
}
