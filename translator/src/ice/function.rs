//! A function body: value table, instruction arena, operand pools, and the layout of blocks and
//! instructions.
//!
//! Data flow (the arenas) is kept apart from layout (doubly linked lists of `Inst` per block, and
//! an order of blocks), so that a pass inserts and removes instructions in constant time without
//! renumbering anything. The first block in the order is the entry.
//!
//! A `Function` is made to be cleared and refilled: [`Function::clear`] keeps every allocation.
//!
//! In debug builds it counts how often its control flow changed ([`Function::epoch`]), so that an
//! analysis can tell whether it is about the function as it is.

mod edit;
mod epoch;

pub use epoch::Epoch;

use super::inst::{BlockCall, CaseList, InstData, PhiList, SwitchCase, ValueList};
use super::types::Type;
use super::{Block, FuncId, Inst, Value, ValueRef};
use crate::util::entity::EntityVec;
use epoch::Changes;

/// What a local value is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// The argument with this index.
    Arg(u32),
    /// An integer constant (`I1` to `I64`), its bits zero-extended.
    Int(u64),
    /// A binary32 constant, as bits.
    F32(u32),
    /// A binary64 constant, as bits.
    F64(u64),
    /// An unspecified value of any type.
    Undef,
    /// The result of an instruction.
    Inst(Inst),
    /// Numbered by a reader ahead of its definition. No verified function contains one.
    Forward,
}

/// An instruction's result, and its place: links within its block.
#[derive(Copy, Clone, Debug)]
struct InstNode {
    prev: u32,
    next: u32,
    block: u32,
    result: u32,
}

/// A block's first and last instruction.
#[derive(Copy, Clone, Debug)]
struct BlockNode {
    first: u32,
    last: u32,
}

const NONE: u32 = u32::MAX;

fn inst_or_none(raw: u32) -> Option<Inst> {
    (raw != NONE).then(|| Inst::from_u32(raw))
}

/// The number of a result, which is a local value.
#[inline]
fn raw_result(result: Option<Value>) -> u32 {
    result.and_then(Value::local_index).map_or(NONE, |index| index as u32)
}

/// A function body.
#[derive(Debug)]
pub struct Function {
    /// Which function of the module this is the body of.
    pub id: FuncId,
    value_types: Vec<Type>,
    value_defs: Vec<ValueDef>,
    insts: EntityVec<Inst, InstData>,
    inst_nodes: Vec<InstNode>,
    block_nodes: EntityVec<Block, BlockNode>,
    block_order: Vec<Block>,
    value_pool: Vec<Value>,
    phi_pool: Vec<BlockCall>,
    case_pool: Vec<SwitchCase>,
    arg_count: u32,
    changes: Changes,
}

impl Clone for Function {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Keeps every allocation, as a recipe copies each function into the same place.
    fn clone_from(&mut self, other: &Self) {
        let Self { id, value_types, value_defs, insts, inst_nodes, block_nodes, block_order, .. } = self;
        let Self { value_pool, phi_pool, case_pool, arg_count, changes, .. } = self;
        *id = other.id;
        value_types.clone_from(&other.value_types);
        value_defs.clone_from(&other.value_defs);
        insts.clone_from(&other.insts);
        inst_nodes.clone_from(&other.inst_nodes);
        block_nodes.clone_from(&other.block_nodes);
        block_order.clone_from(&other.block_order);
        value_pool.clone_from(&other.value_pool);
        phi_pool.clone_from(&other.phi_pool);
        case_pool.clone_from(&other.case_pool);
        *arg_count = other.arg_count;
        changes.clone_from(&other.changes);
    }
}

impl Default for Function {
    fn default() -> Self {
        Self {
            id: FuncId::from_u32(0),
            value_types: Vec::new(),
            value_defs: Vec::new(),
            insts: EntityVec::new(),
            inst_nodes: Vec::new(),
            block_nodes: EntityVec::new(),
            block_order: Vec::new(),
            value_pool: Vec::new(),
            phi_pool: Vec::new(),
            case_pool: Vec::new(),
            arg_count: 0,
            changes: Changes::default(),
        }
    }
}

/// Values.
impl Function {
    /// An empty body with the given parameters, which become local values `0..params.len()`.
    pub fn new(id: FuncId, params: &[Type]) -> Self {
        let mut func = Self::default();
        func.reset(id, params);
        func
    }

    /// Empties the body, keeping every allocation.
    pub fn clear(&mut self) {
        self.value_types.clear();
        self.value_defs.clear();
        self.insts.clear();
        self.inst_nodes.clear();
        self.block_nodes.clear();
        self.block_order.clear();
        self.value_pool.clear();
        self.phi_pool.clear();
        self.case_pool.clear();
        self.arg_count = 0;
        self.changes.count();
    }

    /// Makes it the empty body of another function, keeping every allocation.
    pub fn reset(&mut self, id: FuncId, params: &[Type]) {
        self.clear();
        self.id = id;
        for (index, &ty) in params.iter().enumerate() {
            self.push_value(ty, ValueDef::Arg(index as u32));
        }
        self.arg_count = params.len() as u32;
    }

    /// Makes room for about so many more values and instructions, for a reader that knows how much
    /// is to come.
    pub fn reserve(&mut self, values: usize, insts: usize) {
        self.value_types.reserve(values);
        self.value_defs.reserve(values);
        self.insts.reserve(insts);
        self.inst_nodes.reserve(insts);
    }

    /// Number of local values.
    #[inline]
    pub fn value_count(&self) -> usize {
        self.value_types.len()
    }

    /// The arguments, in order.
    pub fn args(&self) -> impl ExactSizeIterator<Item = Value> + use<> {
        (0..self.arg_count).map(Value::local)
    }

    /// Adds a local value. `Inst` definitions come from [`append_inst`](Self::append_inst) instead.
    #[inline]
    pub fn push_value(&mut self, ty: Type, def: ValueDef) -> Value {
        let value = Value::local(self.value_types.len() as u32);
        self.value_types.push(ty);
        self.value_defs.push(def);
        value
    }

    /// Whether a value has a vector type.
    pub fn has_vectors(&self) -> bool {
        // Without an early exit, so that it is compared many at a time.
        self.value_types.iter().fold(false, |found, ty| found | ty.is_vector())
    }

    /// The type of a value; symbol addresses are `I32`.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        match value.local_index() {
            Some(index) => self.value_types[index],
            None => Type::I32,
        }
    }

    /// What a local value is, or `None` for the address of a symbol.
    #[inline]
    pub fn def(&self, value: Value) -> Option<ValueDef> {
        value.local_index().map(|index| self.value_defs[index])
    }

    /// Whether the value exists in this function's table (symbol addresses always do; the module
    /// knows whether they are valid).
    pub fn contains(&self, value: Value) -> bool {
        value.local_index().is_none_or(|index| index < self.value_types.len())
    }

    /// Replaces the definition of a local value (a reader resolving a forward reference).
    pub fn set_def(&mut self, value: Value, ty: Type, def: ValueDef) {
        if let ValueRef::Local(index) = value.unpack() {
            self.value_types[index as usize] = ty;
            self.value_defs[index as usize] = def;
        }
    }

    /// The constant's bits zero-extended, if the value is an integer constant.
    pub fn int_const(&self, value: Value) -> Option<u64> {
        match self.def(value) {
            Some(ValueDef::Int(bits)) => Some(bits),
            _ => None,
        }
    }

    /// The values of a list.
    #[inline]
    pub fn values(&self, list: ValueList) -> &[Value] {
        &self.value_pool[list.start as usize..][..list.len as usize]
    }

    /// Adds a value list.
    pub fn make_values(&mut self, values: &[Value]) -> ValueList {
        let start = self.value_pool.len() as u32;
        self.value_pool.extend_from_slice(values);
        ValueList { start, len: values.len() as u32 }
    }

    /// The operands of a phi.
    #[inline]
    pub fn phi_args(&self, list: PhiList) -> &[BlockCall] {
        &self.phi_pool[list.start as usize..][..list.len as usize]
    }

    /// Adds a list of phi operands.
    pub fn make_phi_args(&mut self, args: &[BlockCall]) -> PhiList {
        let start = self.phi_pool.len() as u32;
        self.phi_pool.extend_from_slice(args);
        PhiList { start, len: args.len() as u32 }
    }

    /// The cases of a switch.
    #[inline]
    pub fn cases(&self, list: CaseList) -> &[SwitchCase] {
        &self.case_pool[list.start as usize..][..list.len as usize]
    }

    /// Adds a list of switch cases.
    pub fn make_cases(&mut self, cases: &[SwitchCase]) -> CaseList {
        let start = self.case_pool.len() as u32;
        self.case_pool.extend_from_slice(cases);
        CaseList { start, len: cases.len() as u32 }
    }
}

/// Blocks and layout.
impl Function {
    /// Which state of its control flow this is: another one after every change of an edge or of the
    /// layout. For assertions: in builds without them there is but one.
    #[inline]
    pub fn epoch(&self) -> Epoch {
        self.changes.epoch(self.id)
    }

    /// An instruction is changed, linked or taken out: if it is a terminator, edges are.
    #[inline]
    fn count_change_of(&mut self, inst: Inst) {
        if cfg!(debug_assertions) && self.insts[inst].is_terminator() {
            self.changes.count();
        }
    }

    /// Adds a block to the arena and to the end of the block order.
    pub fn append_block(&mut self) -> Block {
        let block = self.block_nodes.push(BlockNode { first: NONE, last: NONE });
        self.block_order.push(block);
        self.changes.count();
        block
    }

    /// Number of blocks in the arena, laid out or not; block indices are below it.
    #[inline]
    pub fn block_count(&self) -> usize {
        self.block_nodes.len()
    }

    /// The blocks in layout order; the first is the entry.
    #[inline]
    pub fn block_order(&self) -> &[Block] {
        &self.block_order
    }

    /// Replaces the layout order. Blocks left out are unreachable and stay in the arena.
    pub fn set_block_order(&mut self, order: &[Block]) {
        self.block_order.clear();
        self.block_order.extend_from_slice(order);
        self.changes.count();
    }

    /// The entry block, or `None` in an empty body.
    pub fn entry(&self) -> Option<Block> {
        self.block_order.first().copied()
    }

    /// The instructions of a block, in order.
    #[inline]
    pub fn block_insts(&self, block: Block) -> BlockInsts<'_> {
        BlockInsts { func: self, next: self.block_nodes[block].first }
    }

    /// The first instruction of a block.
    pub fn first_inst(&self, block: Block) -> Option<Inst> {
        inst_or_none(self.block_nodes[block].first)
    }

    /// The last instruction of a block: its terminator, once the block is complete.
    pub fn last_inst(&self, block: Block) -> Option<Inst> {
        inst_or_none(self.block_nodes[block].last)
    }

    /// The instruction after this one in its block.
    #[inline]
    pub fn next_inst(&self, inst: Inst) -> Option<Inst> {
        inst_or_none(self.inst_nodes[inst.as_u32() as usize].next)
    }

    /// The instruction before this one in its block.
    #[inline]
    pub fn prev_inst(&self, inst: Inst) -> Option<Inst> {
        inst_or_none(self.inst_nodes[inst.as_u32() as usize].prev)
    }

    /// The block an instruction lies in, or `None` if it was removed.
    pub fn inst_block(&self, inst: Inst) -> Option<Block> {
        let raw = self.inst_nodes[inst.as_u32() as usize].block;
        (raw != NONE).then(|| Block::from_u32(raw))
    }

    /// The terminator's successors, in operand order, duplicates included; none while the block is
    /// incomplete.
    #[inline]
    pub fn successors(&self, block: Block) -> Successors<'_> {
        let terminator = self.last_inst(block).map(|inst| self.insts[inst]);
        match terminator {
            Some(InstData::Br { target }) => Successors { direct: [Some(target), None], cases: &[] },
            Some(InstData::CondBr { on_true, on_false, .. }) => {
                Successors { direct: [Some(on_true), Some(on_false)], cases: &[] }
            }
            Some(InstData::Switch { cases, default, .. }) => {
                Successors { direct: [Some(default), None], cases: self.cases(cases) }
            }
            _ => Successors { direct: [None, None], cases: &[] },
        }
    }
}

/// Instructions.
impl Function {
    /// Number of instructions in the arena, removed ones included; instruction indices are below
    /// it.
    #[inline]
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    /// An instruction.
    #[inline]
    pub fn inst(&self, inst: Inst) -> &InstData {
        &self.insts[inst]
    }

    /// An instruction, to be changed in place. Its result type must stay.
    pub fn inst_mut(&mut self, inst: Inst) -> &mut InstData {
        self.count_change_of(inst);
        &mut self.insts[inst]
    }

    /// The value an instruction defines.
    #[inline]
    pub fn result(&self, inst: Inst) -> Option<Value> {
        let raw = self.inst_nodes[inst.as_u32() as usize].result;
        (raw != NONE).then(|| Value::local(raw))
    }

    /// Appends an instruction to a block. `ty` is the result's type, `Void` for none. Returns the
    /// instruction and its result.
    #[inline(always)]
    pub fn append_inst(&mut self, block: Block, data: InstData, ty: Type) -> (Inst, Option<Value>) {
        let result = self.new_result(ty);
        (self.append_with_result(block, data, raw_result(result)), result)
    }

    /// Appends an instruction whose result was numbered ahead as a [`ValueDef::Forward`].
    #[inline(always)]
    pub fn append_inst_defining(&mut self, block: Block, data: InstData, ty: Type, result: Value) -> Inst {
        let inst = self.append_with_result(block, data, raw_result(Some(result)));
        self.set_def(result, ty, ValueDef::Inst(inst));
        inst
    }

    /// Inserts an instruction before another one. Returns the instruction and its result.
    pub fn insert_before(&mut self, next: Inst, data: InstData, ty: Type) -> (Inst, Option<Value>) {
        let (inst, result) = self.make_inst(data, ty);
        self.link_before(inst, next);
        (inst, result)
    }

    /// Takes an instruction out of its block. Its data and result stay in the arenas; nothing may
    /// use the result any more.
    pub fn remove_inst(&mut self, inst: Inst) {
        self.count_change_of(inst);
        let node = self.inst_nodes[inst.as_u32() as usize];
        let block = Block::from_u32(node.block);
        match inst_or_none(node.prev) {
            Some(prev) => self.inst_nodes[prev.as_u32() as usize].next = node.next,
            None => self.block_nodes[block].first = node.next,
        }
        match inst_or_none(node.next) {
            Some(next) => self.inst_nodes[next.as_u32() as usize].prev = node.prev,
            None => self.block_nodes[block].last = node.prev,
        }
        self.inst_nodes[inst.as_u32() as usize] = InstNode { prev: NONE, next: NONE, block: NONE, ..node };
    }

    fn make_inst(&mut self, data: InstData, ty: Type) -> (Inst, Option<Value>) {
        let result = self.new_result(ty);
        let inst = self.insts.push(data);
        self.inst_nodes.push(InstNode { prev: NONE, next: NONE, block: NONE, result: raw_result(result) });
        (inst, result)
    }

    /// The result of a type that the next instruction will have.
    #[inline]
    fn new_result(&mut self, ty: Type) -> Option<Value> {
        (ty != Type::Void).then(|| self.push_value(ty, ValueDef::Inst(self.insts.next_key())))
    }

    #[inline(always)]
    fn append_with_result(&mut self, block: Block, data: InstData, result: u32) -> Inst {
        let node = &mut self.block_nodes[block];
        let last = node.last;
        let inst = self.insts.push(data);
        node.last = inst.as_u32();
        match inst_or_none(last) {
            Some(last) => self.inst_nodes[last.as_u32() as usize].next = inst.as_u32(),
            None => node.first = inst.as_u32(),
        }
        self.inst_nodes.push(InstNode { prev: last, next: NONE, block: block.as_u32(), result });
        self.count_change_of(inst);
        inst
    }

    /// Whether the operand list of an instruction lies within this function's pools. Only an
    /// instruction copied from another function can fail it; reading its operands would panic.
    pub fn owns_lists(&self, inst: Inst) -> bool {
        let within = |start: u32, len: u32, pool_len: usize| start as usize + len as usize <= pool_len;
        match *self.inst(inst) {
            InstData::Phi { args } => within(args.start, args.len, self.phi_pool.len()),
            InstData::Call { args, .. } | InstData::CallIndirect { args, .. } => {
                within(args.start, args.len, self.value_pool.len())
            }
            InstData::Switch { cases, .. } => within(cases.start, cases.len, self.case_pool.len()),
            _ => true,
        }
    }

    /// Calls `visit` with every value operand of an instruction, in order, phi operands included.
    #[inline(always)]
    pub fn visit_operands(&self, inst: Inst, mut visit: impl FnMut(Value)) {
        match *self.inst(inst) {
            InstData::Alloca { size, .. } => visit(size),
            InstData::Binary { lhs, rhs, .. } | InstData::Icmp { lhs, rhs, .. } | InstData::Fcmp { lhs, rhs, .. } => {
                visit(lhs);
                visit(rhs);
            }
            InstData::Cast { src, .. } => visit(src),
            InstData::Select { cond, on_true, on_false } => {
                visit(cond);
                visit(on_true);
                visit(on_false);
            }
            InstData::Load { addr, .. } => visit(addr),
            InstData::Store { addr, value, .. } => {
                visit(addr);
                visit(value);
            }
            InstData::InsertElement { vector, element, index } => {
                visit(vector);
                visit(element);
                visit(index);
            }
            InstData::ExtractElement { vector, index } => {
                visit(vector);
                visit(index);
            }
            InstData::Phi { args } => self.phi_args(args).iter().for_each(|arg| visit(arg.value)),
            InstData::Call { args, .. } => self.values(args).iter().for_each(|&arg| visit(arg)),
            InstData::CallIndirect { callee, args, .. } => {
                visit(callee);
                self.values(args).iter().for_each(|&arg| visit(arg));
            }
            InstData::CondBr { cond, .. } => visit(cond),
            InstData::Switch { value, .. } => visit(value),
            InstData::Ret { value } => value.into_iter().for_each(visit),
            InstData::Br { .. } | InstData::Unreachable => {}
        }
    }
}

/// Iterator over the instructions of a block.
#[derive(Clone)]
pub struct BlockInsts<'a> {
    func: &'a Function,
    next: u32,
}

impl Iterator for BlockInsts<'_> {
    type Item = Inst;

    #[inline]
    fn next(&mut self) -> Option<Inst> {
        let inst = inst_or_none(self.next)?;
        self.next = self.func.inst_nodes[inst.as_u32() as usize].next;
        Some(inst)
    }
}

/// Iterator over the successors of a block: for a switch the default first, then the cases in
/// order.
#[derive(Clone)]
pub struct Successors<'a> {
    direct: [Option<Block>; 2],
    cases: &'a [SwitchCase],
}

impl Iterator for Successors<'_> {
    type Item = Block;

    #[inline]
    fn next(&mut self) -> Option<Block> {
        if let Some(block) = self.direct[0].take().or_else(|| self.direct[1].take()) {
            return Some(block);
        }
        let (first, rest) = self.cases.split_first()?;
        self.cases = rest;
        Some(first.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::BinOp;

    #[test]
    fn instructions_are_a_list_that_can_be_edited() {
        let mut func = Function::new(FuncId::from_u32(0), &[Type::I32]);
        let block = func.append_block();
        let arg = Value::local(0);
        let add = InstData::Binary { op: BinOp::Add, lhs: arg, rhs: arg };
        let (first, value) = func.append_inst(block, add, Type::I32);
        let (ret, none) = func.append_inst(block, InstData::Ret { value }, Type::Void);
        assert_eq!(none, None);
        let (middle, _) = func.insert_before(ret, add, Type::I32);
        let (start, _) = func.insert_before(first, add, Type::I32);
        assert_eq!(func.block_insts(block).collect::<Vec<_>>(), [start, first, middle, ret]);
        func.remove_inst(first);
        func.remove_inst(start);
        assert_eq!(func.block_insts(block).collect::<Vec<_>>(), [middle, ret]);
        assert_eq!(func.first_inst(block), Some(middle));
        assert_eq!(func.inst_block(start), None);
        func.remove_inst(ret);
        assert_eq!(func.last_inst(block), Some(middle));
    }

    #[test]
    fn an_instruction_stays_small() {
        assert!(size_of::<InstData>() <= 20);
    }
}
