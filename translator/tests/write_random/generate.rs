//! Random modules that the verifier accepts: every type, instruction and kind of global, any
//! control flow, any layout of blocks.
//!
//! In: a seed and a size. Out: a module with its bodies, that finalised bitcode can represent.
//! Blocks are filled dominators first, so that operands can be chosen among what dominates; then
//! they are laid out in any order, so that definitions come after their uses.

use translator::ice::inst::SwitchCase;
use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::opcode::{BinOp, CastOp, FloatCond, IntCond};
use translator::ice::{
    Block, FuncId, Function, FunctionBuilder, Global, GlobalInit, GlobalVar, InstData, Intrinsic, Linkage, Module, Sig,
    Signature, Type, Value,
};

/// xorshift64*: small, seeded, the same everywhere.
pub struct Rng(u64);

impl Rng {
    /// A generator; any seed will do.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit
    }

    /// One of a slice.
    pub fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// True once in `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Any number of bits, small ones as likely as large ones.
    pub fn any_size(&mut self) -> u64 {
        let (value, shift) = (self.next(), self.below(64));
        value >> shift
    }
}

const ARGUMENTS: [Type; 11] = [
    Type::I32,
    Type::I64,
    Type::F32,
    Type::F64,
    Type::V4I1,
    Type::V8I1,
    Type::V16I1,
    Type::V16I8,
    Type::V8I16,
    Type::V4I32,
    Type::V4F32,
];

/// A random module: up to `size` instructions a block.
pub fn module(seed: u64, size: usize) -> (Module, Vec<Function>) {
    let mut rng = Rng::new(seed);
    let mut module = Module::new();
    for _ in 0..rng.below(4) {
        let sig = signature(&mut rng);
        module.sigs.push(sig);
    }
    for index in 0..1 + rng.below(4) {
        let Signature { result, params } = signature(&mut rng);
        let name = name(&mut rng, index);
        match rng.below(6) {
            0 => _ = module.declare_intrinsic(Intrinsic::Trap),
            _ => _ = module.define_func(&name, Linkage::Internal, result, &params),
        }
    }
    module.define_func("_start", Linkage::External, Type::Void, &[Type::I32]);
    globals(&mut rng, &mut module);
    let ids: Vec<FuncId> = module.funcs.iter().filter(|(_, decl)| decl.defined).map(|(id, _)| id).collect();
    let bodies = ids.into_iter().map(|id| body(&mut rng, &mut module, id, size)).collect();
    (module, bodies)
}

fn signature(rng: &mut Rng) -> Signature {
    let result = if rng.once_in(3) { Type::Void } else { rng.of(&ARGUMENTS) };
    let params = (0..rng.below(5)).map(|_| rng.of(&ARGUMENTS)).collect();
    Signature { result, params }
}

/// A name with a number, so that it is unique; or none.
fn name(rng: &mut Rng, index: usize) -> String {
    match rng.below(4) {
        0 => String::new(),
        1 => format!("plain_Name.{index}"),
        2 => format!("$needs@7bits!{index}~"),
        _ => format!("{}{index}", "x".repeat(rng.below(70))),
    }
}

fn globals(rng: &mut Rng, module: &mut Module) {
    let count = rng.below(6);
    for index in 0..count {
        let pieces = if rng.once_in(2) { 1 } else { 1 + rng.below(5) };
        let init = (0..pieces).map(|_| piece(rng, module, count)).collect();
        let name = name(rng, 100 + index);
        let align = 1 << rng.below(8);
        module.globals.push(GlobalVar { name, linkage: Linkage::Internal, constant: rng.once_in(2), align, init });
    }
}

fn piece(rng: &mut Rng, module: &Module, globals: usize) -> GlobalInit {
    let addend = if rng.once_in(2) { 0 } else { rng.any_size() as i32 };
    match rng.below(4) {
        0 => GlobalInit::Zero(rng.below(1 << 20) as u32),
        1 => GlobalInit::GlobalAddr(Global::from_u32(rng.below(globals) as u32), addend),
        2 => {
            let defined: Vec<FuncId> = module.funcs.iter().filter(|(_, decl)| decl.defined).map(|(id, _)| id).collect();
            GlobalInit::FuncAddr(rng.of(&defined), addend)
        }
        _ => {
            let largest = rng.of(&[1, 32, 256]);
            GlobalInit::Data((0..rng.below(100)).map(|_| rng.below(largest) as u8).collect())
        }
    }
}

/// A control-flow graph: successors by block, the entry first.
struct Shape {
    succs: Vec<Vec<usize>>,
    /// By block, the set of blocks that dominate it; all of them for unreachable blocks.
    dominators: Vec<u64>,
    /// Reachable blocks with dominators first, then the others.
    order: Vec<usize>,
}

fn shape(rng: &mut Rng) -> Shape {
    let blocks = 1 + rng.below(9);
    let succs: Vec<Vec<usize>> = (0..blocks)
        .map(|_| (0..rng.of(&[0, 1, 1, 2, 2, 5])).filter(|_| blocks > 1).map(|_| 1 + rng.below(blocks.max(2) - 1)).collect())
        .collect();
    let mut dominators = vec![u64::MAX; blocks];
    dominators[0] = 1;
    for _ in 0..blocks {
        for block in 0..blocks {
            for &to in &succs[block] {
                dominators[to] &= dominators[block] | 1 << to;
            }
        }
    }
    let (mut order, mut next) = (vec![0], 0);
    while let Some(&block) = order.get(next) {
        for &to in &succs[block] {
            if !order.contains(&to) {
                order.push(to);
            }
        }
        next += 1;
    }
    let unreachable: Vec<usize> = (0..blocks).filter(|block| !order.contains(block)).collect();
    order.extend(unreachable);
    Shape { succs, dominators, order }
}

/// A body under construction.
struct Body<'r, 'm> {
    rng: &'r mut Rng,
    b: FunctionBuilder<'m>,
    blocks: Vec<Block>,
    shape: Shape,
    /// By block: what is defined there.
    values: Vec<Vec<Value>>,
    args: Vec<Value>,
    phis: Vec<(usize, Value)>,
}

fn body(rng: &mut Rng, module: &mut Module, id: FuncId, size: usize) -> Function {
    let shape = shape(rng);
    let mut b = FunctionBuilder::new(module, id);
    let mut blocks = vec![b.current()];
    blocks.extend((1..shape.succs.len()).map(|_| b.block()));
    let (args, values) = (b.func().args().collect(), vec![Vec::new(); blocks.len()]);
    let mut body = Body { rng, b, blocks, shape, values, args, phis: Vec::new() };
    for block in body.shape.order.clone() {
        body.block(block, size);
    }
    body.set_phis();
    body.lay_out();
    body.b.finish()
}

impl Body<'_, '_> {
    fn preds(&self, block: usize) -> Vec<usize> {
        let edges = self.shape.succs.iter().enumerate();
        edges.flat_map(|(from, to)| to.iter().filter(|&&to| to == block).map(move |_| from)).collect()
    }

    fn block(&mut self, block: usize, size: usize) {
        self.b.switch_to(self.blocks[block]);
        if !self.preds(block).is_empty() {
            for _ in 0..self.rng.below(4) {
                let ty = self.rng.of(&Type::ALL);
                let phi = self.b.phi(ty, &[]);
                self.phis.push((block, phi));
                self.values[block].push(phi);
            }
        }
        for _ in 0..self.rng.below(size + 1) {
            let result = self.instruction(block);
            self.values[block].extend(result);
        }
        self.terminator(block);
    }

    /// A value of a type that may be used at the end of `block`.
    fn value(&mut self, block: usize, ty: Type) -> Value {
        if ty == Type::I32 && self.rng.once_in(8) {
            return self.symbol();
        }
        if !self.rng.once_in(3) {
            let dominating = (0..self.blocks.len()).filter(|from| self.shape.dominators[block] >> from & 1 == 1);
            let known = dominating.flat_map(|from| &self.values[from]).chain(&self.args).copied();
            let known: Vec<Value> = known.filter(|&value| self.b.func().ty(value) == ty).collect();
            if !known.is_empty() {
                return self.rng.of(&known);
            }
        }
        self.constant(ty)
    }

    fn constant(&mut self, ty: Type) -> Value {
        let bits = self.rng.any_size();
        match ty {
            _ if self.rng.once_in(8) => self.b.undef(ty),
            Type::F32 => self.b.f32(f32::from_bits(bits as u32)),
            Type::F64 => self.b.f64(f64::from_bits(bits)),
            _ if ty.is_scalar_int() => {
                let negated = if self.rng.once_in(2) { bits as i64 } else { (bits as i64).wrapping_neg() };
                self.b.int(ty, negated)
            }
            _ => self.b.undef(ty),
        }
    }

    fn symbol(&mut self) -> Value {
        let module = self.b.module();
        let globals = module.globals.keys().map(Value::global);
        let funcs = module.funcs.iter().filter(|(_, decl)| decl.intrinsic.is_none()).map(|(id, _)| Value::func(id));
        let symbols: Vec<Value> = globals.chain(funcs).collect();
        self.rng.of(&symbols)
    }

    fn instruction(&mut self, at: usize) -> Option<Value> {
        let ty = self.rng.of(&Type::ALL);
        match self.rng.below(14) {
            0 | 1 => {
                let ops: Vec<BinOp> = BinOp::ALL.iter().copied().filter(|op| op.accepts(ty)).collect();
                let (op, lhs, rhs) = (self.rng.of(&ops), self.value(at, ty), self.value(at, ty));
                Some(self.b.binary(op, lhs, rhs))
            }
            2 | 3 => {
                let pairs = CastOp::ALL.iter().flat_map(|&op| Type::ALL.map(|to| (op, to)));
                let pairs: Vec<(CastOp, Type)> = pairs.filter(|(op, to)| op.accepts(ty, *to)).collect();
                let ((op, to), source) = (self.rng.of(&pairs), self.value(at, ty));
                Some(self.b.cast(op, source, to))
            }
            4 => {
                let (lhs, rhs) = (self.value(at, ty), self.value(at, ty));
                Some(if ty.is_int_or_int_vector() {
                    self.b.icmp(self.rng.of(IntCond::ALL), lhs, rhs)
                } else {
                    self.b.fcmp(self.rng.of(FloatCond::ALL), lhs, rhs)
                })
            }
            5 => {
                let by_lane = ty.is_vector() && self.rng.once_in(2);
                let cond = self.value(at, if by_lane { ty.comparison_result() } else { Type::I1 });
                let (on_true, on_false) = (self.value(at, ty), self.value(at, ty));
                Some(self.b.select(cond, on_true, on_false))
            }
            6 | 7 => self.access(at, ty),
            8 if ty.is_vector() => {
                let (vector, lane) = (self.value(at, ty), self.rng.below(ty.lanes() as usize) as i32);
                let index = if self.rng.once_in(3) { self.value(at, Type::F64) } else { self.b.i32(lane) };
                let index = if self.b.func().ty(index) == Type::I32 { index } else { self.b.i32(lane) };
                let element = self.value(at, ty.element());
                Some(if self.rng.once_in(2) {
                    self.b.insert_element(vector, element, index)
                } else {
                    self.b.extract_element(vector, index)
                })
            }
            9 => {
                let (size, align) = (self.value(at, Type::I32), self.rng.of(&[0, 1, 2, 8, 1 << 29]));
                Some(self.b.alloca(size, align))
            }
            10 => self.intrinsic(at),
            11 => self.call_indirect(at),
            _ => self.call(at),
        }
    }

    fn access(&mut self, at: usize, ty: Type) -> Option<Value> {
        let bytes = ty.memory_bytes()?;
        let addr = self.value(at, Type::I32);
        let strict = ty.is_scalar_float() && self.rng.once_in(2);
        let least = translator::ice::builder::abi_alignment(ty);
        let align = if strict { bytes } else { least };
        let block = self.blocks[at];
        if self.rng.once_in(2) {
            return self.b.func().append_inst(block, InstData::Load { addr, align }, ty).1;
        }
        let value = self.value(at, ty);
        self.b.func().append_inst(block, InstData::Store { addr, value, align }, Type::Void).1
    }

    fn arguments(&mut self, at: usize, params: &[Type]) -> Vec<Value> {
        params.iter().map(|&ty| self.value(at, ty)).collect()
    }

    fn call(&mut self, at: usize) -> Option<Value> {
        let module = self.b.module();
        let funcs: Vec<FuncId> = module.funcs.iter().filter(|(_, decl)| decl.intrinsic.is_none()).map(|(id, _)| id).collect();
        let callee = self.rng.of(&funcs);
        let params = self.b.module().func_sig(callee).params.clone();
        let args = self.arguments(at, &params);
        self.b.call(callee, &args)
    }

    fn call_indirect(&mut self, at: usize) -> Option<Value> {
        let ordinary = |sig: &Signature| {
            (sig.result == Type::Void || sig.result.is_argument()) && sig.params.iter().all(|param| param.is_argument())
        };
        let module = self.b.module();
        let sigs: Vec<Sig> = module.sigs.iter().filter(|(_, sig)| ordinary(sig)).map(|(id, _)| id).collect();
        let sig = self.rng.of(&sigs);
        let params = self.b.module().sigs[sig].params.clone();
        let (callee, args) = (self.value(at, Type::I32), self.arguments(at, &params));
        self.b.call_indirect(callee, sig, &args)
    }

    /// Calls one of the intrinsics that the module declares; new ones would move the numbers of
    /// those that bodies call already.
    fn intrinsic(&mut self, at: usize) -> Option<Value> {
        let all: Vec<Intrinsic> = Intrinsic::all().collect();
        let intrinsic = self.rng.of(&all);
        let constants = intrinsic.constant_arguments();
        let params = intrinsic.signature().1;
        let mut args = self.arguments(at, &params);
        for &position in &constants {
            let largest = if matches!(intrinsic, Intrinsic::AtomicRmw(_)) && position == 0 { AtomicRmwOp::ALL.len() } else { 1 };
            args[position] = self.b.int(params[position], 1 + self.rng.below(largest) as i64);
        }
        self.b.intrinsic(intrinsic, &args)
    }

    fn terminator(&mut self, at: usize) {
        let targets: Vec<Block> = self.shape.succs[at].iter().map(|&to| self.blocks[to]).collect();
        match *targets {
            [] if self.rng.once_in(4) => self.b.unreachable(),
            [] => {
                let id = self.b.func().id;
                let result = self.b.module().func_sig(id).result;
                let value = (result != Type::Void).then(|| self.value(at, result));
                self.b.ret(value);
            }
            [target] => self.b.br(target),
            [on_true, on_false] if self.rng.once_in(2) => {
                let cond = self.value(at, Type::I1);
                self.b.cond_br(cond, on_true, on_false);
            }
            [default, ref others @ ..] => {
                let ty = self.rng.of(&[Type::I8, Type::I16, Type::I32, Type::I64]);
                let mask = u64::MAX >> (64 - ty.bits());
                let first = self.rng.next();
                let cases = others.iter().zip(0..).map(|(&target, index)| SwitchCase { value: (first ^ index) & mask, target });
                let cases: Vec<(u64, Block)> = cases.map(|case| (case.value, case.target)).collect();
                let value = self.value(at, ty);
                self.b.switch(value, default, &cases);
            }
        }
    }

    /// Gives each phi a value for each predecessor, the same for all edges from there.
    fn set_phis(&mut self) {
        for (block, phi) in std::mem::take(&mut self.phis) {
            let ty = self.b.func().ty(phi);
            let mut args: Vec<(Block, Value)> = Vec::new();
            for pred in self.preds(block) {
                let from = self.blocks[pred];
                let known = args.iter().find(|arg| arg.0 == from).map(|arg| arg.1);
                let value = known.unwrap_or_else(|| self.value(pred, ty));
                let position = self.rng.below(args.len() + 1);
                args.insert(position, (from, value));
            }
            self.b.set_phi(phi, &args);
        }
    }

    /// Lays the blocks out in any order, the entry first, and leaves one out that nothing leads to.
    fn lay_out(&mut self) {
        let mut order = self.blocks.clone();
        for index in (2..order.len()).rev() {
            let other = 1 + self.rng.below(index);
            order.swap(index, other);
        }
        let left_out = self.b.block();
        self.b.switch_to(left_out);
        self.b.unreachable();
        self.b.func().set_block_order(&order);
    }
}
