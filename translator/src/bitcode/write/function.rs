//! Function blocks: the numbering of values and blocks, forward types, and the driver over
//! constants and instructions.
//!
//! Numbers run through functions, globals, arguments, constants, and results in layout order;
//! blocks are numbered in layout order. Values and blocks that are not laid out or not used do not
//! exist in the bitcode. An operand that is defined later is announced by a forward type record the
//! first time it is needed, before the instruction, as the SDK's writer does. Linear in the
//! function.
//!
//! Source: [PNACL-MANUAL] "Function Blocks", "RelativeIndex", "Forward Type Declaration".

use super::blocks::BlockWriter;
use super::constants::Constants;
use super::types::TypeTable;
use crate::bitcode::records::BlockId;
use crate::ice::{Block, Function, Module, Value, ValueRef};
use crate::util::entity::Entity;

const DECLARE_BLOCKS: u64 = 1;
const FORWARD_TYPE: u64 = 43;

/// A local value or block that has no number.
const NONE: u32 = u32::MAX;

/// Writes function blocks, one after another.
pub(super) struct BodyWriter<'m> {
    pub(super) module: &'m Module,
    pub(super) types: &'m TypeTable,
    /// Operands of the record under construction.
    pub(super) operands: Vec<u64>,
    constants: Constants,
    numbering: Numbering,
}

/// The numbers of one function's values and blocks. Local values are numbered from 0 here.
struct Numbering {
    /// Number of functions.
    funcs: u32,
    /// Number of functions and globals: the absolute number of the first argument.
    base: u32,
    /// By index into the function's value table.
    values: Vec<u32>,
    /// By block.
    blocks: Vec<u32>,
    /// The next result's number.
    next: u32,
    /// By number: whether a forward type has announced it.
    announced: Vec<bool>,
}

impl<'m> BodyWriter<'m> {
    /// A writer for the bodies of a module.
    pub(super) fn new(module: &'m Module, types: &'m TypeTable) -> Self {
        let funcs = module.funcs.len() as u32;
        let base = funcs + module.globals.len() as u32;
        let numbering = Numbering { funcs, base, values: Vec::new(), blocks: Vec::new(), next: 0, announced: Vec::new() };
        Self { module, types, operands: Vec::new(), constants: Constants::default(), numbering }
    }

    /// Writes the function block of a body that [`check`](super::check) has passed.
    pub(super) fn write(&mut self, func: &Function, out: &mut BlockWriter) {
        self.numbering.assign(func, &mut self.constants);
        out.enter(BlockId::Function);
        out.record(DECLARE_BLOCKS, [func.block_order().len() as u64].into_iter());
        self.constants.write(self.types, out);
        for inst in func.block_order().iter().flat_map(|&block| func.block_insts(block)) {
            self.instruction(func, inst, out);
            if func.result(inst).is_some() {
                self.numbering.next += 1;
            }
        }
        out.end();
    }

    /// An operand as a distance, modulo 2^32; announces it if it is defined later.
    pub(super) fn operand(&mut self, func: &Function, value: Value, out: &mut BlockWriter) -> u64 {
        let number = self.announce(func, value, out);
        u64::from(self.numbering.here().wrapping_sub(number))
    }

    /// A phi's operand: a distance that is shifted left, the sign lowest.
    pub(super) fn phi_operand(&mut self, func: &Function, value: Value, out: &mut BlockWriter) -> u64 {
        let number = self.announce(func, value, out);
        let distance = i64::from(self.numbering.here()) - i64::from(number);
        distance.unsigned_abs() << 1 | u64::from(distance < 0)
    }

    /// A callee as a distance.
    pub(super) fn callee(&self, func: crate::ice::FuncId) -> u64 {
        u64::from(self.numbering.here().wrapping_sub(func.as_u32()))
    }

    /// The number of a block that is laid out.
    pub(super) fn block(&self, block: Block) -> u64 {
        u64::from(self.numbering.blocks[block.index()])
    }

    /// The absolute number of a value; a forward type comes first if it needs one.
    fn announce(&mut self, func: &Function, value: Value, out: &mut BlockWriter) -> u32 {
        let number = self.numbering.absolute(value);
        if number >= self.numbering.here() {
            let announced = &mut self.numbering.announced[(number - self.numbering.base) as usize];
            if !std::mem::replace(announced, true) {
                out.record(FORWARD_TYPE, [u64::from(number), self.types.number(func.ty(value))].into_iter());
            }
        }
        number
    }
}

impl Numbering {
    fn assign(&mut self, func: &Function, constants: &mut Constants) {
        self.values.clear();
        self.values.resize(func.value_count(), NONE);
        self.next = func.args().len() as u32;
        for (number, slot) in (0..self.next).zip(&mut self.values) {
            *slot = number;
        }
        constants.number(func, &mut self.values, &mut self.next);
        let mut number = self.next;
        self.blocks.clear();
        self.blocks.resize(func.block_count(), NONE);
        for (&block, block_number) in func.block_order().iter().zip(0..) {
            self.blocks[block.index()] = block_number;
            for index in func.block_insts(block).filter_map(|inst| func.result(inst)?.local_index()) {
                self.values[index] = number;
                number += 1;
            }
        }
        self.announced.clear();
        self.announced.resize(number as usize, false);
    }

    /// The absolute number that the next result will have.
    fn here(&self) -> u32 {
        self.base + self.next
    }

    fn absolute(&self, value: Value) -> u32 {
        match value.unpack() {
            ValueRef::Func(func) => func.as_u32(),
            ValueRef::Global(global) => self.funcs + global.as_u32(),
            ValueRef::Local(index) => self.base + self.values[index as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::abbrev::AbbrevTable;
    use crate::bitcode::cursor::Cursor;
    use crate::bitcode::records::{BlockName, Item, Records};
    use crate::bitcode::write::abbrevs::{define, shapes};
    use crate::bitcode::write::bits::Bits;
    use crate::ice::{BinOp, FunctionBuilder, IntCond, Linkage, Type};

    /// The abbreviations of function blocks as the reader has them.
    fn abbreviations(type_width: u32) -> AbbrevTable {
        let (mut bits, mut table) = (Bits::default(), AbbrevTable::new());
        let shapes = shapes(BlockId::Function);
        shapes.iter().for_each(|shape| define(&mut bits, shape, type_width));
        bits.align32();
        let bytes = bits.into_bytes();
        let mut cursor = Cursor::new(&bytes, 0);
        shapes.iter().for_each(|_| table.define(&mut cursor).unwrap());
        table
    }

    /// The records of a body, code first, without its constants block.
    fn records(module: &Module, func: &Function) -> Vec<Vec<u64>> {
        let types = TypeTable::new(module, &[func]);
        let width = types.width().unwrap();
        let mut out = BlockWriter::new(&[], width);
        BodyWriter::new(module, &types).write(func, &mut out);
        let bytes = out.finish().unwrap();
        let (mut cursor, mut reader, mut records) = (Cursor::new(&bytes, 0), Records::new(), Vec::new());
        assert!(matches!(reader.next(&mut cursor, &AbbrevTable::new()), Ok(Item::Block)));
        let abbrevs = abbreviations(width);
        let name = BlockName { id: BlockId::Function, function: Some(0) };
        reader.enter(name, reader.nested().width, cursor.position(), &abbrevs).unwrap();
        loop {
            match reader.next(&mut cursor, &abbrevs).unwrap() {
                Item::Record => records.push([&[reader.code()], reader.operands()].concat()),
                Item::Block => cursor.skip(reader.nested().bytes * 8),
                Item::Define => panic!("a definition"),
                Item::End => return records,
            }
        }
    }

    #[test]
    fn later_values_are_announced_once() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, looping, exit, one) = (b.current(), b.block(), b.block(), b.i32(1));
        b.br(looping);
        b.switch_to(looping);
        let (first, second) = (b.phi(Type::I32, &[]), b.phi(Type::I32, &[]));
        let next = b.binary(BinOp::Add, first, one);
        for phi in [first, second] {
            b.set_phi(phi, &[(entry, b.arg(0)), (looping, next)]);
        }
        let done = b.icmp(IntCond::Eq, next, b.arg(0));
        b.cond_br(done, exit, looping);
        b.switch_to(exit);
        b.ret(None);
        // The function is value 0, its argument 1, the constant 2, the phis 3 and 4, the sum 5, the
        // condition 6.
        let i32_number = 0;
        let expected: [&[u64]; 9] = [
            &[1, 3],
            &[11, 1],
            &[43, 5, i32_number],
            &[16, i32_number, 4, 0, 5, 1],
            &[16, i32_number, 6, 0, 3, 1],
            &[2, 2, 3, 0],
            &[28, 1, 5, 32],
            &[11, 2, 1, 1],
            &[10],
        ];
        let func = b.finish();
        assert_eq!(records(&module, &func), expected);
    }

    #[test]
    fn operands_defined_in_a_later_block_are_distances_modulo_32_bits() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, user, definer) = (b.current(), b.block(), b.block());
        b.br(definer);
        b.switch_to(definer);
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(0));
        b.br(user);
        b.switch_to(user);
        b.binary(BinOp::Mul, sum, sum);
        b.ret(None);
        b.func().set_block_order(&[entry, user, definer]);
        let func = b.finish();
        // Type 1 is i32: void is named as often and comes first.
        let ahead = u64::from(u32::MAX);
        let expected: [&[u64]; 7] = [&[1, 3], &[11, 2], &[43, 3, 1], &[2, ahead, ahead, 2], &[10], &[2, 2, 2, 0], &[11, 1]];
        assert_eq!(records(&module, &func), expected);
    }
}
