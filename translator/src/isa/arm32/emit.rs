//! Emission: resolves the operands of allocated code to registers and frame addresses and encodes
//! them.
//!
//! In: code after allocation and frame layout. Out: bytes, relocations. The frame, from high to low
//! addresses: incoming arguments, saved core registers, saved double registers, variables and
//! static objects, outgoing arguments. Everything in it is addressed upwards from the stack
//! pointer, or from r11, which keeps what the prologue left in the stack pointer, if the frame's
//! size changes at run time. The stack pointer is a multiple of 8 wherever a call is made
//! ([ARM-AAPCS] 5.2.1.2).
//!
//! Offsets that an instruction's form cannot hold are made in `ip`, which nothing else uses; no
//! sequence made here changes the flags.
//!
//! One pass, linear.

use super::encode::{
    MAX_CODE_BYTES, Operand, PhysInst, encode, encode_operands, float_immediate, modified_immediate, offset_fits,
};
use super::inst::{Amode, Base, Inst, Opcode, Opnd};
use super::op::{Cond, Op, Shift, Slot};
use super::regs::{Bank, CALLEE_SAVED, FP, IP, LR, PC, Reg, SP};
use super::sandbox;
use crate::diversify::Plan;
use crate::isa::common::diversify;
use crate::isa::common::operand::AmodeId;
use crate::isa::{EmitInput, FRAME_TOO_LARGE, Limit};
use crate::lir::{Code, Flow, FlowInst, FrameLayout, FrameNeeds, Home, Label, RegMask, Var};
use crate::mc::{CodeBuffer, SymbolRef, TableId};

/// What the prologue makes.
#[derive(Copy, Clone, Debug)]
pub struct Frame {
    /// Core registers to save, one bit each, the link register among them.
    cores: u16,
    /// How many double registers to save, from d8 on.
    doubles: u8,
    /// Bytes below the saved registers.
    size: u32,
    /// Registers that are pushed and popped with the saved ones to make these bytes, one bit each; if none, the stack pointer is subtracted
    /// from and added to.
    room: u16,
    /// Bytes of outgoing arguments at the bottom.
    outgoing: u32,
    /// Whether the frame is addressed from r11.
    dynamic: bool,
}

impl Frame {
    /// The frame for what a function needs. `None` if it is too large to address.
    pub fn new(needs: FrameNeeds, code: &Code<Inst>, used: RegMask) -> Option<Self> {
        let dynamic = code.dynamic_frame;
        let saved = used.intersection(CALLEE_SAVED);
        let mut cores = (saved.bits() & 0xffff) as u16;
        cores &= if fault!(Arm32SavedForgotten, cores != 0) { cores.wrapping_sub(1) } else { u16::MAX };
        // d8 to d15 are the units from 32 on, two each.
        let highest = 64 - (saved.bits() >> 32 & 0xffff).leading_zeros();
        let doubles = highest.div_ceil(2) as u8;
        if dynamic {
            cores |= 1 << FP.0;
        }
        let wanted = needs.locals.checked_add(needs.outgoing)?;
        let is_link_lost = code.has_calls || used.contains(LR.0) && !fault!(Arm32LinkLost);
        if cores != 0 || is_link_lost || dynamic {
            cores |= 1 << LR.0;
        }
        let pushed = 4 * cores.count_ones() + 8 * u32::from(doubles);
        let leaf = wanted == 0 && !code.has_calls && !dynamic;
        // A function without a frame and without calls can leave the stack pointer as it is.
        let size = if leaf { 0 } else { wanted.checked_add(pushed)?.checked_next_multiple_of(8)? - pushed };
        // These two hold no result, and lie below the saved ones, as they have lower numbers.
        let room = match size {
            4 if cores != 0 && doubles == 0 => 1 << 3,
            8 if cores != 0 && doubles == 0 => 1 << 2 | 1 << 3,
            _ => 0,
        };
        (size < 1 << 30).then_some(Self { cores, doubles, size, room, outgoing: needs.outgoing, dynamic })
    }

    /// Whether one instruction restores everything and returns.
    fn is_left_at_once(&self) -> bool {
        self.is_left_soon() && (self.size == 0 || self.room != 0)
    }

    /// Whether two do, at most.
    fn is_left_soon(&self) -> bool {
        !self.dynamic && self.doubles == 0 && modified_immediate(self.size).is_some()
    }

    /// Bytes from the bottom of the frame to the incoming arguments.
    fn total(&self) -> u32 {
        let doubles = if fault!(Arm32IncomingPastDoubles, self.doubles > 0) { 0 } else { self.doubles };
        self.size + 4 * self.cores.count_ones() + 8 * u32::from(doubles)
    }
}

/// Encodes a function. Fails if a branch does not reach its target.
pub fn emit(input: EmitInput<'_, Inst>, buffer: &mut CodeBuffer) -> Result<(), Limit> {
    let EmitInput { code, layout, needs, used, plan } = input;
    let frame = Frame::new(needs, code, used).ok_or(FRAME_TOO_LARGE)?;
    emit_with((code, layout, frame), plan, buffer)
}

fn emit_with(
    (code, layout, frame): (&Code<Inst>, &FrameLayout, Frame),
    plan: Option<Plan>,
    buffer: &mut CodeBuffer,
) -> Result<(), Limit> {
    buffer.clear();
    buffer.reserve_labels(code.label_count());
    if code.sandboxed {
        buffer.tables.set_mapped(&code.pools.tables, |&label| label);
    }
    let base = if frame.dynamic { FP } else { SP };
    let marks = plan.as_ref().is_some_and(Plan::only_marks);
    let returns = if code.polish && frame.is_left_soon() { returns_of(code) } else { [None; MAX_RETURNS] };
    let mut emitter = Emitter { code, layout, frame, base, buffer, marks, answered: usize::MAX, returns };
    if let Some(plan) = plan.filter(|_| !marks) {
        diversify::emit(&mut emitter, (Emitter::prologue, code.insts.len()), plan);
    } else {
        emitter.prologue();
        emitter.function();
    }
    if cfg!(feature = "sandbox") && code.sandboxed {
        sandbox::apply(buffer);
    }
    if !buffer.resolve_uses() {
        return Err(format!("a branch would have to reach farther than the {} MiB that one reaches", MAX_CODE_BYTES >> 20));
    }
    Ok(())
}

pub(super) struct Emitter<'a> {
    pub(super) code: &'a Code<Inst>,
    layout: &'a FrameLayout,
    frame: Frame,
    /// What the frame is addressed from.
    base: Reg,
    pub(super) buffer: &'a mut CodeBuffer,
    /// Whether it is marked where each lowered instruction lies.
    pub(super) marks: bool,
    /// The comparison that needs no instruction, since an operation before it has made it.
    pub(super) answered: usize,
    /// Labels of returns that are one instruction or two, which branches there do themselves.
    returns: [Option<Label>; MAX_RETURNS],
}

/// The most labels of returns that are looked at: control flow is cleaned up, so that few are left.
const MAX_RETURNS: usize = 4;

/// The first labels behind which a function does nothing but return.
fn returns_of(code: &Code<Inst>) -> [Option<Label>; MAX_RETURNS] {
    let mut found = [None; MAX_RETURNS];
    let mut free = found.iter_mut();
    if code.sandboxed {
        return found;
    }
    for (bind, next) in code.insts.iter().zip(code.insts.iter().skip(1)) {
        if next.opcode == Opcode::Return
            && let Flow::Bind(label) = bind.flow()
            && let Some(free) = free.next()
        {
            *free = Some(label);
        }
    }
    found
}

/// Where a variable is.
#[derive(Copy, Clone)]
enum VarLocation {
    Reg(Reg),
    /// At this offset from the frame's base.
    Frame(i32),
    /// Nowhere: it has no uses.
    Nowhere,
}

/// Sequences.
impl Emitter<'_> {
    pub(super) fn put(&mut self, op: Op, operands: &[Operand]) {
        encode(self.buffer, &PhysInst::new(op, operands));
    }

    pub(super) fn put_if(&mut self, cond: Cond, op: Op, operands: &[Operand]) {
        encode(self.buffer, &PhysInst { cond, ..PhysInst::new(op, operands) });
    }

    /// `reg = value` in one instruction or two.
    pub(super) fn number(&mut self, cond: Cond, reg: Reg, value: u32) {
        let reg = Operand::Reg(reg);
        if modified_immediate(value).is_some() {
            self.put_if(cond, Op::Mov, &[reg, Operand::Imm(value)]);
        } else if modified_immediate(!value).is_some() {
            self.put_if(cond, Op::Mvn, &[reg, Operand::Imm(!value)]);
        } else {
            self.put_if(cond, Op::Movw, &[reg, Operand::Imm(value & 0xffff)]);
            if value > 0xffff && !fault!(Arm32MovtLost, value <= 0x1_ffff) {
                self.put_if(cond, Op::Movt, &[reg, Operand::Imm(value >> 16)]);
            }
        }
    }

    /// The same for a register of any kind, of which every word becomes the number.
    fn number_anywhere(&mut self, cond: Cond, reg: Reg, value: u32) {
        if reg.bank() == Bank::Core {
            return self.number(cond, reg, value);
        }
        if reg.bank() == Bank::Quad && value == 0 {
            return self.put(Op::VmovI32, &[Operand::Reg(reg), Operand::Imm(0)]);
        }
        if reg.bank() == Bank::Single
            && let Some(bits) = float_immediate(f64::from(f32::from_bits(value)).to_bits())
        {
            return self.put_if(cond, Op::VmovNumberF32, &[Operand::Reg(reg), Operand::Imm(bits)]);
        }
        self.number(cond, IP, value);
        self.spread(cond, reg);
    }

    /// Sets every word of a register that is no core register to what is in `ip`.
    pub(super) fn spread(&mut self, cond: Cond, reg: Reg) {
        let (to, ip) = (Operand::Reg(reg), Operand::Reg(IP));
        match reg.bank() {
            Bank::Single => self.put_if(cond, Op::VmovFromCore, &[to, ip]),
            Bank::Double => self.put_if(cond, Op::VmovFromPair, &[to, ip, ip]),
            _ => self.put(Op::Vdup32, &[to, ip]),
        }
    }

    /// `dst = base + offset`; `dst` may be `base`.
    fn add(&mut self, dst: Reg, base: Reg, offset: i32) {
        let (op, magnitude) = if offset < 0 { (Op::Sub, offset.unsigned_abs()) } else { (Op::Add, offset as u32) };
        let (to, from) = (Operand::Reg(dst), Operand::Reg(base));
        // The lowest eight bits at an even position, and the rest.
        let low = magnitude & 0xff << (magnitude.trailing_zeros() & 30).min(24);
        if offset == 0 {
            if dst != base {
                self.put(Op::Mov, &[to, from]);
            }
        } else if modified_immediate(magnitude).is_some() {
            self.add_number(op, dst, base, magnitude);
        } else if modified_immediate(magnitude - low).is_some() {
            self.add_number(op, dst, base, magnitude - low);
            self.add_number(op, dst, dst, if fault!(Arm32FrameSize, dst == SP) { low / 2 } else { low });
        } else {
            self.number(Cond::Al, IP, magnitude);
            self.put(op, &[to, from, Operand::Reg(IP)]);
        }
    }

    /// Adds or subtracts a modified immediate.
    #[inline]
    fn add_number(&mut self, op: Op, dst: Reg, base: Reg, number: u32) {
        let operands = &[Operand::Reg(dst), Operand::Reg(base), Operand::Imm(number)];
        encode_operands(self.buffer, op, Cond::Al, 0, operands);
    }

    /// Memory at an offset, as an operand of an instruction with this form of address.
    #[inline]
    fn memory(&mut self, slot: Slot, base: Reg, offset: i32) -> Operand {
        if offset_fits(slot, offset) {
            return Operand::Mem(base, offset);
        }
        self.add(IP, base, offset);
        Operand::Mem(IP, 0)
    }

    /// Loads or stores a register of any kind at an offset from the frame's base.
    #[inline]
    fn frame_access(&mut self, cond: Cond, load: bool, reg: Reg, offset: i32) {
        if reg.bank() == Bank::Core && offset_fits(Slot::Offset12, offset) {
            let operands = &[Operand::Reg(reg), Operand::Mem(self.base, offset)];
            return match load {
                true => encode_operands(self.buffer, Op::Ldr, cond, 0, operands),
                false => encode_operands(self.buffer, Op::Str, cond, 0, operands),
            };
        }
        self.other_frame_access(cond, load, reg, offset);
    }

    /// The same for the other registers and for what is out of reach.
    #[inline(never)]
    fn other_frame_access(&mut self, cond: Cond, load: bool, reg: Reg, offset: i32) {
        let base = self.base;
        let (op, slot) = match (reg.bank(), load) {
            (Bank::Core, true) => (Op::Ldr, Slot::Offset12),
            (Bank::Core, false) => (Op::Str, Slot::Offset12),
            (Bank::Single, true) => (Op::VldrS, Slot::OffsetWords),
            (Bank::Single, false) => (Op::VstrS, Slot::OffsetWords),
            (Bank::Double, true) => (Op::VldrD, Slot::OffsetWords),
            (Bank::Double, false) => (Op::VstrD, Slot::OffsetWords),
            (Bank::Quad, _) => return self.frame_access_quad(load, reg, offset),
        };
        let memory = self.memory(slot, base, offset);
        self.put_if(cond, op, &[Operand::Reg(reg), memory]);
    }

    /// The halves one by one: the frame's alignment of 8 suffices, and there is an offset.
    fn frame_access_quad(&mut self, load: bool, reg: Reg, offset: i32) {
        let op = if load { Op::VldrD } else { Op::VstrD };
        let (base, offset) = if offset_fits(Slot::OffsetWords, offset + 8) {
            (self.base, offset)
        } else {
            self.add(IP, self.base, offset);
            (IP, 0)
        };
        for half in 0..2 {
            self.put(op, &[Operand::Reg(reg.half(half)), Operand::Mem(base, offset + 8 * i32::from(half))]);
        }
    }

    pub(super) fn prologue(&mut self) {
        let Frame { cores, doubles, size, room, dynamic, .. } = self.frame;
        if cores != 0 {
            self.put(Op::Push, &[Operand::Regs(cores | room)]);
        }
        if doubles != 0 {
            let list = PhysInst { control: doubles, ..PhysInst::new(Op::Vpush, &[Operand::Reg(Reg::double(8))]) };
            encode(self.buffer, &list);
        }
        if room == 0 {
            self.add(SP, SP, -(size as i32));
        }
        if dynamic {
            self.put(Op::Mov, &[Operand::Reg(FP), Operand::Reg(SP)]);
        }
    }

    /// Returns; under a condition only if that is one instruction.
    fn epilogue(&mut self, cond: Cond) {
        let Frame { cores, doubles, size, room, dynamic, .. } = self.frame;
        if dynamic {
            self.put(Op::Mov, &[Operand::Reg(SP), Operand::Reg(FP)]);
        }
        if room == 0 {
            self.add(SP, SP, size as i32);
        }
        if doubles != 0 {
            let list = PhysInst { control: doubles, ..PhysInst::new(Op::Vpop, &[Operand::Reg(Reg::double(8))]) };
            encode(self.buffer, &list);
        }
        if cores == 0 {
            self.put_if(cond, Op::Bx, &[Operand::Reg(LR)]);
        } else {
            // The saved link register goes straight to the program counter.
            self.put_if(cond, Op::Pop, &[Operand::Regs(room | cores & !(1 << LR.0) | 1 << PC.0)]);
        }
    }
}

/// Lowered instructions.
impl Emitter<'_> {
    #[inline]
    fn place(&self, var: Var) -> VarLocation {
        let data = self.code.var(var);
        match (data.reg, data.home) {
            (Some(reg), _) => VarLocation::Reg(Reg(reg)),
            (None, Home::Frame(offset)) => VarLocation::Frame((self.frame.outgoing + offset) as i32),
            (None, Home::Incoming(offset)) => {
                let off = if fault!(Arm32IncomingOffset, offset >= 8) { 4 } else { 0 };
                VarLocation::Frame((self.frame.total() + offset + off) as i32)
            }
            (None, Home::None) => VarLocation::Nowhere,
        }
    }

    #[inline]
    pub(super) fn reg(&self, operand: Opnd) -> Reg {
        match operand {
            Opnd::Var(var) => Reg(self.code.var(var).reg.expect("hardware operations have their variables in registers")),
            _ => unreachable!("{operand:?} is not a variable"),
        }
    }

    /// The base and offset of an address mode.
    fn amode(&self, id: AmodeId) -> (Reg, i32) {
        let Amode { base, disp, .. } = self.code.pools.amodes[id];
        let (base, start) = match base {
            Base::Var(var) => (self.reg(Opnd::Var(var)), 0),
            Base::Outgoing => (SP, 0),
            Base::StackTop => (SP, self.frame.outgoing as i32),
            Base::Object(object) => (self.base, (self.frame.outgoing + self.layout.object(object)) as i32),
            Base::Home(_) => unreachable!("every variable may have a register"),
            Base::Other(never) => match never {},
        };
        (base, start.wrapping_add(disp))
    }

    #[inline]
    fn operand(&mut self, slot: Slot, operand: Opnd) -> Operand {
        match operand {
            Opnd::Var(_) => Operand::Reg(self.reg(operand)),
            Opnd::Mem(id) => {
                let (base, offset) = self.amode(id);
                match self.code.pools.amodes[id].index {
                    Some((index, shift)) => Operand::Indexed(base, self.reg(Opnd::Var(index)), shift),
                    None => self.memory(slot, base, offset),
                }
            }
            Opnd::Imm(value) => Operand::Imm(value),
            Opnd::Sym(id) => Operand::Symbol(self.code.pools.symbols[id]),
            Opnd::Label(label) => Operand::Label(label),
            Opnd::None | Opnd::List(_) | Opnd::Table(_) => Operand::None,
        }
    }

    /// The only place that emits one, so that it is part of the loop.
    pub(super) fn instructions(&mut self, insts: &[Inst]) {
        for inst in insts {
            self.inst(inst);
        }
    }

    fn inst(&mut self, inst: &Inst) {
        match inst.opcode {
            Opcode::Real(Op::B) if self.is_to_return(inst) => {
                self.epilogue(if fault!(Arm32ReturnAlways) { Cond::Al } else { inst.cond });
            }
            Opcode::Real(op) => self.real(op, inst),
            Opcode::Move => self.copy(inst),
            Opcode::LoadNumber => {
                if let Opnd::Imm(value) = inst.b {
                    self.number_anywhere(inst.cond, self.reg(inst.a), value);
                }
            }
            Opcode::LoadSymbol => {
                if let Opnd::Sym(id) = inst.b {
                    self.symbol(self.reg(inst.a), self.code.pools.symbols[id]);
                }
            }
            Opcode::LoadConstant => {
                if let Opnd::Sym(id) = inst.b {
                    self.symbol(IP, self.code.pools.symbols[id]);
                    let to = Operand::Reg(self.reg(inst.a));
                    self.put(Op::VldrD, &[to, Operand::Mem(IP, 0)]);
                }
            }
            Opcode::LoadAddress => {
                if let Opnd::Mem(id) = inst.b {
                    let (base, offset) = self.amode(id);
                    self.add(self.reg(inst.a), base, offset);
                }
            }
            Opcode::SetFlag => self.set_flag(inst),
            Opcode::DivideLane => {
                let lane = |reg: Reg| Operand::Reg(Reg::single(4 * reg.number() + inst.control));
                let (dividend, divisor) = (lane(self.reg(inst.a)), lane(self.reg(inst.b)));
                self.put(Op::VdivF32, &[dividend, dividend, divisor]);
            }
            Opcode::JumpTable => {
                if let Opnd::Table(table) = inst.a {
                    self.jump_by_table(table, self.reg(inst.b));
                }
            }
            Opcode::Bind => {
                if let Opnd::Label(label) = inst.a {
                    self.buffer.bind(label);
                }
            }
            Opcode::FakeUse | Opcode::FakeDef => {}
            Opcode::Return => self.epilogue(Cond::Al),
            Opcode::SetStackPointer => {
                let state = self.reg(inst.b);
                let room = if fault!(Arm32StackTop, self.frame.outgoing > 0) { 0 } else { self.frame.outgoing as i32 };
                self.add(SP, state, -room);
            }
        }
    }

    /// Whether a branch goes to a return that takes its place: one that is always taken by at most two instructions, others by one.
    fn is_to_return(&self, branch: &Inst) -> bool {
        let may = branch.cond == Cond::Al || self.frame.is_left_at_once();
        matches!(branch.a, Opnd::Label(label) if may && self.returns.contains(&Some(label)))
    }

    #[inline]
    fn real(&mut self, op: Op, inst: &Inst) {
        let slots = op.row().slots;
        let mut operands = [Operand::None; 4];
        for ((to, from), &slot) in operands.iter_mut().zip([inst.a, inst.b, inst.c, inst.d]).zip(slots) {
            *to = self.operand(slot, from);
        }
        encode_operands(self.buffer, op, inst.cond, inst.control, &operands);
    }

    fn symbol(&mut self, reg: Reg, symbol: SymbolRef) {
        self.put(Op::Movw, &[Operand::Reg(reg), Operand::Symbol(symbol)]);
        self.put(Op::Movt, &[Operand::Reg(reg), Operand::Symbol(symbol)]);
    }

    /// Goes where an entry of a table leads. The table stands behind: branches, of which one is gone to. In a sandbox, where each of them would
    /// have to begin a bundle, it is addresses in read-only data, of which one is loaded.
    fn jump_by_table(&mut self, table: TableId, index: Reg) {
        if self.code.sandboxed {
            self.symbol(IP, SymbolRef::Table(table));
            return self.put(Op::LdrX, &[Operand::Reg(PC), Operand::Indexed(IP, index, 2)]);
        }
        // What is read of the program counter is the instruction after the next one.
        let sum = PhysInst::new(Op::Add, &[Operand::Reg(PC), Operand::Reg(PC), Operand::Reg(index)]);
        encode(self.buffer, &PhysInst { control: Shift::lsl(2).0, ..sum });
        self.put(Op::Udf, &[]);
        let code = self.code;
        for &label in code.pools.tables.get(table) {
            self.put(Op::B, &[Operand::Label(label)]);
        }
    }

    fn set_flag(&mut self, inst: &Inst) {
        let Opnd::Var(home) = inst.a else { unreachable!("a truth value has a home") };
        let (place, cond) = (self.place(home), Cond::ALL[usize::from(inst.control)]);
        let reg = match place {
            VarLocation::Nowhere => return,
            VarLocation::Reg(reg) => reg,
            VarLocation::Frame(_) => self.reg(inst.b),
        };
        self.number(Cond::Al, reg, 0);
        self.number(cond, reg, 1);
        if let VarLocation::Frame(offset) = place {
            self.frame_access(Cond::Al, false, reg, offset);
        }
    }

    #[inline]
    fn copy(&mut self, inst: &Inst) {
        let (Opnd::Var(to), Opnd::Var(from)) = (inst.a, inst.b) else { unreachable!("a move is between variables") };
        match (self.place(to), self.place(from)) {
            (VarLocation::Reg(to), VarLocation::Reg(from)) => self.copy_reg(inst.cond, to, from),
            (VarLocation::Reg(to), VarLocation::Frame(offset)) => self.frame_access(inst.cond, true, to, offset),
            (VarLocation::Frame(offset), VarLocation::Reg(from)) => self.frame_access(inst.cond, false, from, offset),
            (VarLocation::Nowhere, _) => {}
            (_, VarLocation::Nowhere) => unreachable!("{from} is read, so it has a home"),
            (VarLocation::Frame(_), VarLocation::Frame(_)) => unreachable!("lowering copies through a register"),
        }
    }

    fn copy_reg(&mut self, cond: Cond, to: Reg, from: Reg) {
        let (dst, src) = (Operand::Reg(to), Operand::Reg(from));
        if to == from {
            return;
        }
        match (to.bank(), from.bank()) {
            (Bank::Core, Bank::Core) => encode_operands(self.buffer, Op::Mov, cond, 0, &[dst, src]),
            (Bank::Single, Bank::Single) => self.put_if(cond, Op::VmovF32, &[dst, src]),
            (Bank::Double, Bank::Double) => self.put_if(cond, Op::VmovF64, &[dst, src]),
            (Bank::Single, Bank::Core) => self.put_if(cond, Op::VmovFromCore, &[dst, src]),
            (Bank::Core, Bank::Single) => self.put_if(cond, Op::VmovToCore, &[dst, src]),
            (Bank::Quad, Bank::Quad) => self.put(Op::Vorr, &[dst, src, src]),
            _ => unreachable!("{to} and {from} differ in size"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(used: RegMask, locals: u32, dynamic: bool) -> Vec<u32> {
        let mut code = Code::<Inst>::default();
        code.dynamic_frame = dynamic;
        code.insts.push(Inst::new(Opcode::Return, Opnd::None, Opnd::None));
        let mut buffer = CodeBuffer::default();
        let (layout, needs) = (&FrameLayout::default(), FrameNeeds { locals, outgoing: 0 });
        emit(EmitInput { code: &code, layout, needs, used, plan: None }, &mut buffer).expect("a small function");
        buffer.bytes().chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
    }

    #[test]
    fn a_leaf_without_a_frame_only_returns() {
        assert_eq!(words(Reg::core(0).units(), 0, false), [0xe12f_ff1e]);
    }

    #[test]
    fn a_leaf_that_uses_the_link_register_saves_it() {
        // push {lr}; pop {pc}.
        assert_eq!(words(LR.units(), 0, false), [0xe92d_4000, 0xe8bd_8000]);
    }

    #[test]
    fn double_registers_are_saved_from_d8_up_to_the_highest_used() {
        // push {r4, lr}; vpush {d8, d9}; sub sp, #16; and back: 8 + 16 + 16 bytes, a multiple of 8.
        let found = words(Reg::quad(4).units().union(Reg::core(4).units()), 16, false);
        let expected = [0xe92d_4010, 0xed2d_8b04, 0xe24d_d010, 0xe28d_d010, 0xecbd_8b04, 0xe8bd_8010];
        assert_eq!(found, expected, "{found:#010x?}");
    }

    #[test]
    fn a_frame_of_a_word_or_two_is_pushed_with_the_saved_registers() {
        // push {r3, r4, r5, lr}; pop {r3, r4, r5, pc}. Then r2, too.
        assert_eq!(words(Reg::core(4).units().union(Reg::core(5).units()), 4, false), [0xe92d_4038, 0xe8bd_8038]);
        assert_eq!(words(Reg::core(4).units(), 8, false), [0xe92d_401c, 0xe8bd_801c]);
        // sub sp, #16; add sp, #16: that many registers would hold results. Nothing is pushed where nothing is saved.
        assert_eq!(words(Reg::core(4).units(), 16, false)[1..3], [0xe24d_d010, 0xe28d_d010]);
        assert_eq!(words(RegMask::EMPTY, 8, false), [0xe24d_d008, 0xe28d_d008, 0xe12f_ff1e]);
    }

    #[test]
    fn a_moving_stack_is_found_again_through_the_frame_pointer() {
        let found = words(RegMask::EMPTY, 0x1_2340, true);
        // push {r11, lr}; the size in two parts; mov r11, sp … mov sp, r11; and back.
        assert_eq!((found[0], found[3], found[4]), (0xe92d_4800, 0xe1a0_b00d, 0xe1a0_d00b), "{found:#010x?}");
        assert_eq!(found[found.len() - 1], 0xe8bd_8800);
    }
}
