//! The runtime's helper functions in the interpreter, against the host's own arithmetic: a table of
//! edge values and seeded random ones.
//!
//! What a helper computes must be fully specified, but for the bits of a NaN. Conversions to
//! integers are checked in range only, and so is everything but `INT_MIN / -1`
//! (`translator/docs/meaning.md`, "Conversions", "Division").

use crosstest::guest::{Memory, Stop, VirtualMachine};
use crosstest::interp::{Config, Interp};
use crosstest::layout::Layout;
use crosstest::value::Value;
use translator::ice::{FuncId, Function, Global, GlobalInit, GlobalVar, Linkage, Module, Type};
use translator::mc::Helper;
use translator::runtime;

/// Random arguments of each helper.
const ROUNDS: usize = 20_000;

/// Size of the memory that the memory functions work on, in bytes.
const ARENA: usize = 1024;

/// The runtime, with one writable global for the memory functions.
struct Runtime {
    module: Module,
    bodies: Vec<Function>,
    arena: Global,
}

impl Runtime {
    fn new() -> Self {
        let (mut module, bodies) = runtime::module(false);
        let init = vec![GlobalInit::Zero(ARENA as u32)];
        let arena = GlobalVar { name: "arena".into(), linkage: Linkage::Internal, constant: false, align: 16, init };
        let arena = module.globals.push(arena);
        Self { module, bodies, arena }
    }

    fn start(&self) -> Runner<'_> {
        let layout = Layout::of(&self.module).unwrap();
        let arena = layout.address(self.arena);
        let engine = Interp::new(&self.module, &self.bodies, layout, Config::default(), |_| None).unwrap();
        Runner { engine, module: &self.module, arena }
    }
}

struct Runner<'m> {
    engine: Interp<'m>,
    module: &'m Module,
    arena: u32,
}

impl Runner<'_> {
    fn run(&mut self, helper: Helper, args: &[u64]) -> (Stop, Option<Value>) {
        let (result, params) = runtime::signature(helper);
        let func: FuncId = self.module.func_by_name(helper.name()).unwrap();
        let args: Vec<_> = args.iter().zip(params).map(|(&bits, &ty)| Value::new(ty, bits.into())).collect();
        let mut thread = self.engine.spawn(self.engine.func_address(func), &args, result).unwrap();
        let stop = self.engine.run(&mut thread, &mut 100_000);
        (stop, self.engine.result(&thread))
    }

    #[track_caller]
    fn value(&mut self, helper: Helper, args: &[u64]) -> Value {
        match self.run(helper, args) {
            (Stop::Returned, Some(value)) => value,
            (stop, _) => panic!("{}({args:#x?}): {stop:?}", helper.name()),
        }
    }

    /// Checks a call whose result is fully specified.
    #[track_caller]
    fn check(&mut self, helper: Helper, args: &[u64], expected: u64) {
        let value = self.value(helper, args);
        let (name, expected) = (helper.name(), Value::new(value.ty, expected.into()));
        assert!(value == expected, "{name}({args:#x?}) is {value}, not {expected}");
    }

    #[track_caller]
    fn check_f64(&mut self, helper: Helper, args: &[u64], expected: f64) {
        if expected.is_nan() { self.check_nan(helper, args) } else { self.check(helper, args, expected.to_bits()) }
    }

    #[track_caller]
    fn check_f32(&mut self, helper: Helper, args: &[u64], expected: f32) {
        if expected.is_nan() { self.check_nan(helper, args) } else { self.check(helper, args, expected.to_bits().into()) }
    }

    /// Checks a call that gives a NaN, whose sign and payload may be Unspecified.
    #[track_caller]
    fn check_nan(&mut self, helper: Helper, args: &[u64]) {
        let value = self.value(helper, args);
        let bits = (value.bits | value.unspecified) as u64;
        let is_nan = if value.ty == Type::F64 { f64::from_bits(bits).is_nan() } else { f32::from_bits(bits as u32).is_nan() };
        assert!(is_nan, "{}({args:#x?}) is {value}, not a NaN", helper.name());
    }

    #[track_caller]
    fn check_traps(&mut self, helper: Helper, args: &[u64]) {
        let (stop, _) = self.run(helper, args);
        assert!(matches!(stop, Stop::Trapped(_)), "{}({args:#x?}): {stop:?}", helper.name());
    }
}

/// xorshift64*.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn edge_word(&mut self) -> u64 {
        WORDS[self.below(WORDS.len() as u64) as usize].into()
    }

    /// An integer of any length, or the edges of two words side by side.
    fn int(&mut self) -> u64 {
        let length = self.below(64);
        let word = self.next() >> length;
        match self.below(4) {
            0 => !word,
            1 => (self.edge_word() << 32) | self.edge_word(),
            2 => (1u64 << length).wrapping_add(self.below(5)).wrapping_sub(2),
            _ => word,
        }
    }

    /// Any double, one in the range of integers, or a subnormal.
    fn double(&mut self) -> f64 {
        let bits = self.next();
        f64::from_bits(match self.below(4) {
            0 => bits,
            1 => (bits & 0x800f_ffff_ffff_ffff) | ((1020 + self.below(70)) << 52),
            2 => bits & 0x801f_ffff_ffff_ffff,
            _ => (self.int() as f64).to_bits(),
        })
    }

    fn float(&mut self) -> f32 {
        let bits = self.next() as u32;
        f32::from_bits(match self.below(4) {
            0 => bits,
            1 => (bits & 0x807f_ffff) | ((124 + self.below(70) as u32) << 23),
            2 => bits & 0x80ff_ffff,
            _ => (self.int() as f32).to_bits(),
        })
    }
}

const WORDS: [u32; 11] =
    [0, 1, 2, 0xffff, 0x1_0000, 0xfffe_ffff, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff];

/// Every pair of edge words as one integer.
fn word_edges() -> Vec<u64> {
    WORDS.iter().flat_map(|&hi| WORDS.map(|lo| (u64::from(hi) << 32) | u64::from(lo))).collect()
}

/// Integers at the edges of words, of the significands of float and double, and of their roundings.
fn int_edges() -> Vec<u64> {
    let mut edges = word_edges();
    for bit in [23, 24, 25, 52, 53, 54, 62, 63] {
        edges.extend((0..5).map(|offset| (1u64 << bit).wrapping_add(offset).wrapping_sub(2)));
    }
    // Halfway between two floats, or two doubles, below an even one and below an odd one, and next
    // to that.
    for (significand, top) in [(24, 40), (24, 54), (24, 62), (24, 63), (53, 60), (53, 63)] {
        let half = 1u64 << (top - significand);
        for low in [half, 3 * half] {
            edges.extend([low - 1, low, low + 1].map(|low| (1u64 << top) + low));
        }
    }
    let negative: Vec<u64> = edges.iter().map(|edge| edge.wrapping_neg()).collect();
    edges.extend(negative);
    edges
}

fn double_edges() -> Vec<f64> {
    let positive = [
        0.0,
        f64::from_bits(1),
        f64::from_bits(0x000f_ffff_ffff_ffff),
        f64::MIN_POSITIVE,
        0.5,
        1.0f64.next_down(),
        1.0,
        1.5,
        3.0,
        2147483647.5,
        2147483648.0,
        4294967295.5,
        4294967296.0,
        4503599627370495.5,
        4503599627370496.0,
        9007199254740992.0,
        9223372036854775808.0f64.next_down(),
        9223372036854775808.0,
        18446744073709551616.0f64.next_down(),
        18446744073709551616.0,
        1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    positive.into_iter().flat_map(|value| [value, -value]).collect()
}

fn float_edges() -> Vec<f32> {
    let tiny = [1, 2, 0x7f_ffff, 0x80_0000, 0x80_0001].map(f32::from_bits);
    let below = [2147483648.0f32, 9223372036854775808.0, 18446744073709551616.0].map(f32::next_down);
    double_edges().iter().map(|&value| value as f32).chain(tiny).chain(below).collect()
}

/// All pairs of edges, then random pairs.
fn pairs<T: Copy>(edges: &[T], rng: &mut Rng, random: impl Fn(&mut Rng) -> T) -> Vec<(T, T)> {
    let mut pairs: Vec<_> = edges.iter().flat_map(|&a| edges.iter().map(move |&b| (a, b))).collect();
    pairs.extend((0..ROUNDS).map(|_| (random(rng), random(rng))));
    pairs
}

#[test]
fn division() {
    let (runtime, mut rng) = (Runtime::new(), Rng(1));
    let mut runner = runtime.start();
    for (n, d) in pairs(&word_edges(), &mut rng, Rng::int) {
        let args = [n, d];
        if d == 0 {
            for helper in [Helper::UDivDi3, Helper::UModDi3, Helper::DivDi3, Helper::ModDi3] {
                runner.check_traps(helper, &args);
            }
            continue;
        }
        runner.check(Helper::UDivDi3, &args, n / d);
        runner.check(Helper::UModDi3, &args, n % d);
        let (n, d) = (n as i64, d as i64);
        if let (Some(quotient), Some(remainder)) = (n.checked_div(d), n.checked_rem(d)) {
            runner.check(Helper::DivDi3, &args, quotient as u64);
            runner.check(Helper::ModDi3, &args, remainder as u64);
        }
    }
}

#[test]
fn integers_to_floating_point() {
    let (runtime, mut rng) = (Runtime::new(), Rng(2));
    let mut runner = runtime.start();
    for x in int_edges().into_iter().chain((0..ROUNDS).map(|_| rng.int())) {
        runner.check_f32(Helper::FloatDiSf, &[x], x as i64 as f32);
        runner.check_f64(Helper::FloatDiDf, &[x], x as i64 as f64);
        runner.check_f32(Helper::FloatUnDiSf, &[x], x as f32);
        runner.check_f64(Helper::FloatUnDiDf, &[x], x as f64);
    }
}

#[test]
fn floating_point_to_integers() {
    let (runtime, mut rng) = (Runtime::new(), Rng(3));
    let mut runner = runtime.start();
    let mut check = |x: f64, signed, unsigned, bits| {
        if (-9223372036854775808.0..9223372036854775808.0).contains(&x) {
            runner.check(signed, &[bits], x as i64 as u64);
        }
        if x > -1.0 && x < 18446744073709551616.0 {
            runner.check(unsigned, &[bits], x as u64);
        }
    };
    for x in double_edges().into_iter().chain((0..ROUNDS).map(|_| rng.double())) {
        check(x, Helper::FixDfDi, Helper::FixUnsDfDi, x.to_bits());
    }
    for x in float_edges().into_iter().chain((0..ROUNDS).map(|_| rng.float())) {
        check(x.into(), Helper::FixSfDi, Helper::FixUnsSfDi, x.to_bits().into());
    }
}

#[test]
fn fmod() {
    let (runtime, mut rng) = (Runtime::new(), Rng(4));
    let mut runner = runtime.start();
    for (x, y) in pairs(&double_edges(), &mut rng, Rng::double) {
        runner.check_f64(Helper::Fmod, &[x.to_bits(), y.to_bits()], x % y);
    }
    for (x, y) in pairs(&float_edges(), &mut rng, Rng::float) {
        runner.check_f32(Helper::Fmodf, &[x.to_bits().into(), y.to_bits().into()], x % y);
    }
}

/// Sizes around the steps of the implementation: nothing, words, blocks, and some of each.
const SIZES: [u64; 24] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 39, 40, 41, 63, 64, 65, 100, 133];

impl Runner<'_> {
    /// Runs a memory function on a patterned arena and compares all of it.
    #[track_caller]
    fn check_memory(&mut self, helper: Helper, args: [u64; 3], expect: impl Fn(&mut [u8])) {
        let mut expected: Vec<u8> = (0..ARENA).map(|index| (index * 7 + index / 256) as u8).collect();
        self.engine.write(self.arena, &expected).unwrap();
        expect(&mut expected);
        self.check(helper, &args, args[0]);
        let mut found = vec![0; ARENA];
        self.engine.read(self.arena, &mut found).unwrap();
        assert!(found == expected, "{}({args:#x?}) wrote something else", helper.name());
    }

    #[track_caller]
    fn check_copy(&mut self, helper: Helper, to: u64, from: u64, size: u64) {
        let base = u64::from(self.arena);
        self.check_memory(helper, [base + to, base + from, size], |bytes| {
            bytes.copy_within(from as usize..(from + size) as usize, to as usize);
        });
    }
}

#[test]
fn copies_and_fills() {
    let (runtime, mut rng) = (Runtime::new(), Rng(5));
    let mut runner = runtime.start();
    let base = u64::from(runner.arena);
    for size in SIZES {
        for to in 64..72 {
            runner.check_copy(Helper::Memcpy, to, 400 + rng.below(8), size);
            runner.check_copy(Helper::Memmove, to, 400 + rng.below(8), size);
            let value = rng.next();
            runner.check_memory(Helper::Memset, [base + to, value, size], |bytes| {
                bytes[to as usize..(to + size) as usize].fill(value as u8);
            });
        }
    }
}

#[test]
fn moves_of_overlapping_memory() {
    let runtime = Runtime::new();
    let mut runner = runtime.start();
    for size in SIZES {
        for distance in [0, 1, 2, 3, 4, 7, 8, 9, 15, 31, 32, 33, 63, size.saturating_sub(1), size, size + 1] {
            runner.check_copy(Helper::Memmove, 300 + distance, 300, size);
            runner.check_copy(Helper::Memmove, 300, 300 + distance, size);
        }
    }
}
