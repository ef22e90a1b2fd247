//! The calls that led to an instruction of guest code.
//!
//! Objects have no tables for unwinding, so frames are read off the code: what the instructions at the beginning of a function have pushed
//! and reserved by then says where its return address lies. What lies there counts if it is the address behind a call, and, where
//! that call names its target, if the target is this function. Otherwise (arguments pushed for a call, code of another make) the words above are searched
//! for the next that does. Nothing here is believed: all that is read may be what a program in error has written.

use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind, Register};

use super::gate::Trap;
use super::memory::Pages;
use crate::guest::Memory;
use crate::load::{Image, Segment};

/// Bytes of the stack that are searched for one call, and most calls that are found.
const DEPTH: u64 = 64 << 10;
const SHOWN: usize = 16;
/// Most bytes at the beginning of a function that can have to do with its frame: a sandbox's padding is among them.
const PROLOGUE: u32 = 128;

/// A function that has not returned yet.
#[derive(Copy, Clone)]
struct Frame {
    /// The next instruction, or the one that failed.
    pc: u64,
    sp: u64,
    /// The frame pointer, in functions that have one; any value in others.
    fp: u64,
}

/// Where the function and its callers go on, the latest call first.
pub fn callers(image: &Image, pages: &Pages, trap: &Trap) -> Vec<u32> {
    let stack = Stack { image, pages, size: if trap.wide { 8 } else { 4 } };
    let mut frame = Frame { pc: trap.pc, sp: trap.stack, fp: trap.frame };
    let mut found = Vec::new();
    while found.len() < SHOWN {
        let Some(caller) = stack.caller(frame) else { break };
        found.push(caller.pc as u32);
        frame = caller;
    }
    found
}

/// What is looked at.
struct Stack<'a> {
    image: &'a Image,
    pages: &'a Pages,
    /// Bytes of a word of the stack.
    size: u64,
}

impl Stack<'_> {
    fn caller(&self, frame: Frame) -> Option<Frame> {
        let function = self.function(frame.pc);
        let expected = function.map_or(Frame { pc: 0, ..frame }, |function| self.entered(function, frame));
        let size = self.size;
        // The stack pointer is what the program has made of it: sums may go round, and find nothing there.
        let above = (0..DEPTH / size).map(|word| (frame.sp & !(size - 1)).wrapping_add(word * size));
        let places = std::iter::once(expected.sp).chain(above);
        let place = places.into_iter().find(|&place| self.returns_from(function, place))?;
        let fp = if place == expected.sp { expected.fp } else { frame.fp };
        Some(Frame { pc: self.word(place)?, sp: place + size, fp })
    }

    /// The function that an instruction is in.
    fn function(&self, pc: u64) -> Option<u32> {
        let pc = u32::try_from(pc).ok().filter(|&pc| self.is_code(pc))?;
        self.image.symbol_at(pc).map(|(symbol, _)| symbol.addr)
    }

    fn is_code(&self, addr: u32) -> bool {
        let is_in = |segment: &Segment| segment.access.execute && addr.wrapping_sub(segment.addr) < segment.len;
        self.image.segments.iter().any(is_in)
    }

    fn word(&self, addr: u64) -> Option<u64> {
        let mut word = [0; 8];
        self.pages.read(u32::try_from(addr).ok()?, &mut word[..self.size as usize]).ok()?;
        Some(u64::from_le_bytes(word))
    }

    /// Whether the word at a place is the address behind a call, which may have called this function.
    fn returns_from(&self, function: Option<u32>, place: u64) -> bool {
        let Some(back) = self.word(place).and_then(|word| u32::try_from(word).ok()).filter(|&addr| self.is_code(addr)) else {
            return false;
        };
        let mut before = [0; 5];
        if self.pages.read(back.wrapping_sub(5), &mut before).is_err() {
            return false;
        }
        match before {
            [0xe8, a, b, c, d] => {
                let target = back.wrapping_add(u32::from_le_bytes([a, b, c, d]));
                function.is_none_or(|function| self.function(target.into()) == Some(function))
            }
            // `ff /2`, with a register or with one that has a prefix, which is the byte before.
            [.., 0xff, to] => to & 0xf8 == 0xd0,
            _ => false,
        }
    }

    /// The state that a function was entered with: its stack pointer is where the return address lies.
    fn entered(&self, function: u32, frame: Frame) -> Frame {
        let mut code = [0; PROLOGUE as usize];
        let len = (frame.pc as u32).wrapping_sub(function).min(PROLOGUE) as usize;
        if self.pages.read(function, &mut code[..len]).is_err() {
            return frame;
        }
        Prologue::read(&code[..len], self.size).undo(frame, |addr| self.word(addr))
    }
}

/// What the beginning of a function has done to the stack.
#[derive(Default, PartialEq, Eq, Debug)]
struct Prologue {
    /// Bytes pushed and reserved.
    size: u64,
    /// Bytes pushed when the frame pointer was made to point there.
    fixed: Option<u64>,
    /// Bytes pushed when the caller's frame pointer was the last of them.
    saved: Option<u64>,
}

impl Prologue {
    /// Of those instructions of a function that have been executed.
    fn read(code: &[u8], word: u64) -> Self {
        let mut this = Self::default();
        let mut decoder = Decoder::new(word as u32 * 8, code, DecoderOptions::NONE);
        let mut instruction = Instruction::default();
        while decoder.can_decode() {
            decoder.decode_out(&mut instruction);
            if !this.note(&instruction, word) {
                break;
            }
        }
        this
    }

    /// False if the instruction is none of those that make a frame.
    fn note(&mut self, instruction: &Instruction, word: u64) -> bool {
        let registers = (instruction.op0_register(), instruction.op1_register());
        match (instruction.mnemonic(), registers) {
            (Mnemonic::Push, (register, _)) if register != Register::None => {
                self.size = self.size.wrapping_add(word);
                if register.full_register() == Register::RBP {
                    self.saved = Some(self.size);
                }
            }
            (Mnemonic::Mov, (Register::RBP, Register::RSP) | (Register::EBP, Register::ESP)) => self.fixed = Some(self.size),
            (Mnemonic::Sub, (Register::RSP | Register::ESP, Register::None)) if instruction.op1_kind() != OpKind::Memory => {
                self.size = self.size.wrapping_add(instruction.immediate(1));
            }
            // The second half of a sandbox's `sub`.
            (Mnemonic::Add, (Register::RSP, Register::R15)) | (Mnemonic::Nop, _) => {}
            // A nop of another kind, as diversification has it.
            (Mnemonic::Xchg | Mnemonic::Mov | Mnemonic::Lea, (to, from)) if to == from && to != Register::None => {}
            _ => return false,
        }
        true
    }

    fn undo(&self, frame: Frame, word: impl Fn(u64) -> Option<u64>) -> Frame {
        let sp = match self.fixed {
            Some(pushed) => frame.fp.wrapping_add(pushed),
            None => frame.sp.wrapping_add(self.size),
        };
        let fp = self.saved.and_then(|pushed| word(sp.wrapping_sub(pushed))).unwrap_or(frame.fp);
        Frame { pc: frame.pc, sp, fp }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_off_the_code() {
        // push rbx; sub rsp, 0x70; mov ebx, edi
        let plain = [0x53, 0x48, 0x83, 0xec, 0x70, 0x89, 0xfb];
        assert_eq!(Prologue::read(&plain, 8), Prologue { size: 0x78, fixed: None, saved: None });
        assert_eq!(Prologue::read(&plain[..1], 8), Prologue { size: 8, fixed: None, saved: None });
        // push rbp; mov rbp, rsp; push rbx; sub esp, 8; add rsp, r15; mov ebx, edi
        let fixed = [0x55, 0x48, 0x89, 0xe5, 0x53, 0x83, 0xec, 0x08, 0x4c, 0x01, 0xfc, 0x89, 0xfb];
        let read = Prologue::read(&fixed, 8);
        assert_eq!(read, Prologue { size: 0x18, fixed: Some(8), saved: Some(8) });
        // The stack pointer is anywhere; the caller's frame pointer is what was pushed.
        let found = read.undo(Frame { pc: 0, sp: 0x100, fp: 0x1000 }, |addr| (addr == 0x1000).then_some(77));
        assert_eq!((found.sp, found.fp), (0x1008, 77));
        // sub rsp, -0x80, and a stack pointer at the end of all addresses
        let odd = Prologue::read(&[0x48, 0x83, 0xec, 0x80, 0x53], 8);
        assert_eq!(
            (odd.size, odd.undo(Frame { pc: 0, sp: u64::MAX, fp: 0 }, |_| None).sp),
            (8_u64.wrapping_sub(0x80), u64::MAX - 0x78)
        );
        // The same in 32 bits: push ebp; mov ebp, esp; push ebx; sub esp, 8; mov ebx, edi
        let small = Prologue::read(&[0x55, 0x89, 0xe5, 0x53, 0x83, 0xec, 0x08, 0x89, 0xfb], 4);
        assert_eq!(small, Prologue { size: 0x10, fixed: Some(4), saved: Some(4) });
        // push rbp, as a register of the program's; sub rsp, 0x10
        let found = Prologue::read(&[0x55, 0x48, 0x83, 0xec, 0x10], 8).undo(Frame { pc: 0, sp: 0x100, fp: 3 }, Some);
        assert_eq!((found.sp, found.fp), (0x118, 0x110));
    }
}
