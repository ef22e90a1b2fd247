//! Loops that step through objects, vectorised: they do the same in the interpreter, which goes round by round, and in the emulator.
//!
//! Generated modules of campaigns have few such loops. Here each is one: elements of one size, a few loads, operators and stores, perhaps a
//! sum, at distances of which some are too short for vectors, through objects of which some are too small. A bound is a constant or comes
//! from memory.

use crosstest::campaign::examine::{End, Examiner};
use crosstest::exec::link::Runtimes;
use crosstest::job::Target;
use translator::ice::{
    BinOp, CastOp, FuncId, Function, FunctionBuilder, Global, GlobalInit, GlobalVar, InstData, IntCond, Linkage, Module, Type,
    Value,
};
use translator::opt::vectorise::VectorUnit;
use translator::opt::{Fuel, IrPass, Vectorise};
use translator::options::{Controls, Isa, OptLevel};
use translator::testing::is_thorough;
use translator::util::entity::Entity;
use translator::util::rng::Rng;

const PLANS: [&str; 3] = [
    "vectorise",
    "simplify,cfg,vectorise,cfg,dce,layout",
    "simplify,cfg,vectorise,unroll,simplify,cfg,lcse,strength-reduce,dce,count-down,symbols,lcse,licm,lcse,addresses,conditions,dce,sink,layout",
];

/// The number of rounds, the objects that are stepped through, and what results go to.
const OBJECTS: u32 = 3;

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.below(from.len())]
}

/// Makes one loop.
struct Maker<'m, 'r> {
    b: FunctionBuilder<'m>,
    rng: &'r mut Rng,
    element: Type,
    bytes: i32,
    /// Of the first round.
    start: i32,
    /// The counter, how much of it is an element, and a pointer through the second object.
    counter: Value,
    scale: i32,
    pointer: Value,
    /// Elements.
    values: Vec<Value>,
    truths: Vec<Value>,
}

impl Maker<'_, '_> {
    fn address(&mut self) -> Value {
        let offset = pick(self.rng, &[0, 0, 0, 1, 2, 3, 4, 16, -1, 17]) * self.bytes;
        let uneven = if self.rng.below(6) == 0 && self.element != Type::F32 { 1 } else { 0 };
        let offset = self.b.i32(offset + uneven);
        if self.rng.below(4) == 0 {
            return self.b.binary(BinOp::Add, self.pointer, offset);
        }
        let scale = self.b.i32(self.scale);
        let bytes = match self.scale {
            1 => self.counter,
            4 if self.rng.below(2) == 0 => {
                let two = self.b.i32(2);
                self.b.binary(BinOp::Shl, self.counter, two)
            }
            _ => self.b.binary(BinOp::Mul, self.counter, scale),
        };
        let object = Value::global(Global::from_index(1 + self.rng.below(OBJECTS as usize)));
        // So that the first round is near the beginning, if not always at it.
        let back = self.b.i32(-self.start * self.scale);
        let base = self.b.binary(BinOp::Add, object, back);
        let base = self.b.binary(BinOp::Add, base, offset);
        self.b.binary(BinOp::Add, base, bytes)
    }

    fn value(&mut self) -> Value {
        match self.rng.below(5) {
            0 if self.element == Type::F32 => self.b.f32(1.5),
            0 => {
                let bits = pick(self.rng, &[0, 1, -1, 3, 127, 1000]);
                self.b.int(self.element, bits)
            }
            _ => {
                let index = self.rng.below(self.values.len());
                self.values[self.values.len() - 1 - index.min(self.rng.below(4))]
            }
        }
    }

    fn operation(&mut self) {
        let (lhs, rhs) = (self.value(), self.value());
        let made = match self.rng.below(10) {
            0 | 1 => {
                let addr = self.address();
                self.b.load(self.element, addr)
            }
            2 if self.element != Type::F32 => {
                let cond = pick(self.rng, IntCond::ALL);
                let truth = self.b.icmp(cond, lhs, rhs);
                return self.truths.push(truth);
            }
            3 if !self.truths.is_empty() => {
                let truth = pick(self.rng, &self.truths);
                self.b.select(truth, lhs, rhs)
            }
            4 if !self.truths.is_empty() && self.element != Type::F32 => {
                let truth = pick(self.rng, &self.truths);
                let op = pick(self.rng, &[CastOp::ZExt, CastOp::SExt]);
                self.b.cast(op, truth, self.element)
            }
            5 if self.element != Type::F32 => {
                let op = pick(self.rng, &[BinOp::Shl, BinOp::LShr, BinOp::AShr]);
                let amount = self.b.int(self.element, pick(self.rng, &[0, 1, 7]));
                self.b.binary(op, lhs, amount)
            }
            6 | 7 => {
                let addr = self.address();
                return self.b.store(lhs, addr);
            }
            _ if self.element == Type::F32 => {
                let op = pick(self.rng, &[BinOp::FAdd, BinOp::FSub, BinOp::FMul]);
                self.b.binary(op, lhs, rhs)
            }
            _ => {
                let op = pick(self.rng, &[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Xor]);
                self.b.binary(op, lhs, rhs)
            }
        };
        self.values.push(made);
    }
}

/// A module whose function is a loop.
fn module(rng: &mut Rng) -> (Module, Vec<Function>, FuncId) {
    let element = pick(rng, &[Type::I8, Type::I16, Type::I32, Type::I32, Type::F32]);
    let bytes = (element.bits() / 8) as i32;
    let trips = pick(rng, &[1, 3, 4, 5, 8, 9, 12, 17, 20, 33, 40, 64, 65, 67, 130]);
    let mut module = Module::new();
    let mut global = |name: &str, init: Vec<u8>, constant: bool| {
        let align = if element == Type::F32 { 4 } else { 1 };
        let init = vec![GlobalInit::Data(init)];
        module.globals.push(GlobalVar { name: name.into(), linkage: Linkage::Internal, constant, align, init });
    };
    let step = pick(rng, &[1, 1, 1, bytes]);
    let start = pick(rng, &[0, 0, 0, 1, 5]) * step;
    let bound = start + trips * step;
    let compares_next = rng.below(3) > 0;
    let cond = pick(rng, &[IntCond::Ult, IntCond::Slt, IntCond::Ne, IntCond::Ule]);
    global("rounds", bound.to_le_bytes().to_vec(), false);
    for object in 0..OBJECTS {
        let room = pick(rng, &[24, 24, 24, 3, 0]);
        let count = trips + room;
        let contents = (0..count).flat_map(|_| match element {
            Type::F32 => (rng.below(200) as f32 / 8.0 - 9.0).to_le_bytes().to_vec(),
            _ => rng.next_u64().to_le_bytes()[..bytes as usize].to_vec(),
        });
        global(&format!("object{object}"), contents.collect(), object == 2 && trips % 2 == 0);
    }
    global("results", vec![0; 64], false);
    let entry = module.define_func("main", Linkage::Internal, Type::Void, &[]);
    let mut b = FunctionBuilder::new(&mut module, entry);
    let (before, head, exit) = (b.current(), b.block(), b.block());
    let known = rng.below(2) == 0;
    let [rounds, object, results] = [0, 2, 1 + OBJECTS as usize].map(|index| Value::global(Global::from_index(index)));
    let bound = if known { b.i32(bound) } else { b.load(Type::I32, rounds) };
    let fixed = b.load(element, object);
    b.br(head);
    b.switch_to(head);
    let counter = b.phi(Type::I32, &[]);
    let pointer = b.phi(Type::I32, &[]);
    let sums: Vec<Value> = (0..rng.below(3)).filter(|_| element != Type::F32).map(|_| b.phi(element, &[])).collect();
    let (scale, values) = (bytes / step, vec![fixed]);
    let mut maker = Maker { b, rng, element, bytes, start, counter, scale, pointer, values, truths: Vec::new() };
    let addr = maker.address();
    let first = maker.b.load(element, addr);
    maker.values.push(first);
    for _ in 0..maker.rng.below(9) {
        maker.operation();
    }
    let joined: Vec<Value> = sums
        .iter()
        .map(|&sum| {
            let value = maker.value();
            let op = pick(maker.rng, &[BinOp::Add, BinOp::Sub, BinOp::Xor, BinOp::And, BinOp::Or]);
            maker.b.binary(op, sum, value)
        })
        .collect();
    let last = maker.value();
    let swaps = maker.rng.below(4) == 0;
    let Maker { mut b, .. } = maker;
    let [by, bytes_value] = [step, bytes].map(|number| b.i32(number));
    let next = b.binary(BinOp::Add, counter, by);
    let next_pointer = b.binary(BinOp::Add, pointer, bytes_value);
    let compared = if compares_next { next } else { counter };
    // A step of several never meets what is between.
    let cond = if step == 1 || cond != IntCond::Ne { cond } else { IntCond::Ult };
    let again = if swaps { b.icmp(cond.swap_operands(), bound, compared) } else { b.icmp(cond, compared, bound) };
    b.cond_br(again, head, exit);
    let start = b.i32(start);
    b.set_phi(counter, &[(before, start), (head, next)]);
    b.set_phi(pointer, &[(before, object), (head, next_pointer)]);
    for (&sum, &joined) in sums.iter().zip(&joined) {
        b.set_phi(sum, &[(before, fixed), (head, joined)]);
    }
    b.switch_to(exit);
    let mut place = 0;
    for value in joined.into_iter().chain([last, next, next_pointer]) {
        let offset = b.i32(place);
        let addr = b.binary(BinOp::Add, results, offset);
        b.store(value, addr);
        place += 8;
    }
    b.ret(None);
    let mut body = b.finish();
    state_alignment(&mut body, head);
    (module, vec![body], entry)
}

/// Nothing is promised of floats' addresses in the half of the functions.
fn state_alignment(body: &mut Function, head: translator::ice::Block) {
    let insts: Vec<_> = body.block_insts(head).collect();
    if insts.len() % 2 == 0 {
        return;
    }
    for inst in insts {
        if let InstData::Load { align, .. } | InstData::Store { align, .. } = body.inst_mut(inst) {
            *align = 1;
        }
    }
}

#[test]
fn loops_do_the_same_in_vectors() {
    let targets: Vec<Target> = Isa::ALL.into_iter().map(|isa| Target { isa, opt: OptLevel::O3 }).collect();
    let runtimes = Runtimes::new(&targets).unwrap();
    let mut examiner = Examiner::new(&targets, &runtimes);
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(5);
    let mut rng = Rng::new(seed);
    let (mut ran, mut vectorised) = (0, 0);
    let count = if is_thorough() { 20_000 } else { 400 };
    for number in 0..count {
        let (module, bodies, entry) = module(&mut rng);
        let mut pass = Vectorise::default();
        pass.unit = Some(VectorUnit { floats: true, shifts: true });
        let changed = pass.run(&module, &mut bodies[0].clone(), &mut Fuel::unlimited());
        if !changed && number % 8 > 0 {
            continue;
        }
        let plan = pick(&mut rng, &PLANS);
        examiner.set_controls(Controls { plan: Some(plan.parse().unwrap()), ..Controls::default() });
        let verdict = examiner.examine_on(&module, &bodies, entry, &targets);
        let said: Vec<&str> = verdict.symptoms.iter().map(|symptom| &*symptom.text).collect();
        let text = || translator::ice::print::function(&bodies[0], Some(&module)).to_string();
        assert!(said.is_empty(), "loop {number}, -passes={plan}: {}\n{}", said.join("\n"), text());
        assert!(verdict.end != End::Invalid, "loop {number}: {}\n{}", verdict.reference, text());
        ran += usize::from(!verdict.ran.is_empty());
        vectorised += usize::from(changed && !verdict.ran.is_empty());
    }
    println!("{count} loops, {ran} ran, {vectorised} of them vectorised");
    assert!(vectorised > count / 8, "only {vectorised} of {count} loops became vectors and ran");
}
