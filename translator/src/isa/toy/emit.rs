//! Emission: one to some words an instruction. What a field cannot hold goes through `x16`.
//!
//! `tbz` and `tbnz` reach 32 KiB, so that before every instruction it is asked whether an island of
//! veneers is due, around which control goes.

use super::inst::{Access, Amode, Base, Inst, Op, Opcode, Opnd};
use super::{CALLEE_SAVED, FP, LR, SCRATCH, SP};
use crate::ice::IntCond;
use crate::isa::common::operand::AmodeId;
use crate::isa::{EmitInput, FRAME_TOO_LARGE, Limit};
use crate::lir::{Home, RegMask, Var};
use crate::mc::label_use::{LabelUse, Veneer};
use crate::mc::{CodeBuffer, Label, SymbolRef, WordField};

/// Relocation types of the ELF psABI: the address's lower 16 bits, the next ones, a call's distance.
pub const ABS_G0_NC: u16 = 264;
pub const ABS_G1: u16 = 265;
pub const CALL26: u16 = 283;

/// The distance of `b`.
static FAR: WordField = WordField { lsb: 0, bits: 26, shift: 2, pc_bias: 0, whole: true };
/// `b` without its distance.
const B: u32 = 0x1400_0000;
/// More bytes than the longest instruction takes, a return that restores every register.
const UPCOMING: u32 = 512;

/// The distance of `tbz` and `tbnz`.
#[derive(Debug)]
struct Near;

impl Near {
    const FIELD: WordField = WordField { lsb: 5, bits: 14, ..FAR };
}

impl LabelUse for Near {
    fn reach(&self) -> (i64, i64) {
        Self::FIELD.reach()
    }

    fn patch(&self, code: &mut [u8], distance: i64) -> bool {
        Self::FIELD.patch(code, distance)
    }

    fn veneer(&self) -> Option<Veneer> {
        Some(Veneer { code: &[0, 0, 0, 0x14], at: 0, label_use: &FAR })
    }
}

/// Encodes a function into `buffer`, which is cleared first.
pub fn emit(input: EmitInput<'_, Inst>, buffer: &mut CodeBuffer) -> Result<(), Limit> {
    let code = input.code;
    let mut saved = input.used.intersection(CALLEE_SAVED);
    saved = if code.dynamic_frame { saved.union(RegMask::of(FP)) } else { saved };
    saved = if code.has_calls { saved.union(RegMask::of(LR)) } else { saved };
    let size = u64::from(input.needs.locals) + u64::from(input.needs.outgoing) + u64::from(8 * saved.len());
    let size = u32::try_from(size.next_multiple_of(16)).ok().filter(|&size| size < 1 << 30).ok_or(FRAME_TOO_LARGE)?;
    buffer.clear();
    // One more for each island: there is at most one before each instruction.
    buffer.reserve_labels(code.label_count() + code.insts.len());
    buffer.tables.set_mapped(&code.pools.tables, |&label| label);
    let island = code.label_count() as u32;
    let mut emitter = Emitter { input, saved, size, island, buffer };
    emitter.prologue();
    for inst in &code.insts {
        emitter.island_if_due();
        emitter.inst(inst);
    }
    // Behind the last instruction nothing goes on.
    buffer.put_island();
    if buffer.resolve_uses() { Ok(()) } else { Err("its code would exceed 128 MiB".into()) }
}

struct Emitter<'a> {
    input: EmitInput<'a, Inst>,
    saved: RegMask,
    /// Of the frame, in bytes.
    size: u32,
    /// The label behind the next island.
    island: u32,
    buffer: &'a mut CodeBuffer,
}

impl Emitter<'_> {
    fn island_if_due(&mut self) {
        if !self.buffer.island_is_due(UPCOMING, 4) {
            return;
        }
        let behind = Label::from_u32(self.island);
        self.island += 1;
        self.jump(behind);
        self.buffer.put_island();
        self.buffer.bind(behind);
    }

    fn jump(&mut self, to: Label) {
        self.buffer.use_label_here(&FAR, to);
        self.buffer.put_word(B);
    }

    /// A word with registers in its fields `Rd`, `Rn` and `Rm`.
    fn put(&mut self, word: u32, d: u8, n: u8, m: u8) {
        self.buffer.put_word(word | u32::from(m) << 16 | u32::from(n) << 5 | u32::from(d));
    }

    fn constant(&mut self, dst: u8, value: u64) {
        // movz, then movk for the other parts that are not zero.
        self.put(0xd280_0000 | (value as u32 & 0xffff) << 5, dst, 0, 0);
        for part in 1..4 {
            let bits = (value >> (16 * part)) as u32 & 0xffff;
            if bits != 0 {
                self.put(0xf280_0000 | part << 21 | bits << 5, dst, 0, 0);
            }
        }
    }

    fn symbol(&mut self, dst: u8, symbol: SymbolRef) {
        self.buffer.reloc_here(ABS_G1, symbol, 0);
        self.put(0xd2a0_0000, dst, 0, 0);
        self.buffer.reloc_here(ABS_G0_NC, symbol, 0);
        self.put(0xf280_0000, dst, 0, 0);
    }

    /// `dst = base + disp`; register 31 is the stack pointer.
    fn add(&mut self, dst: u8, base: u8, disp: i64) {
        let (size, negative) = (disp.unsigned_abs(), disp < 0);
        if size < 1 << 12 {
            return self.put(if negative { 0xd100_0000 } else { 0x9100_0000 } | (size as u32) << 10, dst, base, 0);
        }
        self.constant(SCRATCH, size);
        self.put(if negative { 0xcb20_6000 } else { 0x8b20_6000 }, dst, base, SCRATCH);
    }

    fn access(&mut self, access: Access, reg: u8, (base, disp): (u8, i64)) {
        let scale = access as u32 >> 30;
        let field = disp >> scale;
        if field << scale == disp && (0..1 << 12).contains(&field) {
            return self.put(access as u32 | (field as u32) << 10, reg, base, 0);
        }
        self.add(SCRATCH, base, disp);
        self.put(access as u32, reg, SCRATCH, 0);
    }

    /// Saves or restores what the function has to preserve, below the incoming arguments.
    fn saves(&mut self, access: Access) {
        for (index, reg) in self.saved.iter().enumerate() {
            self.access(access, reg, (SP, i64::from(self.size) - 8 * (index as i64 + 1)));
        }
    }

    fn prologue(&mut self) {
        self.add(SP, SP, -i64::from(self.size));
        self.saves(Access::StrX);
        if self.input.code.dynamic_frame {
            self.add(FP, SP, 0);
        }
    }

    fn epilogue(&mut self) {
        if self.input.code.dynamic_frame {
            self.add(SP, FP, 0);
        }
        self.saves(Access::LdrX);
        self.add(SP, SP, self.size.into());
        self.put(0xd65f_0000, 0, LR, 0);
    }

    /// What is so many bytes above the stack pointer when no `alloca` has moved it.
    fn in_frame(&self, offset: i64) -> (u8, i64) {
        (if self.input.code.dynamic_frame { FP } else { SP }, offset)
    }

    fn home(&self, var: Var) -> (u8, i64) {
        match self.input.code.var(var).home {
            Home::Frame(offset) => self.in_frame(i64::from(self.input.needs.outgoing) + i64::from(offset)),
            Home::Incoming(offset) => self.in_frame(i64::from(self.size) + i64::from(offset)),
            Home::None => unreachable!("{var} has neither a register nor a home"),
        }
    }

    fn amode(&self, id: AmodeId) -> (u8, i64) {
        let Amode { base, disp } = self.input.code.pools.amodes[id];
        let outgoing = i64::from(self.input.needs.outgoing);
        let (base, offset) = match base {
            Base::Var(var) => (self.reg(var.into()), 0),
            Base::Outgoing => (SP, 0),
            Base::StackTop => (SP, outgoing),
            Base::Home(var) => self.home(var),
            Base::Object(object) => self.in_frame(outgoing + i64::from(self.input.layout.object(object))),
            Base::Other(()) => unreachable!("addresses of symbols are loaded first"),
        };
        (base, offset + i64::from(disp))
    }

    fn reg(&self, operand: Opnd) -> u8 {
        let Opnd::Var(var) = operand else { unreachable!("{operand:?} is no register") };
        self.input.code.var(var).reg.unwrap_or_else(|| unreachable!("{var} has no register"))
    }

    fn inst(&mut self, &Inst { opcode, dst, a, b }: &Inst) {
        match (opcode, dst, a, b) {
            (Opcode::Real(op), ..) => self.put(op as u32, self.reg(dst), self.reg(a), self.reg(b)),
            (Opcode::Access(access), _, Opnd::Mem(id), _) => self.access(access, self.reg(dst), self.amode(id)),
            (Opcode::Extend(signed), _, _, Opnd::Imm(bits)) => {
                // sbfm or ubfm, from bit 0 to the last.
                let word = if signed { 0x9340_0000 } else { 0xd340_0000 };
                self.put(word | (bits as u32 - 1) << 10, self.reg(dst), self.reg(a), 0);
            }
            (Opcode::Compare(cond), ..) => {
                // cmp, and cset, which is csinc with the opposite condition.
                self.put(0xeb00_0000, SP, self.reg(a), self.reg(b));
                self.put(0x9a9f_07e0 | (condition(cond) ^ 1) << 12, self.reg(dst), 0, 0);
            }
            (Opcode::Select, ..) => {
                // tst #1; csel ne.
                self.put(0xf240_0000, SP, self.reg(a), 0);
                self.put(0x9a80_1000, self.reg(dst), self.reg(dst), self.reg(b));
            }
            (Opcode::TestBit(set), Opnd::Label(to), ..) => {
                self.buffer.use_label_here(&Near, to);
                self.put(if set { 0x3700_0000 } else { 0x3600_0000 }, self.reg(a), 0, 0);
            }
            (Opcode::TrapIfZero, ..) => {
                // cbnz over the trap.
                self.put(0xb500_0000 | 2 << 5, self.reg(a), 0, 0);
                self.buffer.put_word(BRK);
            }
            (Opcode::Trap, ..) => self.buffer.put_word(BRK),
            (Opcode::Move, Opnd::Var(dst), ..) => self.move_to(dst, a),
            (Opcode::AddressOf, _, Opnd::Mem(id), _) => {
                let (base, disp) = self.amode(id);
                self.add(self.reg(dst), base, disp);
            }
            (Opcode::Bind, Opnd::Label(label), ..) => self.buffer.bind(label),
            (Opcode::Jump, Opnd::Label(label), ..) => self.jump(label),
            (Opcode::JumpTable, Opnd::Table(table), ..) => {
                // The entries have 32 bits: add with `lsl 2`, ldr, br.
                self.symbol(SCRATCH, SymbolRef::Table(table));
                self.put(Op::Add as u32 | 2 << 10, SCRATCH, SCRATCH, self.reg(a));
                self.access(Access::LdrW, SCRATCH, (SCRATCH, 0));
                self.put(0xd61f_0000, 0, SCRATCH, 0);
            }
            (Opcode::Call, _, Opnd::Sym(id), _) => {
                self.buffer.reloc_here(CALL26, self.input.code.pools.symbols[id], 0);
                self.buffer.put_word(0x9400_0000);
            }
            (Opcode::Call, ..) => self.put(0xd63f_0000, 0, self.reg(a), 0),
            (Opcode::FakeDef, ..) => {}
            (Opcode::Return, ..) => self.epilogue(),
            (Opcode::SetStackPointer, ..) => self.add(SP, self.reg(a), -i64::from(self.input.needs.outgoing)),
            _ => unreachable!("{opcode:?} has other operands"),
        }
    }

    /// A move; what is in memory says how wide it is.
    fn move_to(&mut self, dst: Var, src: Opnd) {
        let code = self.input.code;
        let data = code.var(dst);
        let bytes = |var: Var| u32::from(code.var(var).bytes);
        match (data.reg, src) {
            // It has no uses.
            (None, _) if data.home == Home::None => {}
            (None, _) => self.access(Access::of(bytes(dst), true), self.reg(src), self.home(dst)),
            (Some(reg), Opnd::Imm(number)) => self.constant(reg, number),
            (Some(reg), Opnd::Sym(id)) => self.symbol(reg, code.pools.symbols[id]),
            (Some(reg), Opnd::Var(var)) => match code.var(var).reg {
                // mov, which is orr with zero.
                Some(from) if from != reg => self.put(Op::Orr as u32, reg, SP, from),
                Some(_) => {}
                None => self.access(Access::of(bytes(var), false), reg, self.home(var)),
            },
            _ => unreachable!("{src:?} is not moved"),
        }
    }
}

/// `brk`.
const BRK: u32 = 0xd420_0000;

/// The condition's number; the opposite one differs in the lowest bit.
const fn condition(cond: IntCond) -> u32 {
    match cond {
        IntCond::Eq => 0,
        IntCond::Ne => 1,
        IntCond::Uge => 2,
        IntCond::Ult => 3,
        IntCond::Ugt => 8,
        IntCond::Ule => 9,
        IntCond::Sge => 10,
        IntCond::Slt => 11,
        IntCond::Sgt => 12,
        IntCond::Sle => 13,
    }
}
