//! Native Client's sandbox: what an instruction becomes so that a validator can tell that it neither reads, writes nor jumps outside.
//!
//! In: a physical instruction as code without a sandbox has it. Out: one or several, in pieces that lie within a bundle of 32 bytes
//! ([`CodeBuffer::begin_piece`]). Calls end a bundle, so that what they return to begins one; what else an indirect jump goes to is
//! bound at a beginning by the emitter. Indirect jumps, calls and returns clear the lower five bits of their target.
//!
//! In 32-bit mode that is all: segment limits bound accesses. In 64-bit mode r15 holds the address of a region of 4 GB, and
//! memory is accessed relative to it, with a 32-bit register that the instruction before has just written, or to rsp and rbp, which
//! always lie within: what changes them adds r15 anew. So r15 is never written, rbp is nothing but a frame pointer, and r11 is left
//! to the sequences here. Displacements of the size of a page need no care: what they lead out to is not mapped.
//!
//! Sources: [NACL-SFI-X8664] "Text Segment Rules", "List of Pseudo-instructions"; [NACL-X86] section 3.

use super::Mode;
use super::encode::{Mem, Operand, PhysInst, encode, nops};
use super::op::{Op, Size};
use super::regs::{Reg, gpr};
use super::widen;
use crate::lir::RegMask;
use crate::mc::bundle::Filler;
use crate::mc::{CodeBuffer, Place};

/// Bytes of a bundle.
pub const BUNDLE: u32 = 32;
/// What clears the bits of an address within its bundle.
const MASK: i32 = -(BUNDLE as i32);
/// In 64-bit mode: where the sandbox begins.
const BASE: Reg = gpr::R15;
/// In 64-bit mode: what sequences work with.
const SCRATCH: Reg = gpr::R11;
/// In 32-bit mode: what holds targets. A call may change it, and neither arguments nor results are in it.
const TARGET: Reg = gpr::ECX;
/// A displacement whose absolute value is below this leads out of the region only to where nothing is mapped, should it do so: its
/// first 64 KB are not, nor are the last.
const NEAR: u32 = 0xff00;
/// An offset from a symbol whose absolute value is below this leads to no address that has its upper bit set.
const FAR: u32 = 1 << 24;
/// Bytes of a piece to which an access may still be added.
const JOINED: u32 = 18;

/// The registers that the allocator must leave alone.
pub fn reserved(mode: Mode) -> RegMask {
    match mode {
        Mode::X8632 => RegMask::EMPTY,
        Mode::X8664 if fault!(X8664SandboxScratch) => RegMask::of(gpr::EBP.0).union(RegMask::of(BASE.0)),
        Mode::X8664 if fault!(X8664SandboxBaseRegister) => RegMask::of(gpr::EBP.0).union(RegMask::of(SCRATCH.0)),
        Mode::X8664 => RegMask::of(gpr::EBP.0).union(RegMask::of(SCRATCH.0)).union(RegMask::of(BASE.0)),
    }
}

/// Makes an empty buffer one whose code lies in bundles, with the instructions as they are or also in longer forms.
pub fn begin(buffer: &mut CodeBuffer, longer: Option<Mode>) {
    buffer.use_bundles(BUNDLE, Filler { fill, longest: LONGEST as u32 });
    longer.iter().for_each(|mode| buffer.lengthen_pieces(widen::longer(*mode)));
}

/// Bytes of the longest instruction.
const LONGEST: usize = 15;

/// Appends so many bytes that do nothing, in as few instructions as there can be.
fn fill(buffer: &mut CodeBuffer, mut count: usize) {
    /// `nop` with an address of the longest form. What is longer has this behind prefixes that mean nothing to it.
    const LONG: [u8; 9] = [0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0];
    while count > LONG.len() {
        let prefixes = count.min(LONGEST) - LONG.len();
        buffer.put(&[0x66; LONGEST - LONG.len()][..prefixes]);
        buffer.put(&LONG);
        count -= prefixes + LONG.len();
    }
    nops(buffer, count);
}

/// Appends instructions as a sandbox wants them.
pub struct Guard<'b> {
    /// Which x86 this is for.
    pub mode: Mode,
    /// Where code goes.
    pub buffer: &'b mut CodeBuffer,
    /// The register whose upper half the instruction that was appended last has cleared, if there is no way to come here but from it.
    pub fresh: &'b mut Option<Reg>,
}

impl Guard<'_> {
    /// Appends what an instruction becomes.
    pub fn put(&mut self, inst: &PhysInst<'_>) {
        let fresh = self.fresh.take();
        let is_64 = self.mode == Mode::X8664;
        match (inst.op, *inst.dst, *inst.src) {
            (Op::Call, _, Operand::Symbol(..)) => self.piece(Place::End, &[*inst]),
            (Op::Call, _, target) => self.indirect(Op::Call, target),
            (Op::Jmp, _, Operand::Label(_) | Operand::Symbol(..)) | (Op::Jcc | Op::Ud2, ..) => self.piece(Place::Any, &[*inst]),
            (Op::Jmp, _, target) => self.indirect(Op::Jmp, target),
            (Op::Ret, ..) => {
                let target = Operand::Reg(if is_64 { SCRATCH } else { TARGET });
                self.piece(Place::Any, &[PhysInst::new(Op::Pop, inst.size, &target, &Operand::None)]);
                self.indirect(Op::Jmp, target);
            }
            (op, Operand::Reg(gpr::ESP | gpr::EBP), _) if is_64 && !only_reads(op) => self.stack(inst),
            _ => self.access(inst, fresh),
        }
        if matches!(inst.op, Op::Jmp | Op::Ret | Op::Ud2) {
            self.buffer.leave_piece();
        }
    }

    /// Appends instructions that stay together.
    fn piece(&mut self, place: Place, insts: &[PhysInst<'_>]) {
        self.buffer.begin_piece(place);
        for inst in insts {
            encode(self.buffer, self.mode, inst);
        }
    }

    /// Jumps to an address, or calls what is there.
    fn indirect(&mut self, op: Op, target: Operand) {
        let word = if self.mode == Mode::X8664 { Size::B8 } else { Size::B4 };
        let (place, mask) = (if op == Op::Call { Place::End } else { Place::Any }, Operand::Imm(MASK));
        // A table's jump in 32-bit mode has its target in a register of its own, which nobody reads again.
        let (scratch, is_there) = match (self.mode, target) {
            (Mode::X8632, Operand::Reg(reg)) if op == Op::Jmp => (Operand::Reg(reg), true),
            (Mode::X8632, _) => (Operand::Reg(TARGET), target == Operand::Reg(TARGET)),
            (Mode::X8664, _) => (Operand::Reg(SCRATCH), target == Operand::Reg(SCRATCH)),
        };
        if !is_there {
            self.access(&PhysInst::new(Op::Mov, Size::B4, &scratch, &target), None);
            *self.fresh = None;
        }
        let (base, none) = (Operand::Reg(BASE), Operand::None);
        let masked = PhysInst::new(Op::And, Size::B4, &scratch, &mask);
        let based = PhysInst::new(Op::Add, Size::B8, &scratch, &base);
        let jump = PhysInst::new(op, word, &none, &scratch);
        match self.mode {
            _ if fault!(X86SandboxCallMask, op == Op::Call) => self.piece(place, &[jump]),
            _ if fault!(X86SandboxReturnMask, op == Op::Jmp && is_there) => self.piece(place, &[jump]),
            _ if fault!(X86SandboxJumpMask, op == Op::Jmp && !is_there) => self.piece(place, &[jump]),
            Mode::X8664 if fault!(X8664SandboxJumpBase) => self.piece(place, &[masked, jump]),
            Mode::X8632 => self.piece(place, &[masked, jump]),
            Mode::X8664 => self.piece(place, &[masked, based, jump]),
        }
    }

    /// Changes the stack or frame pointer.
    fn stack(&mut self, inst: &PhysInst<'_>) {
        let (reg, base, scratch) = (*inst.dst, Operand::Reg(BASE), Operand::Reg(SCRATCH));
        let add_base = PhysInst::new(Op::Add, Size::B8, &reg, &base);
        match (inst.op, inst.src) {
            (Op::Mov, Operand::Reg(gpr::ESP | gpr::EBP)) => self.piece(Place::Any, &[*inst]),
            (Op::Add | Op::Sub, _) if fault!(X8664SandboxStackWhole, *inst.dst == Operand::Reg(gpr::ESP)) => {
                self.piece(Place::Any, &[*inst]);
            }
            (Op::Sub, _) if fault!(X8664SandboxStackBase) => self.piece(Place::Any, &[PhysInst { size: Size::B4, ..*inst }]),
            (Op::Add | Op::Sub, _) => self.piece(Place::Any, &[PhysInst { size: Size::B4, ..*inst }, add_base]),
            (Op::Lea, Operand::Mem(Mem { base: Some(gpr::EBP), index: None, .. })) => {
                self.piece(Place::Any, &[PhysInst { size: Size::B4, ..*inst }, add_base]);
            }
            (Op::Pop, _) => {
                self.piece(Place::Any, &[PhysInst { dst: &scratch, ..*inst }]);
                self.move_to_stack(reg);
            }
            (op, _) => {
                debug_assert!(matches!(op, Op::Mov | Op::Lea), "{op} changes the stack pointer");
                self.access(&PhysInst { size: Size::B4, dst: &scratch, ..*inst }, None);
                *self.fresh = None;
                self.move_to_stack(reg);
            }
        }
    }

    /// Moves the scratch register to the stack or frame pointer, and leaves the flags.
    fn move_to_stack(&mut self, reg: Operand) {
        let Operand::Reg(pointer) = reg else { unreachable!("these are registers") };
        let sum = Operand::Mem(Mem { base: Some(pointer), index: Some(BASE), ..Mem::default() });
        let scratch = Operand::Reg(SCRATCH);
        let moved = PhysInst::new(Op::Mov, Size::B4, &reg, &scratch);
        if fault!(X8664SandboxRestore, pointer == gpr::EBP) {
            return self.piece(Place::Any, &[moved]);
        }
        self.piece(Place::Any, &[moved, PhysInst::new(Op::Lea, Size::B8, &reg, &sum)]);
    }

    /// Any other instruction. One that accesses memory gets an address within the sandbox.
    fn access(&mut self, inst: &PhysInst<'_>, fresh: Option<Reg>) {
        if self.mode == Mode::X8664 {
            self.access_64(inst, fresh);
            let stays = fault!(X8664SandboxLater, fresh.is_some() && cleared_by(inst).is_none());
            *self.fresh = if stays { fresh } else { cleared_by(inst) };
        } else {
            self.piece(Place::Any, &[*inst]);
        }
    }

    fn access_64(&mut self, inst: &PhysInst<'_>, fresh: Option<Reg>) {
        let (in_dst, mem) = match (*inst.dst, *inst.src) {
            (Operand::Mem(mem), _) => (true, mem),
            (_, Operand::Mem(mem)) => (false, mem),
            _ => return self.piece(Place::Any, &[*inst]),
        };
        // These only look as if they accessed memory. Half of an address is the same without a prefix.
        if matches!(inst.op, Op::Lea | Op::Nop) {
            let narrow = mem.narrow && inst.size > Size::B4;
            return self.put_with(inst, in_dst, Mem { narrow, ..mem }, Some(Place::Any));
        }
        let within = Mem { narrow: false, ..mem };
        match mem {
            Mem { base: Some(gpr::ESP | gpr::EBP), index: None, .. } => self.put_with(inst, in_dst, within, Some(Place::Any)),
            Mem { base: None, index: None, .. } if fault!(X8664SandboxAbsolute) => {
                self.put_with(inst, in_dst, within, Some(Place::Any));
            }
            Mem { base: None, index: None, .. } => {
                self.put_with(inst, in_dst, Mem { base: Some(BASE), ..within }, Some(Place::Any));
            }
            Mem { base: Some(reg), index: None, symbol: None, disp, .. } if disp.unsigned_abs() < NEAR => {
                let is_cleared = fresh == Some(reg) && self.buffer.piece_len() <= JOINED;
                match in_dst {
                    true if fault!(X8664SandboxStore) => {}
                    false if fault!(X8664SandboxLoad) => {}
                    _ if is_cleared => {}
                    _ => {
                        let other = fault!(X8664SandboxOtherRegister, reg != gpr::EBX);
                        let same = Operand::Reg(if other { gpr::EBX } else { reg });
                        self.piece(Place::Any, &[PhysInst::new(Op::Mov, Size::B4, &same, &same)]);
                    }
                }
                let place = if fault!(X8664SandboxStale) { Some(Place::Any) } else { None };
                self.put_with(inst, in_dst, Mem { base: Some(BASE), index: Some(reg), ..within }, place);
            }
            _ => {
                self.sum(within);
                let there = Mem { base: Some(BASE), index: Some(SCRATCH), ..Mem::default() };
                self.put_with(inst, in_dst, there, None);
            }
        }
    }

    /// Computes an address in the scratch register, in a piece that an access can be added to.
    fn sum(&mut self, mem: Mem) {
        let scratch = Operand::Reg(SCRATCH);
        let mut lea = |mem: Mem| {
            let mem = Operand::Mem(mem);
            self.piece(Place::Any, &[PhysInst::new(Op::Lea, Size::B4, &scratch, &mem)]);
        };
        let Mem { base, index, scale, disp, symbol, .. } = mem;
        let Some(symbol) = symbol.filter(|_| disp.unsigned_abs() >= FAR) else { return lea(mem) };
        // As a displacement the sum of symbol and offset would have to lie in the lower 2 GB.
        let sum = Operand::Symbol(symbol, disp);
        self.piece(Place::Any, &[PhysInst::new(Op::Mov, Size::B4, &scratch, &sum)]);
        let mut lea = |mem: Mem| {
            let mem = Operand::Mem(Mem { base: Some(SCRATCH), ..mem });
            self.piece(Place::Any, &[PhysInst::new(Op::Lea, Size::B4, &scratch, &mem)]);
        };
        if base.is_some() && index.is_some() {
            lea(Mem { index: base, ..Mem::default() });
        }
        lea(Mem { index: index.or(base), scale: if index.is_some() { scale } else { 0 }, ..Mem::default() });
    }

    /// Appends an instruction with another memory operand, in a piece of its own or in the one before.
    fn put_with(&mut self, inst: &PhysInst<'_>, in_dst: bool, mem: Mem, place: Option<Place>) {
        if let Some(place) = place {
            self.buffer.begin_piece(place);
        }
        let mem = Operand::Mem(mem);
        let (dst, src) = if in_dst { (&mem, inst.src) } else { (inst.dst, &mem) };
        encode(self.buffer, self.mode, &PhysInst { dst, src, ..*inst });
    }
}

/// Whether an operation leaves its first operand as it is.
fn only_reads(op: Op) -> bool {
    matches!(op, Op::Push | Op::Cmp | Op::Test | Op::Bt)
}

/// The register of which an instruction surely clears the upper half, by writing the lower one.
fn cleared_by(inst: &PhysInst<'_>) -> Option<Reg> {
    use Op::*;
    let writes = matches!(inst.op, Mov | Movzx8 | Movzx16 | Movsx8 | Movsx16 | Lea | Add | Sub | And | Or | Xor | Imul | ImulImm);
    match *inst.dst {
        Operand::Reg(reg) if writes && inst.size == Size::B4 && !reg.is_xmm() => Some(reg),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::op::Cc;
    use super::*;
    use crate::mc::{Helper, Label, SymbolRef};

    const RAX: Operand = Operand::Reg(gpr::EAX);
    const RCX: Operand = Operand::Reg(gpr::ECX);
    const RSP: Operand = Operand::Reg(gpr::ESP);
    const NONE: Operand = Operand::None;

    fn at(base: Reg, disp: i32) -> Operand {
        Operand::Mem(Mem { base: Some(base), disp, ..Mem::default() })
    }

    /// The bytes of instructions, without what fills the last bundle.
    fn code(mode: Mode, insts: &[PhysInst<'_>]) -> Vec<u8> {
        let (mut buffer, mut fresh) = (CodeBuffer::default(), None);
        begin(&mut buffer, None);
        buffer.reserve_labels(1);
        for inst in insts {
            Guard { mode, buffer: &mut buffer, fresh: &mut fresh }.put(inst);
        }
        let end = buffer.offset() as usize;
        buffer.bind(Label::from_u32(0));
        buffer.finish();
        assert!(buffer.bytes().len().is_multiple_of(BUNDLE as usize));
        buffer.bytes()[..end.min(buffer.bytes().len())].to_vec()
    }

    fn load(dst: &'static Operand, src: &Operand) -> Vec<u8> {
        code(Mode::X8664, &[PhysInst::new(Op::Mov, Size::B4, dst, src)])
    }

    #[test]
    fn an_access_is_relative_to_the_base_with_a_register_that_was_just_cut() {
        // mov eax, eax; mov ecx, [r15+rax+8]
        assert_eq!(load(&RCX, &at(gpr::EAX, 8)), [0x89, 0xc0, 0x41, 0x8b, 0x4c, 0x07, 0x08]);
        // mov [rsp+8] and [rbp-8] as they are.
        assert_eq!(load(&RCX, &at(gpr::ESP, 8)), [0x8b, 0x4c, 0x24, 0x08]);
        assert_eq!(load(&RCX, &at(gpr::EBP, -8)), [0x8b, 0x4d, 0xf8]);
        // An address of the program: mov ecx, [r15+0x10000].
        let absolute = Operand::Mem(Mem { disp: 0x1_0000, ..Mem::default() });
        assert_eq!(load(&RCX, &absolute), [0x41, 0x8b, 0x8f, 0, 0, 1, 0]);
    }

    #[test]
    fn gaps_are_filled_with_as_few_instructions_as_there_can_be() {
        for (count, expected) in [(9, vec![9]), (10, vec![10]), (15, vec![15]), (16, vec![15, 1]), (31, vec![15, 15, 1])] {
            let mut buffer = CodeBuffer::default();
            fill(&mut buffer, count);
            let lengths: Vec<usize> = iced_x86::Decoder::new(64, buffer.bytes(), 0).iter().map(|inst| inst.len()).collect();
            assert_eq!(lengths, expected);
        }
    }

    #[test]
    fn sums_that_may_wrap_are_made_apart() {
        let sum = Mem { base: Some(gpr::EAX), index: Some(gpr::ECX), scale: 2, disp: 16, symbol: None, narrow: true };
        // lea r11d, [rax+rcx*4+16]; mov ecx, [r15+r11]
        assert_eq!(load(&RCX, &Operand::Mem(sum)), [0x44, 0x8d, 0x5c, 0x88, 0x10, 0x43, 0x8b, 0x0c, 0x1f]);
        // A displacement that may bring a negative number back: lea r11d, [rax+0x10000]; …
        assert_eq!(load(&RCX, &at(gpr::EAX, 0x1_0000)), [0x44, 0x8d, 0x98, 0, 0, 1, 0, 0x43, 0x8b, 0x0c, 0x1f]);
        // Far from a symbol: mov r11d, symbol+…; lea r11d, [r11+rax]; lea r11d, [r11+rcx*4]; …
        let far = Mem { symbol: Some(SymbolRef::Helper(Helper::Memcpy)), disp: 0x7000_0000, ..sum };
        let bytes = load(&RCX, &Operand::Mem(far));
        assert_eq!(bytes[..6], [0x41, 0xbb, 0, 0, 0, 0]);
        assert_eq!(bytes[6..], [0x45, 0x8d, 0x1c, 0x03, 0x45, 0x8d, 0x1c, 0x8b, 0x43, 0x8b, 0x0c, 0x1f]);
    }

    #[test]
    fn what_has_just_been_written_is_not_cut_again() {
        let (slot, there) = (at(gpr::ESP, 4), at(gpr::EAX, 0));
        let (first, second) = (PhysInst::new(Op::Mov, Size::B4, &RAX, &slot), PhysInst::new(Op::Mov, Size::B4, &RCX, &there));
        assert_eq!(code(Mode::X8664, &[first, second]), [0x8b, 0x44, 0x24, 0x04, 0x41, 0x8b, 0x0c, 0x07]);
        // Not if it was written as a whole, or something is between.
        let whole = PhysInst { size: Size::B8, ..first };
        assert_eq!(code(Mode::X8664, &[whole, second])[5..], [0x89, 0xc0, 0x41, 0x8b, 0x0c, 0x07]);
        let between = PhysInst { cc: Cc::E, ..PhysInst::new(Op::Setcc, Size::B1, &RCX, &NONE) };
        assert_eq!(code(Mode::X8664, &[first, between, second])[7..], [0x89, 0xc0, 0x41, 0x8b, 0x0c, 0x07]);
    }

    #[test]
    fn the_stack_pointer_gets_its_base_anew() {
        let (frame, slot, alloca) = (Operand::Imm(32), at(gpr::EBP, -16), at(gpr::EAX, -32));
        // sub esp, 32; add rsp, r15
        assert_eq!(code(Mode::X8664, &[PhysInst::new(Op::Sub, Size::B8, &RSP, &frame)]), [0x83, 0xec, 0x20, 0x4c, 0x01, 0xfc]);
        // lea esp, [rbp-16]; add rsp, r15
        assert_eq!(code(Mode::X8664, &[PhysInst::new(Op::Lea, Size::B8, &RSP, &slot)]), [0x8d, 0x65, 0xf0, 0x4c, 0x01, 0xfc]);
        // lea r11d, [rax-32]; mov esp, r11d; lea rsp, [rsp+r15]
        let bytes = code(Mode::X8664, &[PhysInst::new(Op::Lea, Size::B8, &RSP, &alloca)]);
        assert_eq!(bytes, [0x44, 0x8d, 0x58, 0xe0, 0x44, 0x89, 0xdc, 0x4a, 0x8d, 0x24, 0x3c]);
        // pop r11; mov ebp, r11d; lea rbp, [rbp+r15]
        let bytes = code(Mode::X8664, &[PhysInst::new(Op::Pop, Size::B8, &Operand::Reg(gpr::EBP), &NONE)]);
        assert_eq!(bytes, [0x41, 0x5b, 0x44, 0x89, 0xdd, 0x4a, 0x8d, 0x6c, 0x3d, 0x00]);
        // push rbp; mov rbp, rsp: as they are.
        let frame = [
            PhysInst::new(Op::Push, Size::B8, &NONE, &Operand::Reg(gpr::EBP)),
            PhysInst::new(Op::Mov, Size::B8, &Operand::Reg(gpr::EBP), &RSP),
        ];
        assert_eq!(code(Mode::X8664, &frame), [0x55, 0x48, 0x89, 0xe5]);
    }

    #[test]
    fn returns_and_indirect_calls_go_to_bundles_and_calls_end_one() {
        let ret = PhysInst::new(Op::Ret, Size::B8, &NONE, &NONE);
        // pop r11; and r11d, -32; add r11, r15; jmp r11
        assert_eq!(code(Mode::X8664, &[ret]), [0x41, 0x5b, 0x41, 0x83, 0xe3, 0xe0, 0x4d, 0x01, 0xfb, 0x41, 0xff, 0xe3]);
        // pop ecx; and ecx, -32; jmp ecx
        assert_eq!(code(Mode::X8632, &[PhysInst { size: Size::B4, ..ret }]), [0x59, 0x83, 0xe1, 0xe0, 0xff, 0xe1]);
        let symbol = Operand::Symbol(SymbolRef::Helper(Helper::Memcpy), 0);
        for (mode, target, expected) in [
            (Mode::X8664, &RAX, &[0x41, 0x83, 0xe3, 0xe0, 0x4d, 0x01, 0xfb, 0x41, 0xff, 0xd3][..]),
            (Mode::X8632, &RAX, &[0x83, 0xe1, 0xe0, 0xff, 0xd1]),
            (Mode::X8632, &symbol, &[0xe8, 0xfc, 0xff, 0xff, 0xff]),
        ] {
            let mut buffer = CodeBuffer::default();
            begin(&mut buffer, None);
            let call = PhysInst::new(Op::Call, Size::B4, &NONE, target);
            Guard { mode, buffer: &mut buffer, fresh: &mut None }.put(&call);
            buffer.finish();
            assert!(buffer.bytes().len() == 32 && buffer.bytes().ends_with(expected), "{:x?}", buffer.bytes());
        }
    }
}
