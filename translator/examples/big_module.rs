//! A module of many functions, to measure memory, threads and streaming with: a `.pexe` on standard
//! output, the same for the same arguments.
//!
//!     cargo run --release -p translator --example big_module -- FUNCTIONS [LARGEST [SEED]] > big.pexe
//!
//! FUNCTIONS functions of about 200 instructions each (from 20 to some 2,000, small ones more often),
//! and last of all one of LARGEST instructions (0: none). They compute with integers and doubles in
//! loops and branches, on the memory of one global, and call those before them. 10,000 functions
//! take about 11 MB. The program does nothing when it is run: it is for translating.

use std::io::Write as _;
use std::process::ExitCode;

use translator::bitcode::write_module;
use translator::ice::{
    BinOp, CastOp, FloatCond, FuncId, Function, FunctionBuilder, Global, GlobalInit, GlobalVar, IntCond, Linkage, Module, Type,
    Value,
};
use translator::util::rng::Rng;

/// Bytes of the memory that the functions share; a power of two.
const MEMORY: u32 = 1 << 16;
const OPERATORS: [BinOp; 9] =
    [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Xor, BinOp::Add, BinOp::Shl, BinOp::LShr];

/// Writes one function.
struct Maker<'m> {
    rng: &'m mut Rng,
    out: FunctionBuilder<'m>,
    memory: Global,
    callees: &'m [FuncId],
    /// Values of type i32 that may be used here: they dominate the current block.
    words: Vec<Value>,
    /// The same of type double.
    doubles: Vec<Value>,
    /// Instructions that are still to be written.
    left: usize,
}

impl Maker<'_> {
    fn word(&mut self) -> Value {
        // The last few: most values live shortly.
        let window = self.words.len().min(12);
        self.words[self.words.len() - 1 - self.rng.below(window)]
    }

    fn double(&mut self) -> Value {
        let window = self.doubles.len().min(6);
        self.doubles[self.doubles.len() - 1 - self.rng.below(window)]
    }

    fn spend(&mut self, instructions: usize) {
        self.left = self.left.saturating_sub(instructions);
    }

    /// Values that were made after these counts do not dominate what follows.
    fn forget(&mut self, (words, doubles): (usize, usize)) {
        self.words.truncate(words);
        self.doubles.truncate(doubles);
    }

    fn arithmetic(&mut self) {
        for _ in 0..1 + self.rng.below(6) {
            let (op, left) = (OPERATORS[self.rng.below(OPERATORS.len())], self.word());
            let right = match op {
                BinOp::Shl | BinOp::LShr => self.out.i32(1 + self.rng.below(31) as i32),
                _ if self.rng.below(3) == 0 => self.out.i32(self.rng.below(1000) as i32),
                _ => self.word(),
            };
            let value = self.out.binary(op, left, right);
            self.words.push(value);
            self.spend(1);
        }
    }

    fn long(&mut self) {
        let (a, b) = (self.word(), self.word());
        let (a, b) = (self.out.cast(CastOp::ZExt, a, Type::I64), self.out.cast(CastOp::SExt, b, Type::I64));
        let product = self.out.binary(BinOp::Mul, a, b);
        let count = self.out.i64(29);
        let high = self.out.binary(BinOp::LShr, product, count);
        let word = self.out.cast(CastOp::Trunc, high, Type::I32);
        self.words.push(word);
        self.spend(5);
    }

    fn floats(&mut self) {
        let word = self.word();
        let made = self.out.cast(CastOp::SiToFp, word, Type::F64);
        self.doubles.push(made);
        for op in [BinOp::FMul, BinOp::FAdd, BinOp::FSub] {
            let (a, b) = (self.double(), self.double());
            let value = self.out.binary(op, a, b);
            self.doubles.push(value);
        }
        self.spend(4);
    }

    /// The address of a word in the memory: an index that a value gives.
    fn address(&mut self) -> Value {
        let (index, base) = (self.word(), Value::global(self.memory));
        let mask = self.out.i32(MEMORY as i32 - 4);
        let offset = self.out.binary(BinOp::And, index, mask);
        let base = self.out.binary(BinOp::Add, base, offset);
        self.spend(2);
        base
    }

    fn memory(&mut self) {
        let (from, to) = (self.address(), self.address());
        let loaded = self.out.load(Type::I32, from);
        self.words.push(loaded);
        let stored = self.word();
        self.out.store(stored, to);
        self.spend(2);
    }

    fn call(&mut self) {
        if self.callees.is_empty() {
            return self.arithmetic();
        }
        let (a, b) = (self.word(), self.word());
        let callee = self.callees[self.rng.below(self.callees.len())];
        let result = self.out.call(callee, &[a, b]).expect("all functions return a word");
        self.words.push(result);
        self.spend(1);
    }

    fn condition(&mut self) -> Value {
        self.spend(1);
        if self.rng.below(8) == 0 {
            let (a, b) = (self.double(), self.double());
            return self.out.fcmp(FloatCond::Olt, a, b);
        }
        let (a, b) = (self.word(), self.word());
        let conditions = [IntCond::Eq, IntCond::Ne, IntCond::Slt, IntCond::Ult, IntCond::Sge, IntCond::Ugt];
        self.out.icmp(conditions[self.rng.below(conditions.len())], a, b)
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition();
        let [yes, no, join] = [(); 3].map(|()| self.out.block());
        self.out.cond_br(condition, yes, no);
        let before = (self.words.len(), self.doubles.len());
        let sides = [yes, no].map(|side| {
            self.out.switch_to(side);
            self.pieces(1 + self.left.min(2), depth + 1);
            let (value, end) = (self.word(), self.out.current());
            self.out.br(join);
            self.forget(before);
            (end, value)
        });
        self.out.switch_to(join);
        let value = self.out.phi(Type::I32, &sides);
        self.words.push(value);
        self.spend(4);
    }

    fn repeat(&mut self, depth: u32) {
        let (start, entry, first) = (self.out.i32(0), self.out.current(), self.word());
        let [head, after] = [(); 2].map(|()| self.out.block());
        self.out.br(head);
        self.out.switch_to(head);
        let (index, carried) = (self.out.phi(Type::I32, &[]), self.out.phi(Type::I32, &[]));
        let before = (self.words.len(), self.doubles.len());
        self.words.extend([index, carried]);
        let count = 2 + self.rng.below(3);
        self.pieces(count, depth + 1);
        let (one, bound, next_carried) = (self.out.i32(1), self.word(), self.word());
        let next = self.out.binary(BinOp::Add, index, one);
        let more = self.out.icmp(IntCond::Ult, next, bound);
        let end = self.out.current();
        self.out.cond_br(more, head, after);
        self.out.set_phi(index, &[(entry, start), (end, next)]);
        self.out.set_phi(carried, &[(entry, first), (end, next_carried)]);
        self.out.switch_to(after);
        // The loop's blocks dominate what comes after it.
        self.forget(before);
        self.words.push(next_carried);
        self.spend(6);
    }

    fn choice(&mut self, depth: u32) {
        let (on, other, join) = (self.word(), self.out.block(), self.out.block());
        let count = 3 + self.rng.below(6);
        let blocks: Vec<_> = (0..count).map(|_| self.out.block()).collect();
        let step = 1 + self.rng.below(3) as u64;
        let cases: Vec<_> = blocks.iter().enumerate().map(|(number, &block)| (number as u64 * step, block)).collect();
        self.out.switch(on, other, &cases);
        let before = (self.words.len(), self.doubles.len());
        let mut sides = Vec::new();
        for block in blocks.into_iter().chain([other]) {
            self.out.switch_to(block);
            self.pieces(1, depth + 2);
            sides.push((self.out.current(), self.word()));
            self.out.br(join);
            self.forget(before);
        }
        self.out.switch_to(join);
        let value = self.out.phi(Type::I32, &sides);
        self.words.push(value);
        self.spend(2 + count);
    }

    fn pieces(&mut self, count: usize, depth: u32) {
        for _ in 0..count {
            match self.rng.below(if depth < 4 { 16 } else { 9 }) {
                0..=3 => self.arithmetic(),
                4 | 5 => self.memory(),
                6 => self.call(),
                7 => self.floats(),
                8 => self.long(),
                9..=12 => self.branch(depth),
                13 | 14 => self.repeat(depth),
                _ => self.choice(depth),
            }
        }
    }

    fn finish(mut self) -> Function {
        while self.left > 0 {
            self.pieces(1, 0);
        }
        let (word, double) = (self.word(), self.double());
        let rounded = self.out.cast(CastOp::FpToSi, double, Type::I32);
        let result = self.out.binary(BinOp::Xor, word, rounded);
        self.out.ret(Some(result));
        self.out.finish()
    }
}

/// From 20 to 2,000 instructions, small numbers more often; what is begun is finished, which makes it some more.
fn usual_size(rng: &mut Rng) -> usize {
    let scale = rng.below(100);
    match scale {
        0..=49 => 20 + rng.below(60),
        50..=84 => 80 + rng.below(120),
        85..=97 => 200 + rng.below(400),
        _ => 600 + rng.below(1400),
    }
}

fn module(functions: usize, largest: usize, seed: u64) -> (Module, Vec<Function>) {
    let (mut rng, mut module) = (Rng::new(seed), Module::new());
    let start = module.define_func("_start", Linkage::External, Type::Void, &[Type::I32]);
    let memory = GlobalVar {
        name: "memory".into(),
        linkage: Linkage::Internal,
        align: 16,
        constant: false,
        init: vec![GlobalInit::Zero(MEMORY)],
    };
    let memory = module.globals.push(memory);
    let ids: Vec<FuncId> = (0..functions + usize::from(largest > 0))
        .map(|number| module.define_func(&format!("f{number}"), Linkage::Internal, Type::I32, &[Type::I32; 2]))
        .collect();
    let mut out = FunctionBuilder::new(&mut module, start);
    if let Some(&last) = ids.last() {
        let zero = out.i32(0);
        out.call(last, &[zero, zero]);
    }
    out.ret(None);
    let mut bodies = vec![out.finish()];
    for (number, &id) in ids.iter().enumerate() {
        let left = if number == functions { largest } else { usual_size(&mut rng) };
        let mut out = FunctionBuilder::new(&mut module, id);
        let (words, doubles) = (vec![out.arg(0), out.arg(1)], vec![out.f64(1.5)]);
        let callees = &ids[number.saturating_sub(50)..number];
        bodies.push(Maker { rng: &mut rng, out, memory, callees, words, doubles, left }.finish());
    }
    (module, bodies)
}

fn main() -> ExitCode {
    let numbers: Option<Vec<usize>> = std::env::args().skip(1).map(|word| word.parse().ok()).collect();
    let (functions, largest, seed) = match numbers.as_deref() {
        Some(&[functions]) => (functions, 0, 1),
        Some(&[functions, largest]) => (functions, largest, 1),
        Some(&[functions, largest, seed]) => (functions, largest, seed as u64),
        _ => {
            eprintln!("usage: big_module FUNCTIONS [LARGEST [SEED]] > big.pexe");
            return ExitCode::from(2);
        }
    };
    let (module, bodies) = module(functions, largest, seed);
    let bytes = write_module(&module, &bodies).expect("what is made is valid");
    match std::io::stdout().write_all(&bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("big_module: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}
