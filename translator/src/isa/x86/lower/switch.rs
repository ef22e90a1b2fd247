//! Switches: ranges, bit tests, jump tables and binary search, by the plan of
//! [`crate::isa::common::switch`].
//!
//! A jump table is a list of addresses in read-only data. In 32-bit mode the jump reads its target
//! from there; in 64-bit mode addresses have 32 bits and a jump's operand 64, so that a load comes
//! first.

use super::super::inst::{Absolute, Base};
use super::super::op::{Cc, Op, Size};
use super::{Amode, Inst, Lower, Opcode, Opnd};
use crate::ice::{Block, Type};
use crate::isa::common::lower::Tested;
use crate::isa::common::switch_code::SwitchCode;
use crate::lir::{Label, Var};
use crate::mc::SymbolRef;

/// With which size the lower register of a value is worked on.
fn size_of(tested: Tested) -> Size {
    if tested.ty == Type::I64 && tested.high.is_none() { Size::B8 } else { Size::B4 }
}

impl Lower<'_> {
    /// A number of the value's size as an operand.
    fn number_for(&mut self, tested: Tested, number: u64) -> Opnd {
        if size_of(tested) == Size::B8 { self.wide_constant(number) } else { Opnd::Imm(number as i32) }
    }

    fn copy_of(&mut self, size: Size, source: Var) -> Var {
        let temp = self.gpr();
        self.op(Op::Mov, size, temp, source);
        temp
    }
}

impl SwitchCode for Lower<'_> {
    type Value = Tested;

    fn branch_if_equal(&mut self, value: Tested, number: u64, to: Label) {
        let operand = self.number_for(value, number);
        match value.high {
            None => {
                self.op(Op::Cmp, size_of(value), value.low, operand);
                self.jump_if(Cc::E, to);
            }
            Some(high) => {
                let unequal = self.code.make_label();
                self.op(Op::Cmp, Size::B4, value.low, operand);
                self.jump_if(Cc::Ne, unequal);
                self.op(Op::Cmp, Size::B4, high, Opnd::Imm((number >> 32) as i32));
                self.jump_if(Cc::E, to);
                Lower::bind(self, unequal);
            }
        }
    }

    fn branch_by_bound(&mut self, value: Tested, bound: u64, below: bool, to: Label) {
        let operand = self.number_for(value, bound);
        match value.high {
            None => self.op(Op::Cmp, size_of(value), value.low, operand),
            Some(high) => {
                let difference = self.copy_of(Size::B4, high);
                self.op(Op::Cmp, Size::B4, value.low, operand);
                self.op(Op::Sbb, Size::B4, difference, Opnd::Imm((bound >> 32) as i32));
            }
        }
        self.jump_if(if below { Cc::B } else { Cc::Ae }, to);
    }

    fn minus(&mut self, value: Tested, number: u64) -> Tested {
        let operand = self.number_for(value, number);
        let low = self.copy_of(size_of(value), value.low);
        let high = value.high.map(|high| self.copy_of(Size::B4, high));
        self.op(Op::Sub, size_of(value), low, operand);
        if let Some(high) = high {
            self.op(Op::Sbb, Size::B4, high, Opnd::Imm((number >> 32) as i32));
        }
        Tested { low, high, ..value }
    }

    fn branch_by_mask(&mut self, value: Tested, mask: u32, to: Label) {
        let bits = self.gpr();
        self.op(Op::Mov, Size::B4, bits, Opnd::Imm(mask as i32));
        self.op(Op::Bt, Size::B4, bits, value.low);
        self.jump_if(Cc::B, to);
    }

    fn jump_by_table(&mut self, value: Tested, table: &[Block]) {
        let table = self.jump_table(table);
        let (index, symbol) = (Some((value.low, 2)), Some(SymbolRef::Table(table)));
        let entry = self.mem(Amode { index, symbol, wraps: self.isa.is_64, ..Amode::new(Base::Other(Absolute), 0) });
        // A sandbox masks the target, which has to be in a register for that.
        let address = if self.isa.is_64 || self.code.sandboxed { Opnd::Var(self.load_gpr(Size::B4, entry)) } else { entry };
        self.push(Inst::new(Opcode::Real(Op::Jmp), Size::B4, Opnd::None, address).with(Opnd::Table(table)));
    }
}
