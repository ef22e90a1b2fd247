//! Emission: resolves the operands of allocated code to registers and frame addresses and encodes
//! them.
//!
//! In: code after allocation and frame layout. Out: bytes, relocations. The frame, from high to low
//! addresses: incoming arguments, return address, saved registers, variables and static objects,
//! outgoing arguments. Everything in it is addressed from the stack pointer, or from the frame
//! pointer if there is one; the saved frame pointer then comes right below the return address. The
//! stack pointer is a multiple of 16 wherever a call is made ([SYSV-I386] 2.2.2; [SYSV-AMD64]
//! 3.2.2).
//!
//! One pass, linear.

use super::Mode;
use super::encode::{
    Encoded, Mem, Operand, Parts, PhysInst, Row, append_access, append_jump, append_registers, encode, load_row, relocate,
    store_row,
};
use super::inst::{Absolute, Base, Inst, Opcode, Opnd};
use super::op::{Op, Size};
use super::polish::LastFused;
use super::regs::{Reg, gpr};
use super::sandbox::{self, Guard};
use crate::diversify::Plan;
use crate::isa::common::diversify;
use crate::isa::common::operand::AmodeId;
use crate::isa::{EmitInput, FRAME_TOO_LARGE, Limit};
use crate::lir::{Code, FrameLayout, FrameNeeds, Home, RegMask, VarData};
use crate::mc::{CodeBuffer, Place};

/// What the prologue makes.
#[derive(Copy, Clone, Debug)]
pub struct Frame {
    /// Callee-saved registers that the function changes, without the frame pointer.
    saved: RegMask,
    /// Bytes below the saved registers.
    size: u32,
    /// Bytes of outgoing arguments at the bottom.
    outgoing: u32,
    /// Whether the frame is addressed from ebp.
    frame_pointer: bool,
    /// What everything in the frame is addressed from.
    base: Reg,
    /// Displacement of the lowest variable.
    locals: i32,
    /// Displacement of the incoming arguments.
    incoming: i32,
}

impl Frame {
    /// The frame for what a function needs. `None` if it is too large to address.
    pub fn new(mode: Mode, needs: FrameNeeds, code: &Code<Inst>, used: RegMask) -> Option<Self> {
        let word = word_bytes(mode);
        let frame_pointer = code.frame_pointer;
        let mut saved = used.intersection(super::callee_saved(mode));
        if frame_pointer {
            saved = saved.without(RegMask::of(gpr::EBP.0));
        }
        let wanted = needs.locals.checked_add(needs.outgoing)?;
        let pushed = word * (1 + saved.len() + u32::from(frame_pointer));
        let leaf = wanted == 0 && !code.has_calls && !frame_pointer;
        // A function without a frame and without calls can leave the stack pointer as it is.
        let size = if leaf {
            0
        } else {
            (wanted.checked_add(pushed)?).checked_next_multiple_of(if fault!(X86FrameAlignment) { word } else { 16 })? - pushed
        };
        if size >= 1 << 30 {
            return None;
        }
        let saved_bytes = word * saved.len();
        let (base, locals, incoming) = if frame_pointer {
            (
                gpr::EBP,
                needs.outgoing as i32 - (saved_bytes + size) as i32,
                if fault!(X86IncomingByFramePointer) { word } else { 2 * word },
            )
        } else {
            (
                gpr::ESP,
                needs.outgoing as i32,
                size + if fault!(X86IncomingPastSaved, saved_bytes > 0) { 0 } else { saved_bytes } + word,
            )
        };
        Some(Self { saved, size, outgoing: needs.outgoing, frame_pointer, base, locals, incoming: incoming as i32 })
    }
}

fn word_bytes(mode: Mode) -> u32 {
    if mode == Mode::X8664 { 8 } else { 4 }
}

/// Encodes a function.
pub fn emit(mode: Mode, input: EmitInput<'_, Inst>, buffer: &mut CodeBuffer) -> Result<(), Limit> {
    let EmitInput { code, layout, needs, used, plan } = input;
    let frame = Frame::new(mode, needs, code, used).ok_or(FRAME_TOO_LARGE)?;
    emit_with(mode, (code, layout, frame), plan, buffer);
    Ok(())
}

fn emit_with(mode: Mode, (code, layout, frame): (&Code<Inst>, &FrameLayout, Frame), plan: Option<Plan>, buffer: &mut CodeBuffer) {
    buffer.clear();
    buffer.reserve_labels(code.label_count());
    buffer.tables.set_mapped(&code.pools.tables, |&label| label);
    let [bottom, near, far] = [0, 1, i32::MAX].map(|disp| Encoded::base_disp(frame.base, disp));
    let targets = if cfg!(feature = "sandbox") && code.sandboxed { prepare_sandbox(mode, code, buffer) } else { Vec::new() };
    let mut emitter =
        Emitter { mode, code, layout, frame, bottom, near, far, buffer, targets, fresh: None, fused: LastFused::default() };
    if let Some(plan) = plan {
        diversify::emit(&mut emitter, (Emitter::prologue, code.insts.len()), plan);
    } else {
        emitter.function();
    }
    buffer.finish();
}

/// Lets the code lie in bundles. For each label whether a jump table names it.
#[cold]
fn prepare_sandbox(mode: Mode, code: &Code<Inst>, buffer: &mut CodeBuffer) -> Vec<bool> {
    sandbox::begin(buffer, code.polish.then_some(mode));
    let mut targets = vec![false; code.label_count()];
    code.pools.tables.all().iter().for_each(|label| targets[label.as_u32() as usize] = true);
    targets
}

pub(super) struct Emitter<'a> {
    pub(super) mode: Mode,
    pub(super) code: &'a Code<Inst>,
    layout: &'a FrameLayout,
    frame: Frame,
    /// The memory at the frame's base.
    bottom: Encoded,
    /// A memory operand in the frame whose displacement takes one byte.
    near: Encoded,
    /// One whose displacement takes four.
    far: Encoded,
    buffer: &'a mut CodeBuffer,
    /// In a sandbox: for each label whether a jump table names it.
    targets: Vec<bool>,
    /// In a sandbox: see [`Guard::fresh`].
    fresh: Option<Reg>,
    /// See its type.
    pub(super) fused: LastFused,
}

impl Emitter<'_> {
    #[inline(always)]
    fn function(&mut self) {
        self.prologue();
        self.instructions(0, self.code.insts.len());
    }

    /// Encodes the instructions from one on, up to another, as usual. Returns the first that is left.
    pub(super) fn instructions(&mut self, from: usize, end: usize) -> usize {
        if cfg!(feature = "sandbox") && self.code.sandboxed {
            return self.sandboxed(from, end);
        }
        if self.code.polish {
            return self.polished(from, end);
        }
        for inst in &self.code.insts[from..end] {
            self.inst(inst);
        }
        end
    }

    pub(super) fn buffer_mut(&mut self) -> &mut CodeBuffer {
        self.buffer
    }

    pub(super) fn word(&self) -> Size {
        if self.mode == Mode::X8664 { Size::B8 } else { Size::B4 }
    }

    pub(super) fn put(&mut self, op: Op, size: Size, dst: Operand, src: Operand) {
        self.put_inst(&PhysInst::new(op, size, &dst, &src));
    }

    #[inline]
    pub(super) fn put_inst(&mut self, inst: &PhysInst<'_>) {
        if cfg!(feature = "sandbox") && self.code.sandboxed {
            self.put_guarded(inst);
        } else {
            encode(self.buffer, self.mode, inst);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_guarded(&mut self, inst: &PhysInst<'_>) {
        Guard { mode: self.mode, buffer: self.buffer, fresh: &mut self.fresh }.put(inst);
    }

    /// [`append_registers`].
    pub(super) fn put_registers(&mut self, op: Op, size: Size, dst: Reg, src: Reg) -> bool {
        if cfg!(feature = "sandbox") && self.code.sandboxed {
            self.fresh = None;
            self.buffer.begin_piece(Place::Any);
        }
        append_registers(self.buffer, op, size, dst, src)
    }

    /// [`instructions`](Self::instructions) in a sandbox.
    #[inline(never)]
    fn sandboxed(&mut self, from: usize, end: usize) -> usize {
        let mut index = from;
        while index < end {
            index += self.sandboxed_inst(index);
        }
        index
    }

    /// Encodes an instruction, and perhaps what follows it. Returns how many they were.
    fn sandboxed_inst(&mut self, index: usize) -> usize {
        let inst = &self.code.insts[index];
        if self.code.polish
            && let Some(count) = self.better(index)
        {
            return count;
        }
        match (inst.opcode, inst.dst) {
            (Opcode::Real(op), dst) => {
                if let Opnd::Var(var) = dst
                    && (self.code.var(var).reg, self.home(self.code.var(var))) == (None, None)
                {
                    debug_assert!(inst.only_defines(), "{op} reads a variable without a home");
                    return 1;
                }
                let (dst, src) = (self.physical(dst), self.physical(inst.src));
                let (dst, src, imm) = explicit(op, inst, dst, src, Operand::None);
                self.put_inst(&PhysInst { op, size: inst.size, cc: inst.cc, imm, dst: &dst, src: &src });
            }
            (Opcode::Bind, Opnd::Label(label)) => {
                if !fault!(X8664SandboxPastLabel, self.fresh.is_some()) {
                    self.fresh = None;
                }
                if self.targets[label.as_u32() as usize] && !fault!(X86SandboxTarget) {
                    self.buffer.begin_piece(Place::Start);
                }
                self.buffer.bind(label);
            }
            _ => self.pseudo(inst),
        }
        1
    }

    pub(super) fn prologue(&mut self) {
        let word = self.word();
        if self.frame.frame_pointer {
            self.put(Op::Push, word, Operand::None, Operand::Reg(gpr::EBP));
            self.put(Op::Mov, word, Operand::Reg(gpr::EBP), Operand::Reg(gpr::ESP));
        }
        for reg in self.frame.saved.iter() {
            self.put(Op::Push, word, Operand::None, Operand::Reg(Reg(reg)));
        }
        if self.frame.size != 0 {
            self.put(Op::Sub, word, Operand::Reg(gpr::ESP), Operand::Imm(self.frame.size as i32));
        }
    }

    fn epilogue(&mut self) {
        let word = self.word();
        let saved_bytes = self.saved_bytes() as i32;
        if self.frame.frame_pointer {
            let saved = Mem { base: Some(gpr::EBP), disp: -saved_bytes, ..Mem::default() };
            self.put(Op::Lea, word, Operand::Reg(gpr::ESP), Operand::Mem(saved));
        } else if self.frame.size != 0 {
            self.put(Op::Add, word, Operand::Reg(gpr::ESP), Operand::Imm(self.frame.size as i32));
        }
        let saved: RegMask = self.frame.saved;
        let mut order = saved.bits();
        while order != 0 {
            let reg = 63 - order.leading_zeros();
            order &= !(1 << reg);
            let to = if fault!(X86EpilogueForgets, order == 0) { gpr::ECX } else { Reg(reg as u8) };
            self.put(Op::Pop, word, Operand::Reg(to), Operand::None);
        }
        if self.frame.frame_pointer {
            self.put(Op::Pop, word, Operand::Reg(gpr::EBP), Operand::None);
        }
        self.put(Op::Ret, word, Operand::None, Operand::None);
    }

    fn saved_bytes(&self) -> u32 {
        self.frame.saved.len() * word_bytes(self.mode)
    }

    /// The memory `offset` bytes above the lowest variable.
    fn local(&self, offset: u32) -> Mem {
        let off = if fault!(X86FarObjects, offset >= 4096) { 16 } else { 0 };
        Mem { base: Some(self.frame.base), disp: self.frame.locals + offset as i32 + off, ..Mem::default() }
    }

    /// The displacement of a variable's home from the frame's base.
    #[inline]
    pub(super) fn home(&self, var: &VarData) -> Option<i32> {
        match var.home {
            Home::Frame(offset) => Some(self.frame.locals + offset as i32),
            Home::Incoming(offset) => Some(self.frame.incoming.wrapping_add(offset as i32)),
            Home::None => None,
        }
    }

    fn amode(&self, id: AmodeId) -> Mem {
        let amode = self.code.pools.amodes[id];
        let mut mem = match amode.base {
            Base::Other(Absolute) => Mem::default(),
            Base::Var(var) => Mem { base: self.code.var(var).reg.map(Reg), ..Mem::default() },
            Base::Outgoing => Mem { base: Some(gpr::ESP), ..Mem::default() },
            Base::StackTop => Mem { base: Some(gpr::ESP), disp: self.frame.outgoing as i32, ..Mem::default() },
            Base::Home(var) => {
                let disp = self.home(self.code.var(var)).expect("an address mode counts as a read");
                Mem { base: Some(self.frame.base), disp, ..Mem::default() }
            }
            Base::Object(object) => self.local(self.layout.object(object)),
        };
        mem.disp = mem.disp.wrapping_add(amode.disp);
        mem.symbol = amode.symbol;
        mem.narrow = amode.wraps;
        if let Some((index, scale)) = amode.index {
            mem.index = self.code.var(index).reg.map(Reg);
            mem.scale = scale;
        }
        mem
    }

    /// An operand of an instruction of this size. `None` for a variable without uses.
    #[inline(always)]
    fn operand(&self, operand: Opnd, size: Size) -> Option<Encoded> {
        let Opnd::Var(var) = operand else { return Some(self.other_operand(operand, size)) };
        let var = self.code.var(var);
        if let Some(reg) = var.reg {
            return Some(Encoded::reg(Reg(reg)));
        }
        self.home(var).map(|disp| self.home_operand(disp))
    }

    /// The memory at a displacement from the frame's base.
    #[inline(always)]
    fn home_operand(&self, disp: i32) -> Encoded {
        let form = match disp {
            0 => &self.bottom,
            -0x80..0x80 => &self.near,
            0x80..0x84 if fault!(X86ShortDisplacement) => &self.near,
            _ => &self.far,
        };
        form.moved(disp)
    }

    /// An operand that is not a variable.
    #[inline(never)]
    fn other_operand(&self, operand: Opnd, size: Size) -> Encoded {
        match operand {
            Opnd::None => Encoded::NONE,
            Opnd::Imm(value) => Encoded::immediate(value, size),
            Opnd::Mem(id) => self.memory(id),
            Opnd::Label(label) => Encoded::label(label),
            _ => Encoded::new(self.mode, &self.physical(operand), size),
        }
    }

    /// An address mode, ready to be written.
    #[inline(never)]
    fn memory(&self, id: AmodeId) -> Encoded {
        Encoded::mem(self.mode, &self.amode(id))
    }

    /// What the encoder and its relocations know an operand by.
    pub(super) fn physical(&self, operand: Opnd) -> Operand {
        match operand {
            Opnd::Var(var) => {
                let var = self.code.var(var);
                let home = || Mem { base: Some(self.frame.base), disp: self.home(var).unwrap_or(0), ..Mem::default() };
                var.reg.map_or_else(|| Operand::Mem(home()), |reg| Operand::Reg(Reg(reg)))
            }
            Opnd::Mem(id) => Operand::Mem(self.amode(id)),
            Opnd::Imm(value) => Operand::Imm(value),
            Opnd::Sym(id) => {
                let (symbol, addend) = self.code.pools.symbols[id];
                Operand::Symbol(symbol, addend)
            }
            Opnd::Label(label) => Operand::Label(label),
            // Lists and tables are not encoded.
            _ => Operand::None,
        }
    }

    #[inline(always)]
    pub(super) fn inst(&mut self, inst: &Inst) {
        match inst.opcode {
            Opcode::Real(op) if self.is_word_access(op, inst) => {}
            Opcode::Real(op @ (Op::Jcc | Op::Jmp)) => self.jump(op, inst),
            Opcode::Real(op) => self.real(op, inst),
            _ => self.pseudo(inst),
        }
    }

    /// Encodes what reads a word of memory, which most often is the frame, into a register, or stores
    /// one; `false` if it is something else.
    #[inline(always)]
    fn is_word_access(&mut self, op: Op, inst: &Inst) -> bool {
        if inst.size < Size::B4 {
            return false;
        }
        let (load, reg, memory) = match (inst.dst, inst.src) {
            (Opnd::Var(dst), Opnd::Var(src)) => {
                let (dst, src) = (self.code.var(dst), self.code.var(src));
                let (load, reg, var) = match (dst.reg, src.reg) {
                    (Some(reg), None) => (true, reg, src),
                    (None, Some(reg)) if op == Op::Mov => (false, reg, dst),
                    _ => return false,
                };
                // What is never read has no home, and writing it no effect.
                let Some(disp) = self.home(var) else { return !load };
                (load, reg, self.home_operand(disp))
            }
            (Opnd::Var(var), Opnd::Mem(id)) => {
                let Some(reg) = self.code.var(var).reg else { return false };
                (true, reg, self.memory(id))
            }
            (Opnd::Mem(id), Opnd::Var(var)) if op == Op::Mov => {
                let Some(reg) = self.code.var(var).reg else { return false };
                (false, reg, self.memory(id))
            }
            _ => return false,
        };
        let row = if load { load_row(op) } else { store_row() };
        let Some(row) = row.filter(|_| memory.is_plain_memory()) else { return false };
        append_access(self.buffer, row, inst.size, Reg(reg), memory);
        true
    }

    /// A jump, most often to a label.
    #[inline]
    fn jump(&mut self, op: Op, inst: &Inst) {
        let Opnd::Label(label) = inst.src else { return self.real(op, inst) };
        append_jump(self.buffer, (op == Op::Jcc).then_some(inst.cc), label);
    }

    /// A pseudo-instruction.
    #[inline(never)]
    fn pseudo(&mut self, inst: &Inst) {
        match inst.opcode {
            Opcode::Real(_) | Opcode::FakeUse | Opcode::FakeDef => {}
            Opcode::Bind => {
                if let Opnd::Label(label) = inst.dst {
                    self.buffer.bind(label);
                }
            }
            Opcode::Return => self.epilogue(),
            Opcode::SetStackPointer => {
                let Opnd::Var(address) = inst.src else { unreachable!("the new stack state is in a register") };
                let room = if fault!(X86StackTop, self.frame.outgoing > 0) { 0 } else { self.frame.outgoing as i32 };
                let below = Mem { base: self.code.var(address).reg.map(Reg), disp: -room, ..Mem::default() };
                self.put(Op::Lea, self.word(), Operand::Reg(gpr::ESP), Operand::Mem(below));
            }
        }
    }

    /// A hardware operation. No part of the loop over the instructions, so that frame moves have
    /// all registers there.
    #[inline(never)]
    fn real(&mut self, op: Op, inst: &Inst) {
        let &Inst { size, cc, .. } = inst;
        let Some(dst) = self.operand(inst.dst, size) else {
            debug_assert!(inst.only_defines(), "{op} reads a variable without a home");
            return;
        };
        let src = match inst.src {
            Opnd::Imm(value) => Encoded::immediate(value, size),
            operand => self.operand(operand, size).expect("what is read has a home"),
        };
        let (shown_dst, shown_src, imm) = explicit(op, inst, dst, src, Encoded::NONE);
        let row = Parts { op, size, cc, imm, dst: shown_dst, src: shown_src }.append(self.buffer, self.mode);
        if dst.any_symbol(src) {
            self.relocate(inst, op, row);
        }
    }

    /// Records the relocations of the instruction that has just been appended.
    #[inline(never)]
    fn relocate(&mut self, inst: &Inst, op: Op, row: &Row) {
        let (dst, src) = (self.physical(inst.dst), self.physical(inst.src));
        relocate(self.buffer, self.mode, row, &PhysInst::new(op, inst.size, &dst, &src));
    }
}

/// The operands that the encoding shows, of those that the instruction has, and its third.
#[inline(always)]
fn explicit<T>(op: Op, inst: &Inst, dst: T, src: T, none: T) -> (T, T, Option<i32>)
where
    T: Copy,
{
    use Op::*;
    match op {
        // The accumulator is implicit.
        Mul | ImulWide | Div | Idiv => (dst, none, None),
        Cdq => (none, none, None),
        ImulImm => (dst, src, if let Opnd::Imm(value) = inst.aux { Some(value) } else { None }),
        Shld | Shrd => (dst, src, (inst.aux == Opnd::None).then_some(i32::from(inst.imm))),
        Cmpss | Cmpsd | Cmpps | Shufps | Pshufd | Pshuflw | Pshufhw | Pextrw | Pinsrw | Pextrb | Pextrd | Pinsrb | Pinsrd
        | Insertps => (dst, src, Some(i32::from(inst.imm))),
        _ => (dst, src, None),
    }
}
