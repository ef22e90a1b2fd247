//! A convenient way to write function bodies in code: types of results are inferred, constants are
//! made on the spot.
//!
//! The builder does not check anything; [`verify`](super::verify) does. It is meant for tests,
//! generators and the runtime, not for the readers' hot path.

use super::inst::{BlockCall, InstData, SwitchCase};
use super::opcode::{BinOp, CastOp, FloatCond, IntCond};
use super::types::Type;
use super::{Block, FuncId, Function, Inst, Intrinsic, Module, Sig, Value, ValueDef};

/// Appends instructions to the current block of a function.
pub struct FunctionBuilder<'m> {
    module: &'m mut Module,
    func: Function,
    current: Block,
}

impl<'m> FunctionBuilder<'m> {
    /// Starts the body of a declared function; the entry block is current.
    pub fn new(module: &'m mut Module, id: FuncId) -> Self {
        let mut func = Function::new(id, &module.func_sig(id).params);
        let current = func.append_block();
        Self { module, func, current }
    }

    /// The finished body.
    pub fn finish(self) -> Function {
        self.func
    }

    /// The module, to declare more of it.
    pub fn module(&mut self) -> &mut Module {
        self.module
    }

    /// The body so far.
    pub fn func(&mut self) -> &mut Function {
        &mut self.func
    }

    /// The argument with this index.
    pub fn arg(&self, index: usize) -> Value {
        Value::local(index as u32)
    }

    /// Adds a block; the current block stays.
    pub fn block(&mut self) -> Block {
        self.func.append_block()
    }

    /// Makes a block current.
    pub fn switch_to(&mut self, block: Block) {
        self.current = block;
    }

    /// The current block.
    pub fn current(&self) -> Block {
        self.current
    }

    /// An integer constant of type `ty`, truncated to its width.
    pub fn int(&mut self, ty: Type, value: i64) -> Value {
        let mask = if ty.bits() >= 64 { u64::MAX } else { (1 << ty.bits()) - 1 };
        self.func.push_value(ty, ValueDef::Int(value as u64 & mask))
    }

    /// An i32 constant.
    pub fn i32(&mut self, value: i32) -> Value {
        self.int(Type::I32, i64::from(value))
    }

    /// An i64 constant.
    pub fn i64(&mut self, value: i64) -> Value {
        self.int(Type::I64, value)
    }

    /// A float constant.
    pub fn f32(&mut self, value: f32) -> Value {
        self.func.push_value(Type::F32, ValueDef::F32(value.to_bits()))
    }

    /// A double constant.
    pub fn f64(&mut self, value: f64) -> Value {
        self.func.push_value(Type::F64, ValueDef::F64(value.to_bits()))
    }

    /// An unspecified value.
    pub fn undef(&mut self, ty: Type) -> Value {
        self.func.push_value(ty, ValueDef::Undef)
    }

    fn value(&mut self, data: InstData, ty: Type) -> Value {
        self.func.append_inst(self.current, data, ty).1.expect("an instruction with a result")
    }

    fn effect(&mut self, data: InstData) -> Inst {
        self.func.append_inst(self.current, data, Type::Void).0
    }

    /// `lhs op rhs`.
    pub fn binary(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Value {
        let ty = self.func.ty(lhs);
        self.value(InstData::Binary { op, lhs, rhs }, ty)
    }

    /// A conversion to `ty`.
    pub fn cast(&mut self, op: CastOp, src: Value, ty: Type) -> Value {
        self.value(InstData::Cast { op, src }, ty)
    }

    /// An integer comparison.
    pub fn icmp(&mut self, cond: IntCond, lhs: Value, rhs: Value) -> Value {
        let ty = self.func.ty(lhs).comparison_result();
        self.value(InstData::Icmp { cond, lhs, rhs }, ty)
    }

    /// A floating-point comparison.
    pub fn fcmp(&mut self, cond: FloatCond, lhs: Value, rhs: Value) -> Value {
        let ty = self.func.ty(lhs).comparison_result();
        self.value(InstData::Fcmp { cond, lhs, rhs }, ty)
    }

    /// `cond ? on_true : on_false`.
    pub fn select(&mut self, cond: Value, on_true: Value, on_false: Value) -> Value {
        let ty = self.func.ty(on_true);
        self.value(InstData::Select { cond, on_true, on_false }, ty)
    }

    /// Stack memory of `size` bytes.
    pub fn alloca(&mut self, size: Value, align: u32) -> Value {
        self.value(InstData::Alloca { size, align }, Type::I32)
    }

    /// A load with the least alignment that the ABI allows for `ty`.
    pub fn load(&mut self, ty: Type, addr: Value) -> Value {
        self.value(InstData::Load { addr, align: abi_alignment(ty) }, ty)
    }

    /// A store with the least alignment that the ABI allows for the value's type.
    pub fn store(&mut self, value: Value, addr: Value) {
        let align = abi_alignment(self.func.ty(value));
        self.effect(InstData::Store { addr, value, align });
    }

    /// `vector` with one lane replaced.
    pub fn insert_element(&mut self, vector: Value, element: Value, index: Value) -> Value {
        let ty = self.func.ty(vector);
        self.value(InstData::InsertElement { vector, element, index }, ty)
    }

    /// One lane of a vector.
    pub fn extract_element(&mut self, vector: Value, index: Value) -> Value {
        let ty = self.func.ty(vector).element();
        self.value(InstData::ExtractElement { vector, index }, ty)
    }

    /// A phi; see [`set_phi`](Self::set_phi) for operands that do not exist yet.
    pub fn phi(&mut self, ty: Type, args: &[(Block, Value)]) -> Value {
        let args: Vec<_> = args.iter().map(|&(block, value)| BlockCall { block, value }).collect();
        let args = self.func.make_phi_args(&args);
        self.value(InstData::Phi { args }, ty)
    }

    /// Replaces the operands of a phi.
    pub fn set_phi(&mut self, phi: Value, args: &[(Block, Value)]) {
        let args: Vec<_> = args.iter().map(|&(block, value)| BlockCall { block, value }).collect();
        let args = self.func.make_phi_args(&args);
        let Some(ValueDef::Inst(inst)) = self.func.def(phi) else { panic!("{phi} is not a phi") };
        *self.func.inst_mut(inst) = InstData::Phi { args };
    }

    /// A direct call; `None` if the callee returns nothing.
    pub fn call(&mut self, func: FuncId, args: &[Value]) -> Option<Value> {
        let result = self.module.func_sig(func).result;
        let args = self.func.make_values(args);
        self.func.append_inst(self.current, InstData::Call { func, args }, result).1
    }

    /// A call through an address; `None` if `sig` returns nothing.
    pub fn call_indirect(&mut self, callee: Value, sig: Sig, args: &[Value]) -> Option<Value> {
        let result = self.module.sigs[sig].result;
        let args = self.func.make_values(args);
        self.func.append_inst(self.current, InstData::CallIndirect { callee, sig, args }, result).1
    }

    /// A call of an intrinsic, declared on first use.
    pub fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[Value]) -> Option<Value> {
        let func = self.module.declare_intrinsic(intrinsic);
        self.call(func, args)
    }

    /// An unconditional branch.
    pub fn br(&mut self, target: Block) {
        self.effect(InstData::Br { target });
    }

    /// A conditional branch.
    pub fn cond_br(&mut self, cond: Value, on_true: Block, on_false: Block) {
        self.effect(InstData::CondBr { cond, on_true, on_false });
    }

    /// A switch.
    pub fn switch(&mut self, value: Value, default: Block, cases: &[(u64, Block)]) {
        let cases: Vec<_> = cases.iter().map(|&(value, target)| SwitchCase { value, target }).collect();
        let cases = self.func.make_cases(&cases);
        self.effect(InstData::Switch { value, cases, default });
    }

    /// A return.
    pub fn ret(&mut self, value: Option<Value>) {
        self.effect(InstData::Ret { value });
    }

    /// An unreachable end.
    pub fn unreachable(&mut self) {
        self.effect(InstData::Unreachable);
    }
}

/// The least alignment, in bytes, that a load or store of `ty` may state: 1 for scalars, the
/// element's size for vectors.
pub const fn abi_alignment(ty: Type) -> u32 {
    if ty.is_vector() { ty.element().bits() / 8 } else { 1 }
}
