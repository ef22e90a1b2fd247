//! Emission: resolves the operands of allocated code to registers and frame addresses and encodes them.
//!
//! In: code after allocation and frame layout. Out: bytes, relocations. The frame, from high to low addresses: incoming arguments, return
//! address, saved registers, variables and static objects, outgoing arguments. Everything in it is addressed from the stack pointer, or
//! from the frame pointer if the frame's size changes at run time; the saved frame pointer then comes right below the return address.
//! The stack pointer is a multiple of 16 wherever a call is made (both psABIs).
//!
//! One pass, linear.

use super::Mode;
use super::encode::{Mem, Operand, PhysInst, encode};
use super::inst::{Base, Inst, Opcode, Opnd};
use super::op::{Op, Size};
use super::regs::{Reg, gpr};
use crate::lir::{Code, FrameLayout, FrameNeeds, Home, RegMask, Var};
use crate::mc::CodeBuffer;

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
    dynamic: bool,
}

impl Frame {
    /// The frame for what a function needs. `None` if it is too large to address.
    pub fn new(mode: Mode, needs: FrameNeeds, code: &Code<Inst>, used: RegMask) -> Option<Self> {
        let word = word_bytes(mode);
        let dynamic = code.dynamic_frame;
        let mut saved = used.intersection(super::callee_saved(mode));
        if dynamic {
            saved = saved.without(RegMask::of(gpr::EBP.0));
        }
        let wanted = needs.locals.checked_add(needs.outgoing)?;
        let pushed = word * (1 + saved.0.count_ones() + u32::from(dynamic));
        let leaf = wanted == 0 && !code.has_calls && !dynamic;
        // A function without a frame that calls nobody can leave the stack pointer as it is.
        let size = if leaf { 0 } else { (wanted.checked_add(pushed)?).checked_next_multiple_of(16)? - pushed };
        (size < 1 << 30).then_some(Self { saved, size, outgoing: needs.outgoing, dynamic })
    }
}

fn word_bytes(mode: Mode) -> u32 {
    if mode == Mode::X8664 { 8 } else { 4 }
}

/// Encodes a function.
pub fn emit(mode: Mode, code: &Code<Inst>, layout: &FrameLayout, frame: Frame, buffer: &mut CodeBuffer) {
    buffer.clear();
    buffer.reserve_labels(code.label_count());
    let mut emitter = Emitter { mode, code, layout, frame, buffer };
    emitter.prologue();
    for inst in &code.insts {
        emitter.inst(inst);
    }
    buffer.finish();
}

struct Emitter<'a> {
    mode: Mode,
    code: &'a Code<Inst>,
    layout: &'a FrameLayout,
    frame: Frame,
    buffer: &'a mut CodeBuffer,
}

impl Emitter<'_> {
    fn word(&self) -> Size {
        if self.mode == Mode::X8664 { Size::B8 } else { Size::B4 }
    }

    fn put(&mut self, op: Op, size: Size, dst: Operand, src: Operand) {
        encode(self.buffer, self.mode, &PhysInst::new(op, size, &dst, &src));
    }

    fn prologue(&mut self) {
        let word = self.word();
        if self.frame.dynamic {
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
        if self.frame.dynamic {
            let saved = Mem { base: Some(gpr::EBP), disp: -saved_bytes, ..Mem::default() };
            self.put(Op::Lea, word, Operand::Reg(gpr::ESP), Operand::Mem(saved));
        } else if self.frame.size != 0 {
            self.put(Op::Add, word, Operand::Reg(gpr::ESP), Operand::Imm(self.frame.size as i32));
        }
        let saved: RegMask = self.frame.saved;
        let mut order = saved.0;
        while order != 0 {
            let reg = 63 - order.leading_zeros();
            order &= !(1 << reg);
            self.put(Op::Pop, word, Operand::Reg(Reg(reg as u8)), Operand::None);
        }
        if self.frame.dynamic {
            self.put(Op::Pop, word, Operand::Reg(gpr::EBP), Operand::None);
        }
        self.put(Op::Ret, word, Operand::None, Operand::None);
    }

    fn saved_bytes(&self) -> u32 {
        self.frame.saved.0.count_ones() * word_bytes(self.mode)
    }

    /// The memory `offset` bytes above the lowest variable.
    fn local(&self, offset: u32) -> Mem {
        let above_outgoing = (self.frame.outgoing + offset) as i32;
        if self.frame.dynamic {
            let disp = above_outgoing - (self.saved_bytes() + self.frame.size) as i32;
            Mem { base: Some(gpr::EBP), disp, ..Mem::default() }
        } else {
            Mem { base: Some(gpr::ESP), disp: above_outgoing, ..Mem::default() }
        }
    }

    /// The memory `offset` bytes into the incoming arguments.
    fn incoming(&self, offset: u32) -> Mem {
        let word = word_bytes(self.mode);
        let (base, below) =
            if self.frame.dynamic { (gpr::EBP, 2 * word) } else { (gpr::ESP, self.frame.size + self.saved_bytes() + word) };
        Mem { base: Some(base), disp: (below + offset) as i32, ..Mem::default() }
    }

    fn home(&self, var: Var) -> Mem {
        match self.code.var(var).home {
            Home::Frame(offset) => self.local(offset),
            Home::Incoming(offset) => self.incoming(offset),
            Home::None => unreachable!("{var} has neither a register nor a home"),
        }
    }

    fn amode(&self, id: u32) -> Mem {
        let amode = self.code.pools.amodes[id as usize];
        let mut mem = match amode.base {
            Base::None => Mem::default(),
            Base::Var(var) => Mem { base: self.code.var(var).reg.map(Reg), ..Mem::default() },
            Base::Outgoing => Mem { base: Some(gpr::ESP), ..Mem::default() },
            Base::StackTop => Mem { base: Some(gpr::ESP), disp: self.frame.outgoing as i32, ..Mem::default() },
            Base::Home(var) => self.home(var),
            Base::Object(object) => self.local(self.layout.object(object)),
        };
        mem.disp = mem.disp.wrapping_add(amode.disp);
        mem.symbol = amode.symbol;
        mem
    }

    #[inline]
    fn operand(&self, operand: Opnd) -> Operand {
        match operand {
            Opnd::Var(var) => match self.code.var(var).reg {
                Some(reg) => Operand::Reg(Reg(reg)),
                None => Operand::Mem(self.home(var)),
            },
            Opnd::Mem(id) => Operand::Mem(self.amode(id)),
            Opnd::Imm(value) => Operand::Imm(value),
            Opnd::Sym(id) => {
                let (symbol, addend) = self.code.pools.symbols[id as usize];
                Operand::Symbol(symbol, addend)
            }
            Opnd::Label(label) => Operand::Label(label),
            Opnd::None | Opnd::List(_) => Operand::None,
        }
    }

    fn inst(&mut self, inst: &Inst) {
        match inst.opcode {
            Opcode::Real(op) => self.real(op, inst),
            Opcode::Bind => {
                if let Opnd::Label(label) = inst.dst {
                    self.buffer.bind(label);
                }
            }
            Opcode::FakeUse | Opcode::FakeDef => {}
            Opcode::Return => self.epilogue(),
            Opcode::SetStackPointer => {
                let Operand::Reg(reg) = self.operand(inst.src) else { unreachable!("the new stack state is in a register") };
                let below = Mem { base: Some(reg), disp: -(self.frame.outgoing as i32), ..Mem::default() };
                self.put(Op::Lea, self.word(), Operand::Reg(gpr::ESP), Operand::Mem(below));
            }
        }
    }

    #[inline]
    fn real(&mut self, op: Op, inst: &Inst) {
        let dst = self.operand(inst.dst);
        let src = match op {
            // The accumulator is implicit.
            Op::Mul | Op::Div | Op::Idiv | Op::Cdq => Operand::None,
            _ => self.operand(inst.src),
        };
        let dst = if op == Op::Cdq { Operand::None } else { dst };
        let imm = third_operand(op, inst);
        encode(self.buffer, self.mode, &PhysInst { op, size: inst.size, cc: inst.cc, imm, dst: &dst, src: &src });
    }
}

/// The immediate that is neither `dst` nor `src`.
#[inline]
fn third_operand(op: Op, inst: &Inst) -> Option<i32> {
    use Op::*;
    match op {
        ImulImm => match inst.aux {
            Opnd::Imm(value) => Some(value),
            _ => None,
        },
        Shld | Shrd => (inst.aux == Opnd::None).then_some(i32::from(inst.imm)),
        Cmpss | Cmpsd | Cmpps | Shufps | Pshufd | Pshuflw | Pshufhw | Pextrw | Pinsrw | Pextrb | Pextrd | Pinsrb | Pinsrd
        | Insertps => Some(i32::from(inst.imm)),
        _ => None,
    }
}
