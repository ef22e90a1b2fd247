//! When two modules are the same program: equality of everything that carries meaning, whatever the
//! tables look like.
//!
//! Compared: functions and globals in order with all their properties, signatures by their types,
//! bodies block by block and instruction by instruction in layout order, operands by what they are
//! (argument, constant, symbol, the result of the instruction at some place). Not compared: how
//! local values, blocks and signatures are numbered, how often a constant stands in the value
//! table, what is not laid out, and an alloca's alignment 0 against 1, which both mean none.
//!
//! Bodies are told by their function and may come in any order. Both sides must be structurally
//! sound; unsound ones may count as different, but nothing panics on lists and blocks of verified
//! functions. Linear in both modules.

use std::fmt::Display;

use super::inst::{BlockCall, InstData, SwitchCase};
use super::{Block, Function, Inst, Module, Type, Value, ValueDef, ValueRef, print};
use crate::util::entity::Entity;

/// The first difference between two modules with their bodies, as one line; `None` if they are
/// equal.
pub fn difference(left: (&Module, &[Function]), right: (&Module, &[Function])) -> Option<String> {
    declaration_difference(left.0, right.0).or_else(|| global_difference(left.0, right.0)).or_else(|| {
        left.0.funcs.keys().find_map(|id| {
            let body = |functions: &[Function]| functions.iter().position(|func| func.id == id);
            match (body(left.1), body(right.1)) {
                (None, None) => None,
                (Some(first), Some(second)) => body_difference((left.0, &left.1[first]), (right.0, &right.1[second])),
                (first, _) => Some(format!("{}: a body on the {} only", left.0.func_symbol(id), side(first.is_some()))),
            }
        })
    })
}

fn side(left: bool) -> &'static str {
    if left { "left" } else { "right" }
}

/// One line for two values that differ.
fn differs(place: impl Display, what: &str, left: impl Display, right: impl Display) -> Option<String> {
    Some(format!("{place}: {what}: {left}; {right}"))
}

fn declaration_difference(left: &Module, right: &Module) -> Option<String> {
    if left.funcs.len() != right.funcs.len() {
        return differs("module", "number of functions", left.funcs.len(), right.funcs.len());
    }
    left.funcs.iter().zip(right.funcs.values()).find_map(|((id, first), second)| {
        let properties = |decl: &super::FuncDecl| (decl.name.clone(), decl.linkage, decl.defined, decl.intrinsic);
        let (first_sig, second_sig) = (left.sigs.get(first.sig), right.sigs.get(second.sig));
        if properties(first) != properties(second) {
            return differs(left.func_symbol(id), "declaration", format!("{first:?}"), format!("{second:?}"));
        }
        (first_sig != second_sig).then(|| format!("{}: signature: {first_sig:?}; {second_sig:?}", left.func_symbol(id)))
    })
}

fn global_difference(left: &Module, right: &Module) -> Option<String> {
    if left.globals.len() != right.globals.len() {
        return differs("module", "number of globals", left.globals.len(), right.globals.len());
    }
    let mut pairs = left.globals.iter().zip(right.globals.values());
    let ((id, _), _) = pairs.find(|((_, first), second)| first != second)?;
    Some(format!("{}: the globals differ", left.global_symbol(id)))
}

/// The first difference between two bodies of functions with equal declarations.
pub fn body_difference(left: (&Module, &Function), right: (&Module, &Function)) -> Option<String> {
    let (first, second) = (View::new(left.0, left.1), View::new(right.0, right.1));
    let symbol = left.0.func_symbol(left.1.id);
    let (blocks, others) = (left.1.block_order(), right.1.block_order());
    if blocks.len() != others.len() {
        return differs(symbol, "number of blocks", blocks.len(), others.len());
    }
    for (position, (&block, &other)) in blocks.iter().zip(others).enumerate() {
        let (mut insts, mut other_insts) = (left.1.block_insts(block), right.1.block_insts(other));
        loop {
            let pair = (insts.next(), other_insts.next());
            let equal = match pair {
                (None, None) => break,
                (Some(inst), Some(other)) => first.equal(inst, &second, other),
                _ => false,
            };
            if !equal {
                let place = format!("{symbol}: block {position}");
                return differs(place, "instruction", first.text(pair.0), second.text(pair.1));
            }
        }
    }
    None
}

/// A function as it is compared: where its instructions and blocks stand.
struct View<'a> {
    module: &'a Module,
    func: &'a Function,
    /// By instruction.
    places: Vec<u32>,
    /// By block.
    blocks: Vec<u32>,
}

/// What an operand is.
#[derive(PartialEq, Eq)]
enum Operand {
    Symbol(ValueRef),
    /// An argument or constant.
    Local(Type, ValueDef),
    /// The result of the instruction at this place.
    Result(u32),
    /// Not in the function at all.
    Unknown,
}

impl<'a> View<'a> {
    fn new(module: &'a Module, func: &'a Function) -> Self {
        let (mut places, mut blocks) = (vec![u32::MAX; func.inst_count()], vec![u32::MAX; func.block_count()]);
        let mut place = 0;
        for (&block, position) in func.block_order().iter().zip(0..) {
            blocks[block.index()] = position;
            for inst in func.block_insts(block) {
                places[inst.index()] = place;
                place += 1;
            }
        }
        Self { module, func, places, blocks }
    }

    fn text(&self, inst: Option<Inst>) -> String {
        inst.map_or_else(|| "the block's end".into(), |inst| print::inst(self.func, Some(self.module), inst).to_string())
    }

    fn operand(&self, value: Value) -> Operand {
        if !self.func.contains(value) {
            return Operand::Unknown;
        }
        match self.func.def(value) {
            None => Operand::Symbol(value.unpack()),
            Some(ValueDef::Inst(inst)) => Operand::Result(self.places[inst.index()]),
            Some(def) => Operand::Local(self.func.ty(value), def),
        }
    }

    fn operands(&self, inst: Inst) -> Vec<Operand> {
        let mut operands = Vec::new();
        self.func.visit_operands(inst, |value| operands.push(self.operand(value)));
        operands
    }

    fn block(&self, block: Block) -> u32 {
        self.blocks.get(block.index()).copied().unwrap_or(u32::MAX)
    }

    /// The blocks that an instruction names, in order.
    fn named_blocks(&self, inst: Inst) -> Vec<u32> {
        match *self.func.inst(inst) {
            InstData::Br { target } => vec![self.block(target)],
            InstData::CondBr { on_true, on_false, .. } => vec![self.block(on_true), self.block(on_false)],
            InstData::Switch { cases, default, .. } => {
                let targets = self.func.cases(cases).iter().map(|case: &SwitchCase| self.block(case.target));
                std::iter::once(self.block(default)).chain(targets).collect()
            }
            InstData::Phi { args } => self.func.phi_args(args).iter().map(|arg: &BlockCall| self.block(arg.block)).collect(),
            _ => Vec::new(),
        }
    }

    fn case_values(&self, inst: Inst) -> Vec<u64> {
        match *self.func.inst(inst) {
            InstData::Switch { cases, .. } => self.func.cases(cases).iter().map(|case| case.value).collect(),
            _ => Vec::new(),
        }
    }

    fn result_type(&self, inst: Inst) -> Type {
        self.func.result(inst).map_or(Type::Void, |value| self.func.ty(value))
    }

    fn equal(&self, inst: Inst, other: &View<'_>, theirs: Inst) -> bool {
        let (ours, yours) = (stripped(self.func.inst(inst)), stripped(other.func.inst(theirs)));
        let signatures = match (ours, yours) {
            (InstData::CallIndirect { sig: first, .. }, InstData::CallIndirect { sig: second, .. }) => {
                self.module.sigs.get(first) == other.module.sigs.get(second)
            }
            _ => ours == yours,
        };
        signatures
            && self.result_type(inst) == other.result_type(theirs)
            && self.operands(inst) == other.operands(theirs)
            && self.named_blocks(inst) == other.named_blocks(theirs)
            && self.case_values(inst) == other.case_values(theirs)
    }
}

/// An instruction without its operands, blocks and lists, which are compared by what they stand
/// for.
fn stripped(data: &InstData) -> InstData {
    use InstData::*;
    let (value, block) = (Value::local(0), Block::from_u32(0));
    match *data {
        Alloca { align, .. } => Alloca { size: value, align: align.max(1) },
        Binary { op, .. } => Binary { op, lhs: value, rhs: value },
        Cast { op, .. } => Cast { op, src: value },
        Icmp { cond, .. } => Icmp { cond, lhs: value, rhs: value },
        Fcmp { cond, .. } => Fcmp { cond, lhs: value, rhs: value },
        Select { .. } => Select { cond: value, on_true: value, on_false: value },
        Load { align, .. } => Load { addr: value, align },
        Store { align, .. } => Store { addr: value, value, align },
        InsertElement { .. } => InsertElement { vector: value, element: value, index: value },
        ExtractElement { .. } => ExtractElement { vector: value, index: value },
        Phi { .. } => Phi { args: Default::default() },
        Call { func, .. } => Call { func, args: Default::default() },
        CallIndirect { sig, .. } => CallIndirect { callee: value, sig, args: Default::default() },
        Br { .. } => Br { target: block },
        CondBr { .. } => CondBr { cond: value, on_true: block, on_false: block },
        Switch { .. } => Switch { value, cases: Default::default(), default: block },
        Ret { value: returned } => Ret { value: returned.map(|_| value) },
        Unreachable => Unreachable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, CastOp, FloatCond, FuncId, FunctionBuilder, Global, GlobalInit, GlobalVar, IntCond, Linkage};

    /// A body of `i32 f(i32, i32)`; other bodies of it differ in what `build` makes.
    fn with_body(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> (Module, Vec<Function>) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut builder = FunctionBuilder::new(&mut module, id);
        build(&mut builder);
        let func = builder.finish();
        (module, vec![func])
    }

    fn compare(left: &(Module, Vec<Function>), right: &(Module, Vec<Function>)) -> Option<String> {
        let found = difference((&left.0, &left.1), (&right.0, &right.1));
        let back = difference((&right.0, &right.1), (&left.0, &left.1));
        assert_eq!(found.is_some(), back.is_some());
        found
    }

    #[test]
    fn numbering_does_not_count() {
        let plain = with_body(|b| {
            let (one, exit) = (b.i32(1), b.block());
            let sum = b.binary(BinOp::Add, b.arg(0), one);
            b.br(exit);
            b.switch_to(exit);
            b.ret(Some(sum));
        });
        let other = with_body(|b| {
            let (unused, _dead, exit) = (b.i64(7), b.block(), b.block());
            b.module().intern_sig(Type::Void, &[Type::V4I32]);
            let removed = b.binary(BinOp::Add, unused, unused);
            let Some(ValueDef::Inst(inst)) = b.func().def(removed) else { panic!("an instruction") };
            b.func().remove_inst(inst);
            let one = b.i32(1);
            let sum = b.binary(BinOp::Add, b.arg(0), one);
            b.br(exit);
            b.switch_to(exit);
            b.ret(Some(sum));
            let order = [Block::from_u32(0), exit];
            b.func().set_block_order(&order);
        });
        assert_eq!(compare(&plain, &other), None);
        let none = with_body(|b| _ = b.alloca(b.arg(0), 0));
        let one = with_body(|b| _ = b.alloca(b.arg(0), 1));
        assert_eq!(compare(&none, &one), None);
    }

    type Build = fn(&mut FunctionBuilder<'_>);

    /// Bodies that all differ from each other, and only in one thing from their neighbours.
    const BODIES: [Build; 36] = [
        |b| _ = b.binary(BinOp::Add, b.arg(0), b.arg(1)),
        |b| _ = b.binary(BinOp::Add, b.arg(1), b.arg(0)),
        |b| _ = b.binary(BinOp::Sub, b.arg(1), b.arg(0)),
        |b| _ = b.cast(CastOp::Trunc, b.arg(0), Type::I8),
        |b| _ = b.cast(CastOp::Trunc, b.arg(0), Type::I16),
        |b| _ = b.cast(CastOp::ZExt, b.arg(0), Type::I64),
        |b| _ = b.cast(CastOp::SExt, b.arg(0), Type::I64),
        |b| _ = b.icmp(IntCond::Eq, b.arg(0), b.arg(1)),
        |b| _ = b.icmp(IntCond::Ne, b.arg(0), b.arg(1)),
        |b| _ = (b.f32(1.0), b.fcmp(FloatCond::Oeq, Value::local(2), Value::local(2))),
        |b| _ = (b.f32(1.0), b.fcmp(FloatCond::Ueq, Value::local(2), Value::local(2))),
        |b| _ = (b.f32(-1.0), b.fcmp(FloatCond::Ueq, Value::local(2), Value::local(2))),
        |b| _ = (b.undef(Type::F32), b.fcmp(FloatCond::Ueq, Value::local(2), Value::local(2))),
        |b| _ = b.alloca(b.arg(0), 8),
        |b| _ = b.alloca(b.arg(0), 16),
        |b| _ = b.load(Type::I32, b.arg(0)),
        |b| _ = b.load(Type::I64, b.arg(0)),
        |b| b.store(b.arg(0), b.arg(1)),
        |b| b.store(b.arg(1), b.arg(0)),
        |b| _ = (b.i64(1), b.binary(BinOp::Add, Value::local(2), Value::local(2))),
        |b| _ = (b.i64(2), b.binary(BinOp::Add, Value::local(2), Value::local(2))),
        |b| _ = (b.i32(2), b.binary(BinOp::Add, Value::local(2), Value::local(2))),
        |b| _ = b.phi(Type::I32, &[(Block::from_u32(0), Value::local(0))]),
        |b| _ = b.phi(Type::I32, &[(Block::from_u32(0), Value::local(1))]),
        |b| _ = b.phi(Type::I32, &[(Block::from_u32(1), Value::local(1))]),
        |b| b.switch(b.arg(0), Block::from_u32(1), &[(1, Block::from_u32(1))]),
        |b| b.switch(b.arg(0), Block::from_u32(1), &[(2, Block::from_u32(1))]),
        |b| b.switch(b.arg(0), Block::from_u32(1), &[]),
        |b| b.br(Block::from_u32(1)),
        |b| b.br(Block::from_u32(2)),
        |b| _ = (b.block(), b.block(), b.br(Block::from_u32(1))),
        |b| _ = (b.block(), b.block(), b.br(Block::from_u32(2))),
        |b| b.ret(None),
        |b| b.ret(Some(b.arg(0))),
        |b| b.unreachable(),
        |_| (),
    ];

    #[test]
    fn every_difference_between_bodies_is_found() {
        // Branches to blocks that do not exist are alike; 28 and 29 are of that kind.
        let bodies = BODIES.map(with_body);
        for (index, left) in bodies.iter().enumerate() {
            for (other, right) in bodies.iter().enumerate() {
                let alike = index == other || [index, other] == [28, 29] || [index, other] == [29, 28];
                let found = difference((&left.0, &left.1), (&right.0, &right.1));
                assert_eq!(found.is_none(), alike, "{index} {other}: {found:?}");
            }
        }
    }

    #[test]
    fn a_difference_is_told_in_one_line() {
        let [left, right] = [BODIES[0], BODIES[2]].map(with_body);
        let expected = "f: block 0: instruction: v2 = add i32 v0, v1; v2 = sub i32 v1, v0";
        assert_eq!(compare(&left, &right).as_deref(), Some(expected));
    }

    #[test]
    fn calls_differ_by_callee_and_signature() {
        let indirect = |result| {
            with_body(|b| {
                let sig = b.module().intern_sig(result, &[]);
                b.call_indirect(b.arg(0), sig, &[]);
            })
        };
        assert!(compare(&indirect(Type::I32), &indirect(Type::I64)).is_some());
        assert_eq!(compare(&indirect(Type::I32), &indirect(Type::I32)), None);
        let direct = |callee: u32| {
            with_body(|b| {
                for name in ["g", "h"] {
                    b.module().declare_func(name, Type::Void, &[]);
                }
                b.call(FuncId::from_u32(callee), &[]);
            })
        };
        assert!(compare(&direct(1), &direct(2)).is_some());
    }

    #[test]
    fn declarations_and_globals_count() {
        let base = || {
            let mut sample = with_body(|b| b.ret(None));
            let init = vec![GlobalInit::Zero(4)];
            sample.0.globals.push(GlobalVar { name: "g".into(), linkage: Linkage::Internal, constant: false, align: 4, init });
            sample
        };
        let id = FuncId::from_u32(0);
        let changes: [fn(&mut Module); 7] = [
            |module| module.globals[Global::from_u32(0)].constant = true,
            |module| module.globals[Global::from_u32(0)].init = vec![GlobalInit::Data(vec![0; 4])],
            |module| _ = module.globals.push(module.globals[Global::from_u32(0)].clone()),
            |module| module.funcs[FuncId::from_u32(0)].name = "h".into(),
            |module| module.funcs[FuncId::from_u32(0)].linkage = Linkage::External,
            |module| _ = module.declare_func("h", Type::Void, &[]),
            |module| {
                let sig = module.intern_sig(Type::Void, &[]);
                module.funcs[FuncId::from_u32(0)].sig = sig;
            },
        ];
        for (index, change) in changes.into_iter().enumerate() {
            let mut changed = base();
            change(&mut changed.0);
            assert!(compare(&base(), &changed).is_some(), "{index}");
        }
        let mut without = base();
        without.1.retain(|func| func.id != id);
        assert_eq!(compare(&base(), &without).as_deref(), Some("f: a body on the left only"));
    }
}
