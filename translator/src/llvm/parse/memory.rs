//! Instructions that access memory, in the text.

use super::super::ast::{Access, Op, Rmw};
use super::super::lex::Token;
use super::{Parser, Result};

/// The number of a memory order in PNaCl ([PNACL-ABI] "Atomic intrinsics"), from LLVM's word.
fn order(word: &str) -> Option<u32> {
    Some(match word {
        "unordered" | "monotonic" => 1,
        "acquire" => 3,
        "release" => 4,
        "acq_rel" => 5,
        "seq_cst" => 6,
        _ => return None,
    })
}

fn rmw(word: &str) -> Option<Rmw> {
    Some(match word {
        "xchg" => Rmw::Xchg,
        "add" => Rmw::Add,
        "sub" => Rmw::Sub,
        "and" => Rmw::And,
        "nand" => Rmw::Nand,
        "or" => Rmw::Or,
        "xor" => Rmw::Xor,
        "max" => Rmw::Max,
        "min" => Rmw::Min,
        "umax" => Rmw::UMax,
        "umin" => Rmw::UMin,
        "fadd" => Rmw::FAdd,
        "fsub" => Rmw::FSub,
        _ => return None,
    })
}

impl Parser<'_, '_> {
    pub(super) fn memory(&mut self, word: &str) -> Result<Op> {
        match word {
            "alloca" => self.alloca(),
            "load" => self.load(),
            "store" => self.store(),
            "fence" => {
                self.scope()?;
                Ok(Op::Fence { order: self.order()? })
            }
            "cmpxchg" => self.cmpxchg(),
            _ => self.atomic_rmw(),
        }
    }

    fn alloca(&mut self) -> Result<Op> {
        self.flags()?;
        self.take_word("swifterror")?;
        let ty = self.ty()?;
        let (mut count, mut align) = (None, None);
        while self.is(',') && !matches!(self.peek_second(), Token::Meta(_)) {
            self.next()?;
            if self.take_word("align")? {
                align = Some(self.small_number()?);
            } else if self.take_word("addrspace")? {
                self.skip_balanced()?;
            } else {
                count = Some(self.operand()?);
            }
        }
        Ok(Op::Alloca { ty, count, align })
    }

    fn load(&mut self) -> Result<Op> {
        let atomic = self.take_word("atomic")?;
        let volatile = self.take_word("volatile")?;
        let ty = self.ty()?;
        self.expect(',')?;
        let addr = self.operand()?;
        Ok(Op::Load { ty, addr, access: self.access(atomic, volatile)? })
    }

    fn store(&mut self) -> Result<Op> {
        let atomic = self.take_word("atomic")?;
        let volatile = self.take_word("volatile")?;
        let value = self.operand()?;
        self.expect(',')?;
        let addr = self.operand()?;
        Ok(Op::Store { value, addr, access: self.access(atomic, volatile)? })
    }

    /// Order and alignment after the address.
    fn access(&mut self, atomic: bool, volatile: bool) -> Result<Access> {
        let mut order = None;
        if atomic {
            self.scope()?;
            order = Some(self.order()?);
        }
        Ok(Access { align: self.alignment()?, volatile, order })
    }

    /// `, align 4`, if it comes.
    fn alignment(&mut self) -> Result<Option<u32>> {
        if !self.is(',') || self.peek_second() != Token::Word("align") {
            return Ok(None);
        }
        self.next()?;
        self.next()?;
        self.small_number().map(Some)
    }

    /// `syncscope("…")`: which threads see it. PNaCl has all or nothing, and all is always right.
    fn scope(&mut self) -> Result<()> {
        if self.take_word("syncscope")? { self.skip_balanced() } else { Ok(()) }
    }

    fn order(&mut self) -> Result<u32> {
        let word = self.word()?;
        order(word).ok_or_else(|| format!("unknown memory order '{word}'"))
    }

    fn cmpxchg(&mut self) -> Result<Op> {
        self.take_word("weak")?;
        self.take_word("volatile")?;
        let addr = self.operand()?;
        self.expect(',')?;
        let expected = self.operand()?;
        self.expect(',')?;
        let desired = self.operand()?;
        self.scope()?;
        let orders = (self.order()?, self.order()?);
        self.alignment()?;
        Ok(Op::CmpXchg { addr, expected, desired, orders })
    }

    fn atomic_rmw(&mut self) -> Result<Op> {
        self.take_word("volatile")?;
        let word = self.word()?;
        let op = rmw(word).ok_or_else(|| format!("the atomic operation '{word}' cannot be PNaCl"))?;
        let addr = self.operand()?;
        self.expect(',')?;
        let value = self.operand()?;
        self.scope()?;
        let order = self.order()?;
        self.alignment()?;
        Ok(Op::AtomicRmw { op, addr, value, order })
    }
}
