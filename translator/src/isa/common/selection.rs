//! Selection: which instructions of the IR need no code of their own, because the instruction that
//! uses their result does their work.
//!
//! In: a function, and the rules of a target. Out: for each load and store an address mode
//! ([`AddressMode`]), and the set of *folded* values. A folded value is computed where it is used,
//! and nowhere else:
//! - an addition, shift or multiplication whose result is only used in addresses of loads and
//!   stores of its block, all of which can take its work into their address modes;
//! - a load whose only user can read memory, if nothing in between writes memory;
//! - a comparison whose only user is the branch or select that it decides, in its block, or an extension of
//!   its truth value that is only added or subtracted there;
//! - an `and` of which only a comparison with zero asks whether there are bits, in its block;
//! - an operation on what a load reads, whose only user stores the result to the same place, if an
//!   instruction can do all three;
//! - the address of a symbol plus a constant, which is a constant;
//! - an addition that only makes the next value of the phi that it adds to, at the end of a loop's
//!   block that branches: it is computed last, when the phi's old value has no uses any more, so
//!   that both can share a register ([`Selection::steps`]).
//!
//! Source: [SUBZERO-DESIGN] "X86 address mode inference", "X86 read-modify-write inference", "X86
//! compare-branch inference", "O2 lowering".
//!
//! Blocks are walked backwards, so that all users of a value in its block have been seen when its
//! definition is reached; values that are used in other blocks are not folded. That a value is
//! computed later than it was defined cannot be observed: what folding moves neither writes memory
//! nor is moved over a write, and a trap that moves stays between the same two calls.
//!
//! Complexity: linear in the instructions, but for an operation that is visited once for each
//! address mode that mentions its result, an addition to a phi, visited once for each of the phi's
//! operands, and, where blocks are not laid out by number, inserting steps into their list.
//!
//! Every folded value is paid for with [`Fuel`], as a transformation of the pass that it belongs
//! to: address-modes, load-fold, compare-fold, late-steps.

use crate::analysis::Uses;
use crate::ice::{BinOp, Block, CastOp, Function, Inst, InstData, Module, Type, Value, ValueDef, ValueRef};
use crate::isa::common::lower::late_steps::is_step;
use crate::mc::SymbolRef;
use crate::opt::Fuel;
use crate::options::Pass;
use crate::util::refill;

/// What a load or store adds up to its address: `base + index * 2^scale + symbol + disp`, modulo
/// 2^32.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct AddressMode {
    /// A value, in a register.
    pub base: Option<Value>,
    /// Another one, and the logarithm of its factor.
    pub index: Option<(Value, u8)>,
    /// The address of a symbol.
    pub symbol: Option<SymbolRef>,
    /// A constant, in bytes.
    pub disp: i32,
}

/// What a target can fold.
pub trait Rules {
    /// Whether an access of this type can have an address of this form.
    fn allows(&self, mode: &AddressMode, ty: Type) -> bool;

    /// Whether instructions like this one can read an operand from memory at all.
    fn may_read_memory(&self, user: &InstData) -> bool;

    /// Whether `user` can read its operand number `operand` (in the order of
    /// [`Function::visit_operands`]), which has type `ty`, from memory.
    fn reads_memory(&self, func: &Function, user: Inst, operand: usize, ty: Type) -> bool;

    /// Whether an instruction can apply an operator to memory of this type, as its first operand,
    /// and leave the result there.
    fn changes_memory(&self, op: BinOp, ty: Type) -> bool;

    /// Whether instructions can take the sum of a symbol's address and a constant as a constant.
    fn folds_addresses(&self) -> bool;

    /// Whether an addition can be made between a comparison and the branch that it decides.
    fn steps_keep_flags(&self) -> bool;

    /// Whether a comparison can be folded into the branch or select that it decides.
    fn folds_compare(&self, func: &Function, compare: Inst) -> bool;

    /// Whether a comparison that can be folded is so cheap that each of several branches and selects may make it.
    fn compares_again(&self, func: &Function, compare: Inst) -> bool;

    /// The `and` of two values that a comparison of it with zero can make by itself.
    fn tested(&self, _func: &Function, _compare: Inst) -> Option<Inst> {
        None
    }

    /// Whether the truth value of a comparison can be added to an integer of a type, and subtracted, without being made.
    fn adds_compare(&self, func: &Function, compare: Inst, ty: Type) -> bool;
}

/// Whether a constant may be added to a symbol's address: the linker has to fit the sum into 32
/// bits, and some relocations know no negative numbers. Programs lie neither so high nor so low
/// that these bounds could be met.
pub const fn is_near_symbol(offset: i32) -> bool {
    -(1 << 16) < offset && offset < 1 << 24
}

/// The number of address modes that may take in the same sum of two variables: each keeps both of
/// them alive.
const MAX_SUMS: usize = 4;

const NONE: u32 = u32::MAX;

/// The address mode of an instruction, as long as it can grow.
#[derive(Copy, Clone, Debug)]
struct Access {
    mode: AddressMode,
    ty: Type,
    block: Block,
}

/// That an address mode mentions a value.
#[derive(Copy, Clone, Debug)]
struct Mention {
    access: u32,
    next: u32,
}

/// What is known of a value while its users are being walked.
#[derive(Copy, Clone, Debug)]
struct State {
    /// The address modes that mention it.
    mentions: u32,
    /// How many mentions there are.
    count: u32,
    /// How often it is used, address modes counted as they are now.
    uses: u32,
    /// For a load: the epoch of memory in which its only user wants to read it, plus one. For an
    /// operation whose only user stores it: the epoch before the store, plus one.
    wanted: u32,
    /// For a comparison: how many branches and selects of its block have been met that it decides.
    decides: u32,
    folded: bool,
    /// For the address of a symbol plus a constant: its place in the list of these.
    address: u32,
}

const FRESH: State = State { mentions: NONE, count: 0, uses: 0, wanted: 0, decides: 0, folded: false, address: NONE };

/// A function's selection; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Selection {
    uses: Uses,
    states: Vec<State>,
    accesses: Vec<Access>,
    /// For each instruction its access.
    access_of: Vec<u32>,
    mentions: Vec<Mention>,
    /// Grows with every write to memory, seen backwards.
    epoch: u32,
    scratch: Vec<(u32, AddressMode)>,
    addresses: Vec<(SymbolRef, i32)>,
    /// By block, ascending.
    steps: Vec<(Block, Inst)>,
}

/// Spends the fuel for what is folded.
struct Payer<'a> {
    module: &'a Module,
    func: &'a Function,
    fuel: &'a mut Fuel,
}

impl Payer<'_> {
    fn pays(&mut self, pass: Pass, inst: Inst) -> bool {
        self.fuel.spend(pass, self.module, self.func, inst)
    }
}

impl Selection {
    /// Makes it the selection for `func`.
    pub fn compute(&mut self, module: &Module, func: &Function, rules: &impl Rules, fuel: &mut Fuel) {
        self.uses.compute(func);
        self.states.clear();
        self.states.extend(self.uses.counts().map(|uses| State { uses, ..FRESH }));
        self.accesses.clear();
        refill(&mut self.access_of, func.inst_count(), NONE);
        self.mentions.clear();
        self.addresses.clear();
        self.steps.clear();
        self.epoch = 1;
        let payer = &mut Payer { module, func, fuel };
        if rules.folds_addresses() {
            self.find_addresses(func, payer);
        }
        for &block in func.block_order() {
            self.epoch += 1;
            if rules.steps_keep_flags() {
                self.find_steps(func, block, payer);
            }
            let mut next = func.last_inst(block);
            while let Some(inst) = next {
                next = func.prev_inst(inst);
                self.visit(func, rules, block, inst, payer);
            }
        }
    }

    /// Forgets the selection: nothing is folded.
    pub fn clear(&mut self) {
        self.states.clear();
        self.access_of.clear();
    }

    /// Whether a value is computed only where it is used.
    #[inline]
    pub fn is_folded(&self, value: Value) -> bool {
        value.local_index().is_some_and(|index| self.states.get(index).is_some_and(|state| state.folded))
    }

    /// The address of a load or store, if it was computed.
    #[inline]
    pub fn mode(&self, inst: Inst) -> Option<AddressMode> {
        let access = *self.access_of.get(inst.as_u32() as usize)?;
        Some(self.accesses.get(access as usize)?.mode)
    }

    /// The constant that a value is, if it is the address of a symbol plus an offset.
    #[inline]
    pub fn address(&self, value: Value) -> Option<(SymbolRef, i32)> {
        let state = self.states.get(value.local_index()?)?;
        self.addresses.get(state.address as usize).copied()
    }

    /// The additions that are to be made at the end of a block, after the comparison that decides
    /// its branch.
    pub fn steps(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        let start = self.steps.partition_point(|&(other, _)| other < block);
        self.steps[start..].iter().take_while(move |&&(other, _)| other == block).map(|&(_, inst)| inst)
    }

    /// The uses of each value.
    #[inline]
    pub fn uses(&self) -> &Uses {
        &self.uses
    }

    /// Whether a value is used once.
    #[inline]
    pub fn is_single(&self, value: Value) -> bool {
        self.uses.is_single(value)
    }
}

/// The walk.
impl Selection {
    fn find_addresses(&mut self, func: &Function, payer: &mut Payer<'_>) {
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let InstData::Binary { op: BinOp::Add, lhs, rhs } = *func.inst(inst) else { continue };
                let (symbol, other) = match (symbol_of(lhs), symbol_of(rhs)) {
                    (Some(symbol), _) => (symbol, rhs),
                    (None, Some(symbol)) => (symbol, lhs),
                    (None, None) => continue,
                };
                let Some(offset) = func.int_const(other) else { continue };
                let sum = (symbol, offset as i32);
                let near = is_near_symbol(sum.1);
                if let Some(state) =
                    func.result(inst).and_then(|value| self.states.get_mut(value.local_index()?)).filter(|_| near)
                    && payer.pays(Pass::AddressModes, inst)
                {
                    state.folded = true;
                    state.address = self.addresses.len() as u32;
                    self.addresses.push(sum);
                }
            }
        }
    }

    /// Finds additions to be made last in a block.
    fn find_steps(&mut self, func: &Function, block: Block, payer: &mut Payer<'_>) {
        let Some(last) = func.last_inst(block) else { return };
        let InstData::CondBr { on_true, on_false, .. } = *func.inst(last) else { return };
        let has_phis = |block| func.first_inst(block).is_some_and(|first| func.inst(first).is_phi());
        if !has_phis(on_true) && !has_phis(on_false) {
            return;
        }
        for inst in func.block_insts(block) {
            if is_step(func, &self.uses, block, inst)
                && let Some(index) = func.result(inst).and_then(Value::local_index)
                && payer.pays(Pass::LateSteps, inst)
            {
                self.states[index].folded = true;
                let place = self.steps.partition_point(|&(other, _)| other <= block);
                self.steps.insert(place, (block, inst));
            }
        }
    }

    fn visit(&mut self, func: &Function, rules: &impl Rules, block: Block, inst: Inst, payer: &mut Payer<'_>) {
        let data = *func.inst(inst);
        let result = func.result(inst);
        if result.is_some_and(|value| self.is_folded(value) && !matches!(data, InstData::Icmp { .. } | InstData::Fcmp { .. })) {
            return;
        }
        if let Some(value) = result
            && self.change_in_place(func, rules, inst, value, payer)
        {
            return;
        }
        if let Some(value) = result
            && self.absorb(rules, block, inst, value, payer)
        {
            return;
        }
        match data {
            InstData::Load { addr, .. } => {
                let ty = result.map_or(Type::Void, |value| func.ty(value));
                if let Some(state) = result.and_then(|value| self.states.get_mut(value.local_index()?)) {
                    state.folded = state.wanted == self.epoch + 1 && payer.pays(Pass::LoadFold, inst);
                }
                self.access(rules, block, inst, addr, ty, payer);
            }
            InstData::Store { addr, value, .. } => {
                self.epoch += u32::from(!fault!(LoadFoldPastStore));
                self.access(rules, block, inst, addr, func.ty(value), payer);
                self.want(func, rules, block, inst, self.epoch);
                self.want_change(func, rules, block, addr, value);
            }
            // What it receives comes over edges.
            InstData::Phi { .. } => {}
            InstData::Call { .. } | InstData::CallIndirect { .. } => self.epoch += u32::from(!fault!(LoadFoldPastCall)),
            InstData::CondBr { cond, .. } | InstData::Select { cond, .. } => {
                self.fold_compare(func, rules, block, cond, payer);
                self.want(func, rules, block, inst, self.epoch);
            }
            // What several ask for is read from where it is by each, and not from memory.
            InstData::Icmp { .. } if result.is_some_and(|truth| self.fold_shared_compare(func, rules, inst, truth, payer)) => {
                self.fold_mask(func, rules, block, inst, payer);
            }
            InstData::Icmp { .. } | InstData::Fcmp { .. } => {
                let state = result.and_then(|value| self.states.get(value.local_index()?));
                let epoch = state.filter(|state| state.folded).map_or(self.epoch, |state| state.wanted);
                let reader = self.fold_mask(func, rules, block, inst, payer).unwrap_or(inst);
                self.want(func, rules, block, reader, epoch);
            }
            InstData::Binary { op: op @ (BinOp::Add | BinOp::Sub), lhs, rhs } => {
                let _ = self.fold_count(func, rules, block, rhs, payer)
                    || (op == BinOp::Add && self.fold_count(func, rules, block, lhs, payer));
                self.want(func, rules, block, inst, self.epoch);
            }
            _ => self.want(func, rules, block, inst, self.epoch),
        }
    }

    /// The load of a store's own place whose result is the first operand of the stored operation,
    /// or the second of a commutative one; and the other operand.
    pub fn changed_load(&self, func: &Function, addr: Value, value: Value) -> Option<(Inst, BinOp, Value)> {
        let Some(ValueDef::Inst(operation)) = func.def(value) else { return None };
        let InstData::Binary { op, lhs, rhs } = *func.inst(operation) else { return None };
        let candidates = [Some((lhs, rhs)), op.is_commutative().then_some((rhs, lhs))];
        candidates.into_iter().flatten().find_map(|(loaded, other)| {
            let Some(ValueDef::Inst(load)) = func.def(loaded).filter(|_| self.uses.is_single(loaded)) else { return None };
            let is_same_place = matches!(*func.inst(load), InstData::Load { addr: from, .. } if from == addr);
            (is_same_place && func.inst_block(load) == func.inst_block(operation)).then_some((load, op, other))
        })
    }

    /// Notes that a store's value may be computed in its place.
    fn want_change(&mut self, func: &Function, rules: &impl Rules, block: Block, addr: Value, value: Value) {
        let Some((load, op, _)) = self.changed_load(func, addr, value).filter(|_| self.uses.is_single(value)) else {
            return;
        };
        if func.inst_block(load) == Some(block)
            && rules.changes_memory(op, func.ty(value))
            && let Some(state) = value.local_index().and_then(|index| self.states.get_mut(index))
        {
            state.wanted = self.epoch + 1;
        }
    }

    /// Leaves an operation to the store of its result, if nothing in between writes memory. Whether
    /// the load goes there, too, shows when it is reached.
    fn change_in_place(&mut self, func: &Function, rules: &impl Rules, inst: Inst, value: Value, payer: &mut Payer<'_>) -> bool {
        let (InstData::Binary { op, .. }, Some(index)) = (*func.inst(inst), value.local_index()) else { return false };
        let wanted = self.states[index].wanted;
        let is_next = wanted == self.epoch + 1 || fault!(ReadModifyWritePastStore, wanted != 0);
        if !is_next || !rules.changes_memory(op, func.ty(value)) {
            return false;
        }
        let Some(&InstData::Store { addr, .. }) = self.uses.single_user(value).map(|user| func.inst(user)) else { return false };
        let Some((load, ..)) = self.changed_load(func, addr, value) else { return false };
        if !payer.pays(Pass::ReadModifyWrite, inst) {
            return false;
        }
        self.states[index].folded = true;
        if let Some(state) = func.result(load).and_then(|loaded| self.states.get_mut(loaded.local_index()?)) {
            state.wanted = self.epoch + 1;
        }
        true
    }

    /// The truth value that decides a branch or select.
    fn fold_compare(&mut self, func: &Function, rules: &impl Rules, block: Block, cond: Value, payer: &mut Payer<'_>) {
        let Some(ValueDef::Inst(def)) = func.def(cond) else { return };
        let is_compare = matches!(func.inst(def), InstData::Icmp { .. } | InstData::Fcmp { .. });
        if !is_compare || func.inst_block(def) != Some(block) || !rules.folds_compare(func, def) {
            return;
        }
        let is_single = self.uses.is_single(cond) || fault!(CompareFoldSecondUse);
        let epoch = self.epoch;
        let Some(state) = cond.local_index().and_then(|index| self.states.get_mut(index)) else { return };
        state.decides += 1;
        if is_single && payer.pays(Pass::CompareFold, def) {
            state.folded = true;
            // The operands are read where the comparison is made.
            state.wanted = epoch;
        }
    }

    /// The truth value that decides several branches and selects, and nothing else; each of them makes the comparison, if the flags do not
    /// hold it still. Its operands are read from where they are.
    fn fold_shared_compare(
        &mut self,
        func: &Function,
        rules: &impl Rules,
        compare: Inst,
        truth: Value,
        payer: &mut Payer<'_>,
    ) -> bool {
        let Some(state) = truth.local_index().and_then(|index| self.states.get_mut(index)) else { return false };
        let decides_all = state.decides >= 2 && (state.decides == self.uses.count(truth) || fault!(CompareFoldOtherUse));
        if !decides_all || !rules.compares_again(func, compare) || !payer.pays(Pass::CompareFold, compare) {
            return false;
        }
        state.folded = true;
        true
    }

    /// Leaves an `and` to the comparison with zero of its result, if that is its only user.
    fn fold_mask(
        &mut self,
        func: &Function,
        rules: &impl Rules,
        block: Block,
        compare: Inst,
        payer: &mut Payer<'_>,
    ) -> Option<Inst> {
        let mask = rules.tested(func, compare).filter(|&mask| func.inst_block(mask) == Some(block))?;
        let (value, truth) = (func.result(mask)?, func.result(compare)?);
        // A sum that takes a truth value in asks for the carry.
        let is_counted = || {
            let user = self.uses.single_user(truth).filter(|_| self.is_folded(truth));
            user.is_some_and(|user| matches!(func.inst(user), InstData::Cast { .. }))
        };
        if !self.uses.is_single(value) || is_counted() || !payer.pays(Pass::CompareFold, mask) {
            return None;
        }
        self.states.get_mut(value.local_index()?)?.folded = true;
        Some(mask)
    }

    /// An extended truth value that is added or subtracted; whether its comparison is left to the sum.
    fn fold_count(&mut self, func: &Function, rules: &impl Rules, block: Block, value: Value, payer: &mut Payer<'_>) -> bool {
        let Some(ValueDef::Inst(extension)) = func.def(value) else { return false };
        let InstData::Cast { op: CastOp::ZExt | CastOp::SExt, src: truth } = *func.inst(extension) else { return false };
        let Some(ValueDef::Inst(compare)) = func.def(truth) else { return false };
        let is_possible = [(value, extension), (truth, compare)]
            .iter()
            .all(|&(value, inst)| self.uses.is_single(value) && func.inst_block(inst) == Some(block))
            && rules.adds_compare(func, compare, func.ty(value));
        if !is_possible || !payer.pays(Pass::CompareFold, compare) {
            return false;
        }
        let epoch = self.epoch;
        for value in [value, truth] {
            if let Some(state) = value.local_index().and_then(|index| self.states.get_mut(index)) {
                state.folded = true;
                // The comparison's operands are read where it is made.
                state.wanted = epoch;
            }
        }
        true
    }

    /// Notes an operand of an instruction that it would rather read from memory: one at most, the
    /// last that is possible.
    fn want(&mut self, func: &Function, rules: &impl Rules, block: Block, user: Inst, epoch: u32) {
        if !rules.may_read_memory(func.inst(user)) {
            return;
        }
        let (mut operand, mut best) = (0, None);
        func.visit_operands(user, |value| {
            if let Some(ValueDef::Inst(def)) = func.def(value)
                && let InstData::Load { .. } = func.inst(def)
                && (self.uses.is_single(value) || fault!(LoadFoldSecondUse))
                && func.inst_block(def) == Some(block)
                && rules.reads_memory(func, user, operand, func.ty(value))
            {
                best = value.local_index();
            }
            operand += 1;
        });
        if let Some(index) = best {
            self.states[index].wanted = epoch + 1;
        }
    }

    fn access(&mut self, rules: &impl Rules, block: Block, inst: Inst, addr: Value, ty: Type, payer: &mut Payer<'_>) {
        let func = payer.func;
        let access = self.accesses.len() as u32;
        let mut mode = AddressMode::default();
        match (symbol_of(addr), self.address(addr), func.int_const(addr)) {
            (Some(symbol), ..) => mode.symbol = Some(symbol),
            (None, Some((symbol, disp)), _) => (mode.symbol, mode.disp) = (Some(symbol), disp),
            (None, None, Some(bits)) => mode.disp = bits as i32,
            (None, None, None) => mode.base = Some(addr),
        }
        self.with_object(rules, &mut mode, ty, payer);
        self.accesses.push(Access { mode, ty, block });
        self.access_of[inst.as_u32() as usize] = access;
        if let Some(base) = mode.base {
            self.mention(base, access);
        }
    }

    /// Takes a constant that is added to the address of a stack object into an address mode, whichever block adds it and whoever else asks
    /// for the sum: such an address is in no register that would have to be kept.
    fn with_object(&mut self, rules: &impl Rules, mode: &mut AddressMode, ty: Type, payer: &mut Payer<'_>) {
        let func = payer.func;
        let Some(base) = mode.base else { return };
        let Some(ValueDef::Inst(sum)) = func.def(base) else { return };
        let Some(Step::Offset(object, disp)) = self.step_of(func, func.inst(sum)) else { return };
        let disp = if fault!(AddressModesObjectSum) { 0 } else { disp };
        let grown = AddressMode { base: Some(object), disp: mode.disp.wrapping_add(disp), ..*mode };
        if is_object(func, object) && rules.allows(&grown, ty) && payer.pays(Pass::AddressModes, sum) {
            *mode = grown;
            if let Some(state) = base.local_index().and_then(|index| self.states.get_mut(index)) {
                state.uses -= 1;
                state.folded |= state.uses == 0;
            }
        }
    }

    fn mention(&mut self, value: Value, access: u32) {
        let Some(index) = value.local_index() else { return };
        let next = self.states[index].mentions;
        self.mentions.push(Mention { access, next });
        self.states[index].mentions = self.mentions.len() as u32 - 1;
        self.states[index].count += 1;
    }
}

/// The work that an address mode can do for an instruction.
#[derive(Copy, Clone, Debug)]
enum Step {
    /// Adds a constant.
    Offset(Value, i32),
    /// Adds the address of a symbol and a constant.
    Symbol(Value, SymbolRef, i32),
    /// Adds two values.
    Sum(Value, Value),
    /// Multiplies by a power of two, given as its logarithm.
    Scale(Value, u8),
}

/// Address modes.
impl Selection {
    /// Takes the work of an instruction into the address modes that mention its result, if these
    /// are all its uses and all of them can.
    fn absorb(&mut self, rules: &impl Rules, block: Block, inst: Inst, value: Value, payer: &mut Payer<'_>) -> bool {
        let func = payer.func;
        let Some(index) = value.local_index() else { return false };
        let State { mentions, count, uses, .. } = self.states[index];
        if count == 0 || count != uses || func.ty(value) != Type::I32 {
            return false;
        }
        let Some(step) = self.step_of(func, func.inst(inst)) else { return false };
        if matches!(step, Step::Sum(..)) && count as usize > MAX_SUMS {
            return false;
        }
        let mut modes = std::mem::take(&mut self.scratch);
        modes.clear();
        let mut mention = mentions;
        let mut possible = true;
        while mention != NONE && possible {
            let Mention { access, next } = self.mentions[mention as usize];
            let Access { mode, ty, block: home } = self.accesses[access as usize];
            match grown(mode, value, step) {
                Some(mode) if home == block && rules.allows(&mode, ty) => modes.push((access, mode)),
                _ => possible = false,
            }
            mention = next;
        }
        // An access that mentions the value twice, as base and as index, is not changed twice.
        possible &= modes.windows(2).all(|pair| pair[0].0 != pair[1].0);
        possible = possible && payer.pays(Pass::AddressModes, inst);
        if possible {
            self.states[index].folded = true;
            self.replace(rules, &mut modes, step, payer);
        }
        self.scratch = modes;
        possible
    }

    fn replace(&mut self, rules: &impl Rules, modes: &mut [(u32, AddressMode)], step: Step, payer: &mut Payer<'_>) {
        let operands = match step {
            Step::Offset(a, _) | Step::Symbol(a, ..) | Step::Scale(a, _) => [Some(a), None],
            Step::Sum(a, b) => [Some(a), Some(b)],
        };
        for operand in operands.into_iter().flatten() {
            if let Some(state) = operand.local_index().and_then(|index| self.states.get_mut(index)) {
                // Each address mode uses it instead of the one instruction.
                state.uses += modes.len() as u32 - 1;
            }
        }
        for (access, mode) in modes {
            self.with_object(rules, mode, self.accesses[*access as usize].ty, payer);
            self.accesses[*access as usize].mode = *mode;
            let still = [mode.base, mode.index.map(|(index, _)| index)];
            for operand in operands.into_iter().flatten().filter(|&operand| still.contains(&Some(operand))) {
                self.mention(operand, *access);
            }
        }
    }
}

impl Selection {
    /// What an instruction does, if it is something that an address mode might do.
    fn step_of(&self, func: &Function, data: &InstData) -> Option<Step> {
        let InstData::Binary { op, lhs, rhs } = *data else { return None };
        let symbol = |value: Value| symbol_of(value).map(|symbol| (symbol, 0)).or_else(|| self.address(value));
        let is_variable =
            |value: Value| symbol(value).is_none() && matches!(func.def(value), Some(ValueDef::Arg(_) | ValueDef::Inst(_)));
        match (op, func.int_const(lhs), func.int_const(rhs)) {
            (BinOp::Add, None, Some(bits)) if is_variable(lhs) => Some(Step::Offset(lhs, bits as i32)),
            (BinOp::Add, Some(bits), None) if is_variable(rhs) => Some(Step::Offset(rhs, bits as i32)),
            (BinOp::Sub, None, Some(bits)) if is_variable(lhs) => Some(Step::Offset(lhs, (bits as i32).wrapping_neg())),
            (BinOp::Add, None, None) => match (symbol(lhs), symbol(rhs)) {
                (Some((symbol, disp)), None) if is_variable(rhs) => Some(Step::Symbol(rhs, symbol, disp)),
                (None, Some((symbol, disp))) if is_variable(lhs) => Some(Step::Symbol(lhs, symbol, disp)),
                (None, None) if lhs != rhs && is_variable(lhs) && is_variable(rhs) => Some(Step::Sum(lhs, rhs)),
                _ => None,
            },
            (BinOp::Shl, None, Some(bits @ 0..=3)) if is_variable(lhs) => {
                Some(Step::Scale(lhs, if fault!(AddressModesScale, bits == 3) { 2 } else { bits as u8 }))
            }
            (BinOp::Mul, None, Some(bits @ (1 | 2 | 4 | 8))) if is_variable(lhs) => {
                Some(Step::Scale(lhs, bits.trailing_zeros() as u8))
            }
            _ => None,
        }
    }
}

/// Whether a value is the address of an object that lies in the frame throughout.
fn is_object(func: &Function, value: Value) -> bool {
    matches!(func.def(value), Some(ValueDef::Inst(def)) if matches!(*func.inst(def), InstData::Alloca { size, .. }
        if func.int_const(size).is_some() && func.inst_block(def) == func.entry()))
}

/// The symbol that a value is the address of.
fn symbol_of(value: Value) -> Option<SymbolRef> {
    match value.unpack() {
        ValueRef::Func(id) => Some(SymbolRef::Func(id)),
        ValueRef::Global(id) => Some(SymbolRef::Global(id)),
        ValueRef::Local(_) => None,
    }
}

/// An address mode that does a step for the value that it mentions, if there is one.
fn grown(mode: AddressMode, value: Value, step: Step) -> Option<AddressMode> {
    let mut grown = mode;
    let is_base = mode.base == Some(value);
    let scale = match mode.index {
        Some((index, scale)) if index == value && !is_base => scale,
        _ if is_base => 0,
        _ => return None,
    };
    if is_base && mode.index.is_some_and(|(index, _)| index == value) {
        return None;
    }
    let place = |mode: &mut AddressMode, operand: Value| {
        if is_base {
            mode.base = Some(operand);
        } else {
            mode.index = Some((operand, scale));
        }
    };
    match step {
        Step::Offset(operand, disp) => {
            let times = if fault!(AddressModesScaledOffset, scale > 0) { 0 } else { scale };
            grown.disp = mode.disp.wrapping_add(disp.wrapping_shl(u32::from(times)));
            place(&mut grown, operand);
        }
        Step::Symbol(operand, symbol, disp) if mode.symbol.is_none() && scale == 0 => {
            grown.symbol = Some(symbol);
            grown.disp = mode.disp.wrapping_add(disp);
            place(&mut grown, operand);
        }
        Step::Sum(a, b) if is_base && mode.index.is_none() => {
            grown.base = Some(a);
            grown.index = Some((b, 0));
        }
        Step::Scale(operand, more) if is_base && mode.index.is_none() => {
            grown.base = None;
            grown.index = Some((operand, more));
        }
        // An index that is not scaled is as good as a base: the two change places.
        Step::Scale(operand, more) if is_base && mode.index.is_some_and(|(_, scale)| scale == 0) => {
            grown.base = mode.index.map(|(index, _)| index);
            grown.index = Some((operand, more));
        }
        Step::Scale(operand, more) if !is_base && scale + more <= 3 => grown.index = Some((operand, scale + more)),
        _ => return None,
    }
    (grown.base.is_none() || grown.index.is_none_or(|(index, _)| grown.base != Some(index))).then_some(grown)
}
