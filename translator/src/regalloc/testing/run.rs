//! Runs the code of the toy machine, before and after allocation, with numbers for values.
//!
//! This is an oracle that shares nothing with the checker: before allocation each variable has its
//! own number, after it numbers are in registers and in the frame, in parts where registers
//! overlap. Both runs leave a trace of what each operation read; jumps leave none, as they may be
//! dropped.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Chain;
use super::toy::{Kind, LOW, SAVED, Toy};
use crate::lir::{Code, EdgeSource, Home, Label, RegTable, Role, Var};

/// How long the runs are.
const MAX_TRACE: usize = 50;
const MAX_STEPS: usize = 3000;

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

fn low(value: u64) -> u64 {
    value & 0xffff_ffff
}

fn fit(bytes: u8, value: u64) -> u64 {
    if bytes == 4 { low(value) } else { value }
}

/// What happened: which operation, and what it read.
type Trace = Vec<(u32, u64)>;

/// Describes where the two codes behave differently.
pub fn difference(chain: &Chain, seed: u64) -> Option<String> {
    let (before, ended) = run_before(&chain.original, seed);
    let (after, end) = run_after(chain, seed, before.len());
    let common = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
    if common < before.len() {
        return Some(format!("seed {seed}, event {common}: {:?} before, {:?} after ({end})", before[common], after.get(common)));
    }
    let preserved = end != "it changed what it must preserve";
    (!preserved || (ended && end != "exit")).then(|| format!("seed {seed}: {end}"))
}

fn labels(code: &Code<Toy>) -> HashMap<Label, usize> {
    let binds = code.insts.iter().enumerate();
    binds.filter_map(|(index, inst)| if let Kind::Bind(label) = inst.kind { Some((label, index)) } else { None }).collect()
}

fn argument(seed: u64, offset: u32) -> u64 {
    hash((seed, "argument", offset))
}

fn constant(value: i32) -> u64 {
    hash(("constant", value))
}

/// Runs the original. Returns the trace, and whether the end was reached.
fn run_before(code: &Code<Toy>, seed: u64) -> (Trace, bool) {
    let labels = labels(code);
    let mut values: HashMap<Var, u64> = HashMap::new();
    let (mut trace, mut flags, mut at, mut block) = (Trace::new(), 0, 0, Label::from_u32(0));
    for _ in 0..MAX_STEPS {
        if trace.len() >= MAX_TRACE {
            break;
        }
        let inst = &code.insts[at];
        let mut read = Vec::new();
        for &(var, role) in inst.operands.iter().flatten() {
            if role != Role::Def {
                read.push(values.get(&var).copied().unwrap_or(0));
            }
        }
        let mut target = None;
        match inst.kind {
            Kind::Plain(id) => {
                trace.push((id, hash(&read)));
                for (number, &(var, role)) in inst.operands.iter().flatten().enumerate() {
                    if role != Role::Use {
                        values.insert(var, fit(code.var(var).bytes, hash((id, number, &read))));
                    }
                }
                if inst.writes_flags {
                    flags = hash((id, &read));
                }
            }
            Kind::Copy => {
                let dst = inst.operands[0].expect("a copy has two operands").0;
                values.insert(dst, fit(code.var(dst).bytes, if inst.wide { read[0] } else { narrowed(code, dst, read[0]) }));
            }
            Kind::Arrive => {
                let var = inst.operands[0].expect("something arrives").0;
                let data = code.var(var);
                let value = match data.home {
                    Home::Incoming(offset) => argument(seed, offset),
                    _ => argument(seed, 1000 + u32::from(data.reg.unwrap_or(0))),
                };
                values.insert(var, fit(data.bytes, value));
            }
            Kind::Set(value) => {
                let dst = inst.operands[0].expect("something is set").0;
                values.insert(dst, fit(code.var(dst).bytes, constant(value)));
            }
            Kind::Bind(label) => {
                if code.edges.is_block(label) {
                    block = label;
                }
            }
            Kind::Branch { id, to, negated } => {
                let (event, taken) = decide(id, flags, &read);
                trace.push(event);
                target = (taken != negated).then_some(to);
            }
            Kind::Jump(to) => target = Some(to),
            Kind::Table(table) => {
                let targets = &code.pools[table as usize];
                target = Some(targets[hash(&read) as usize % targets.len()]);
            }
            Kind::Exit => {
                trace.push((u32::MAX, hash(&read)));
                return (trace, true);
            }
        }
        at = target.map_or(at + 1, |label| labels[&label]);
        if let Kind::Bind(label) = code.insts[at].kind {
            cross(code, block, label, &mut values);
        }
    }
    (trace, false)
}

fn narrowed(code: &Code<Toy>, var: Var, value: u64) -> u64 {
    if code.var(var).class.0 <= LOW.0 { low(value) } else { value }
}

fn decide(id: u32, flags: u64, read: &[u64]) -> ((u32, u64), bool) {
    let decision = hash((id, flags, read));
    ((id, decision), decision.is_multiple_of(2))
}

fn cross(code: &Code<Toy>, from: Label, to: Label, values: &mut HashMap<Var, u64>) {
    let received: Vec<_> = code
        .edges
        .on_edge(from, to)
        .map(|edge| match edge.source {
            EdgeSource::Var(source) => (edge.dest, values.get(&source).copied().unwrap_or(0)),
            EdgeSource::Const(value) => (edge.dest, fit(code.var(edge.dest).bytes, constant(value))),
        })
        .collect();
    values.extend(received);
}

/// Part of a register or of the frame: which part of which value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Cell {
    value: u64,
    part: u8,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Where {
    Unit(u8),
    Frame(u32),
    Argument(u32),
}

/// Registers and memory.
struct Machine<'a> {
    code: &'a Code<Toy>,
    table: &'a RegTable,
    cells: HashMap<Where, Cell>,
    seed: u64,
}

impl Machine<'_> {
    /// The parts of a variable's place; whether it is a general register.
    fn parts(&self, var: Var) -> (Vec<Where>, bool) {
        let data = self.code.var(var);
        let words = u32::from(data.bytes / 4);
        match (data.reg, data.home) {
            (Some(reg), _) => (self.table.units[usize::from(reg)].iter().map(Where::Unit).collect(), data.class.0 <= LOW.0),
            (None, Home::Frame(offset)) => ((0..words).map(|word| Where::Frame(offset / 4 + word)).collect(), false),
            (None, Home::Incoming(offset)) => ((0..words).map(|word| Where::Argument(offset / 4 + word)).collect(), false),
            (None, Home::None) => (Vec::new(), false),
        }
    }

    fn cell(&self, place: Where) -> Cell {
        self.cells.get(&place).copied().unwrap_or_else(|| Cell { value: hash((self.seed, place)), part: 0 })
    }

    fn write(&mut self, var: Var, value: u64) {
        let (parts, general) = self.parts(var);
        let value = if general { value } else { fit(self.code.var(var).bytes, value) };
        for (part, place) in parts.into_iter().enumerate() {
            self.cells.insert(place, Cell { value, part: part as u8 });
        }
    }

    /// Moves part by part, whatever the parts belong to.
    fn copy(&mut self, dst: Var, src: Var) {
        let cells: Vec<Cell> = self.parts(src).0.into_iter().map(|place| self.cell(place)).collect();
        let places = self.parts(dst).0;
        self.cells.extend(places.into_iter().zip(cells));
    }

    /// Everything that a variable's place holds.
    fn read(&self, var: Var) -> u64 {
        let (parts, _) = self.parts(var);
        let cells: Vec<Cell> = parts.into_iter().map(|place| self.cell(place)).collect();
        match cells.first() {
            Some(first) if cells.iter().enumerate().all(|(part, cell)| *cell == Cell { part: part as u8, ..*first }) => {
                first.value
            }
            _ => hash((self.seed, "garbage", cells)),
        }
    }
}

/// Runs the allocated code until its trace has a length. Returns the trace, and how it ended.
fn run_after(chain: &Chain, seed: u64, events: usize) -> (Trace, &'static str) {
    let code = &chain.code;
    let labels = labels(code);
    let mut machine = Machine { code, table: &chain.table, cells: HashMap::new(), seed };
    for data in &code.vars {
        if let Home::Incoming(offset) = data.home {
            let value = fit(data.bytes, argument(seed, offset));
            for part in 0..data.bytes / 4 {
                machine.cells.insert(Where::Argument(offset / 4 + u32::from(part)), Cell { value, part });
            }
        }
    }
    let (mut trace, mut flags, mut at) = (Trace::new(), 0, 0);
    for step in 0..20 * MAX_STEPS {
        let Some(inst) = code.insts.get(at) else { return (trace, "the end of the code") };
        if trace.len() >= events && inst.kind != Kind::Exit {
            return (trace, if preserves(chain, &machine) { "enough" } else { "it changed what it must preserve" });
        }
        let raw: Vec<u64> =
            inst.operands.iter().flatten().filter(|(_, role)| *role != Role::Def).map(|&(var, _)| machine.read(var)).collect();
        let used = inst.operands.iter().flatten().filter(|(_, role)| *role != Role::Def);
        let read: Vec<u64> = used.zip(&raw).map(|(&(var, _), &value)| fit(code.var(var).bytes, value)).collect();
        let mut target = None;
        match inst.kind {
            Kind::Plain(id) => {
                trace.push((id, hash(&read)));
                for unit in inst.clobbers.iter() {
                    machine.cells.insert(Where::Unit(unit), Cell { value: hash((seed, step, unit)), part: 7 });
                }
                for (number, &(var, role)) in inst.operands.iter().flatten().enumerate() {
                    if role != Role::Use {
                        let value = fit(code.var(var).bytes, hash((id, number, &read)));
                        let above = if inst.wide && code.var(var).bytes == 4 { hash((seed, step)) << 32 } else { 0 };
                        machine.write(var, value | above);
                    }
                }
                if inst.writes_flags {
                    flags = hash((id, &read));
                }
            }
            Kind::Copy => {
                let [dst, src] = [0, 1].map(|index| inst.operands[index].expect("a copy has two operands").0);
                if code.var(dst).class.0 <= LOW.0 {
                    machine.write(dst, if inst.wide { raw[0] } else { low(raw[0]) });
                } else {
                    machine.copy(dst, src);
                }
            }
            Kind::Arrive => {
                let var = inst.operands[0].expect("something arrives").0;
                let data = code.var(var);
                if !matches!(data.home, Home::Incoming(_)) {
                    machine.write(var, argument(seed, 1000 + u32::from(data.reg.unwrap_or(0))));
                }
            }
            Kind::Set(value) => {
                let dst = inst.operands[0].expect("something is set").0;
                let data = code.var(dst);
                let bytes = if data.class.0 <= LOW.0 && !inst.wide { 4 } else { data.bytes };
                machine.write(dst, fit(bytes, constant(value)));
            }
            Kind::Bind(_) => {}
            Kind::Branch { id, to, negated } => {
                let (event, taken) = decide(id, flags, &read);
                trace.push(event);
                target = (taken != negated).then_some(to);
            }
            Kind::Jump(to) => target = Some(to),
            Kind::Table(table) => {
                let targets = &code.pools[table as usize];
                target = Some(targets[hash(&read) as usize % targets.len()]);
            }
            Kind::Exit => {
                trace.push((u32::MAX, hash(&read)));
                return (trace, if preserves(chain, &machine) { "exit" } else { "it changed what it must preserve" });
            }
        }
        at = match target {
            None => at + 1,
            Some(label) => match labels.get(&label) {
                Some(&index) => index,
                None => return (trace, "a label that nobody binds"),
            },
        };
    }
    (trace, "too long")
}

/// Whether the registers that the prologue does not save are as they were.
fn preserves(chain: &Chain, machine: &Machine<'_>) -> bool {
    SAVED.without(chain.used).iter().all(|unit| !machine.cells.contains_key(&Where::Unit(unit)))
}
