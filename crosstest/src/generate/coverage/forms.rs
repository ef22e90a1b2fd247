//! Combinations of operations that broke code generators, each a row of the coverage table: what
//! single operations cannot tell.
//!
//! In: a module. Out: the [`Form`]s that it has, found by looking at the code and not by asking the
//! generator, so that a form that the generator only means to make counts for nothing. Linear in
//! the module but for sorting.

use rustc_hash::{FxHashMap, FxHashSet};
use translator::ice::{
    BinOp, Block, CastOp, Function, Global, GlobalInit, Inst, InstData, Module, Type, Value, ValueDef, ValueRef,
};

macro_rules! forms {
    ($($form:ident = $name:literal),+ $(,)?) => {
        /// A combination.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub(in crate::generate) enum Form {
            $(#[doc = $name] $form),+
        }

        impl Form {
            /// Every form.
            pub(in crate::generate) const ALL: &'static [Form] = &[$(Form::$form),+];

            /// In words.
            pub(in crate::generate) const fn name(self) -> &'static str {
                match self { $(Form::$form => $name),+ }
            }
        }
    };
}

forms! {
    TieToF32 = "constant that rounds to a float",
    TieToF64 = "constant that rounds to a double",
    NeighbourInt = "integer beside the constant that it meets",
    NeighbourFloat = "float equal to the constant that it meets",
    NegativeZeroValue = "-0.0 meets a constant",
    InfinityValue = "infinity meets a constant",
    NanValue = "NaN meets a constant",
    SubtractNegativeZero = "fsub of the constant -0.0",
    NarrowMask = "truncation of one bit less",
    SelectHalves = "select of an i64 constant with a special half",
    CompareHalves = "icmp with an i64 constant with a special half",
    ExchangedInt = "icmp twice with operands exchanged",
    ExchangedFloat = "fcmp twice with operands exchanged",
    LoadedLeft = "fcmp of a load on the left",
    LoadedRight = "fcmp of a load on the right",
    LoadedArithmetic = "float arithmetic on a load",
    ShiftedIndex = "address with an index shifted to the right",
    DirtyShift = "right shift of a truncated value",
    DirtyDivision = "division of a truncated value",
    DirtyCompare = "icmp of a truncated value",
    DirtyConversion = "truncated value to float",
    DirtySelect = "select of a truncated value",
    FarVector = "vector in a frame of more than a kilobyte",
    FarBranches = "more than 10000 instructions in a loop",
    ManyLive = "more than 1024 values across blocks",
    WideJoin = "phi of three or more blocks",
    TableToPhi = "switch of four cases or more into a block with phis",
    PhiCycles = "two cycles of phis on one edge",
    LongPhiCycle = "cycle of eight phis or more",
    LongSwitch = "switch of more than 256 cases",
    FunctionAddend = "function address with an addend",
    NegativeAddend = "global address with a negative addend",
    ZeroRun = "64 KiB of zeros between data",
    NegativeOffset = "symbol minus a constant",
    GlobalAlign1 = "global align 1",
    GlobalAlign2 = "global align 2",
    GlobalAlign4 = "global align 4",
    GlobalAlign8 = "global align 8",
    GlobalAlign16 = "global align 16",
    GlobalAlign32 = "global align 32",
    GlobalAlign64 = "global align 64",
    GlobalAlign128 = "global align 128",
    GlobalAlign4096 = "global align 4096",
}

/// The forms of a module; some more than once.
pub(super) fn of(module: &Module, bodies: &[Function]) -> Vec<Form> {
    let mut found = Vec::new();
    module.globals.keys().for_each(|global| global_forms(module, global, &mut found));
    for func in bodies {
        let mut body = Body { module, func, found: &mut found };
        body.look();
    }
    found
}

fn global_forms(module: &Module, global: Global, found: &mut Vec<Form>) {
    let global = &module.globals[global];
    let align = match global.align {
        1 => Some(Form::GlobalAlign1),
        2 => Some(Form::GlobalAlign2),
        4 => Some(Form::GlobalAlign4),
        8 => Some(Form::GlobalAlign8),
        16 => Some(Form::GlobalAlign16),
        32 => Some(Form::GlobalAlign32),
        64 => Some(Form::GlobalAlign64),
        128 => Some(Form::GlobalAlign128),
        4096 => Some(Form::GlobalAlign4096),
        _ => None,
    };
    found.extend(align);
    for piece in &global.init {
        match *piece {
            GlobalInit::FuncAddr(_, addend) if addend != 0 => found.push(Form::FunctionAddend),
            GlobalInit::GlobalAddr(_, addend) if addend < 0 => found.push(Form::NegativeAddend),
            _ => {}
        }
    }
    let is_run = |pieces: &[GlobalInit]| matches!(pieces, [GlobalInit::Data(_), GlobalInit::Zero(count), GlobalInit::Data(_)] if *count >= 1 << 16);
    if global.init.windows(3).any(is_run) {
        found.push(Form::ZeroRun);
    }
}

/// A function that is looked at.
struct Body<'a> {
    module: &'a Module,
    func: &'a Function,
    found: &'a mut Vec<Form>,
}

impl<'a> Body<'a> {
    fn look(&mut self) {
        let func = self.func;
        for &block in func.block_order() {
            func.block_insts(block).for_each(|inst| self.inst(inst));
        }
        self.exchanged();
        self.flow();
    }

    fn see(&mut self, form: Form, holds: bool) {
        if holds {
            self.found.push(form);
        }
    }

    /// The instruction that defines a value.
    fn def(&self, value: Value) -> Option<&'a InstData> {
        match self.func.def(value)? {
            ValueDef::Inst(inst) => Some(self.func.inst(inst)),
            _ => None,
        }
    }

    fn int(&self, value: Value) -> Option<u64> {
        self.func.int_const(value)
    }

    /// The bits of a constant of a scalar type.
    fn bits(&self, value: Value) -> Option<u64> {
        match self.func.def(value)? {
            ValueDef::Int(bits) | ValueDef::F64(bits) => Some(bits),
            ValueDef::F32(bits) => Some(bits.into()),
            _ => None,
        }
    }

    /// What a load from a global reads, if nothing has written there.
    fn initial(&self, value: Value) -> Option<u64> {
        let InstData::Load { addr, .. } = self.def(value)? else { return None };
        let (global, offset) = self.symbol_and_offset(*addr)?;
        let [GlobalInit::Data(data)] = &self.module.globals[global].init[..] else { return None };
        let size = self.func.ty(value).bits().div_ceil(8) as usize;
        let bytes = data.get(offset as usize..offset as usize + size).filter(|bytes| bytes.len() <= 8)?;
        Some(bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
    }

    fn symbol_and_offset(&self, addr: Value) -> Option<(Global, u32)> {
        if let ValueRef::Global(global) = addr.unpack() {
            return Some((global, 0));
        }
        match self.def(addr)? {
            InstData::Binary { op: BinOp::Add, lhs, rhs } => match (lhs.unpack(), self.int(*rhs)) {
                (ValueRef::Global(global), Some(offset)) => Some((global, offset as u32)),
                _ => None,
            },
            _ => None,
        }
    }

    fn inst(&mut self, inst: Inst) {
        let result = self.func.result(inst).map_or(Type::Void, |value| self.func.ty(value));
        match *self.func.inst(inst) {
            InstData::Cast { op, src } => self.cast(op, src, result),
            InstData::Binary { op, lhs, rhs } => self.binary(op, lhs, rhs, result),
            InstData::Icmp { lhs, rhs, .. } => self.compare(lhs, rhs),
            InstData::Fcmp { lhs, rhs, .. } => {
                self.see(Form::LoadedLeft, matches!(self.def(lhs), Some(InstData::Load { .. })));
                self.see(Form::LoadedRight, matches!(self.def(rhs), Some(InstData::Load { .. })));
                self.meeting(lhs, rhs);
            }
            InstData::Select { on_true, on_false, .. } => {
                self.see(Form::DirtySelect, self.is_truncated(on_true) || self.is_truncated(on_false));
                let special = |value: Value| result == Type::I64 && self.int(value).is_some_and(has_special_half);
                self.see(Form::SelectHalves, special(on_true) || special(on_false));
            }
            InstData::Load { addr, .. } => self.access(addr, result),
            InstData::Store { addr, value, .. } => self.access(addr, self.func.ty(value)),
            _ => {}
        }
    }

    fn is_truncated(&self, value: Value) -> bool {
        matches!(self.def(value), Some(InstData::Cast { op: CastOp::Trunc, .. })) && !self.func.ty(value).is_vector()
    }

    fn cast(&mut self, op: CastOp, src: Value, result: Type) {
        match op {
            CastOp::UiToFp | CastOp::SiToFp => {
                self.see(Form::DirtyConversion, self.is_truncated(src));
                let value = match self.def(src) {
                    Some(&InstData::Binary { op: BinOp::Add, lhs, rhs }) if self.int(rhs) == Some(0) => self.int(lhs),
                    _ => self.int(src),
                };
                let Some(value) = value else { return };
                let significant = value.checked_ilog2().map_or(0, |top| top + 1 - value.trailing_zeros());
                self.see(Form::TieToF32, result == Type::F32 && significant > 24);
                self.see(Form::TieToF64, result == Type::F64 && significant > 53);
            }
            CastOp::Trunc if !result.is_vector() => {
                let Some(&InstData::Binary { op: BinOp::And, rhs, .. }) = self.def(src) else { return };
                self.see(Form::NarrowMask, self.int(rhs) == Some((1 << (result.bits() - 1)) - 1));
            }
            _ => {}
        }
    }

    fn binary(&mut self, op: BinOp, lhs: Value, rhs: Value, ty: Type) {
        self.see(Form::DirtyShift, matches!(op, BinOp::LShr | BinOp::AShr) && self.is_truncated(lhs));
        self.see(Form::DirtyDivision, op.is_int_division() && self.is_truncated(lhs));
        let is_symbol = |value: Value| matches!(value.unpack(), ValueRef::Global(_));
        let negative = self.int(rhs).is_some_and(|offset| (offset as i32) < 0);
        self.see(Form::NegativeOffset, op == BinOp::Add && is_symbol(lhs) && negative);
        if ty.is_scalar_float() {
            let loaded = |value: Value| matches!(self.def(value), Some(InstData::Load { .. }));
            self.see(Form::LoadedArithmetic, loaded(lhs) || loaded(rhs));
            let negative_zero = if ty == Type::F32 { 1 << 31 } else { 1 << 63 };
            self.see(Form::SubtractNegativeZero, op == BinOp::FSub && self.bits(rhs) == Some(negative_zero));
            self.meeting(lhs, rhs);
        } else if !ty.is_vector() {
            self.neighbours(lhs, rhs);
        }
    }

    fn compare(&mut self, lhs: Value, rhs: Value) {
        let ty = self.func.ty(lhs);
        self.see(Form::DirtyCompare, self.is_truncated(lhs) || self.is_truncated(rhs));
        let special = |value: Value| ty == Type::I64 && self.int(value).is_some_and(has_special_half);
        self.see(Form::CompareHalves, special(lhs) || special(rhs));
        self.neighbours(lhs, rhs);
    }

    /// An integer from memory and a constant at most one away.
    fn neighbours(&mut self, lhs: Value, rhs: Value) {
        let near = |a: Option<u64>, b: Option<u64>| a.zip(b).is_some_and(|(a, b)| a.abs_diff(b) == 1);
        let is_near = near(self.initial(lhs), self.int(rhs)) || near(self.int(lhs), self.initial(rhs));
        self.see(Form::NeighbourInt, is_near);
    }

    /// A float from memory and a constant.
    fn meeting(&mut self, lhs: Value, rhs: Value) {
        let ty = self.func.ty(lhs);
        let pair = match (self.bits(lhs), self.bits(rhs)) {
            (None, Some(constant)) => self.initial(lhs).map(|value| (value, constant)),
            (Some(constant), None) => self.initial(rhs).map(|value| (value, constant)),
            _ => None,
        };
        let Some((value, constant)) = pair else { return };
        let number = if ty == Type::F32 { f32::from_bits(value as u32).into() } else { f64::from_bits(value) };
        self.see(Form::NeighbourFloat, value == constant);
        self.see(Form::NegativeZeroValue, number == 0.0 && number.is_sign_negative());
        self.see(Form::InfinityValue, number.is_infinite());
        self.see(Form::NanValue, number.is_nan());
    }

    fn access(&mut self, addr: Value, ty: Type) {
        let Some(&InstData::Binary { op: BinOp::Add, lhs, rhs }) = self.def(addr) else { return };
        self.see(Form::ShiftedIndex, self.is_shifted(lhs, 3) || self.is_shifted(rhs, 3));
        let far = self.int(rhs).is_some_and(|offset| (1024..1 << 20).contains(&offset));
        self.see(Form::FarVector, ty.is_vector() && far && matches!(self.def(lhs), Some(InstData::Alloca { .. })));
    }

    /// Whether a value is a right shift, perhaps masked, scaled or added to.
    fn is_shifted(&self, value: Value, depth: u32) -> bool {
        match self.def(value) {
            Some(InstData::Binary { op: BinOp::LShr | BinOp::AShr, .. }) => true,
            Some(&InstData::Binary { op: BinOp::And | BinOp::Shl | BinOp::Mul | BinOp::Add, lhs, rhs }) if depth > 0 => {
                self.is_shifted(lhs, depth - 1) || self.is_shifted(rhs, depth - 1)
            }
            _ => false,
        }
    }

    /// Comparisons of the same two values in both orders.
    fn exchanged(&mut self) {
        let mut seen: FxHashSet<(Value, Value)> = FxHashSet::default();
        let func = self.func;
        let mut forms = Vec::new();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let (form, lhs, rhs) = match *func.inst(inst) {
                    InstData::Icmp { lhs, rhs, .. } => (Form::ExchangedInt, lhs, rhs),
                    InstData::Fcmp { lhs, rhs, .. } => (Form::ExchangedFloat, lhs, rhs),
                    _ => continue,
                };
                if lhs != rhs && seen.contains(&(rhs, lhs)) {
                    forms.push(form);
                }
                seen.insert((lhs, rhs));
            }
        }
        self.found.extend(forms);
    }
}

/// Control flow, and what lives across it.
impl Body<'_> {
    fn flow(&mut self) {
        let func = self.func;
        let order: FxHashMap<Block, usize> = func.block_order().iter().enumerate().map(|(at, &block)| (block, at)).collect();
        let mut sizes = Vec::new();
        for &block in func.block_order() {
            sizes.push(func.block_insts(block).count());
            for inst in func.block_insts(block) {
                if let InstData::Switch { cases, default, .. } = *func.inst(inst) {
                    let cases = func.cases(cases);
                    self.see(Form::LongSwitch, cases.len() > 256);
                    let mut targets = cases.iter().map(|case| case.target).chain([default]);
                    let phis = targets.any(|target| self.phis(target).next().is_some());
                    self.see(Form::TableToPhi, cases.len() >= 4 && phis);
                }
            }
            self.edges(block);
        }
        let loops = func.block_order().iter().flat_map(|&from| {
            let order = &order;
            func.successors(from).map(move |to| (order[&to], order[&from]))
        });
        let far = loops.filter(|(to, from)| to <= from).any(|(to, from)| sizes[to..=from].iter().sum::<usize>() > 10_000);
        self.see(Form::FarBranches, far);
        self.see(Form::ManyLive, self.live_across() > 1024);
    }

    fn phis(&self, block: Block) -> impl Iterator<Item = (Value, &[translator::ice::BlockCall])> {
        let func = self.func;
        func.block_insts(block).map_while(move |inst| match *func.inst(inst) {
            InstData::Phi { args } => Some((func.result(inst)?, func.phi_args(args))),
            _ => None,
        })
    }

    /// The phis of a block: what each edge assigns.
    fn edges(&mut self, block: Block) {
        let mut assignments: FxHashMap<Block, FxHashMap<Value, Value>> = FxHashMap::default();
        for (phi, args) in self.phis(block) {
            for arg in args {
                assignments.entry(arg.block).or_default().insert(phi, arg.value);
            }
        }
        self.see(Form::WideJoin, assignments.len() >= 3);
        for moves in assignments.values() {
            let cycles = cycles(moves);
            self.see(Form::PhiCycles, cycles.len() >= 2);
            self.see(Form::LongPhiCycle, cycles.iter().any(|&len| len >= 8));
        }
    }

    /// Values that another block than their own uses.
    fn live_across(&self) -> usize {
        let func = self.func;
        let mut homes: FxHashMap<Value, Block> = FxHashMap::default();
        let mut across: FxHashSet<Value> = FxHashSet::default();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                homes.extend(func.result(inst).map(|value| (value, block)));
            }
        }
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                func.visit_operands(inst, |value| {
                    if homes.get(&value).is_some_and(|&home| home != block) {
                        across.insert(value);
                    }
                });
            }
        }
        across.len()
    }
}

/// The lengths of the cycles, of two and more, among assignments.
fn cycles(moves: &FxHashMap<Value, Value>) -> Vec<usize> {
    let (mut done, mut lengths) = (FxHashSet::default(), Vec::new());
    for &start in moves.keys() {
        let (mut path, mut at) = (Vec::new(), start);
        while !done.contains(&at) && !path.contains(&at) && moves.contains_key(&at) {
            path.push(at);
            at = moves[&at];
        }
        if let Some(first) = path.iter().position(|&other| other == at)
            && path.len() - first >= 2
        {
            lengths.push(path.len() - first);
        }
        done.extend(path);
    }
    lengths
}

/// Whether the lower half of a 64-bit constant is zero or all ones, or the upper one all ones, and
/// the other half is not the same.
fn has_special_half(bits: u64) -> bool {
    let (high, low) = ((bits >> 32) as u32, bits as u32);
    high != low && (matches!(low, 0 | u32::MAX) || high == u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(text: &str) -> Vec<Form> {
        let (module, bodies) = translator::text::parse_module(text, "test").unwrap();
        let mut found = of(&module, &bodies);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The modules of the corpus that showed the faults have the forms that are named for them.
    #[test]
    fn the_unseen_modules_have_their_forms() {
        use crate::suites::large;
        let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        for (name, form) in [
            ("compare_low_zero", Form::CompareHalves),
            ("cyc", Form::LongPhiCycle),
            ("cyc", Form::PhiCycles),
            ("detours", Form::TableToPhi),
            ("fcmp_swap", Form::ExchangedFloat),
            ("fold_float", Form::TieToF32),
            ("funcaddend", Form::FunctionAddend),
            ("index_lsr", Form::ShiftedIndex),
            ("large", Form::ManyLive),
            ("minuszero", Form::SubtractNegativeZero),
            ("selectones", Form::SelectHalves),
            ("shifted_narrow", Form::DirtyShift),
            ("swapped_memory", Form::LoadedLeft),
            ("table256", Form::LongSwitch),
            ("truncmask", Form::NarrowMask),
        ] {
            let text = match name {
                "large" => large::far(),
                "table256" => large::table(),
                _ => std::fs::read_to_string(corpus.join(format!("unseen_{name}.ll"))).unwrap(),
            };
            let found = forms(&text);
            assert!(found.contains(&form), "{name}: {form:?} is not in {found:?}");
        }
    }

    #[test]
    fn a_plain_module_has_none() {
        let text = "@g = internal global [4 x i8] zeroinitializer, align 4\n\
            define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  %c = icmp eq i32 %y, 7\n  %r = select i1 %c, i32 %x, i32 %y\n  ret i32 %r\n}\n";
        assert_eq!(forms(text), [Form::GlobalAlign4]);
    }

    #[test]
    fn cycles_are_told_from_chains() {
        let value = Value::local;
        let moves = |pairs: &[(u32, u32)]| pairs.iter().map(|&(to, from)| (value(to), value(from))).collect();
        assert_eq!(cycles(&moves(&[(1, 2), (2, 1), (3, 1), (4, 4)])), [2]);
        let mut two = cycles(&moves(&[(1, 2), (2, 3), (3, 1), (4, 5), (5, 4), (6, 9)]));
        two.sort_unstable();
        assert_eq!(two, [2, 3]);
    }
}
