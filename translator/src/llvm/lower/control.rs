//! Terminators. An edge of LLVM may become several here; what phis get is noted at each.

use super::super::ast::{BlockId, Const, Op, Operand};
use super::function::Lowering;
use super::shape::Shape;
use super::{Result, body_of};
use crate::ice::{IntCond, Intrinsic};

impl Lowering<'_, '_> {
    pub(super) fn terminator(&mut self, op: &Op) -> Result<()> {
        match op {
            Op::Br { target } => return self.branch(*target),
            Op::CondBr { cond, on_true, on_false } => {
                let cond = self.single(cond)?;
                let (on_true, on_false) = (self.edge(*on_true)?, self.edge(*on_false)?);
                self.b.cond_br(cond, on_true, on_false);
            }
            Op::Switch { value, default, cases } => return self.switch(value, *default, cases),
            Op::IndirectBr { addr, targets } => return self.indirect_branch(addr, targets),
            Op::Ret { value } => return self.ret(value.as_ref()),
            Op::Resume => {
                self.effect(Intrinsic::Trap, &[]);
                self.b.unreachable();
            }
            _ => self.b.unreachable(),
        }
        Ok(())
    }

    pub(super) fn branch(&mut self, target: BlockId) -> Result<()> {
        let target = self.edge(target)?;
        self.b.br(target);
        Ok(())
    }

    fn switch(&mut self, value: &Operand, default: BlockId, cases: &[(Const, BlockId)]) -> Result<()> {
        let Shape::Int(bits) = self.shape(value.ty)? else { return Err("a switch on something that is no integer".into()) };
        let parts = self.operand(value)?;
        if bits == 1 || bits > 64 {
            return self.comparisons(value, bits, default, cases);
        }
        let mut numbered = Vec::new();
        for (case, target) in cases {
            let case = self.constant_parts(value.ty, case)?;
            let number = self.known(case[0]).ok_or("a case that is not constant")?;
            numbered.push((number, self.edge(*target)?));
        }
        let default = self.edge(default)?;
        self.b.switch(parts[0], default, &numbered);
        Ok(())
    }

    /// A switch on a width that PNaCl's does not take, as one comparison after another.
    fn comparisons(&mut self, value: &Operand, bits: u32, default: BlockId, cases: &[(Const, BlockId)]) -> Result<()> {
        let parts = self.operand(value)?;
        for (case, target) in cases {
            let case = self.constant_parts(value.ty, case)?;
            let same = self.int_compare(IntCond::Eq, bits, &parts, &case);
            let target = self.edge(*target)?;
            let next = self.b.block();
            self.b.cond_br(same, target, next);
            self.b.switch_to(next);
        }
        self.branch(default)
    }

    /// A jump to one of the function's blocks by its number, which is what its address is here.
    fn indirect_branch(&mut self, addr: &Operand, targets: &[BlockId]) -> Result<()> {
        let number = self.single(addr)?;
        let mut cases = Vec::new();
        let Some((_, body)) = body_of(self.program, self.place) else { return Err("it has no body".into()) };
        for target in targets {
            let case = u64::from(body.block_number(*target));
            if cases.iter().all(|&(known, _)| known != case) {
                cases.push((case, self.edge(*target)?));
            }
        }
        let nowhere = self.b.block();
        self.b.switch(number, nowhere, &cases);
        self.b.switch_to(nowhere);
        self.b.unreachable();
        Ok(())
    }
}
