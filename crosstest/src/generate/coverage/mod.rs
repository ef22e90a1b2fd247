//! What modules are made of: every operation with its types and the kinds of its operands.
//!
//! In: modules. Out: for each a set of rows, and a table of rows and counts, one count for each
//! target. [`CoverageRows::all`] lists every row that the format allows, so that what was never
//! produced can be told. Constants of vector types do not exist, and only an i32 can be the address
//! of a symbol. Combinations of operations have rows of their own (`forms`). Linear in the module.

mod forms;

use std::fmt::Write;
use std::sync::LazyLock;

use forms::Form;
use rustc_hash::FxHashMap;
use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::{
    BinOp, CastOp, FloatCond, Function, GlobalInit, InstData, IntCond, Intrinsic, Module, Type, Value, ValueDef,
};

/// How an operand is given.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Kind {
    Variable,
    Constant,
    Symbol,
    Undef,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Variable, Kind::Constant, Kind::Symbol, Kind::Undef];

    fn name(self) -> &'static str {
        match self {
            Kind::Variable => "variable",
            Kind::Constant => "constant",
            Kind::Symbol => "symbol",
            Kind::Undef => "undef",
        }
    }

    fn of(func: &Function, value: Value) -> Kind {
        match func.def(value) {
            None => Kind::Symbol,
            Some(ValueDef::Undef) => Kind::Undef,
            Some(ValueDef::Arg(_) | ValueDef::Inst(_) | ValueDef::Forward) => Kind::Variable,
            Some(ValueDef::Int(_) | ValueDef::F32(_) | ValueDef::F64(_)) => Kind::Constant,
        }
    }

    /// The kinds that an operand of a type can be of.
    fn possible(ty: Type) -> impl Iterator<Item = Kind> + Clone {
        Kind::ALL.into_iter().filter(move |kind| match kind {
            Kind::Constant => !ty.is_vector(),
            Kind::Symbol => ty == Type::I32,
            _ => true,
        })
    }
}

/// What an operation is; a row tells types and operands besides.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Op {
    Binary(BinOp),
    Cast(CastOp),
    Icmp(IntCond),
    Fcmp(FloatCond),
    Select,
    Load(u32),
    Store(u32),
    Insert(u32),
    Extract(u32),
    Phi,
    Argument { indirect: bool },
    CallResult { indirect: bool },
    Intrinsic(Intrinsic),
    AtomicRmw(AtomicRmwOp),
    Alloca(u32),
    Br,
    CondBr,
    Switch,
    Ret,
    Unreachable,
    Initial(&'static str),
    Form(Form),
}

/// An operation, its type, a second type (what is converted, what selects), and how up to two
/// operands are given.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct CoverageRow {
    pub op: Op,
    pub ty: Type,
    pub other: Type,
    pub kinds: [Option<Kind>; 2],
}

/// The rows of operations that compute a value from one or two others and do nothing else. Made
/// once: a table without state.
pub(super) fn computations() -> &'static [CoverageRow] {
    static ROWS: LazyLock<Vec<CoverageRow>> = LazyLock::new(|| {
        let computes = |row: &CoverageRow| {
            use Op::*;
            matches!(row.op, Binary(_) | Cast(_) | Icmp(_) | Fcmp(_) | Select | Insert(_) | Extract(_))
        };
        CoverageRows::all().rows.into_iter().filter(computes).collect()
    });
    &ROWS
}

/// The alignments of allocas that are told apart.
const ALIGNMENTS: [u32; 8] = [0, 1, 2, 4, 8, 16, 32, 64];

/// Every row that the format allows.
pub struct CoverageRows {
    rows: Vec<CoverageRow>,
    numbers: FxHashMap<CoverageRow, u32>,
}

impl CoverageRows {
    /// Lists the rows.
    pub fn all() -> CoverageRows {
        let mut rows = Vec::new();
        for ty in Type::ALL {
            arithmetic(&mut rows, ty);
            conversions(&mut rows, ty);
            memory_and_lanes(&mut rows, ty);
            flow(&mut rows, ty);
        }
        others(&mut rows);
        let numbers = rows.iter().enumerate().map(|(number, row)| (*row, number as u32)).collect();
        CoverageRows { rows, numbers }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The rows of a module, each once, in order.
    pub fn of(&self, module: &Module, bodies: &[Function]) -> Vec<u32> {
        let mut found = Vec::new();
        let mut see = |row: CoverageRow| found.extend(self.numbers.get(&row));
        for body in bodies {
            for &block in body.block_order() {
                body.block_insts(block).for_each(|inst| observe(module, body, inst, &mut see));
            }
        }
        for global in module.globals.values() {
            let names = global.init.iter().map(|piece| match piece {
                GlobalInit::Data(_) => "data",
                GlobalInit::Zero(_) => "zero",
                GlobalInit::FuncAddr(..) => "function address",
                GlobalInit::GlobalAddr(..) => "global address",
            });
            names.for_each(|name| see(plain(Op::Initial(name), Type::Void, [None, None])));
        }
        forms::of(module, bodies).into_iter().for_each(|form| see(plain(Op::Form(form), Type::Void, [None, None])));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The rows of combinations, by number: what a campaign has to reach.
    pub fn forms(&self) -> impl Iterator<Item = usize> {
        (0..self.rows.len()).filter(|&row| matches!(self.rows[row].op, Op::Form(_)))
    }

    /// A row as text.
    pub fn name(&self, number: usize) -> String {
        let CoverageRow { op, ty, other, kinds } = self.rows[number];
        let mut text = match op {
            Op::Intrinsic(intrinsic) => intrinsic.name(),
            _ => operation_name(op),
        };
        if ty != Type::Void {
            let _ = write!(text, " {ty}");
        }
        if other != Type::Void {
            let _ = write!(text, " from {other}");
        }
        for kind in kinds.into_iter().flatten() {
            let _ = write!(text, " {}", kind.name());
        }
        text
    }

    /// The operation of a row: what a summary groups by.
    pub fn operation(&self, number: usize) -> String {
        operation_name(self.rows[number].op)
    }
}

fn operation_name(op: Op) -> String {
    let called = |indirect: bool| if indirect { "indirect" } else { "direct" };
    match op {
        Op::Binary(op) => op.name().into(),
        Op::Cast(op) => op.name().into(),
        Op::Icmp(cond) => format!("icmp {cond}"),
        Op::Fcmp(cond) => format!("fcmp {cond}"),
        Op::Select => "select".into(),
        Op::Load(align) => format!("load align {align}"),
        Op::Store(align) => format!("store align {align}"),
        Op::Insert(lane) => format!("insertelement {lane}"),
        Op::Extract(lane) => format!("extractelement {lane}"),
        Op::Phi => "phi".into(),
        Op::Argument { indirect } => format!("argument of {} call", called(indirect)),
        Op::CallResult { indirect } => format!("result of {} call", called(indirect)),
        Op::Intrinsic(_) => "intrinsic".into(),
        Op::AtomicRmw(op) => format!("atomic {op:?}"),
        Op::Alloca(align) => format!("alloca align {align}"),
        Op::Br => "br".into(),
        Op::CondBr => "conditional br".into(),
        Op::Switch => "switch".into(),
        Op::Ret => "ret".into(),
        Op::Unreachable => "unreachable".into(),
        Op::Initial(name) => format!("initial {name}"),
        Op::Form(form) => form.name().into(),
    }
}

const fn plain(op: Op, ty: Type, kinds: [Option<Kind>; 2]) -> CoverageRow {
    CoverageRow { op, ty, other: Type::Void, kinds }
}

fn pairs(ty: Type) -> impl Iterator<Item = [Option<Kind>; 2]> {
    Kind::possible(ty).flat_map(move |a| Kind::possible(ty).map(move |b| [Some(a), Some(b)]))
}

fn arithmetic(rows: &mut Vec<CoverageRow>, ty: Type) {
    let binary = BinOp::ALL.iter().filter(|op| op.accepts(ty)).map(|&op| Op::Binary(op));
    let icmp = IntCond::ALL.iter().filter(|_| ty.is_int_or_int_vector()).map(|&cond| Op::Icmp(cond));
    let fcmp = FloatCond::ALL.iter().filter(|_| ty.is_float_or_float_vector()).map(|&cond| Op::Fcmp(cond));
    for op in binary.chain(icmp).chain(fcmp) {
        rows.extend(pairs(ty).map(|kinds| plain(op, ty, kinds)));
    }
}

fn conversions(rows: &mut Vec<CoverageRow>, ty: Type) {
    for from in Type::ALL {
        for &op in CastOp::ALL.iter().filter(|op| op.accepts(from, ty)) {
            rows.extend(Kind::possible(from).map(|kind| CoverageRow {
                op: Op::Cast(op),
                ty,
                other: from,
                kinds: [Some(kind), None],
            }));
        }
    }
    let by_lane = ty.is_vector().then(|| ty.comparison_result());
    for cond in [Type::I1].into_iter().chain(by_lane) {
        rows.extend(pairs(ty).map(|kinds| CoverageRow { op: Op::Select, ty, other: cond, kinds }));
    }
}

/// The alignments that an access may state.
fn alignments(ty: Type) -> Vec<u32> {
    match ty {
        Type::F32 | Type::F64 => vec![1, ty.bits() / 8],
        _ if ty.is_vector() => vec![ty.element().bits() / 8],
        _ => vec![1],
    }
}

fn memory_and_lanes(rows: &mut Vec<CoverageRow>, ty: Type) {
    if ty.memory_bytes().is_some() {
        for align in alignments(ty) {
            // What lies at a constant or undefined address is no object.
            for addr in [Kind::Variable, Kind::Symbol] {
                rows.push(plain(Op::Load(align), ty, [Some(addr), None]));
                rows.extend(Kind::possible(ty).map(|kind| plain(Op::Store(align), ty, [Some(kind), Some(addr)])));
            }
        }
    }
    if !ty.is_vector() {
        return;
    }
    for lane in 0..ty.lanes() {
        for vector in Kind::possible(ty) {
            rows.push(plain(Op::Extract(lane), ty, [Some(vector), None]));
            rows.extend(Kind::possible(ty.element()).map(|kind| plain(Op::Insert(lane), ty, [Some(vector), Some(kind)])));
        }
    }
}

fn flow(rows: &mut Vec<CoverageRow>, ty: Type) {
    let mut each_kind = |op: Op| rows.extend(Kind::possible(ty).map(|kind| plain(op, ty, [Some(kind), None])));
    each_kind(Op::Phi);
    if matches!(ty, Type::I8 | Type::I16 | Type::I32 | Type::I64) {
        each_kind(Op::Switch);
    }
    if ty == Type::I1 {
        each_kind(Op::CondBr);
    }
    if ty.is_argument() {
        each_kind(Op::Ret);
        for indirect in [false, true] {
            each_kind(Op::Argument { indirect });
        }
        rows.extend([false, true].map(|indirect| plain(Op::CallResult { indirect }, ty, [None, None])));
    }
}

fn others(rows: &mut Vec<CoverageRow>) {
    rows.extend(Intrinsic::all().map(|intrinsic| plain(Op::Intrinsic(intrinsic), Type::Void, [None, None])));
    for ty in [Type::I8, Type::I16, Type::I32, Type::I64] {
        for op in AtomicRmwOp::ALL {
            rows.extend(Kind::possible(ty).map(|kind| plain(Op::AtomicRmw(op), ty, [Some(kind), None])));
        }
    }
    for align in ALIGNMENTS {
        rows.extend([Kind::Variable, Kind::Constant].map(|kind| plain(Op::Alloca(align), Type::Void, [Some(kind), None])));
    }
    let ends = [Op::Br, Op::Unreachable, Op::Ret, Op::CallResult { indirect: false }, Op::CallResult { indirect: true }];
    let initial = ["data", "zero", "function address", "global address"].map(Op::Initial);
    let forms = Form::ALL.iter().map(|&form| Op::Form(form));
    rows.extend(ends.into_iter().chain(initial).chain(forms).map(|op| plain(op, Type::Void, [None, None])));
}

/// The rows of one instruction.
fn observe(module: &Module, func: &Function, inst: translator::ice::Inst, see: &mut impl FnMut(CoverageRow)) {
    let kind = |value: Value| Some(Kind::of(func, value));
    let ty = |value: Value| func.ty(value);
    let result = func.result(inst).map_or(Type::Void, ty);
    match *func.inst(inst) {
        InstData::Alloca { size, align } => see(plain(Op::Alloca(align), Type::Void, [kind(size), None])),
        InstData::Binary { op, lhs, rhs } => see(plain(Op::Binary(op), result, [kind(lhs), kind(rhs)])),
        InstData::Cast { op, src } => see(CoverageRow { op: Op::Cast(op), ty: result, other: ty(src), kinds: [kind(src), None] }),
        InstData::Icmp { cond, lhs, rhs } => see(plain(Op::Icmp(cond), ty(lhs), [kind(lhs), kind(rhs)])),
        InstData::Fcmp { cond, lhs, rhs } => see(plain(Op::Fcmp(cond), ty(lhs), [kind(lhs), kind(rhs)])),
        InstData::Select { cond, on_true, on_false } => {
            see(CoverageRow { op: Op::Select, ty: result, other: ty(cond), kinds: [kind(on_true), kind(on_false)] });
        }
        InstData::Load { addr, align } => see(plain(Op::Load(align), result, [kind(addr), None])),
        InstData::Store { addr, value, align } => see(plain(Op::Store(align), ty(value), [kind(value), kind(addr)])),
        InstData::InsertElement { vector, element, index } => {
            let lane = func.int_const(index).unwrap_or(0) as u32;
            see(plain(Op::Insert(lane), result, [kind(vector), kind(element)]));
        }
        InstData::ExtractElement { vector, index } => {
            let lane = func.int_const(index).unwrap_or(0) as u32;
            see(plain(Op::Extract(lane), ty(vector), [kind(vector), None]));
        }
        InstData::Phi { args } => {
            func.phi_args(args).iter().for_each(|arg| see(plain(Op::Phi, result, [kind(arg.value), None])));
        }
        InstData::Call { func: callee, args } => match module.funcs[callee].intrinsic {
            Some(intrinsic) => observe_intrinsic(func, intrinsic, func.values(args), see),
            None => observe_call(func, false, func.values(args), result, see),
        },
        InstData::CallIndirect { args, .. } => observe_call(func, true, func.values(args), result, see),
        InstData::Br { .. } => see(plain(Op::Br, Type::Void, [None, None])),
        InstData::CondBr { cond, .. } => see(plain(Op::CondBr, Type::I1, [kind(cond), None])),
        InstData::Switch { value, .. } => see(plain(Op::Switch, ty(value), [kind(value), None])),
        InstData::Ret { value } => {
            see(plain(Op::Ret, value.map_or(Type::Void, ty), [value.and_then(kind), None]));
        }
        InstData::Unreachable => see(plain(Op::Unreachable, Type::Void, [None, None])),
    }
}

fn observe_call(func: &Function, indirect: bool, args: &[Value], result: Type, see: &mut impl FnMut(CoverageRow)) {
    for &arg in args {
        see(plain(Op::Argument { indirect }, func.ty(arg), [Some(Kind::of(func, arg)), None]));
    }
    see(plain(Op::CallResult { indirect }, result, [None, None]));
}

fn observe_intrinsic(func: &Function, intrinsic: Intrinsic, args: &[Value], see: &mut impl FnMut(CoverageRow)) {
    see(plain(Op::Intrinsic(intrinsic), Type::Void, [None, None]));
    if let (Intrinsic::AtomicRmw(ty), [op, _, value, _]) = (intrinsic, args)
        && let Some(op) = func.int_const(*op).and_then(AtomicRmwOp::from_number)
    {
        see(plain(Op::AtomicRmw(op), ty, [Some(Kind::of(func, *value)), None]));
    }
}

/// How often each row was run on each target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// One row after the other, a count for each target.
    counts: Vec<u64>,
    targets: usize,
}

impl Coverage {
    /// Nothing seen yet.
    pub fn new(rows: &CoverageRows, targets: usize) -> Coverage {
        Coverage { counts: vec![0; rows.count() * targets], targets }
    }

    /// Counts the rows of a module that was run on a target.
    pub fn add(&mut self, rows: &[u32], target: usize) {
        for &row in rows {
            self.counts[row as usize * self.targets + target] += 1;
        }
    }

    /// Adds what another table counted.
    pub fn merge(&mut self, other: &Coverage) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, other)| *count += other);
    }

    /// The counts, for a file; [`Coverage::restore`] reads them back.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Takes over counts that were kept in a file. False if they are of another table.
    pub fn restore(&mut self, counts: Vec<u64>) -> bool {
        let fits = counts.len() == self.counts.len();
        if fits {
            self.counts = counts;
        }
        fits
    }

    /// The number of rows that every target ran.
    pub fn covered(&self) -> usize {
        self.counts.chunks(self.targets.max(1)).filter(|counts| counts.iter().all(|&count| count > 0)).count()
    }

    /// The table as text: for each operation how many of its rows were run, then each row with its
    /// counts, then what was never produced.
    pub fn text(&self, rows: &CoverageRows, targets: &[String]) -> String {
        let mut text = format!("{} of {} rows were run on every target.\n\n", self.covered(), rows.count());
        let counts = |row: usize| &self.counts[row * self.targets..][..self.targets];
        let _ = writeln!(
            text,
            "{:60} {}",
            "operation, types, operands",
            targets.iter().map(|t| format!("{t:>12}")).collect::<String>()
        );
        for row in 0..rows.count() {
            let numbers: String = counts(row).iter().map(|count| format!("{count:>12}")).collect();
            let _ = writeln!(text, "{:60} {numbers}", rows.name(row));
        }
        let _ = writeln!(text, "\nnever produced:");
        for row in (0..rows.count()).filter(|&row| counts(row).contains(&0)) {
            let _ = writeln!(text, "{}", rows.name(row));
        }
        text
    }

    /// How often a row was run, on the target that ran it least.
    pub fn least(&self, row: usize) -> u64 {
        self.counts[row * self.targets..][..self.targets].iter().copied().min().unwrap_or(0)
    }

    /// One line for each operation: how many of its rows were run everywhere.
    pub fn summary(&self, rows: &CoverageRows) -> String {
        let mut groups: Vec<(String, usize, usize)> = Vec::new();
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        for row in 0..rows.count() {
            let name = rows.operation(row);
            let place = *places.entry(name.clone()).or_insert_with(|| {
                groups.push((name, 0, 0));
                groups.len() - 1
            });
            let seen = self.counts[row * self.targets..][..self.targets].iter().all(|&count| count > 0);
            groups[place].1 += usize::from(seen);
            groups[place].2 += 1;
        }
        groups.iter().map(|(name, seen, all)| format!("{name:28} {seen:5} of {all:5}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_distinct_and_named_apart() {
        let rows = CoverageRows::all();
        assert_eq!(rows.numbers.len(), rows.count());
        let names: std::collections::BTreeSet<String> = (0..rows.count()).map(|row| rows.name(row)).collect();
        assert_eq!(names.len(), rows.count());
    }

    #[test]
    fn a_row_that_was_never_run_is_listed() {
        let rows = CoverageRows::all();
        let mut coverage = Coverage::new(&rows, 2);
        let all: Vec<u32> = (0..rows.count() as u32).collect();
        coverage.add(&all, 0);
        coverage.add(&all[1..], 1);
        assert_eq!(coverage.covered(), rows.count() - 1);
        let text = coverage.text(&rows, &["a".into(), "b".into()]);
        assert!(text.ends_with(&format!("never produced:\n{}\n", rows.name(0))));
    }
}
