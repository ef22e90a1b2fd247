//! How many registers an order of the instructions of a stretch needs.
//!
//! In: live ranges, and the mentions of a stretch's instructions. Out: what is live at most at a time in any order of them, in register
//! units, and whether it is too much. Registers that overlap are of one *bank*; a bank has so many units, and a variable takes as many as a
//! register of its class. Temporaries, which must have a register, are alive within what stays together only ([`super`]): no order has more
//! of them alive at a time than the code had.
//!
//! A value begins with what writes the variable without reading it, or before the stretch, and dies with the last of its readers, unless
//! it lives on. What is live and not mentioned in a stretch counts all the time. Linear in mentions and segments, and for an order in the
//! mentions of its stretch.

use super::Set;
use crate::lir::{Code, FlowInst, RegMask, RegTable, Var, VarData, VarKind};
use crate::liveness::{Mention, Ranges};
use crate::util::refill;

/// How many banks a target may have.
const BANKS: usize = 4;

/// Of each bank so many units: an eighth of a bank stays free for what comes between.
const SPARE: u32 = 8;

/// Units of each bank.
type Units = [i32; BANKS];

/// Working memory, and what an order has taken so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Values {
    /// For each class its bank, and the units of a register.
    classes: Vec<(u8, i32)>,
    limits: Units,
    /// What is live before each instruction of the function, and how many temporaries are.
    live: Vec<Units>,
    temporaries: Vec<i32>,
    /// The variables that an instruction is the last to read, and for each instruction where its own begin.
    dying: Vec<u32>,
    starts: Vec<u32>,
    /// For each variable its value at the place that the collection has come to, and the stretch that has it, plus one.
    current: Vec<(u32, u16)>,
    values: Vec<Value>,
    /// What each instruction of the stretch reads, and begins: value, and whether it begins; and where those of each end.
    accesses: Vec<(u16, bool)>,
    ends: Vec<u32>,
    at_start: Units,
    now: Units,
}

/// A value of a stretch.
#[derive(Copy, Clone, Debug)]
struct Value {
    bank: u8,
    units: i32,
    readers: Set,
    /// Those that have not read it in the order so far.
    left: Set,
    /// It dies with the last reader.
    dies: bool,
}

/// By how many units the first exceeds the second.
fn above(one: Units, other: Units) -> i32 {
    (0..BANKS).map(|bank| (one[bank] - other[bank]).max(0)).sum()
}

impl Values {
    /// Begins a function whose variables may have these units.
    pub(super) fn begin<I: FlowInst>(&mut self, code: &Code<I>, ranges: &Ranges, (table, free): (&RegTable, RegMask)) {
        self.find_banks(table, free);
        let insts = code.insts.len();
        refill(&mut self.live, insts + 1, Units::default());
        refill(&mut self.temporaries, insts + 1, 0);
        refill(&mut self.starts, insts + 1, 0);
        refill(&mut self.current, code.vars.len(), (0, 0));
        let placed = || (0..).map(Var::from_u32).zip(&code.vars).filter(|(_, data)| data.kind != VarKind::Memory);
        for (var, data) in placed() {
            let (bank, units) = self.classes[usize::from(data.class.0)];
            let is_temporary = i32::from(data.kind == VarKind::Register);
            for segment in ranges.segments(var) {
                // What begins or ends between an instruction and the next is, or is not, alive before the next.
                let [start, end] = [segment.start, segment.end].map(|position| position.div_ceil(2) as usize);
                self.live[start][usize::from(bank)] += units;
                self.live[end][usize::from(bank)] -= units;
                self.temporaries[start] += is_temporary;
                self.temporaries[end] -= is_temporary;
                if let Some(reader) = last_reader(segment.end) {
                    self.starts[reader] += 1;
                }
            }
        }
        for at in 0..insts {
            let before = self.live[at];
            self.live[at + 1].iter_mut().zip(before).for_each(|(units, before)| *units += before);
            self.temporaries[at + 1] += self.temporaries[at];
            self.starts[at + 1] += self.starts[at];
        }
        refill(&mut self.dying, self.starts[insts] as usize, 0);
        for (var, _) in placed() {
            for reader in ranges.segments(var).filter_map(|segment| last_reader(segment.end)) {
                // From the back of the instruction's to the front.
                self.starts[reader] -= 1;
                self.dying[self.starts[reader] as usize] = var.as_u32();
            }
        }
    }

    fn find_banks(&mut self, table: &RegTable, free: RegMask) {
        let mut banks = [RegMask::EMPTY; BANKS];
        self.classes.clear();
        for class in &table.classes {
            let units = class.iter().fold(RegMask::EMPTY, |units, &reg| units.union(table.units[usize::from(reg)]));
            let overlaps = |bank: &RegMask| bank.is_empty() || !bank.intersection(units).is_empty();
            let bank = banks.iter().position(overlaps).unwrap_or(BANKS - 1);
            banks[bank] = banks[bank].union(units);
            let of_one = class.first().map_or(0, |&reg| table.units[usize::from(reg)].iter().count());
            self.classes.push((bank as u8, of_one as i32));
        }
        self.limits = banks.map(|bank| {
            let units = bank.intersection(free).iter().count() as u32;
            (units - units.div_ceil(SPARE)) as i32
        });
    }

    /// Begins the stretch that begins at an instruction.
    pub(super) fn begin_stretch(&mut self, from: usize) {
        self.values.clear();
        self.accesses.clear();
        self.ends.clear();
        self.at_start = self.live[from];
    }

    /// Whether a temporary is alive before an instruction.
    pub(super) fn temporaries_live_before(&self, at: usize) -> bool {
        self.temporaries[at] != 0
    }

    /// Takes back what came last of what stays together, which nothing comes after.
    pub(super) fn drop_last(&mut self) {
        self.ends.pop();
        self.accesses.truncate(self.ends.last().map_or(0, |&end| end as usize));
        let kept: Set = (1 << self.ends.len()) - 1;
        for value in &mut self.values {
            // Whoever was the last to read it is not there any more.
            value.dies &= value.readers & !kept == 0;
            value.readers &= kept;
        }
    }

    /// Adds the next instruction of the stretch; whether it begins what stays together.
    pub(super) fn add(
        &mut self,
        begins: bool,
        (at, from): (usize, usize),
        mentioned: &[Mention],
        code_var: impl Fn(Var) -> VarData,
    ) {
        if begins {
            self.ends.push(0);
        }
        let this: Set = 1 << (self.ends.len() - 1);
        for mention in mentioned.iter().filter(|mention| mention.reads()) {
            let (var, data) = (mention.var().as_u32() as usize, code_var(mention.var()));
            if data.kind == VarKind::Memory {
                continue;
            }
            let value = self.known(var, from).unwrap_or_else(|| self.make(data, var, from));
            let readers = &mut self.values[usize::from(value)].readers;
            if *readers & this == 0 {
                *readers |= this;
                self.accesses.push((value, false));
            }
        }
        // Before the same variable may get another value.
        for at in self.starts[at]..self.starts[at + 1] {
            let (_, value) = self.current[self.dying[at as usize] as usize];
            self.values[usize::from(value)].dies = true;
        }
        for mention in mentioned.iter().filter(|mention| !mention.reads()) {
            let (var, data) = (mention.var().as_u32() as usize, code_var(mention.var()));
            if data.kind == VarKind::Memory {
                continue;
            }
            if let Some(value) = self.known(var, from) {
                self.values[usize::from(value)].dies = true;
            }
            let value = self.make(data, var, from);
            self.accesses.push((value, true));
        }
        *self.ends.last_mut().expect("one has begun") = self.accesses.len() as u32;
    }

    /// The value that a variable has in the stretch that begins at an instruction, if it is known there.
    fn known(&self, var: usize, from: usize) -> Option<u16> {
        let (stretch, value) = self.current[var];
        (stretch == from as u32 + 1).then_some(value)
    }

    fn make(&mut self, data: VarData, var: usize, from: usize) -> u16 {
        let (bank, units) = self.classes[usize::from(data.class.0)];
        let value = self.values.len() as u16;
        self.values.push(Value { bank, units, readers: 0, left: 0, dies: false });
        self.current[var] = (from as u32 + 1, value);
        value
    }

    /// By how many units, summed up over its instructions, an order needs more than there are.
    pub(super) fn shortage(&mut self, order: impl Iterator<Item = u8>) -> i32 {
        self.restart();
        order.fold(0, |sum, index| {
            self.take(usize::from(index));
            sum + above(self.now, self.limits)
        })
    }

    /// Begins an order.
    pub(super) fn restart(&mut self) {
        self.now = self.at_start;
        for value in &mut self.values {
            value.left = value.readers;
        }
    }

    fn accesses_of(&self, index: usize) -> std::ops::Range<usize> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        start as usize..self.ends[index] as usize
    }

    /// By how many units more than there are is alive if an instruction comes next.
    pub(super) fn excess(&self, index: usize) -> i32 {
        let mut then = self.now;
        for &(value, begins) in &self.accesses[self.accesses_of(index)] {
            let value = &self.values[usize::from(value)];
            if begins {
                then[usize::from(value.bank)] += value.units;
            } else if value.dies && value.left == 1 << index {
                then[usize::from(value.bank)] -= value.units;
            }
        }
        above(then, self.limits)
    }

    /// An instruction comes next.
    pub(super) fn take(&mut self, index: usize) {
        for at in self.accesses_of(index) {
            let (value, begins) = self.accesses[at];
            let value = &mut self.values[usize::from(value)];
            if begins {
                self.now[usize::from(value.bank)] += value.units;
                continue;
            }
            let was_left = value.left != 0;
            value.left &= !(1 << index);
            if value.dies && was_left && value.left == 0 {
                self.now[usize::from(value.bank)] -= value.units;
            }
        }
    }
}

/// The instruction at which a segment with this end has its last reader, if it has one: it ends between what that reads and what it writes.
fn last_reader(end: u32) -> Option<usize> {
    (end % 2 == 1).then_some(end as usize / 2)
}
