//! Emission: resolves the operands of allocated code to registers and frame addresses and encodes
//! them.
//!
//! In: code after allocation and frame layout. Out: words and relocations. A delay slot gets a nop,
//! or where that is enabled the instruction before the branch, if the one does not depend on the
//! other (`delay`). What a field cannot hold goes through `$at`: displacements beyond 16 bits,
//! symbols (`lui %hi`, then `%lo`, whose carry the linker's arithmetic for the pair takes care of),
//! constants.
//!
//! Branches reach 128 KiB. A function in which one does not is encoded once more with long branches
//! throughout: these find their own address with `bal`, so that they need no relocation, and such a
//! function always saves its return address.
//!
//! One pass, or two for such a function; linear.

use super::encode::{NO_REG, PhysInst, encode};
use super::frame::Frame;
use super::inst::{Base, Inst, Opcode, Opnd, opposite};
use super::op::Op;
use super::regs::{Reg, gpr};
use super::sandbox;
use crate::isa::common::diversify;
use crate::isa::common::operand::AmodeId;
use crate::isa::{EmitInput, FRAME_TOO_LARGE, Limit};
use crate::lir::{Code, FrameLayout, Home, Var};
use crate::mc::{CodeBuffer, Label, SymbolRef, WordField};

/// Relocation types ([SYSV-MIPS] table 4-11).
pub mod reloc {
    /// `R_MIPS_26`: the word address of a jump.
    pub const JUMP: u16 = 4;
    /// `R_MIPS_HI16`: the upper half of an address, rounded for the signed lower half.
    pub const HI16: u16 = 5;
    /// `R_MIPS_LO16`: the lower half.
    pub const LO16: u16 = 6;
}

/// A branch's distance in words from its delay slot.
pub(super) static BRANCH: WordField = WordField { lsb: 0, bits: 16, shift: 2, pc_bias: 4, whole: true };
/// The halves of the distance from the word after the delay slot of a `bal`: in that slot, and in
/// the word itself.
static FAR_UPPER: WordField = WordField { lsb: 0, bits: 16, shift: 16, pc_bias: 4, whole: false };
static FAR_LOWER: WordField = WordField { lsb: 0, bits: 16, shift: 0, pc_bias: 0, whole: false };
/// Words of a far jump, delay slot included.
const FAR_WORDS: i32 = 6;

/// Encodes a function into `buffer`, which is cleared first.
pub fn emit(input: EmitInput<'_, Inst>, buffer: &mut CodeBuffer) -> Result<(), Limit> {
    let EmitInput { code, layout, needs, used, plan } = input;
    for far in [false, true] {
        let frame = Frame::new(needs, code, used, far || code.has_calls).ok_or(FRAME_TOO_LARGE)?;
        buffer.clear();
        buffer.reserve_labels(code.label_count());
        buffer.tables.set_mapped(&code.pools.tables, |&label| label);
        let fills = match code.polish && !far {
            false => Fills::Nothing,
            true if code.sandboxed => Fills::Unguarded,
            true => Fills::Anything,
        };
        let mut emitter = Emitter { code, layout, frame, far, asm: Assembler::new(buffer, fills) };
        match plan.clone() {
            Some(plan) => diversify::emit(&mut emitter, (Emitter::prologue, code.insts.len()), plan),
            None => emitter.function(),
        }
        if cfg!(feature = "sandbox") && code.sandboxed {
            sandbox::apply(buffer, far);
        }
        if buffer.resolve_uses() {
            return Ok(());
        }
    }
    unreachable!("a far jump reaches every label")
}

/// Memory as an instruction can address it, but for the displacement's size.
#[derive(Copy, Clone, Debug)]
enum Address {
    Register(Reg, i32),
    Symbol(SymbolRef, i32),
}

/// Appends instructions, with `$at` where a field is too small.
pub(super) struct Assembler<'b> {
    pub(super) buffer: &'b mut CodeBuffer,
    /// What delay slots are filled with.
    pub(super) fills: Fills,
    /// The last instructions, each at the place that its offset in words has, from `movable` on: nothing refers to their places.
    pub(super) last: [PhysInst; LOOKBACK],
    /// Where the first of them starts, or where what comes next will.
    pub(super) movable: u32,
}

/// Among how many instructions before a branch one is looked for that fills its delay slot.
pub(super) const LOOKBACK: usize = 8;

/// What delay slots are filled with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Fills {
    /// Nops.
    Nothing,
    /// An instruction from before the branch.
    Anything,
    /// One that needs no other beside it in a sandbox.
    Unguarded,
}

/// The upper half of a number, rounded so that adding the sign-extended lower half gives the
/// number.
const fn upper_half(value: i32) -> i32 {
    ((value.wrapping_add(0x8000)) >> 16) & 0xffff
}

/// The lower half, sign-extended.
const fn lower_half(value: i32) -> i32 {
    value as i16 as i32
}

impl<'b> Assembler<'b> {
    /// An assembler at the end of a buffer.
    pub(super) fn new(buffer: &'b mut CodeBuffer, fills: Fills) -> Self {
        let movable = buffer.offset();
        Self { buffer, fills, last: [PhysInst::bare(Op::Nop); LOOKBACK], movable }
    }
}

impl Assembler<'_> {
    #[inline]
    pub(super) fn put(&mut self, inst: PhysInst) {
        self.last[self.buffer.offset() as usize / 4 % LOOKBACK] = inst;
        self.buffer.put_words(u64::from(encode(&inst)), 4, 0, 0);
    }

    pub(super) fn nop(&mut self) {
        self.buffer.put_words(0, 4, 0, 0);
        self.stay();
    }

    /// What was appended stays where it is.
    pub(super) fn stay(&mut self) {
        self.movable = self.buffer.offset();
    }

    /// `dst = value`.
    pub(super) fn constant(&mut self, dst: Reg, value: i32) {
        if value as i16 as i32 == value {
            self.put(PhysInst::rri(Op::Addiu, dst, gpr::ZERO, value));
        } else if value as u16 as i32 == value {
            let op = if fault!(Mips32UnsignedConstant) { Op::Addiu } else { Op::Ori };
            self.put(PhysInst::rri(op, dst, gpr::ZERO, value));
        } else {
            self.put(PhysInst::rri(Op::Lui, dst, NO_REG, value >> 16 & 0xffff));
            if value & 0xffff != 0 && !fault!(Mips32LowHalf, value & 0xffff == 0x8000) {
                self.put(PhysInst::rri(Op::Ori, dst, dst, value & 0xffff));
            }
        }
    }

    /// `dst = base + disp`.
    fn add(&mut self, dst: Reg, base: Reg, disp: i32) {
        if disp as i16 as i32 == disp {
            self.put(PhysInst::rri(Op::Addiu, dst, base, disp));
        } else {
            self.constant(gpr::AT, disp);
            self.put(PhysInst::rrr(Op::Addu, dst, base, gpr::AT));
        }
    }

    /// A load or store of `reg` at `base + disp`.
    pub(super) fn access(&mut self, op: Op, reg: Reg, base: Reg, disp: i32) {
        if disp as i16 as i32 == disp {
            return self.put(PhysInst::rri(op, reg, base, disp));
        }
        let upper = if fault!(Mips32FrameCarry, disp & 0x8000 != 0) { disp >> 16 & 0xffff } else { upper_half(disp) };
        self.put(PhysInst::rri(Op::Lui, gpr::AT, NO_REG, upper));
        self.put(PhysInst::rrr(Op::Addu, gpr::AT, gpr::AT, base));
        self.put(PhysInst::rri(op, reg, gpr::AT, lower_half(disp)));
    }

    /// `op dst, %lo(symbol)($at)` after loading `$at` with the upper half. The relocated fields
    /// hold the addend.
    fn symbolic(&mut self, op: Op, dst: Reg, symbol: SymbolRef, addend: i32) {
        self.buffer.reloc_here(reloc::HI16, symbol, addend);
        self.put(PhysInst::rri(Op::Lui, gpr::AT, NO_REG, upper_half(addend)));
        self.buffer.reloc_here(reloc::LO16, symbol, addend);
        let addend = if fault!(Mips32AddendLost, addend != 0) { 0 } else { addend };
        self.put(PhysInst::rri(op, dst, gpr::AT, lower_half(addend)));
        self.stay();
    }
}

pub(super) struct Emitter<'a> {
    pub(super) code: &'a Code<Inst>,
    layout: &'a FrameLayout,
    frame: Frame,
    /// Whether branches take their long form.
    far: bool,
    pub(super) asm: Assembler<'a>,
}

impl Emitter<'_> {
    fn function(&mut self) {
        self.prologue();
        self.instructions(&self.code.insts);
    }

    /// The only place that emits one, so that it is part of the loop.
    pub(super) fn instructions(&mut self, insts: &[Inst]) {
        for inst in insts {
            self.inst(inst);
        }
    }

    pub(super) fn prologue(&mut self) {
        let frame = self.frame;
        if frame.size != 0 {
            self.asm.add(gpr::SP, gpr::SP, -(frame.size as i32));
        }
        for (reg, offset) in frame.saves() {
            let op = if reg.is_fpr() { Op::Sdc1 } else { Op::Sw };
            self.asm.access(op, reg, gpr::SP, offset as i32);
        }
        if frame.dynamic {
            self.asm.put(PhysInst::rrr(Op::Addu, gpr::FP, gpr::SP, gpr::ZERO));
        }
    }

    fn epilogue(&mut self) {
        let frame = self.frame;
        if frame.dynamic {
            self.asm.put(PhysInst::rrr(Op::Addu, gpr::SP, gpr::FP, gpr::ZERO));
        }
        for (reg, offset) in frame.saves() {
            let op = if reg.is_fpr() { Op::Ldc1 } else { Op::Lw };
            self.asm.access(op, reg, gpr::SP, offset as i32);
        }
        if frame.size != 0 {
            self.asm.add(gpr::SP, gpr::SP, frame.size as i32);
        }
        self.asm.put_delayed(PhysInst { a: gpr::RA, ..PhysInst::bare(Op::Jr) }, |_| ());
    }

    /// The memory `offset` bytes above the lowest variable.
    fn local(&self, offset: u32, disp: i32) -> Address {
        Address::Register(self.frame.base(), ((self.frame.outgoing + offset) as i32).wrapping_add(disp))
    }

    fn home(&self, var: Var, disp: i32) -> Address {
        match self.code.var(var).home {
            Home::Frame(offset) => self.local(offset, disp),
            Home::Incoming(offset) => {
                let offset = if fault!(Mips32IncomingOffset, offset >= 24) { offset + 4 } else { offset };
                Address::Register(self.frame.base(), ((self.frame.size + offset) as i32).wrapping_add(disp))
            }
            Home::None => unreachable!("{var} has neither a register nor a home"),
        }
    }

    fn amode(&self, id: AmodeId) -> Address {
        let amode = self.code.pools.amodes[id];
        match amode.base {
            Base::Other(symbol) => Address::Symbol(symbol, amode.disp),
            Base::Var(var) => Address::Register(self.var_reg(var), amode.disp),
            Base::Outgoing => Address::Register(gpr::SP, amode.disp),
            Base::StackTop => Address::Register(gpr::SP, (self.frame.outgoing as i32).wrapping_add(amode.disp)),
            Base::Home(var) => self.home(var, amode.disp),
            Base::Object(object) => self.local(self.layout.object(object), amode.disp),
        }
    }

    #[inline]
    fn var_reg(&self, var: Var) -> Reg {
        Reg(self.code.var(var).reg.unwrap_or_else(|| unreachable!("{var} has no register")))
    }

    /// A register operand.
    #[inline]
    fn reg(&self, operand: Opnd) -> Reg {
        match operand {
            Opnd::Var(var) => self.var_reg(var),
            _ => gpr::ZERO,
        }
    }

    fn access(&mut self, op: Op, reg: Reg, address: Address) {
        match address {
            Address::Register(base, disp) => self.asm.access(op, reg, base, disp),
            Address::Symbol(symbol, addend) => self.asm.symbolic(op, reg, symbol, addend),
        }
    }

    fn inst(&mut self, inst: &Inst) {
        match inst.opcode {
            Opcode::Real(op) => self.real(op, inst),
            Opcode::Move => self.move_word(inst),
            Opcode::MoveS => self.move_float(inst, [Op::MovS, Op::Lwc1, Op::Swc1]),
            Opcode::MoveD => self.move_float(inst, [Op::MovD, Op::Ldc1, Op::Sdc1]),
            Opcode::FromUpper => {
                let (dst, src) = (self.reg(inst.dst), self.reg(inst.a).upper_half());
                self.asm.put(PhysInst::rri(Op::Mfc1, dst, src, 0));
            }
            Opcode::ToUpper => {
                let (dst, src) = (self.reg(inst.dst).upper_half(), self.reg(inst.a));
                self.asm.put(PhysInst::rri(Op::Mtc1, dst, src, 0));
            }
            Opcode::Address => {
                let (dst, Opnd::Mem(id)) = (self.reg(inst.dst), inst.a) else { unreachable!("only memory has an address") };
                match self.amode(id) {
                    Address::Register(base, disp) => self.asm.add(dst, base, disp),
                    Address::Symbol(symbol, addend) => self.asm.symbolic(Op::Addiu, dst, symbol, addend),
                }
            }
            Opcode::Bind => {
                if let Opnd::Label(label) = inst.dst {
                    self.asm.stay();
                    self.asm.buffer.bind(label);
                }
            }
            Opcode::Jump => {
                let Opnd::Label(label) = inst.dst else { unreachable!("jumps go to labels") };
                self.branch(PhysInst::bare(Op::Beq), label);
            }
            Opcode::JumpTable => {
                if let Opnd::Table(table) = inst.dst {
                    self.jump_by_table(SymbolRef::Table(table), self.reg(inst.a));
                }
            }
            Opcode::Call => self.call(inst.a),
            Opcode::FakeUse | Opcode::FakeDef => {}
            Opcode::Return => self.epilogue(),
            Opcode::SetStackPointer => {
                let src = self.reg(inst.a);
                let room = if fault!(Mips32StackTop, self.frame.outgoing > 0) { 0 } else { self.frame.outgoing as i32 };
                self.asm.add(gpr::SP, src, -room);
            }
        }
    }

    /// Jumps to the address that a table has at an offset in bytes.
    fn jump_by_table(&mut self, table: SymbolRef, offset: Reg) {
        let asm = &mut self.asm;
        asm.buffer.reloc_here(reloc::HI16, table, 0);
        asm.put(PhysInst::rri(Op::Lui, gpr::AT, NO_REG, 0));
        asm.put(PhysInst::rrr(Op::Addu, gpr::AT, gpr::AT, offset));
        asm.buffer.reloc_here(reloc::LO16, table, 0);
        asm.put(PhysInst::rri(Op::Lw, gpr::AT, gpr::AT, 0));
        asm.put(PhysInst { a: gpr::AT, ..PhysInst::bare(Op::Jr) });
        asm.nop();
    }

    fn move_word(&mut self, inst: &Inst) {
        let Opnd::Var(dst) = inst.dst else { unreachable!("moves write variables") };
        let Some(dst_reg) = self.code.var(dst).reg.map(Reg) else {
            if self.code.var(dst).home == Home::None {
                // It has no uses.
                return;
            }
            let (src, home) = (self.reg(inst.a), self.home(dst, 0));
            return self.access(Op::Sw, src, home);
        };
        match inst.a {
            Opnd::Imm(value) => self.asm.constant(dst_reg, value),
            Opnd::Sym(id) => self.asm.symbolic(Op::Addiu, dst_reg, self.code.pools.symbols[id], 0),
            Opnd::Var(src) => match self.code.var(src).reg {
                Some(src) if src == dst_reg.0 => {}
                Some(src) => self.asm.put(PhysInst::rrr(Op::Addu, dst_reg, Reg(src), gpr::ZERO)),
                None => {
                    let home = self.home(src, 0);
                    self.access(Op::Lw, dst_reg, home);
                }
            },
            _ => unreachable!("loads are real operations"),
        }
    }

    /// `ops` move between registers, load, and store.
    fn move_float(&mut self, inst: &Inst, ops: [Op; 3]) {
        let (Opnd::Var(dst), Opnd::Var(src)) = (inst.dst, inst.a) else { unreachable!("float moves are between variables") };
        match (self.code.var(dst).reg, self.code.var(src).reg) {
            (Some(dst), Some(src)) if dst == src => {}
            (Some(dst), Some(src)) => self.asm.put(PhysInst::rri(ops[0], Reg(dst), Reg(src), 0)),
            (Some(dst), None) => {
                let home = self.home(src, 0);
                self.access(ops[1], Reg(dst), home);
            }
            // It has no uses.
            (None, Some(_)) if self.code.var(dst).home == Home::None => {}
            (None, Some(src)) => {
                let home = self.home(dst, 0);
                self.access(ops[2], Reg(src), home);
            }
            (None, None) => unreachable!("a float move has a register at one end"),
        }
    }

    fn call(&mut self, target: Opnd) {
        match target {
            Opnd::Sym(id) => {
                let symbol = self.code.pools.symbols[id];
                let call = PhysInst { imm: i32::from(fault!(Mips32CallTarget)), ..PhysInst::bare(Op::Jal) };
                self.asm.put_delayed(call, |buffer| buffer.reloc_here(reloc::JUMP, symbol, 0));
            }
            _ => {
                let address = self.reg(target);
                self.asm.put_delayed(PhysInst::rri(Op::Jalr, gpr::RA, address, 0), |_| ());
            }
        }
    }

    #[inline]
    fn real(&mut self, op: Op, inst: &Inst) {
        match (inst.dst, inst.a) {
            (Opnd::Label(label), _) => {
                let (a, b) = (self.reg(inst.a), self.reg(inst.b));
                self.branch(PhysInst::rrr(op, NO_REG, a, b), label);
            }
            (dst, Opnd::Mem(id)) => {
                let (reg, address) = (self.reg(dst), self.amode(id));
                self.access(op, reg, address);
            }
            (dst, a) => {
                let imm = match (a, inst.b) {
                    // The code by which systems tell a division by zero from other traps.
                    (Opnd::Var(_), _) if op == Op::Teq => 7,
                    (_, Opnd::Imm(imm)) => imm,
                    (Opnd::Imm(imm), _) => imm,
                    _ => 0,
                };
                let inst = PhysInst { op, dst: self.reg(dst), a: self.reg(a), b: self.reg(inst.b), imm };
                self.asm.put(inst);
            }
        }
    }

    /// A branch and its delay slot.
    fn branch(&mut self, inst: PhysInst, label: Label) {
        if !self.far {
            return self.asm.put_delayed(inst, |buffer| buffer.use_label_here(&BRANCH, label));
        }
        // Around the far jump if the condition does not hold. `beq` of a register with itself
        // always holds.
        if !(inst.op == Op::Beq && inst.a == inst.b) {
            self.asm.put(PhysInst { op: opposite(inst.op), imm: FAR_WORDS + 1, ..inst });
            self.asm.nop();
        }
        self.asm.put(PhysInst { imm: 1, ..PhysInst::bare(Op::Bal) });
        self.asm.buffer.use_label_here(&FAR_UPPER, label);
        self.asm.put(PhysInst::rri(Op::Lui, gpr::AT, NO_REG, 0));
        self.asm.buffer.use_label_here(&FAR_LOWER, label);
        self.asm.put(PhysInst::rri(Op::Ori, gpr::AT, gpr::AT, 0));
        self.asm.put(PhysInst::rrr(Op::Addu, gpr::AT, gpr::AT, gpr::RA));
        self.asm.put(PhysInst { a: gpr::AT, ..PhysInst::bare(Op::Jr) });
        self.asm.nop();
    }
}
