//! The state of a function's control flow, as something to compare: what an analysis was computed
//! for, and what the function is now.
//!
//! In: word of each change. Out: an [`Epoch`], which differs after it. Counted in builds with
//! debug assertions only; in others it has no size and all epochs are equal. The count goes on when
//! a function is cleared and refilled, and a clone begins with that of its original, whose control
//! flow it has. Two functions that were made apart and got as many changes are only told apart by
//! their names: this finds mistakes and proves nothing.

use crate::ice::FuncId;

/// See the module.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Epoch {
    #[cfg(debug_assertions)]
    state: (FuncId, u32),
}

/// How often a function's control flow was changed.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Changes {
    #[cfg(debug_assertions)]
    number: u32,
}

impl Changes {
    /// An edge or the layout changes.
    #[inline(always)]
    pub(super) fn count(&mut self) {
        #[cfg(debug_assertions)]
        {
            self.number = self.number.wrapping_add(1);
        }
    }

    /// The epoch of the function with this name.
    #[inline(always)]
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "there is but one epoch"))]
    pub(super) fn epoch(self, func: FuncId) -> Epoch {
        Epoch {
            #[cfg(debug_assertions)]
            state: (func, self.number),
        }
    }
}

#[cfg(test)]
#[cfg(debug_assertions)]
mod tests {
    use crate::ice::{BinOp, Block, FuncId, Function, InstData, Type, Value};

    /// What each edit of control flow does to the epoch, and that others leave it.
    #[test]
    fn control_flow_has_epochs_and_arithmetic_has_not() {
        let mut func = Function::new(FuncId::from_u32(0), &[Type::I32]);
        let mut last = func.epoch();
        let mut passes = |func: &Function| std::mem::replace(&mut last, func.epoch()) != func.epoch();
        let [block, end] = [(); 2].map(|()| func.append_block());
        assert!(passes(&func), "blocks");
        let arg = Value::local(0);
        let (add, _) = func.append_inst(block, InstData::Binary { op: BinOp::Add, lhs: arg, rhs: arg }, Type::I32);
        *func.inst_mut(add) = InstData::Binary { op: BinOp::Sub, lhs: arg, rhs: arg };
        func.map_operands(add, |value| value);
        assert!(!passes(&func), "arithmetic");
        let (branch, _) = func.append_inst(block, InstData::Br { target: end }, Type::Void);
        assert!(passes(&func), "a terminator");
        *func.inst_mut(branch) = InstData::Br { target: block };
        assert!(passes(&func), "another one");
        func.map_successors(block, |_| end);
        assert!(passes(&func), "another target");
        func.set_block_order(&[end, block]);
        assert!(passes(&func), "another layout");
        func.move_tail(add, end);
        assert!(passes(&func), "a terminator that moves");
        func.move_inst_before(add, branch);
        assert!(!passes(&func), "an instruction that moves");
        func.remove_inst(branch);
        assert!(passes(&func), "no terminator");
        func.remove_inst(add);
        assert!(!passes(&func), "no addition");
        let copy = func.clone();
        assert!(!passes(&copy), "a copy");
        func.clear();
        assert!(passes(&func) && func.block_order() == <[Block; 0]>::default(), "another function");
    }
}
