//! Writes bit streams by hand, for the reader's tests. Shares no code with the reader.

use super::read_module;
use crate::ice::{Function, Module, print};

/// An encoding in an abbreviation's definition.
#[derive(Copy, Clone)]
pub enum Enc {
    Lit(u64),
    Fixed(u64),
    Vbr(u64),
    Array,
    Char6,
    /// Any encoding number, without data.
    Number(u64),
}

/// Appends bits, least significant first.
#[derive(Clone)]
pub struct BitWriter {
    bits: Vec<bool>,
    width: u32,
    open: Vec<(usize, u32)>,
}

impl BitWriter {
    pub fn new() -> Self {
        Self { bits: Vec::new(), width: 2, open: Vec::new() }
    }

    /// The file header and the module block's start; `end` closes it.
    pub fn pexe() -> Self {
        let mut bits = Self::new();
        for byte in *b"PEXE\x01\0\x08\0\x11\0\x04\0\x02\0\0\0" {
            bits.fixed(u64::from(byte), 8);
        }
        bits.enter(8, 2);
        bits.record(1, &[1]);
        bits
    }

    pub fn set_width(&mut self, width: u32) {
        self.width = width;
    }

    pub fn fixed(&mut self, value: u64, width: u32) {
        self.bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
    }

    pub fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed((value % more) | more, width);
            value /= more;
        }
        self.fixed(value, width);
    }

    pub fn align32(&mut self) {
        self.bits.resize(self.bits.len().next_multiple_of(32), false);
    }

    /// An unabbreviated record.
    pub fn record(&mut self, code: u64, operands: &[u64]) {
        self.fixed(3, self.width);
        self.vbr(code, 6);
        self.vbr(operands.len() as u64, 6);
        for &operand in operands {
            self.vbr(operand, 6);
        }
    }

    /// A record with a value of 65 bits.
    pub fn overlong_record(&mut self) {
        self.fixed(3, self.width);
        self.vbr(1, 6);
        self.vbr(1, 6);
        (0..14).for_each(|_| self.fixed(63, 6));
        self.fixed(1, 6);
    }

    /// The part of an abbreviation's definition after its index.
    pub fn define_body(&mut self, encodings: &[Enc]) {
        self.vbr(encodings.len() as u64, 5);
        for &encoding in encodings {
            self.fixed(u64::from(matches!(encoding, Enc::Lit(_))), 1);
            match encoding {
                Enc::Lit(value) => self.vbr(value, 8),
                Enc::Fixed(width) => self.numbered(1, Some(width)),
                Enc::Vbr(width) => self.numbered(2, Some(width)),
                Enc::Array => self.numbered(3, None),
                Enc::Char6 => self.numbered(4, None),
                Enc::Number(number) => self.numbered(number, None),
            }
        }
    }

    fn numbered(&mut self, number: u64, data: Option<u64>) {
        self.fixed(number, 3);
        data.into_iter().for_each(|data| self.vbr(data, 5));
    }

    pub fn define(&mut self, encodings: &[Enc]) {
        self.fixed(2, self.width);
        self.define_body(encodings);
    }

    /// A block header with any length.
    pub fn enter_raw(&mut self, id: u64, width: u64, words: u64) {
        self.fixed(1, self.width);
        self.vbr(id, 8);
        self.vbr(width, 4);
        self.align32();
        self.fixed(words, 32);
    }

    /// Opens a block; `end` fills in its length.
    pub fn enter(&mut self, id: u64, width: u32) {
        self.enter_raw(id, u64::from(width), 0);
        self.open.push((self.bits.len(), self.width));
        self.width = width;
    }

    /// Ends the innermost block.
    pub fn end(&mut self) {
        self.fixed(0, self.width);
        self.align32();
        if let Some((start, width)) = self.open.pop() {
            let words = (self.bits.len() - start) / 32;
            (0..32).for_each(|bit| self.bits[start - 32 + bit] = words >> bit & 1 == 1);
            self.width = width;
        }
    }

    /// A whole block of unabbreviated records.
    pub fn block(&mut self, id: u64, records: &[(u64, &[u64])]) {
        self.enter(id, 2);
        for (code, operands) in records {
            self.record(*code, operands);
        }
        self.end();
    }

    /// The bits, padded to whole bytes without adding any if they are whole.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |sum, &bit| sum << 1 | u8::from(bit))).collect()
    }

    /// Ends all open blocks and gives the bytes.
    pub fn finish(mut self) -> Vec<u8> {
        while !self.open.is_empty() {
            self.end();
        }
        self.into_bytes()
    }
}

/// The types of [`standard_types`], by number.
pub mod ty {
    pub const VOID: u64 = 0;
    pub const I1: u64 = 1;
    pub const I8: u64 = 2;
    pub const I16: u64 = 3;
    pub const I32: u64 = 4;
    pub const I64: u64 = 5;
    pub const F32: u64 = 6;
    pub const F64: u64 = 7;
    pub const V4I1: u64 = 8;
    pub const V4I32: u64 = 9;
    pub const V4F32: u64 = 10;
    /// The first function type.
    pub const SIG: u64 = 11;
}

/// A record: code and operands.
pub type Record<'a> = (u64, &'a [u64]);

/// Writes a types block of the value types in [`ty`] and then `sigs`, each `[result, parameters…]`.
pub fn standard_types(bits: &mut BitWriter, sigs: &[&[u64]]) {
    bits.enter(17, 2);
    bits.record(1, &[ty::SIG + sigs.len() as u64]);
    let values: [Record; 11] = [
        (2, &[]),
        (7, &[1]),
        (7, &[8]),
        (7, &[16]),
        (7, &[32]),
        (7, &[64]),
        (3, &[]),
        (4, &[]),
        (12, &[4, ty::I1]),
        (12, &[4, ty::I32]),
        (12, &[4, ty::F32]),
    ];
    values.iter().for_each(|(code, operands)| bits.record(*code, operands));
    for sig in sigs {
        bits.record(21, &[&[0], *sig].concat());
    }
    bits.end();
}

/// A symbol table block.
pub fn symbols(bits: &mut BitWriter, names: &[(u64, &str)]) {
    bits.enter(14, 2);
    for (value, name) in names {
        let operands: Vec<u64> = std::iter::once(*value).chain(name.bytes().map(u64::from)).collect();
        bits.record(1, &operands);
    }
    bits.end();
}

/// Reads a module whose contents after the version record `write` writes.
pub fn read(write: impl FnOnce(&mut BitWriter)) -> Result<(Module, Vec<Function>), String> {
    let mut bits = BitWriter::pexe();
    write(&mut bits);
    read_module(&bits.finish()).map_err(|error| error.to_string())
}

/// A function body in a module of four symbols: the function (value 0), `memcpy` (1), the i32
/// `atomic.load` (2) and a global (3). Arguments start at value 4.
pub struct TestBody<'a> {
    /// Result and parameters.
    pub sig: &'a [u64],
    /// The constants block; none if empty.
    pub constants: &'a [Record<'a>],
    /// Everything else.
    pub records: &'a [Record<'a>],
}

impl TestBody<'_> {
    pub fn write(&self, bits: &mut BitWriter, in_body: impl FnOnce(&mut BitWriter)) {
        let memcpy = [ty::VOID, ty::I32, ty::I32, ty::I32, ty::I32, ty::I1];
        standard_types(bits, &[self.sig, &memcpy, &[ty::I32, ty::I32, ty::I32]]);
        bits.record(8, &[ty::SIG, 0, 0, 3]);
        bits.record(8, &[ty::SIG + 1, 0, 1, 0]);
        bits.record(8, &[ty::SIG + 2, 0, 1, 0]);
        bits.block(19, &[(5, &[1]), (0, &[3, 0]), (2, &[4])]);
        symbols(bits, &[(1, "llvm.memcpy.p0i8.p0i8.i32"), (2, "llvm.nacl.atomic.load.i32")]);
        bits.enter(12, 2);
        self.records.iter().take(1).for_each(|(code, operands)| bits.record(*code, operands));
        if !self.constants.is_empty() {
            bits.block(11, self.constants);
        }
        self.records.iter().skip(1).for_each(|(code, operands)| bits.record(*code, operands));
        in_body(bits);
        bits.end();
    }

    pub fn read(&self) -> Result<String, String> {
        let (module, functions) = read(|bits| self.write(bits, |_| ()))?;
        Ok(print::function(&functions[0], Some(&module)).to_string())
    }

    pub fn error(&self) -> String {
        self.read().expect_err("an invalid body was accepted")
    }
}

/// Reads a body of one block that has the given instructions.
pub fn one_block(sig: &[u64], constants: &[Record], records: &[Record]) -> Result<String, String> {
    let all: Vec<Record> = std::iter::once((1, &[1][..])).chain(records.iter().copied()).collect();
    TestBody { sig, constants, records: &all }.read()
}
