//! What the instructions of a loop cost that addresses are made with, and what goes with them.
//!
//! Costs are instructions of the target, twice for what every round executes and once for the rest. An addition, or a shift, that
//! every access takes into its address costs nothing ([`Adds`]).

use crate::ice::{BinOp, Block, Function, Inst, InstData, Type, Value, ValueDef, ValueRef};
use crate::util::refill;

/// What accesses of a target add up themselves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Adds {
    /// A register and a constant.
    Constant,
    /// The same, or another register, shifted for some types.
    Register,
    /// All of it, and the address of a symbol.
    All,
}

/// The parts of one address that are looked at.
const MAX_PARTS: usize = 6;

/// The instructions that are followed when one goes.
const MAX_FOLLOWED: usize = 64;

/// How a loop uses a value.
#[derive(Copy, Clone, Default, Debug)]
struct Use {
    /// The loop that this is about, as a number from one.
    mark: u32,
    /// How often it uses the value, and how often it would after what was released.
    total: u32,
    count: u32,
    /// How many uses take in its work.
    folded: u32,
}

/// How often a loop uses values, and how often that costs nothing.
#[derive(Clone, Default, Debug)]
pub struct Costs {
    /// By value.
    uses: Vec<Use>,
    mark: u32,
    /// Values that have lost a use.
    log: Vec<Value>,
    work: Vec<Value>,
}

impl Costs {
    /// Begins with a function.
    pub fn begin(&mut self) {
        self.uses.clear();
        self.mark = 0;
    }

    /// Begins with a loop of it, which consists of these blocks.
    pub fn begin_loop(&mut self, func: &Function, blocks: &[Block]) {
        if self.uses.is_empty() {
            refill(&mut self.uses, func.value_count(), Use::default());
        }
        self.mark += 1;
        for &block in blocks {
            for phi in func.block_insts(block).take_while(|&inst| func.inst(inst).is_phi()) {
                self.count(func, phi);
            }
        }
        for &block in blocks.iter().rev() {
            let mut next = func.last_inst(block);
            while let Some(inst) = next.filter(|&inst| !func.inst(inst).is_phi()) {
                next = func.prev_inst(inst);
                // What nothing of the loop has used by now is left over from other passes.
                let is_left_over = is_arithmetic(func, inst) && func.result(inst).is_some_and(|result| self.uses(result) == 0);
                if !is_left_over {
                    self.count(func, inst);
                }
            }
        }
    }

    fn count(&mut self, func: &Function, inst: Inst) {
        let (uses, mark) = (self.uses.as_mut_slice(), self.mark);
        func.visit_operands(inst, |value| {
            if let Some(known) = value.local_index().and_then(|index| uses.get_mut(index)) {
                if known.mark != mark {
                    *known = Use { mark, ..Use::default() };
                }
                known.total += 1;
                known.count += 1;
            }
        });
    }

    fn get(&self, value: Value) -> Use {
        let known = value.local_index().and_then(|index| self.uses.get(index)).copied();
        known.filter(|known| known.mark == self.mark).unwrap_or_default()
    }

    fn get_mut(&mut self, value: Value) -> Option<&mut Use> {
        let mark = self.mark;
        value.local_index().and_then(|index| self.uses.get_mut(index)).filter(|known| known.mark == mark)
    }

    /// How often the loop uses a value, without what was released.
    pub fn uses(&self, value: Value) -> u32 {
        self.get(value).count
    }

    fn fold(&mut self, value: Value) -> bool {
        let Some(known) = self.get_mut(value) else { return false };
        known.folded += 1;
        known.folded == 1
    }

    fn is_free(&self, value: Value) -> bool {
        let Use { folded, total, .. } = self.get(value);
        folded > 0 && folded >= total
    }

    /// Notes what an access takes in of its address.
    pub fn note_access(&mut self, func: &Function, adds: Adds, addr: Value, ty: Type) {
        let Some((lhs, rhs)) = sum(func, addr) else { return };
        let is_number = func.int_const(rhs).is_some();
        match adds {
            Adds::Constant if is_number => _ = self.fold(addr),
            Adds::Constant => {}
            Adds::Register if is_number => _ = self.fold(addr),
            Adds::Register => {
                if !matches!(ty, Type::I1 | Type::I8 | Type::I16 | Type::I32) || is_symbol(lhs) || is_symbol(rhs) {
                    return;
                }
                if self.fold(addr)
                    && ty != Type::I16
                    && let Some(&scaled) = [rhs, lhs].iter().find(|&&part| scale(func, part).is_some())
                {
                    self.fold(scaled);
                }
            }
            Adds::All => self.note_all(func, addr),
        }
    }

    /// The same where two registers, one of them scaled, a symbol and a constant are added up.
    fn note_all(&mut self, func: &Function, addr: Value) {
        let (mut parts, mut len, mut is_scaled) = ([addr; 2], 1, false);
        for _ in 0..MAX_PARTS {
            let found = (0..len).find(|&at| match sum(func, parts[at]) {
                Some((_, rhs)) => is_constant(func, rhs) || len == 1,
                None => !is_scaled && scale(func, parts[at]).is_some_and(|by| by <= 3),
            });
            let Some(at) = found else { return };
            if !self.fold(parts[at]) {
                return;
            }
            match sum(func, parts[at]) {
                Some((lhs, rhs)) if is_constant(func, rhs) => parts[at] = lhs,
                Some((lhs, rhs)) => (parts, len) = ([lhs, rhs], 2),
                None => {
                    is_scaled = true;
                    let Some(ValueDef::Inst(shift)) = func.def(parts[at]) else { return };
                    let InstData::Binary { lhs, .. } = *func.inst(shift) else { return };
                    parts[at] = lhs;
                }
            }
        }
    }

    /// What an instruction costs each time.
    pub fn price(&self, func: &Function, adds: Adds, inst: Inst) -> u32 {
        let (InstData::Binary { op, lhs, rhs }, Some(result)) = (*func.inst(inst), func.result(inst)) else { return 0 };
        // Where accesses do not add up all of it, the address of a stack object is made anew each time.
        let object = u32::from(adds != Adds::All && (is_object(func, lhs) || is_object(func, rhs)));
        if self.is_free(result) {
            return object;
        }
        object
            + match (op, func.int_const(rhs)) {
                // Sums and differences take it in.
                (BinOp::Shl, _) if adds == Adds::Register && self.get(result).total == 1 => 0,
                // It has to be copied before.
                (BinOp::Shl, Some(by)) if adds == Adds::All && by > 3 => 2,
                (BinOp::Mul, _) if adds != Adds::All => 2,
                _ => 1,
            }
    }

    /// What an instruction saves that is not needed any more, with all that is made for it alone; `weight` says how often one of the
    /// loop is executed, and `None` of others. What it has lost is noted.
    pub fn release(&mut self, func: &Function, adds: Adds, inst: Inst, weight: impl Fn(Inst) -> Option<u32>) -> u32 {
        let mut saved = 0;
        self.work.clear();
        func.visit_operands(inst, |operand| self.work.push(operand));
        for _ in 0..MAX_FOLLOWED {
            let Some(value) = self.work.pop() else { break };
            let Some(known) = self.get_mut(value).filter(|known| known.count > 0) else { continue };
            known.count -= 1;
            let is_last = known.count == 0;
            self.log.push(value);
            if let Some(ValueDef::Inst(def)) = func.def(value)
                && is_last
                && let Some(weight) = weight(def)
                && is_arithmetic(func, def)
            {
                saved += weight * self.price(func, adds, def);
                func.visit_operands(def, |operand| self.work.push(operand));
            }
        }
        saved
    }

    /// Forgets what was released.
    pub fn restore(&mut self) {
        while let Some(value) = self.log.pop() {
            if let Some(known) = self.get_mut(value) {
                known.count += 1;
            }
        }
    }

    /// Has what was released be so.
    pub fn settle(&mut self) {
        self.log.clear();
    }
}

/// Whether an instruction is one that addresses are made with.
pub fn is_arithmetic(func: &Function, inst: Inst) -> bool {
    matches!(func.inst(inst), InstData::Binary { op: BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl, .. })
}

/// The operands of a sum, the constant one on the right.
fn sum(func: &Function, value: Value) -> Option<(Value, Value)> {
    let Some(ValueDef::Inst(inst)) = func.def(value) else { return None };
    let InstData::Binary { op: BinOp::Add, lhs, rhs } = *func.inst(inst) else { return None };
    Some(if is_symbol(lhs) { (rhs, lhs) } else { (lhs, rhs) })
}

/// By how much a value is shifted.
fn scale(func: &Function, value: Value) -> Option<u64> {
    let Some(ValueDef::Inst(inst)) = func.def(value) else { return None };
    let InstData::Binary { op: BinOp::Shl, rhs, .. } = *func.inst(inst) else { return None };
    func.int_const(rhs).filter(|&by| by < 32)
}

fn is_symbol(value: Value) -> bool {
    matches!(value.unpack(), ValueRef::Global(_) | ValueRef::Func(_))
}

fn is_object(func: &Function, value: Value) -> bool {
    matches!(func.def(value), Some(ValueDef::Inst(inst)) if matches!(func.inst(inst), InstData::Alloca { .. }))
}

fn is_constant(func: &Function, value: Value) -> bool {
    is_symbol(value) || func.int_const(value).is_some()
}

/// How far from an address an access of a type may be, either way.
pub fn max_offset(adds: Adds, ty: Type) -> u32 {
    match adds {
        Adds::All => 1 << 16,
        Adds::Constant => 0x7f00,
        Adds::Register if ty.is_vector() => 0,
        Adds::Register if matches!(ty, Type::I1 | Type::I8 | Type::I32 | Type::I64) => 0xff0,
        Adds::Register => 0xfc,
    }
}
