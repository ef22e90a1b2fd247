//! Places: where the variables of allocated code live, and whether each may live there.
//!
//! A place is a register, or a stretch of memory with an offset and a size. It consists of words of
//! four bytes: those of the register's units from the lowest, which registers that overlap share;
//! or those of the stretch. A variable takes as many of them as it needs.
//!
//! Checked once, before any instruction is looked at: a register is one of the variable's class, or
//! the given one; what must have a register has one; stretches of the frame lie inside the frame,
//! aligned, off the static stack objects, and two of them are the same or apart; where a call may
//! return twice, no two variables share one.

use std::collections::HashMap;
use std::ops::Range;

use super::facts::Word;
use super::{Allocated, Problem};
use crate::lir::{FlowInst, FrameObject, Home, RegMask, RegTable, Var, VarData, VarKind};

/// Which stretch of memory: whether it is in the frame, where, how long.
type Stretch = (bool, u32, u8);

/// The places of all variables.
pub(super) struct Places {
    /// For each variable its place, and of how many words it is.
    of: Vec<(Option<Storage>, usize)>,
    /// For each unit its words.
    units: Vec<Range<Word>>,
    /// For each register its words.
    registers: Vec<Vec<Word>>,
    memory: Vec<(Home, u8, Vec<Word>)>,
    /// The place of each stretch of memory.
    known: HashMap<Stretch, usize>,
    words: Word,
    /// A word that is no place: it holds what is known to be zero.
    zero: Word,
}

/// A register or a stretch of memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    Register(u8),
    Memory(usize),
}

impl Places {
    /// Finds and checks the places.
    pub(super) fn new<I: FlowInst>(allocated: &Allocated<'_, I>) -> Result<Self, Problem> {
        let mut this = Self {
            of: Vec::new(),
            units: Vec::new(),
            registers: Vec::new(),
            memory: Vec::new(),
            known: HashMap::new(),
            words: 0,
            zero: 0,
        };
        this.find_registers(allocated);
        let mut memory_words: HashMap<(bool, u32), Word> = HashMap::new();
        for (index, data) in allocated.code.vars.iter().enumerate() {
            check_register(allocated, Var::from_u32(index as u32), data)?;
            let memory = stretch(data).map(|stretch| this.find_memory(stretch, data, &mut memory_words));
            let place = data.reg.map(Storage::Register).or(memory.map(Storage::Memory));
            this.of.push((place, usize::from(bytes_of(allocated.table, data) / 4)));
        }
        this.zero = this.words;
        this.words += 1;
        this.check_frame(allocated)?;
        Ok(this)
    }

    /// Gives every unit the words that it needs.
    fn find_registers<I: FlowInst>(&mut self, allocated: &Allocated<'_, I>) {
        let table = allocated.table;
        let mut bytes = vec![4; RegMask::BITS];
        let mut needs = |reg: u8, whole: u8| {
            let units = table.units[usize::from(reg)];
            let share = u32::from(whole).div_ceil(units.len().max(1));
            units.iter().for_each(|unit| bytes[usize::from(unit)] = bytes[usize::from(unit)].max(share));
        };
        for (class, &whole) in table.classes.iter().zip(&table.class_bytes) {
            class.iter().for_each(|&reg| needs(reg, whole));
        }
        allocated.code.vars.iter().for_each(|data| _ = data.reg.map(|reg| needs(reg, bytes_of(table, data))));
        for bytes in bytes {
            self.units.push(self.words..self.words + bytes / 4);
            self.words += bytes / 4;
        }
        let words = |units: &RegMask| units.iter().flat_map(|unit| self.units[usize::from(unit)].clone()).collect();
        self.registers = table.units.iter().map(words).collect();
    }

    fn find_memory(&mut self, stretch: Stretch, data: &VarData, words: &mut HashMap<(bool, u32), Word>) -> usize {
        if let Some(&known) = self.known.get(&stretch) {
            return known;
        }
        let (frame, offset, bytes) = stretch;
        let mut word = |index: u32| {
            *words.entry((frame, (offset / 4).saturating_add(index))).or_insert_with(|| {
                self.words += 1;
                self.words - 1
            })
        };
        let words = (0..u32::from(bytes / 4)).map(&mut word).collect();
        self.memory.push((data.home, bytes, words));
        self.known.insert(stretch, self.memory.len() - 1);
        self.memory.len() - 1
    }

    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.words as usize
    }

    /// A word that is no place, never written: it holds zero, and the parts of values that are
    /// known to be zero.
    pub(super) fn zero(&self) -> Word {
        self.zero
    }

    /// Where a variable is.
    pub(super) fn of(&self, var: Var) -> Option<Storage> {
        self.of[var.as_u32() as usize].0
    }

    /// Of how many words a variable is.
    pub(super) fn size(&self, var: Var) -> usize {
        self.of[var.as_u32() as usize].1
    }

    /// The words that a variable takes.
    pub(super) fn words_of(&self, var: Var) -> &[Word] {
        let Some(place) = self.of(var) else { return &[] };
        let words = self.words(place);
        &words[..words.len().min(self.size(var))]
    }

    /// Where a variable lies in memory, if it has a home, although it may have a register too: an
    /// argument before it is loaded.
    pub(super) fn memory_of(&self, data: &VarData) -> &[Word] {
        let known = stretch(data).and_then(|stretch| self.known.get(&stretch));
        known.map_or(&[], |&place| self.memory[place].2.as_slice())
    }

    /// The words of a place: of a register all, whatever is in it.
    pub(super) fn words(&self, place: Storage) -> &[Word] {
        match place {
            Storage::Register(reg) => &self.registers[usize::from(reg)],
            Storage::Memory(index) => &self.memory[index].2,
        }
    }

    /// The words of a unit.
    pub(super) fn unit(&self, unit: u8) -> Range<Word> {
        self.units[usize::from(unit)].clone()
    }

    /// The words of the unit that a word belongs to; `None` for memory.
    pub(super) fn unit_of(&self, word: Word) -> Option<Range<Word>> {
        let index = self.units.partition_point(|unit| unit.end <= word);
        self.units.get(index).cloned()
    }

    /// A place for a reader.
    pub(super) fn show(&self, place: Storage) -> String {
        match place {
            Storage::Register(reg) => format!("register {reg}"),
            Storage::Memory(index) => match self.memory[index] {
                (Home::Incoming(offset), bytes, _) => format!("argument bytes {offset}..{}", offset + u32::from(bytes)),
                (Home::Frame(offset), bytes, _) => format!("frame bytes {offset}..{}", offset + u32::from(bytes)),
                (Home::None, ..) => "nowhere".into(),
            },
        }
    }

    fn check_frame<I: FlowInst>(&self, allocated: &Allocated<'_, I>) -> Result<(), Problem> {
        let mut taken: Vec<(u32, u32, String)> = Vec::new();
        for &(home, bytes, _) in &self.memory {
            let Home::Frame(offset) = home else { continue };
            if !offset.is_multiple_of(u32::from(bytes)) {
                return Err(format!("frame bytes {offset}.. are not aligned for a variable of {bytes} bytes"));
            }
            taken.push((offset, offset.saturating_add(u32::from(bytes)), "variables".into()));
        }
        for (index, &(size, _)) in allocated.code.frame_objects.iter().enumerate().filter(|(_, (size, _))| *size > 0) {
            let object = FrameObject::from_u32(index as u32);
            let offset = allocated.layout.object(object);
            taken.push((offset, offset.saturating_add(size), object.to_string()));
        }
        taken.sort_unstable();
        for pair in taken.windows(2) {
            let [(start, end, what), (other_start, other_end, other)] = pair else { continue };
            if other_start < end {
                return Err(format!(
                    "frame bytes {start}..{end} of {what} and {other_start}..{other_end} of {other} are neither the same nor apart"
                ));
            }
        }
        if let Some((start, end, what)) = taken.last().filter(|(_, end, _)| *end > allocated.needs.locals) {
            return Err(format!(
                "frame bytes {start}..{end} of {what} lie outside the {} bytes of the frame",
                allocated.needs.locals
            ));
        }
        self.check_sharing(allocated)
    }

    /// After a second return, what control flow had shown to be dead is read.
    fn check_sharing<I: FlowInst>(&self, allocated: &Allocated<'_, I>) -> Result<(), Problem> {
        if !allocated.code.returns_twice {
            return Ok(());
        }
        let mut owner: HashMap<usize, Var> = HashMap::new();
        for var in (0..self.of.len() as u32).map(Var::from_u32) {
            let Some(Storage::Memory(index)) = self.of(var) else { continue };
            if let Some(other) = owner.insert(index, var) {
                let place = self.show(Storage::Memory(index));
                return Err(format!("{other} and {var} share {place}, although a call of the function may return twice"));
            }
        }
        Ok(())
    }
}

fn stretch(data: &VarData) -> Option<Stretch> {
    match data.home {
        Home::Frame(offset) => Some((true, offset, data.bytes)),
        Home::Incoming(offset) => Some((false, offset, data.bytes)),
        Home::None => None,
    }
}

/// Of how many bytes a variable is: in a register of no more than that has, although lowering gives temporaries a register's size that
/// another mode of the machine has.
fn bytes_of(table: &RegTable, data: &VarData) -> u8 {
    let bytes = table.class_bytes[usize::from(data.class.0)];
    if data.reg.is_some() { data.bytes.min(bytes) } else { data.bytes }
}

fn check_register<I: FlowInst>(allocated: &Allocated<'_, I>, var: Var, data: &VarData) -> Result<(), Problem> {
    let is_old = var.as_u32() < allocated.before.vars();
    let is_mentioned = is_old && allocated.ranges.first(var).is_some();
    let class = &allocated.table.classes[usize::from(data.class.0)];
    match (data.kind, data.reg) {
        (VarKind::Fixed(want), got) if got != Some(want) => Err(format!("{var} must be in register {want}, but is in {got:?}")),
        (VarKind::Memory, Some(reg)) => Err(format!("{var} must be in memory, but is in register {reg}")),
        (VarKind::Register, None) if is_mentioned => Err(format!("{var} must have a register and has none")),
        (VarKind::Any | VarKind::Register, Some(reg)) if !class.contains(&reg) => {
            Err(format!("{var} is in register {reg}, which is not one of its class {}", data.class.0))
        }
        _ => Ok(()),
    }
}
