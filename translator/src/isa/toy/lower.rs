//! Lowering: every trait of `isa::common::lower`, with as few kinds of sequences as possible.

use super::GPR;
use super::inst::{Access, Amode, Base, Inst, Op, Opcode, Opnd};
use crate::ice::intrinsics::AtomicRmwOp;
use crate::ice::{self, BinOp, Block, CastOp, FloatCond, IntCond, Type, Value, ValueDef};
use crate::isa::Limit;
use crate::isa::common::arguments::{ArgAssigner, ArgLoc, Convention, RegisterFile};
use crate::isa::common::lower::calls::{MAX_STACK_ARGUMENTS, too_many_arguments};
use crate::isa::common::lower::operations::Sign;
use crate::isa::common::lower::{
    self, AtomicCode, Backend, Barriers, BitCode, CallCode, CastCode, ConditionCode, ControlCode, FloatCode, InstCode, LaneCode,
    MemoryCode, PairOps, Tested, ValueCode, VectorCode, WordCode,
};
use crate::isa::common::switch_code::SwitchCode;
use crate::lir::{FrameObject, Label, Role, Var, VarKind};
use crate::mc::SymbolRef;

type Lower<'a> = lower::Lower<'a, State>;

/// Nothing is remembered from one sequence to the next.
pub struct State;

/// Arguments in registers, from `x0` on; the others have eight bytes each.
static CONVENTION: Convention<u8> = Convention {
    files: &[RegisterFile { units: 8, unit_bytes: 8, register: |first, _| first, back_fills: false }],
    integers: Some(0),
    slot_bytes: 8,
    scalar_alignment: 8,
    vector_alignment: 16,
    ..Convention::STACK
};
/// Holds the callee's address: no argument.
const CALLEE: u8 = 9;

impl Backend for State {
    type Inst = Inst;
    type Number = u64;
    type Amode = Amode;
    type Symbol = SymbolRef;
    type Mode = ();
    type Scratch = ();

    const USUAL: (usize, usize) = (5, 4);
    const ASKS_USES: bool = true;
    const HAS_PHIS_IN_FRAME: bool = false;

    fn symbol(symbol: SymbolRef) -> SymbolRef {
        symbol
    }
}

/// Parts of sequences.
impl Lower<'_> {
    fn temp(&mut self) -> Var {
        self.code.make_var(GPR, 8, VarKind::Register)
    }

    fn fixed(&mut self, reg: u8) -> Var {
        self.code.make_var(GPR, 8, VarKind::Fixed(reg))
    }

    /// The variable in an argument's register, which the caller has filled.
    fn incoming(&mut self, place: ArgLoc<u8>) -> Option<Var> {
        let ArgLoc::Reg(reg) = place else { return None };
        let fixed = self.fixed(reg);
        self.fake_def(fixed);
        Some(fixed)
    }

    fn put(&mut self, opcode: Opcode, dst: impl Into<Opnd>, a: impl Into<Opnd>, b: impl Into<Opnd>) {
        self.push(Inst::new(opcode, dst, a, b));
    }

    fn make(&mut self, opcode: Opcode, a: impl Into<Opnd>, b: impl Into<Opnd>) -> Var {
        let temp = self.temp();
        self.put(opcode, temp, a, b);
        temp
    }

    fn load_of(&mut self, operand: impl Into<Opnd>) -> Var {
        self.make(Opcode::Move, operand, Opnd::None)
    }

    fn move_to(&mut self, dst: Var, src: impl Into<Opnd>) {
        self.put(Opcode::Move, dst, src, Opnd::None);
    }

    fn extended_to_64(&mut self, ty: Type, narrow: Var, signed: bool) -> Var {
        if ty == Type::I64 {
            return narrow;
        }
        self.make(Opcode::Extend(signed), narrow, Opnd::Imm(ty.bits().into()))
    }

    /// An integer in a register, all of which is right.
    fn whole(&mut self, value: Value, signed: bool) -> Var {
        let (ty, word) = (self.func.ty(value), self.word_of(value));
        self.extended_to_64(ty, word, signed)
    }

    fn at(&mut self, base: Base, disp: i32) -> Opnd {
        self.mem(Amode { base, disp })
    }

    fn address_of(&mut self, base: Base) -> Var {
        let memory = self.at(base, 0);
        self.make(Opcode::AddressOf, memory, Opnd::None)
    }

    fn address(&mut self, addr: Value) -> Opnd {
        let address = self.whole(addr, false);
        self.at(Base::Var(address), 0)
    }
}

impl InstCode for Lower<'_> {
    fn is_folded(&mut self, _: Block, _: ice::Inst, _: Value) -> bool {
        false
    }

    fn trap(&mut self) {
        self.put(Opcode::Trap, Opnd::None, Opnd::None, Opnd::None);
    }
}

impl ValueCode<State> for Lower<'_> {
    fn make_home(&mut self, ty: Type) -> Var {
        assert!(ty.is_scalar_int(), "the toy machine has none: {ty}");
        self.code.make_var(GPR, if ty == Type::I64 { 8 } else { 4 }, VarKind::Any)
    }

    fn is_pair(&self, _: Type) -> bool {
        false
    }

    fn is_edge_move(&self, _: Type) -> bool {
        self.carries_on_edges
    }

    fn operand(&mut self, value: Value) -> Opnd {
        match self.func.def(value) {
            // Of these the generic code knows only the lower half.
            Some(ValueDef::Int(bits)) => Opnd::Imm(bits),
            _ => self.word_operand(value),
        }
    }

    fn load_operand(&mut self, _: Type, operand: Opnd) -> Var {
        self.load_of(operand)
    }

    fn extend_operand(&mut self, ty: Type, operand: Opnd, signed: bool) -> Var {
        let narrow = self.load_of(operand);
        self.extended_to_64(ty, narrow, signed)
    }

    fn is_zero_extended(&self, _: Value) -> bool {
        false
    }

    fn may_be_part(&self, _: Value, _: Var) -> bool {
        true
    }

    fn fake_def(&mut self, var: Var) {
        self.put(Opcode::FakeDef, var, Opnd::None, Opnd::None);
    }

    fn move_word(&mut self, to: Var, from: Var) {
        self.move_to(to, from);
    }

    fn define(&mut self, result: Value, temp: Var) {
        let home = self.home(result);
        self.move_to(home, temp);
    }

    fn define_number(&mut self, result: Value, number: u32) {
        let temp = self.load_of(Opnd::Imm(number.into()));
        self.define(result, temp);
    }

    fn copy_home(&mut self, _: Type, to: Var, from: Var) {
        let temp = self.load_of(from);
        self.move_to(to, temp);
    }

    fn copy_value(&mut self, _: Type, to: Var, value: Value) {
        let temp = self.word_of(value);
        self.move_to(to, temp);
    }
}

impl WordCode for Lower<'_> {
    /// Sums, products, left shifts and logical operators leave the low bits right, whatever is above;
    /// the others extend first. Amounts of shifts are extended always: the machine reads six bits.
    fn word_binary(&mut self, result: Value, _: Type, op: BinOp, lhs: Value, rhs: Value) {
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem | BinOp::AShr);
        let left = self.whole(lhs, signed);
        let right = self.whole(rhs, signed && op != BinOp::AShr);
        let machine_op = match op {
            BinOp::Add => Op::Add,
            BinOp::Sub => Op::Sub,
            BinOp::Mul => Op::Mul,
            BinOp::And => Op::And,
            BinOp::Or => Op::Orr,
            BinOp::Xor => Op::Eor,
            BinOp::Shl => Op::Lslv,
            BinOp::LShr => Op::Lsrv,
            BinOp::AShr => Op::Asrv,
            BinOp::UDiv | BinOp::URem => Op::Udiv,
            BinOp::SDiv | BinOp::SRem => Op::Sdiv,
            _ => unreachable!("{op} is not an integer operator"),
        };
        if matches!(machine_op, Op::Udiv | Op::Sdiv) {
            self.put(Opcode::TrapIfZero, Opnd::None, right, Opnd::None);
        }
        let mut temp = self.make(Opcode::Real(machine_op), left, right);
        if matches!(op, BinOp::URem | BinOp::SRem) {
            let product = self.make(Opcode::Real(Op::Mul), temp, right);
            temp = self.make(Opcode::Real(Op::Sub), left, product);
        }
        self.define(result, temp);
    }
}

impl ConditionCode for Lower<'_> {
    fn scalar_icmp(&mut self, result: Value, _: Type, cond: IntCond, lhs: Value, rhs: Value) {
        let (left, right) = (self.whole(lhs, cond.is_signed()), self.whole(rhs, cond.is_signed()));
        let truth = self.make(Opcode::Compare(cond), left, right);
        self.define(result, truth);
    }

    fn scalar_select(&mut self, result: Value, _: Type, cond: Value, on_true: Value, on_false: Value) {
        let (chosen, other, truth) = (self.word_of(on_true), self.word_of(on_false), self.word_of(cond));
        self.put(Opcode::Select, chosen, truth, other);
        self.define(result, chosen);
    }
}

impl CastCode for Lower<'_> {
    fn truncate(&mut self, result: Value, _: Type, src: Value) {
        let temp = self.word_of(src);
        self.define(result, temp);
    }

    fn extend(&mut self, result: Value, _: Type, src: Value, signed: bool) {
        let temp = self.whole(src, signed);
        self.define(result, temp);
    }

    fn bitcast(&mut self, result: Value, _: Type, _: Type, src: Value) {
        let temp = self.word_of(src);
        self.define(result, temp);
    }

    fn convert_float(&mut self, _: Value, _: Type, _: Value) {
        has_none()
    }

    fn int_to_float(&mut self, _: Value, _: Type, _: Type, _: Value, _: bool) {
        has_none()
    }

    fn float_to_int(&mut self, _: Value, _: Type, _: Type, _: Value, _: bool) {
        has_none()
    }
}

impl MemoryCode for Lower<'_> {
    const MAX_OBJECT_ALIGN: u32 = 16;

    fn load(&mut self, _: ice::Inst, result: Value, ty: Type, addr: Value, _: u32) {
        let memory = self.address(addr);
        let temp = self.make(Opcode::Access(Access::of(bytes(ty), false)), memory, Opnd::None);
        self.define(result, temp);
    }

    fn store(&mut self, _: ice::Inst, addr: Value, value: Value, _: u32) {
        let (ty, temp) = (self.func.ty(value), self.word_of(value));
        let memory = self.address(addr);
        self.put(Opcode::Access(Access::of(bytes(ty), true)), temp, memory, Opnd::None);
    }

    fn frame_object(&mut self, _: Value, bytes: u32, align: u32) -> Var {
        let object = self.code.make_frame_object(bytes, align);
        self.address_of(Base::Object(object))
    }

    fn object_address(&mut self, _: FrameObject, _: i32) -> Var {
        unreachable!("accesses of the toy machine name no object")
    }

    fn take_below(&mut self, address: Var, size: Value, align: u32) {
        let size = self.whole(size, false);
        self.put(Opcode::Real(Op::Sub), address, address, size);
        let mask = self.load_of(Opnd::Imm(!u64::from(align.max(16) - 1)));
        self.put(Opcode::Real(Op::And), address, address, mask);
    }

    fn stack_top(&mut self) -> Var {
        self.address_of(Base::StackTop)
    }

    fn set_stack_top(&mut self, address: Var) {
        let address = self.extended_to_64(Type::I32, address, false);
        self.put(Opcode::SetStackPointer, Opnd::None, address, Opnd::None);
    }
}

impl ControlCode for Lower<'_> {
    fn branch(&mut self, _: Block, cond: Value, on_true: Block, on_false: Block, next: Option<Block>) {
        let truth = self.word_of(cond);
        self.before_jumps();
        self.either((on_true, on_false), next, |lower, when, to| {
            lower.put(Opcode::TestBit(when), Opnd::Label(to), truth, Opnd::None);
        });
    }

    fn ret(&mut self, value: Option<Value>) {
        self.scratch.list.clear();
        if let Some(value) = value {
            let (reg, operand) = (self.fixed(0), self.operand(value));
            self.move_to(reg, operand);
            self.scratch.list.push((reg, Role::Use));
        }
        let list = self.finish_list();
        self.put(Opcode::Return, Opnd::None, Opnd::None, list);
    }
}

/// A distance from a number is one in the width of a word, as the value itself is.
impl SwitchCode for Lower<'_> {
    type Value = Tested;

    fn branch_if_equal(&mut self, value: Tested, number: u64, to: Label) {
        self.branch_on(IntCond::Eq, value, number, to);
    }

    fn branch_by_bound(&mut self, value: Tested, bound: u64, below: bool, to: Label) {
        self.branch_on(if below { IntCond::Ult } else { IntCond::Uge }, value, bound, to);
    }

    fn minus(&mut self, value: Tested, number: u64) -> Tested {
        let number = self.load_of(Opnd::Imm(number));
        let low = self.make(Opcode::Real(Op::Sub), value.low, number);
        Tested { low, ..value }
    }

    fn branch_by_mask(&mut self, value: Tested, mask: u32, to: Label) {
        let mask = self.load_of(Opnd::Imm(mask.into()));
        let bit = self.make(Opcode::Real(Op::Lsrv), mask, value.low);
        self.put(Opcode::TestBit(true), Opnd::Label(to), bit, Opnd::None);
    }

    fn jump_by_table(&mut self, value: Tested, table: &[Block]) {
        let table = self.jump_table(table);
        let index = self.tested(value);
        self.put(Opcode::JumpTable, Opnd::Table(table), index, Opnd::None);
    }
}

impl Lower<'_> {
    fn tested(&mut self, value: Tested) -> Var {
        let ty = if value.ty == Type::I64 { Type::I64 } else { Type::I32 };
        self.extended_to_64(ty, value.low, false)
    }

    fn branch_on(&mut self, cond: IntCond, value: Tested, number: u64, to: Label) {
        let (value, number) = (self.tested(value), self.load_of(Opnd::Imm(number)));
        let truth = self.make(Opcode::Compare(cond), value, number);
        self.put(Opcode::TestBit(true), Opnd::Label(to), truth, Opnd::None);
    }
}

impl CallCode<State> for Lower<'_> {
    fn arguments(&mut self) {
        let mut assigner = ArgAssigner::new(&CONVENTION);
        let places: Vec<_> = self.func.args().map(|arg| (arg, assigner.next(self.func.ty(arg)))).collect();
        let fixed: Vec<_> = places.iter().map(|&(_, place)| self.incoming(place)).collect();
        for ((arg, place), fixed) in places.into_iter().zip(fixed) {
            let home = self.home(arg);
            match (place, fixed) {
                (ArgLoc::Stack(offset), _) => self.arrives_at(home, offset),
                (ArgLoc::Reg(_), fixed) => self.move_to(home, fixed.expect("made for this register")),
            }
        }
    }

    fn call_arguments(&mut self, args: &[Value], _: Option<Value>) -> Result<(), Limit> {
        self.scratch.list.clear();
        let mut assigner = ArgAssigner::new(&CONVENTION);
        let places: Vec<_> = args.iter().map(|&arg| (arg, assigner.next(self.func.ty(arg)))).collect();
        if assigner.stack_bytes() > MAX_STACK_ARGUMENTS {
            return Err(too_many_arguments());
        }
        self.code.outgoing = self.code.outgoing.max(assigner.stack_bytes());
        self.code.has_calls = true;
        // The register arguments last: they take no temporaries.
        for (arg, place) in places.into_iter().rev() {
            match place {
                ArgLoc::Reg(reg) => {
                    let (reg, operand) = (self.fixed(reg), self.operand(arg));
                    self.move_to(reg, operand);
                    self.scratch.list.push((reg, Role::Use));
                }
                ArgLoc::Stack(offset) => {
                    let temp = self.word_of(arg);
                    let slot = self.at(Base::Outgoing, offset as i32);
                    self.put(Opcode::Access(Access::StrX), temp, slot, Opnd::None);
                }
            }
        }
        Ok(())
    }

    fn callee(&mut self, symbol: SymbolRef) -> Opnd {
        self.symbol(symbol)
    }

    fn callee_address(&mut self, address: Value) -> Opnd {
        let (fixed, operand) = (self.fixed(CALLEE), self.operand(address));
        self.move_to(fixed, operand);
        self.put(Opcode::Extend(false), fixed, fixed, Opnd::Imm(32));
        self.scratch.list.push((fixed, Role::Use));
        fixed.into()
    }

    fn finish_call(&mut self, target: Opnd, result: Option<Value>) {
        let result = result.map(|result| (result, self.fixed(0)));
        self.scratch.list.extend(result.map(|(_, reg)| (reg, Role::Def)));
        let list = self.finish_list();
        self.put(Opcode::Call, Opnd::None, target, list);
        if let Some((result, reg)) = result {
            self.define(result, reg);
        }
    }
}

/// The size in memory.
fn bytes(ty: Type) -> u32 {
    ty.bits().div_ceil(8)
}

fn has_none() -> ! {
    unreachable!("the toy machine has none")
}

/// Methods for what the machine does not have.
macro_rules! none {
    ($($of:ident { $($method:ident($($ty:ty),*) $(-> $result:ty)?;)* })*) => {
        $(impl $of for Lower<'_> { $(fn $method(&mut self, $(_: $ty),*) $(-> $result)? { has_none() })* })*
    };
}

none! {
    PairOps {
        pair_halfwise(Value, BinOp, Value, Value);
        pair_multiply(Value, Value, Value);
        pair_shift(Value, BinOp, Value, Value);
        divide_by_power(BinOp, Value, u8, bool) -> (Var, Var);
        extend_to_pair(Value, Value, bool);
    }
    FloatCode {
        float_binary(Value, Type, BinOp, Value, Value);
        scalar_fcmp(Value, Type, FloatCond, Value, Value);
        sqrt(Value, Type, Value);
        float_bits(Value) -> Var;
        with_sign(Value, Type, Value, Sign);
    }
    VectorCode {
        vector_binary(Value, Type, BinOp, Value, Value);
        vector_icmp(Value, Type, IntCond, Value, Value);
        vector_fcmp(Value, FloatCond, Value, Value);
        vector_select(Value, Value, Value, Value);
        vector_cast(Value, Type, Type, CastOp, Value);
        insert_element(Value, Type, Value, Value, u8);
        extract_element(Value, Type, Value, u8);
    }
    LaneCode {
        insert_by_index(Value, Type, Value, Value, Value);
        extract_by_index(Value, Type, Value, Value);
    }
    BitCode {
        bswap(Value, Type, Value);
        ctlz(Value, Type, Value);
        cttz(Value, Type, Value);
        ctpop(Value, Type, Value);
    }
}

impl AtomicCode for Lower<'_> {
    const LOCK_FREE: &'static [u64] = &[];

    fn fence(&mut self) {
        has_none()
    }

    fn atomic_load(&mut self, _: Type, _: Barriers, _: Value, _: Value) {
        has_none()
    }

    fn atomic_store(&mut self, _: Type, _: Barriers, _: Value, _: Value) {
        has_none()
    }

    fn atomic_rmw(&mut self, _: Type, _: Barriers, _: AtomicRmwOp, _: Value, _: Value, _: Value) {
        has_none()
    }

    fn atomic_cmpxchg(&mut self, _: Type, _: Barriers, _: Value, _: [Value; 2], _: Value) {
        has_none()
    }
}
