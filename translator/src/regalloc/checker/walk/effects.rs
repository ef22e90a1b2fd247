//! What instructions do to the facts.

use super::{Fact, FlowInst, Other, Problem, Role, Storage, Var, Walk};
use crate::lir::{CopyOf, Flow, Home, RegMask, VarKind};

impl<I: FlowInst> Walk<'_, I> {
    /// What holds when the function is entered: arguments in memory, and whatever is read without
    /// having been written.
    pub(super) fn facts_at_entry(&mut self) {
        self.facts.add(Fact { name: self.zero_name, word: self.places.zero(), part: 0, wide: false });
        for name in 0..self.allocated.before.vars() {
            let var = Var::from_u32(name);
            let data = self.allocated.code.var(var);
            if matches!(data.home, Home::Incoming(_)) {
                for (part, &word) in self.places.memory_of(data).iter().enumerate() {
                    self.facts.add(Fact { name, word, part: part as u8, wide: false });
                }
            }
            if self.is_live(name, 0) {
                let facts = self.whole(var, false);
                facts.into_iter().for_each(|fact| self.facts.add(fact));
            }
        }
    }

    /// The facts that a variable is where it was put.
    pub(super) fn whole(&self, var: Var, wide: bool) -> Vec<Fact> {
        let fact = |(part, &word): (usize, &u32)| Fact { name: var.as_u32(), word, part: part as u8, wide };
        self.places.words_of(var).iter().enumerate().map(fact).collect()
    }

    /// An instruction of the old code that the new code has too.
    pub(super) fn kept(&mut self, inst: &I, other: Option<Other>, origin: u32) -> Result<(), Problem> {
        let pools = &self.allocated.code.pools;
        let copy = inst.copied(pools);
        let mut outcome = Ok(());
        inst.visit(pools, |var, role| {
            if role != Role::Def && outcome.is_ok() {
                let reads = other.filter(|other| other.to == var && role == Role::Use).map_or(var, |other| other.from);
                outcome = self.check_read(reads, var);
            }
        });
        outcome?;
        let effects = inst.effects();
        if effects.reads_flags && self.spoiled {
            return self.error("it reads flags that something inserted has changed");
        }
        self.spoiled &= !effects.writes_flags;
        let arrives = inst.arrives().filter(|&var| matches!(self.allocated.code.var(var).home, Home::Incoming(_)));
        if let Some(var) = arrives {
            self.check_read(var, var)?;
        } else if let Some(copy) = copy {
            self.kept_copy(copy, other.map_or(copy.src, |other| other.from))?;
        } else if let Some(copy) = self.remade(inst, origin) {
            self.remade_copy(inst, copy)?;
        } else {
            self.clobber(inst.clobbers(pools))?;
            self.writes(inst)?;
        }
        self.bury(inst, origin);
        Ok(())
    }

    /// Checks that a variable is where it is read: in the place of another one, or its own.
    fn check_read(&self, var: Var, there: Var) -> Result<(), Problem> {
        let Some(place) = self.places.of(there) else { return self.error(format_args!("it reads {there}, which is nowhere")) };
        let words = self.places.words_of(there).iter().take(self.places.words_of(var).len());
        if words.len() < self.places.words_of(var).len() {
            return self.error(format_args!("it reads {var} in {there}, which is smaller"));
        }
        let named = |(part, &word): (usize, &u32)| Fact { name: var.as_u32(), word, part: part as u8, wide: false };
        let mut facts = words.enumerate().map(named);
        if facts.all(|fact| self.facts.find(fact.word, fact.name, fact.part).is_some()) {
            return Ok(());
        }
        let (place, held) = (self.places.show(place), self.show_held(place));
        self.error(format_args!("it reads {var} in {place}, which holds {held}"))
    }

    fn show_held(&self, place: Storage) -> String {
        let show = |fact: &Fact| match fact.name.checked_sub(self.allocated.before.vars()) {
            None => Var::from_u32(fact.name).to_string(),
            Some(_) => "a constant".into(),
        };
        let mut facts: Vec<Fact> = self.places.words(place).iter().flat_map(|&word| self.facts.at(word)).copied().collect();
        facts.sort_unstable();
        facts.dedup_by_key(|fact| fact.name);
        let names: Vec<String> = facts.iter().map(show).collect();
        if names.is_empty() { "nothing known".into() } else { names.join(", ") }
    }

    fn clobber(&mut self, units: RegMask) -> Result<(), Problem> {
        if units.is_empty() {
            return Ok(());
        }
        for word in units.iter().flat_map(|unit| self.places.unit(unit)) {
            self.facts.overwrite(word);
        }
        self.check_saved(units)
    }

    fn check_saved(&self, units: RegMask) -> Result<(), Problem> {
        let lost = units.intersection(self.allocated.saved).without(self.allocated.used);
        if lost.is_empty() {
            return Ok(());
        }
        self.error(format_args!("it changes what the function must preserve and does not save, units {lost:#x}"))
    }

    /// Checks that a place may be written, and ends the facts about all that overlaps it.
    fn overwrite(&mut self, var: Var, place: Storage) -> Result<(), Problem> {
        if let Storage::Register(reg) = place {
            let units = self.allocated.table.units[usize::from(reg)];
            self.check_saved(units)?;
            // What lowering itself puts into a given register is its own business.
            let is_given =
                var.as_u32() < self.allocated.before.vars() && matches!(self.allocated.code.var(var).kind, VarKind::Fixed(_));
            if !is_given && !units.intersection(self.allocated.reserved).is_empty() {
                return self.error(format_args!("it writes register {reg}, which is reserved"));
            }
        }
        self.places.words(place).iter().for_each(|&word| self.facts.overwrite(word));
        Ok(())
    }

    /// The variables that an instruction writes get new values.
    fn writes(&mut self, inst: &I) -> Result<(), Problem> {
        let pools = &self.allocated.code.pools;
        let mut written: Vec<Var> = Vec::new();
        inst.visit(pools, |var, role| {
            if role != Role::Use && !written.contains(&var) {
                written.push(var);
            }
        });
        for &var in &written {
            self.facts.forget(var.as_u32());
            if let Some(place) = self.places.of(var) {
                self.overwrite(var, place)?;
            }
        }
        let wide = inst.is_wide(pools);
        for (index, &var) in written.iter().enumerate() {
            let Some(place) = self.places.of(var) else { continue };
            let overlaps = |&other: &Var| {
                let words = self.places.of(other).map_or(&[][..], |other| self.places.words(other));
                words.iter().any(|word| self.places.words(place).contains(word))
            };
            if let Some(other) = written[..index].iter().copied().find(overlaps) {
                let place = self.places.show(place);
                return self.error(format_args!("it writes both {other} and {var} to {place}"));
            }
            self.whole(var, wide).into_iter().for_each(|fact| self.facts.add(fact));
            for part in 1..if wide { 1 } else { self.places.size(var) as u8 } {
                self.facts.add(Fact { name: var.as_u32(), word: self.places.zero(), part, wide });
            }
        }
        Ok(())
    }

    /// What a move of some words carries from one place to another.
    fn carried(&self, from: Option<Storage>, to: Storage, count: usize, narrows: bool) -> Vec<Fact> {
        let from = from.map_or(&[][..], |from| self.places.words(from));
        let pairs = from.iter().zip(self.places.words(to)).take(count);
        let carried =
            |(&from, &to)| self.facts.at(from).iter().map(move |fact| Fact { word: to, wide: fact.wide && !narrows, ..*fact });
        let mut all: Vec<Fact> = pairs.flat_map(carried).collect();
        if let (true, Storage::Register(_)) = (narrows, to) {
            // The register is cleared above.
            for &word in self.places.words(to).iter().skip(count) {
                all.extend(self.facts.at(self.places.zero()).iter().map(|fact| Fact { word, ..*fact }));
            }
        }
        all
    }

    /// The destination of a copy becomes a name of what its source names, wherever that is.
    fn rename(&mut self, copy: CopyOf) {
        let CopyOf { dst, src, narrows } = copy;
        self.facts.forget(dst.as_u32());
        let name = dst.as_u32();
        let sizes = (self.places.size(dst), self.places.size(src));
        // A copy that narrows moves the lowest word.
        let moved = if narrows { 1 } else { sizes.0 };
        let wide = narrows && !self.is_clear(src);
        let known: Vec<Fact> = self.facts.about(src.as_u32()).filter(|fact| usize::from(fact.part) < moved).collect();
        let counts_as_clear = self.counts_as_clear(copy);
        for &fact in &known {
            self.facts.add(Fact { name, wide: (fact.wide || wide) && !counts_as_clear, ..fact });
        }
        if narrows {
            let zeros: Vec<Fact> = self.facts.about(self.zero_name).collect();
            for part in 1..sizes.0 as u8 {
                zeros.iter().for_each(|&zero| self.facts.add(Fact { name, part, ..zero }));
            }
            // What is clear above the source is the upper part of the destination.
            let clear = known.iter().filter(|fact| !fact.wide && !wide);
            let above = clear.filter_map(|fact| Some((fact.word, self.places.unit_of(fact.word)?)));
            for (word, unit) in above.collect::<Vec<_>>() {
                for (word, part) in (word + 1..unit.end).zip(1..sizes.0 as u8) {
                    self.facts.add(Fact { name, word, part, wide: false });
                }
            }
        } else {
            // The upper part is nothing in particular.
            let above = self.whole(dst, false).into_iter().skip(sizes.1);
            above.for_each(|fact| self.facts.add(fact));
        }
    }

    /// The copy that an instruction stands for, which makes the constant anew that is copied.
    fn remade(&self, inst: &I, origin: u32) -> Option<CopyOf> {
        let old = self.allocated.before.inst(origin).filter(|&old| old != inst && inst.flow() == Flow::Next)?;
        old.copied(&self.allocated.code.pools)
    }

    /// A constant is made anew where it was copied: what has held it all along holds it still, as far as it was copied.
    fn remade_copy(&mut self, inst: &I, copy: CopyOf) -> Result<(), Problem> {
        let moved = if copy.narrows { 1 } else { self.places.size(copy.src) };
        let words: Vec<_> = self.places.words_of(copy.dst).iter().copied().take(moved).collect();
        let parts = || (0..).zip(&words).map(|(part, &word)| (word, copy.src.as_u32(), part));
        let is_there = parts().all(|(word, name, part)| self.facts.find(word, name, part).is_some());
        let held: Vec<Fact> = words.iter().filter(|_| is_there).flat_map(|&word| self.facts.at(word)).copied().collect();
        self.writes(inst)?;
        let wide = inst.is_wide(&self.allocated.code.pools);
        let own = parts().map(|(word, name, part)| Fact { name, word, part, wide });
        // What was clear above is so only if this clears it, too.
        let held =
            held.into_iter().filter(|fact| fact.name != copy.dst.as_u32()).map(|fact| Fact { wide: fact.wide | wide, ..fact });
        for fact in held.chain(own.collect::<Vec<_>>()) {
            if self.facts.find(fact.word, fact.name, fact.part).is_none() {
                self.facts.add(fact);
            }
        }
        Ok(())
    }

    /// A copy, of the value that a variable has, perhaps from the register of another one.
    fn kept_copy(&mut self, copy: CopyOf, value: Var) -> Result<(), Problem> {
        let Some(place) = self.places.of(copy.dst) else {
            self.facts.forget(copy.dst.as_u32());
            return Ok(());
        };
        if copy.narrows && self.places.size(copy.dst) > 1 && !matches!(place, Storage::Register(_)) {
            return self.error(format_args!("it widens {}, which is in memory, where nothing is cleared", copy.dst));
        }
        let count = self.places.size(copy.dst).min(self.places.size(copy.src));
        let is_cleared = copy.narrows || self.counts_as_clear(copy);
        let (wide, count) = if is_cleared { (false, 1) } else { (!self.is_clear(copy.src), count) };
        self.rename(CopyOf { src: value, ..copy });
        let carried = self.carried(self.places.of(copy.src), place, count, copy.narrows);
        self.overwrite(copy.dst, place)?;
        carried.into_iter().for_each(|fact| self.facts.add(fact));
        self.whole(copy.dst, wide).into_iter().for_each(|fact| self.facts.add(fact));
        Ok(())
    }

    /// Whether a copy to a smaller variable says that nobody asks for what is above it: it need not clear that, and what it writes counts
    /// as if it had.
    fn counts_as_clear(&self, copy: CopyOf) -> bool {
        !copy.narrows && self.places.size(copy.dst) < self.places.size(copy.src)
    }

    /// Whether a variable's register is clear above its lowest word.
    fn is_clear(&self, var: Var) -> bool {
        let zero = |part| self.facts.find(self.places.zero(), var.as_u32(), part).is_some();
        let narrow = |fact: Fact| self.facts.find(fact.word, fact.name, fact.part).is_some_and(|found| !found.wide);
        (1..self.places.size(var) as u8).all(zero) && self.whole(var, false).into_iter().take(1).all(narrow)
    }

    /// A copy that the new code does not have.
    pub(super) fn dropped(&mut self, old: &I, copy: CopyOf, origin: u32) -> Result<(), Problem> {
        if self.places.of(copy.dst).is_none() {
            // Nothing can read it, but it may be made anew where what it names still is.
            self.rename(copy);
            return Ok(());
        }
        if copy.narrows && !self.is_clear(copy.src) {
            let CopyOf { dst, src, .. } = copy;
            return self
                .error(format_args!("after it, the copy of {src} to {dst} is missing, which had to clear the upper part"));
        }
        self.rename(copy);
        self.bury(old, origin);
        Ok(())
    }

    /// An instruction that the old code did not have.
    pub(super) fn inserted(&mut self, inst: &I) -> Result<(), Problem> {
        if inst.flow() != Flow::Next {
            return Ok(());
        }
        let pools = &self.allocated.code.pools;
        self.spoiled |= inst.effects().writes_flags;
        self.clobber(inst.clobbers(pools))?;
        let constant = self.sets.get(&self.index).copied();
        let copy = inst.copied(pools).filter(|_| constant.is_none());
        let mut gains = Vec::new();
        if let Some((CopyOf { dst, src, narrows }, place)) = copy.and_then(|copy| Some((copy, self.places.of(copy.dst)?))) {
            let count = if narrows { 1 } else { self.places.size(dst).min(self.places.size(src)) };
            gains = self.carried(self.places.of(src), place, count, narrows);
        }
        let mut outcome = Ok(());
        inst.visit(pools, |var, role| {
            if let (true, Some(place)) = (role != Role::Use && outcome.is_ok(), self.places.of(var)) {
                outcome = self.overwrite(var, place);
                if let Some(name) = constant {
                    gains.extend(self.whole(var, inst.is_wide(pools)).into_iter().map(|fact| Fact { name, ..fact }));
                }
            }
        });
        gains.into_iter().for_each(|fact| self.facts.add(fact));
        outcome
    }

    /// Forgets the variables that an old instruction mentions and that are not read any more.
    fn bury(&mut self, old: &I, origin: u32) {
        // At the end of a stretch, what is live depends on where control goes: there, edges forget.
        let next = self.allocated.before.inst(origin + 1).map(FlowInst::flow);
        if !matches!(next, Some(Flow::Next)) || old.flow() != Flow::Next {
            return;
        }
        old.visit(&self.allocated.code.pools, |var, role| {
            let after = 2 * origin + if role == Role::Use { 1 } else { 2 };
            if !self.is_live(var.as_u32(), after) {
                self.facts.forget(var.as_u32());
            }
        });
    }
}
