//! What passes that change loops share: which loops are innermost, where one is entered, goes round and is left, which values are used
//! outside, instructions copied with their operands renamed, an edge split to make room before a loop, and what is computed there.

use super::counters::in_type;
use crate::analysis::{ControlFlow, Loop};
use crate::ice::intrinsics::Effect;
use crate::ice::{BinOp, Block, BlockCall, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::util::entity::Entity;
use crate::util::refill;

/// The loops that no other one is in.
#[derive(Clone, Default, Debug)]
pub struct Innermost {
    /// By loop: whether another one is in it.
    has_inner: Vec<bool>,
    pub loops: Vec<Loop>,
}

impl Innermost {
    /// Finds those of a function; `flow` knows its loops.
    pub fn find(&mut self, flow: &ControlFlow) {
        refill(&mut self.has_inner, flow.loops.len(), false);
        flow.loops.iter().filter_map(|which| flow.loops.parent(which)).for_each(|around| self.has_inner[around.index()] = true);
        self.loops.clear();
        self.loops.extend(flow.loops.iter().filter(|which| !self.has_inner[which.index()]));
    }
}

/// The most edges that leave a loop of which all are collected.
const MAX_EXITS: usize = 4;

/// A loop with one entry and one edge back.
#[derive(Copy, Clone, Debug)]
pub struct Frame {
    pub which: Loop,
    pub header: Block,
    /// The only block outside that leads there, and the one inside.
    pub before: Block,
    pub latch: Block,
}

impl Frame {
    /// That of a loop, if it has one entry and one edge back.
    pub fn find(flow: &ControlFlow, func: &Function, which: Loop) -> Option<Frame> {
        let header = flow.loops.header(which);
        let [first, second] = *flow.cfg.preds(header) else { return None };
        let (before, latch) = if flow.loops.contains(which, first) { (second, first) } else { (first, second) };
        let is_entered_once = !flow.loops.contains(which, before) && flow.cfg.is_reachable(before);
        (is_entered_once && func.last_inst(latch).is_some()).then_some(Frame { which, header, before, latch })
    }

    /// Sees to it that the block before the loop leads nowhere else; whether that took a new one.
    pub fn make_preheader(&mut self, func: &mut Function, order: &mut Vec<Block>) -> bool {
        let splits = func.successors(self.before).count() > 1;
        if splits {
            self.before = split_edge(func, self.before, self.header);
            lay_out_before(func, &[self.before], self.header, order);
        }
        splits
    }

    /// Collects the edges that leave an innermost loop; `None` if there are many, or several between two blocks, or if the loop has no
    /// simple form. That means that
    /// - a round ends: no other cycle is in the loop, also none without a header, and its blocks are listed behind those that lead there;
    /// - the edges in and out are where `flow` has them, while changes of other loops may have put blocks there.
    pub fn find_exits(&self, flow: &ControlFlow, func: &Function, exits: &mut Vec<(Block, Block)>) -> Option<()> {
        let is_current = |from: Block, to: Block| func.successors(from).any(|target| target == to);
        let number = |block: Block| flow.cfg.rpo_number(block);
        let is_before = |pred: Block, block: Block| number(pred).is_some() && number(pred) < number(block);
        let is_forward =
            |&block: &Block| block == self.header || flow.cfg.preds(block).iter().all(|&pred| is_before(pred, block));
        if !is_current(self.before, self.header) || !flow.loops.blocks(self.which).iter().all(is_forward) {
            return None;
        }
        exits.clear();
        for exit in flow.loops.exits(&flow.cfg, self.which) {
            if exits.contains(&exit) || exits.len() == MAX_EXITS || !is_current(exit.0, exit.1) {
                return None;
            }
            exits.push(exit);
        }
        Some(())
    }
}

/// Which values are used outside of the innermost loop that makes them.
#[derive(Clone, Default, Debug)]
pub struct Leaks {
    /// By local value; empty until somebody asks.
    by_value: Vec<bool>,
}

impl Leaks {
    /// Another function.
    pub fn forget(&mut self) {
        self.by_value.clear();
    }

    /// Finds them if nobody has since the function is another one. `flow` knows the loops of the function as it is. A phi uses its
    /// operands in its own block or, `at_edges`, in those that they come from; then blocks that are not reached use nothing: a value need
    /// not be there on the way to them.
    pub fn find(&mut self, flow: &ControlFlow, func: &Function, at_edges: bool) {
        if !self.by_value.is_empty() {
            return;
        }
        refill(&mut self.by_value, func.value_count(), false);
        let uses = |block: Block| !at_edges || flow.cfg.is_reachable(block);
        for &block in func.block_order().iter().filter(|&&block| uses(block)) {
            for inst in func.block_insts(block) {
                match *func.inst(inst) {
                    InstData::Phi { args } if at_edges => {
                        let args = func.phi_args(args).iter().filter(|arg| uses(arg.block));
                        args.for_each(|arg| self.use_of(flow, func, arg.value, arg.block));
                    }
                    _ => func.visit_operands(inst, |value| self.use_of(flow, func, value, block)),
                }
            }
        }
    }

    fn use_of(&mut self, flow: &ControlFlow, func: &Function, value: Value, user: Block) {
        let Some(ValueDef::Inst(def)) = func.def(value) else { return };
        let made_in = func.inst_block(def).and_then(|block| flow.loops.innermost(block));
        if made_in.is_some_and(|which| !flow.loops.contains(which, user))
            && let Some(leaks) = value.local_index().and_then(|index| self.by_value.get_mut(index))
        {
            *leaks = true;
        }
    }

    /// Whether a value is one of them.
    pub fn has(&self, value: Value) -> bool {
        value.local_index().and_then(|index| self.by_value.get(index)) == Some(&true)
    }
}

/// Whether a block, which may be new, lies in a loop.
pub fn is_in(flow: &ControlFlow, which: Loop, block: Block) -> bool {
    block.index() < flow.cfg.block_count() && flow.loops.contains(which, block)
}

/// Whether a loop does not change a value, and each mention of it is the same.
pub fn is_outside(flow: &ControlFlow, func: &Function, which: Loop, value: Value) -> bool {
    match func.def(value) {
        Some(ValueDef::Inst(def)) => func.inst_block(def).is_some_and(|block| !is_in(flow, which, block)),
        Some(ValueDef::Forward | ValueDef::Undef) => false,
        _ => true,
    }
}

/// `lhs op rhs`, of 32 bits, before an instruction: a number, if both are.
pub fn combine(func: &mut Function, before: Inst, op: BinOp, lhs: Value, rhs: Value) -> Value {
    if let (Some(a), Some(b)) = (func.int_const(lhs), func.int_const(rhs)) {
        let (a, b) = (a as u32, b as u32);
        let result = match op {
            BinOp::Add => Some(a.wrapping_add(b)),
            BinOp::Sub => Some(a.wrapping_sub(b)),
            BinOp::Mul => Some(a.wrapping_mul(b)),
            _ => None,
        };
        if let Some(result) = result {
            return func.push_value(Type::I32, ValueDef::Int(result.into()));
        }
    }
    func.insert_before(before, InstData::Binary { op, lhs, rhs }, Type::I32).1.expect("it has a result")
}

/// Makes instructions on values of one type before another one.
pub struct Maker<'f> {
    func: &'f mut Function,
    at: Inst,
    ty: Type,
}

impl<'f> Maker<'f> {
    pub fn at_end(func: &'f mut Function, block: Block, ty: Type) -> Self {
        Maker { at: func.last_inst(block).expect("a terminator"), func, ty }
    }

    pub fn inst(&mut self, data: InstData, ty: Type) -> Value {
        self.func.insert_before(self.at, data, ty).1.expect("it has a result")
    }

    pub fn binary(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Value {
        self.inst(InstData::Binary { op, lhs, rhs }, self.ty)
    }

    pub fn constant(&mut self, bits: u64) -> Value {
        self.func.push_value(self.ty, ValueDef::Int(in_type(self.ty, bits)))
    }

    /// A number of 32 bits, whatever the type of the other values is.
    pub fn word(&mut self, bits: u32) -> Value {
        self.func.push_value(Type::I32, ValueDef::Int(bits.into()))
    }

    pub fn undef(&mut self, ty: Type) -> Value {
        self.func.push_value(ty, ValueDef::Undef)
    }

    pub fn with(&mut self, op: BinOp, lhs: Value, bits: u64) -> Value {
        let rhs = self.constant(bits);
        self.binary(op, lhs, rhs)
    }
}

/// Copies of a block's instructions, round after round.
#[derive(Clone, Default, Debug)]
pub struct Clones {
    /// By local value: its copy in the round at hand.
    map: Vec<Option<Value>>,
    /// The phis of the block: each with its value for the next round, and the copy of the first round.
    phis: Vec<(Value, Value, Value)>,
    /// What the phis are in the next round.
    next: Vec<Value>,
    /// The operands of a call.
    args: Vec<Value>,
}

impl Clones {
    /// Forgets all copies; the function has these many values that may have some.
    pub fn clear(&mut self, func: &Function) {
        refill(&mut self.map, func.value_count(), None);
        self.phis.clear();
    }

    /// Whether an instruction may be repeated in a loop that is repeated: no call but of what computes, no stack object.
    pub fn can_copy(module: &Module, func: &Function, inst: Inst) -> bool {
        match *func.inst(inst) {
            InstData::Alloca { .. } | InstData::CallIndirect { .. } | InstData::Ret { .. } | InstData::Unreachable => false,
            InstData::Call { func: callee, .. } => {
                module.funcs[callee].intrinsic.is_some_and(|intrinsic| intrinsic.row().effect == Effect::Computes)
            }
            _ => true,
        }
    }

    /// What stands for a value in the round at hand: itself, if it has no copy.
    pub fn get(&self, value: Value) -> Value {
        value.local_index().and_then(|index| self.map.get(index).copied().flatten()).unwrap_or(value)
    }

    /// Gives a value a copy.
    pub fn set(&mut self, value: Value, copy: Value) {
        if let Some(place) = value.local_index().and_then(|index| self.map.get_mut(index)) {
            *place = Some(copy);
        }
    }

    /// Gives a phi, which is `next` in the next round, a copy for the first round.
    pub fn set_phi(&mut self, phi: Value, next: Value, copy: Value) {
        self.phis.push((phi, next, copy));
        self.set(phi, copy);
    }

    /// A phi's copy of the first round.
    pub fn first(&self, phi: Value) -> Value {
        self.phis.iter().find(|&&(known, ..)| known == phi).map_or(phi, |&(.., copy)| copy)
    }

    /// Begins the next round: each phi is what the last round made of it.
    pub fn advance(&mut self) {
        let mut values = std::mem::take(&mut self.next);
        values.clear();
        values.extend(self.phis.iter().map(|&(_, next, _)| self.get(next)));
        for (index, &value) in values.iter().enumerate() {
            self.set(self.phis[index].0, value);
        }
        self.next = values;
    }

    /// Appends a copy of an instruction to a block, with its operands' copies.
    pub fn copy(&mut self, func: &mut Function, inst: Inst, block: Block) {
        let mut data = *func.inst(inst);
        if let InstData::Call { args, .. } = &mut data {
            self.args.clear();
            self.args.extend_from_slice(func.values(*args));
            *args = func.make_values(&self.args);
        }
        let ty = func.result(inst).map_or(Type::Void, |result| func.ty(result));
        let (copy, made) = func.append_inst(block, data, ty);
        func.map_operands(copy, |operand| self.get(operand));
        if let (Some(old), Some(new)) = (func.result(inst), made) {
            self.set(old, new);
        }
    }
}

/// Puts a block on the only edge between two: an empty one that leads on. Its place in the layout is before `to`.
pub fn split_edge(func: &mut Function, from: Block, to: Block) -> Block {
    let block = func.append_block();
    func.map_successors(from, |target| if target == to { block } else { target });
    func.rename_phi_pred(to, from, block);
    func.append_inst(block, InstData::Br { target: to }, Type::Void);
    block
}

/// Lays out new blocks, which were appended, before another one.
pub fn lay_out_before(func: &mut Function, new: &[Block], next: Block, order: &mut Vec<Block>) {
    order.clear();
    for &block in func.block_order().iter().filter(|block| !new.contains(block)) {
        if block == next {
            order.extend_from_slice(new);
        }
        order.push(block);
    }
    func.set_block_order(order);
}

/// Has the operand of a header's phi that comes from one block come from another one, and adds others.
pub fn enter_phi(
    func: &mut Function,
    phi: Inst,
    (from, to): (Block, Block),
    more: [Option<BlockCall>; 2],
    all: &mut Vec<BlockCall>,
) {
    let InstData::Phi { args } = *func.inst(phi) else { return };
    let renamed = |arg: &BlockCall| if arg.block == from { BlockCall { block: to, ..*arg } } else { *arg };
    all.clear();
    all.extend(func.phi_args(args).iter().map(renamed).chain(more.into_iter().flatten()));
    let args = func.make_phi_args(all);
    *func.inst_mut(phi) = InstData::Phi { args };
}

/// Gives a block another terminator.
pub fn set_terminator(func: &mut Function, block: Block, data: InstData) {
    if let Some(last) = func.last_inst(block) {
        *func.inst_mut(last) = data;
    }
}
