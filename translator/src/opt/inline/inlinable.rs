//! Bodies that may stand in place of calls: those of small functions that are one block and call none of the program's functions.
//!
//! In: the functions of a program, in any order, each of which the verifier accepts or the bitcode reader has made. Out: a table by
//! function, of a copy of each body that qualifies. It is made before the first function is translated and not changed any more, so
//! that a function's code depends on the program alone, and neither on the number of threads nor on what is translated beside it.
//!
//! All bodies lie in one [`Function`], a block for each, whose operands are numbered on from [`Piece::first`]. That is about 60 bytes
//! for each instruction and 20 for each constant, of [`MAX_INSTS`] instructions at most for a function, and 20 bytes for each function
//! of the program. Linear in the functions' sizes.

use super::graft::Graft;
use crate::ice::intrinsics::Effect;
use crate::ice::{Block, FuncId, Function, Inst, InstData, Intrinsic, Module, Type, Value, ValueDef};
use crate::util::entity::Entity;

/// The most instructions of a body, beside the return. A call takes about as many, with what passes arguments and saves registers.
const MAX_INSTS: usize = 12;

/// A block of a function, and the local values that it is made of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub block: Block,
    /// The number of the first of the values: the first parameter.
    pub first: u32,
    /// How many there are.
    pub values: u32,
}

/// The bodies that may stand in place of calls.
#[derive(Clone, Default, Debug)]
pub struct Inlinable {
    /// By function, up to the last one that has a body here.
    by_func: Vec<Option<Piece>>,
    code: Function,
    graft: Graft,
}

impl Inlinable {
    /// Those of a program in memory that the verifier accepts.
    pub fn of(module: &Module, bodies: &[Function]) -> Self {
        let mut inlinable = Self::default();
        bodies.iter().for_each(|body| inlinable.add(module, body));
        inlinable
    }

    /// Takes in a function's body, if it qualifies.
    pub fn add(&mut self, module: &Module, func: &Function) {
        let Some(block) = qualifies(module, func) else { return };
        let first = self.code.value_count() as u32;
        for (index, param) in func.args().enumerate() {
            self.code.push_value(func.ty(param), ValueDef::Arg(index as u32));
        }
        let params = first..self.code.value_count() as u32;
        let to = self.code.append_block();
        let whole = Piece { block, first: 0, values: func.value_count() as u32 };
        let put = |code: &mut Function, data, ty| code.append_inst(to, data, ty);
        let value = self.graft.copy((func, whole), &mut self.code, params.map(Value::local), put);
        self.code.append_inst(to, InstData::Ret { value }, Type::Void);
        let index = func.id.index();
        if index >= self.by_func.len() {
            self.by_func.resize(index + 1, None);
        }
        self.by_func[index] = Some(Piece { block: to, first, values: self.code.value_count() as u32 - first });
    }

    /// Whether there is no body.
    pub fn is_empty(&self) -> bool {
        self.by_func.is_empty()
    }

    /// A function's body, if it is here.
    #[inline]
    pub fn find(&self, func: FuncId) -> Option<(&Function, Piece)> {
        self.by_func.get(func.index()).copied().flatten().map(|piece| (&self.code, piece))
    }
}

/// The only block of a function that may stand in place of calls.
fn qualifies(module: &Module, func: &Function) -> Option<Block> {
    let &[block] = func.block_order() else { return None };
    let last = func.last_inst(block)?;
    let rest = || func.block_insts(block).take_while(move |&inst| inst != last);
    let is_small = rest().take(MAX_INSTS + 1).count() <= MAX_INSTS;
    let returns = matches!(func.inst(last), InstData::Ret { .. });
    let qualifies = is_small
        && returns
        && rest().all(|inst| may_stand_elsewhere(module, func, inst))
        && func.block_insts(block).all(|inst| has_operands(func, block, inst));
    qualifies.then_some(block)
}

/// Whether an instruction does in another function what it does in its own: it has nothing to do with the function's frame, comes
/// back once, and calls no function of the program.
fn may_stand_elsewhere(module: &Module, func: &Function, inst: Inst) -> bool {
    match *func.inst(inst) {
        InstData::Alloca { .. } | InstData::CallIndirect { .. } | InstData::Phi { .. } => false,
        InstData::Call { func: callee, .. } => module.funcs[callee].intrinsic.is_some_and(|intrinsic| {
            let comes_back = matches!(intrinsic.row().effect, Effect::Computes | Effect::Observes | Effect::Acts);
            comes_back && !matches!(intrinsic, Intrinsic::StackSave | Intrinsic::StackRestore)
        }),
        _ => true,
    }
}

/// Whether what an instruction uses is there before it. In a block that nobody has verified it need not be.
fn has_operands(func: &Function, block: Block, inst: Inst) -> bool {
    let mut all = true;
    func.visit_operands(inst, |operand| {
        all &= match func.def(operand) {
            Some(ValueDef::Inst(def)) => func.block_insts(block).take_while(|&before| before != inst).any(|before| before == def),
            Some(ValueDef::Forward) => false,
            _ => true,
        };
    });
    all
}
