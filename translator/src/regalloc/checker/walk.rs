//! The run of the old and the new code side by side: see the essay in [`super`].
//!
//! This file follows control; [`effects`] is what instructions do to facts.

mod effects;

use std::collections::{BTreeSet, HashMap};

use super::facts::{Fact, Facts, Name, intersect};
use super::places::{Places, Storage};
use super::{Allocated, Problem};
use crate::lir::{EdgeSource, Flow, FlowInst, Label, MachInst, Role, Var};
use crate::liveness::Segment;
use crate::regalloc::rewrite::INSERTED;

/// Where control is in the old code.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct At {
    /// The old instruction that comes next.
    next: u32,
    /// The block that control comes from, in case the next instruction binds a label.
    from: Label,
}

/// What is known where a label of the new code is bound, or where it begins.
#[derive(Clone, Debug)]
struct Entry {
    at: At,
    facts: Vec<Fact>,
    spoiled: bool,
}

/// The run.
pub(super) struct Walk<'a, I: MachInst> {
    allocated: &'a Allocated<'a, I>,
    places: Places,
    /// For each old instruction whether the new code has it.
    kept: Vec<bool>,
    /// For each label of the new code the instruction that binds it.
    bound_at: Vec<Option<u32>>,
    /// For each inserted instruction that sets something to a constant, the constant's name.
    sets: HashMap<u32, Name>,
    /// The names of constants, by what they print as.
    constants: HashMap<String, Name>,
    /// The name of zero, for the words that are known to be clear whatever variable they were a
    /// part of.
    zero_name: Name,
    /// The segments of the old variables, and where each variable's end.
    segments: Vec<Segment>,
    segment_ends: Vec<u32>,
    /// By the index of the new instruction.
    entries: HashMap<u32, Entry>,
    /// The entries that have changed since they were walked from.
    work: BTreeSet<u32>,
    facts: Facts,
    /// Whether something inserted has changed the flags since the old code last set them.
    spoiled: bool,
    /// The new instruction that is being looked at.
    index: u32,
}

/// A variable that an instruction read, and the one whose register it reads now.
#[derive(Copy, Clone, Debug)]
pub(super) struct Other {
    from: Var,
    to: Var,
}

impl<'a, I: FlowInst> Walk<'a, I> {
    pub(super) fn new(allocated: &'a Allocated<'a, I>, places: Places) -> Self {
        let code = allocated.code;
        let mut kept = vec![false; allocated.before.len()];
        for &origin in allocated.origins.iter().filter(|&&origin| origin != INSERTED) {
            if let Some(kept) = kept.get_mut(origin as usize) {
                *kept = true;
            }
        }
        let mut bound_at = vec![None; code.label_count()];
        for (index, inst) in code.insts.iter().enumerate() {
            if let Flow::Bind(label) = inst.flow() {
                bound_at[label.as_u32() as usize] = Some(index as u32);
            }
        }
        let mut this = Self {
            allocated,
            kept,
            bound_at,
            sets: HashMap::new(),
            constants: HashMap::new(),
            zero_name: 0,
            segments: Vec::new(),
            segment_ends: Vec::new(),
            entries: HashMap::new(),
            work: BTreeSet::new(),
            facts: Facts::default(),
            spoiled: false,
            index: 0,
            places,
        };
        for &(start, end, constant) in allocated.sets {
            let next = allocated.before.vars() + this.constants.len() as u32;
            let name = *this.constants.entry(format!("{constant:?}")).or_insert(next);
            this.sets.extend((start..end).map(|index| (index, name)));
        }
        for var in (0..allocated.before.vars()).map(Var::from_u32) {
            this.segments.extend(allocated.ranges.segments(var));
            this.segment_ends.push(this.segments.len() as u32);
        }
        this.zero_name = allocated.before.vars() + this.constants.len() as u32;
        this.facts = Facts::new(this.places.len(), this.zero_name as usize + 1);
        this
    }

    pub(super) fn run(mut self) -> Result<(), Problem> {
        if self.allocated.origins.len() != self.allocated.code.insts.len() {
            return Err("the allocation check was not told where the instructions come from".into());
        }
        self.facts_at_entry();
        if self.allocated.before.len() == 0 {
            return Ok(());
        }
        let at = self.settle(At { next: 0, from: self.allocated.before.block(0) })?;
        let facts = self.facts.save();
        self.entries.insert(0, Entry { at, facts, spoiled: false });
        self.work.insert(0);
        while let Some(start) = self.work.pop_first() {
            let Entry { at, facts, spoiled } = &self.entries[&start];
            (self.index, self.spoiled) = (start, *spoiled);
            self.facts.load(facts);
            let at = *at;
            self.walk(at)?;
        }
        Ok(())
    }

    /// An error at the instruction that is being looked at.
    fn error<T>(&self, what: impl std::fmt::Display) -> Result<T, Problem> {
        let index = self.index;
        match self.allocated.code.insts.get(index as usize) {
            Some(inst) => Err(format!("allocation check, instruction {index}, {inst:?}: {what}")),
            None => Err(format!("allocation check, end of the code: {what}")),
        }
    }

    /// Walks from an entry to where control leaves or joins another path.
    fn walk(&mut self, mut at: At) -> Result<(), Problem> {
        loop {
            let Some(inst) = self.allocated.code.insts.get(self.index as usize) else {
                return self.error("control runs off the end");
            };
            let origin = self.allocated.origins[self.index as usize];
            if origin != INSERTED {
                let other = self.expect(inst, origin, at)?;
                self.kept(inst, other, origin)?;
            } else {
                self.inserted(inst)?;
            }
            match (inst.flow(), origin) {
                (Flow::Exit, INSERTED) => return self.error("it was inserted and leaves the function"),
                (Flow::Branch, INSERTED) => return self.error("it was inserted and branches"),
                (Flow::Exit, _) => return Ok(()),
                (Flow::Jump, INSERTED) => return self.inserted_jump(inst, at),
                (Flow::Jump, _) => return self.jump(inst, origin),
                (Flow::Branch, _) => at = self.branch(inst, origin)?,
                (Flow::Next | Flow::Bind(_), INSERTED) => {}
                (Flow::Next | Flow::Bind(_), _) => {
                    at = self.settle(At { next: origin + 1, from: self.allocated.before.block(origin) })?;
                }
            }
            self.index += 1;
            let next = self.allocated.code.insts.get(self.index as usize).map(FlowInst::flow);
            if matches!(next, Some(Flow::Bind(_))) {
                return self.join(self.index, at);
            }
        }
    }

    /// Checks that an instruction is the old one that comes next. Returns what it reads in place of what, if it reads another variable's
    /// register.
    fn expect(&self, inst: &I, origin: u32, at: At) -> Result<Option<Other>, Problem> {
        let Some(old) = self.allocated.before.inst(at.next) else { return self.error("the old code has ended here") };
        if origin != at.next {
            return self.error(format_args!("it is instruction {origin} of the old code, where {} comes next, {old:?}", at.next));
        }
        // Branches and jumps may have other labels.
        if !matches!(old.flow(), Flow::Branch | Flow::Jump) && inst != old && self.rematerialised(old) != Some(*inst) {
            let other = self.reads_other(old, inst);
            return if other.is_some() { Ok(other) } else { self.error(format_args!("it was {old:?} before")) };
        }
        Ok(None)
    }

    /// What an instruction reads in place of what an old one reads, if it is the same otherwise.
    fn reads_other(&self, old: &I, inst: &I) -> Option<Other> {
        let pools = &self.allocated.code.pools;
        let reads = |inst: &I| {
            let mut vars = Vec::new();
            inst.visit(pools, |var, role| vars.extend((role == Role::Use).then_some(var)));
            vars
        };
        let reads_now = reads(inst);
        let mut others = reads(old).into_iter().flat_map(|from| reads_now.iter().map(move |&to| Other { from, to }));
        others.find(|other| old.reading(other.from, other.to).as_ref() == Some(inst))
    }

    /// If an old instruction copies a variable that is always the same constant: the instruction
    /// that makes the constant anew.
    fn rematerialised(&self, old: &I) -> Option<I> {
        let (before, pools) = (self.allocated.before, &self.allocated.code.pools);
        let copy = old.copied(pools)?;
        let made = before.only_writer(copy.src)?.copied(pools).filter(|made| made.dst == copy.src)?;
        before.only_writer(made.src)?.constant_to(pools, copy.dst)
    }

    /// Passes the old instructions that the new code does not have.
    fn settle(&mut self, mut at: At) -> Result<At, Problem> {
        while let Some(old) = self.allocated.before.inst(at.next).filter(|_| !self.kept[at.next as usize]) {
            let from = self.allocated.before.block(at.next);
            match (old.flow(), old.copied(&self.allocated.code.pools)) {
                (Flow::Next, Some(copy)) => {
                    self.dropped(old, copy, at.next)?;
                    at = At { next: at.next + 1, from };
                }
                (Flow::Jump, _) => {
                    let targets = self.allocated.before.targets(at.next);
                    let (Some(&target), true) = (targets.first(), targets.iter().all(|&other| other == targets[0])) else {
                        return self.error(format_args!("the jump {old:?} is missing after it"));
                    };
                    at = self.old_target(target, from)?;
                }
                // What reads the variable that it would have set finds nothing there, unless it is
                // set again.
                (Flow::Next, None) if old.constant_to(&self.allocated.code.pools, Var::from_u32(0)).is_some() => {
                    old.visit(&self.allocated.code.pools, |var, _| self.facts.forget(var.as_u32()));
                    at = At { next: at.next + 1, from };
                }
                _ => return self.error(format_args!("the instruction {old:?} is missing after it")),
            }
        }
        Ok(at)
    }

    /// Where the old code goes on at a label.
    fn old_target(&self, label: Label, from: Label) -> Result<At, Problem> {
        match self.allocated.before.bound_at(label) {
            Some(next) => Ok(At { next, from }),
            None => self.error(format_args!("the old code does not bind {label}")),
        }
    }

    /// Where the new code goes on at a label.
    fn new_target(&self, label: Label) -> Result<u32, Problem> {
        match self.bound_at.get(label.as_u32() as usize).copied().flatten() {
            Some(index) => Ok(index),
            None => self.error(format_args!("nothing binds {label}")),
        }
    }

    fn targets(&self, inst: &I) -> Vec<Label> {
        let mut targets = Vec::new();
        inst.targets(&self.allocated.code.pools, |label| targets.push(label));
        targets
    }

    fn inserted_jump(&mut self, inst: &I, at: At) -> Result<(), Problem> {
        for label in self.targets(inst) {
            let index = self.new_target(label)?;
            // Otherwise inserted code could go round and round.
            if self.allocated.origins[index as usize] == INSERTED {
                return self.error("it was inserted and goes to what was inserted");
            }
            self.join(index, at)?;
        }
        Ok(())
    }

    fn jump(&mut self, inst: &I, origin: u32) -> Result<(), Problem> {
        let before = self.allocated.before;
        let (targets, olds) = (self.targets(inst), before.targets(origin));
        if targets.len() != olds.len() {
            return self.error(format_args!("it has {} targets and had {}", targets.len(), olds.len()));
        }
        let mut pairs: Vec<_> = targets.into_iter().zip(olds.iter().copied()).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for (label, old) in pairs {
            let (index, at) = (self.new_target(label)?, self.old_target(old, before.block(origin))?);
            self.join(index, at)?;
        }
        Ok(())
    }

    /// Follows a branch to its target. Returns where the old code is if it is not taken.
    fn branch(&mut self, inst: &I, origin: u32) -> Result<At, Problem> {
        let before = self.allocated.before;
        let from = before.block(origin);
        let (targets, olds) = (self.targets(inst), before.targets(origin));
        let (&[target], &[old_target], Some(old)) = (targets.as_slice(), olds, before.inst(origin)) else {
            return self.error("a branch needs one target");
        };
        let taken = self.old_target(old_target, from)?;
        let passed = At { next: origin + 1, from };
        // The label of a branch is in the instruction: no pools are needed to change it.
        let mut same = *inst;
        same.retarget(&mut I::Pools::default(), |_| old_target);
        let index = self.new_target(target)?;
        if same == *old {
            self.join(index, taken)?;
            return self.settle(passed);
        }
        if old.negated() != Some(same) {
            return self.error(format_args!("it is neither {old:?} nor its negation"));
        }
        // Copies dropped on the path that is now the target's must not count on the other one.
        let facts = self.facts.save();
        let passed = self.settle(passed)?;
        self.join(index, passed)?;
        self.facts.load(&facts);
        Ok(taken)
    }

    /// Control comes to where a label is bound.
    fn join(&mut self, index: u32, at: At) -> Result<(), Problem> {
        let origin = self.allocated.origins[index as usize];
        let mut facts = self.facts.save();
        let mut at = at;
        if origin != INSERTED {
            let label = match self.allocated.before.inst(at.next).map(FlowInst::flow) {
                Some(Flow::Bind(label)) if origin == at.next => label,
                _ => {
                    let old = self.allocated.before.inst(at.next);
                    return self.error(format_args!(
                        "control goes on at instruction {origin} of the old code, where it should at {}, {old:?}",
                        at.next
                    ));
                }
            };
            self.cross(&mut facts, label, at);
            at.from = self.allocated.before.block(at.next);
        }
        let spoiled = self.spoiled;
        let Some(entry) = self.entries.get_mut(&index) else {
            self.entries.insert(index, Entry { at, facts, spoiled });
            self.work.insert(index);
            return Ok(());
        };
        if entry.at != at {
            let entry_at = entry.at;
            return self
                .error(format_args!("paths meet that come from different places of the old code, {entry_at:?} and {at:?}"));
        }
        let changed = intersect(&mut entry.facts, &facts) | (spoiled && !entry.spoiled);
        entry.spoiled |= spoiled;
        if changed {
            self.work.insert(index);
        }
        Ok(())
    }

    /// Takes facts over an edge: the phis become names of what their sources name, and what is dead
    /// there is forgotten.
    fn cross(&self, facts: &mut Vec<Fact>, label: Label, at: At) {
        let before = self.allocated.before;
        let mut moves: Vec<(Name, Name)> = Vec::new();
        let mut phis: Vec<Name> = before.phis(label).iter().map(|phi| phi.as_u32()).collect();
        let mut received = Vec::new();
        for edge in before.moves(at.from, label) {
            received.push(edge.dest.as_u32());
            match edge.source {
                EdgeSource::Var(source) => moves.push((source.as_u32(), edge.dest.as_u32())),
                EdgeSource::Const(constant) => {
                    let name = self.constants.get(&format!("{constant:?}"));
                    moves.extend(name.map(|&name| (name, edge.dest.as_u32())));
                }
            }
        }
        moves.sort_unstable();
        received.sort_unstable();
        phis.sort_unstable();
        let mut crossed = Vec::with_capacity(facts.len());
        for &fact in facts.iter() {
            let first = moves.partition_point(|&(source, _)| source < fact.name);
            let named = moves[first..].iter().take_while(|&&(source, _)| source == fact.name);
            crossed.extend(named.map(|&(_, phi)| Fact { name: phi, ..fact }));
            let is_phi = phis.binary_search(&fact.name).is_ok();
            if !is_phi && (fact.name < before.vars() || fact.name == self.zero_name) {
                crossed.push(fact);
            }
        }
        // A phi that receives nothing has no particular value.
        for &phi in phis.iter().filter(|phi| received.binary_search(phi).is_err()) {
            crossed.extend(self.whole(Var::from_u32(phi), false));
        }
        crossed.retain(|fact| fact.name == self.zero_name || self.is_live(fact.name, 2 * at.next + 1));
        crossed.sort_unstable();
        crossed.dedup_by_key(|fact| (fact.name, fact.word, fact.part));
        *facts = crossed;
    }

    /// Whether a variable is live at a position of the old code.
    fn is_live(&self, name: Name, position: u32) -> bool {
        let start = name.checked_sub(1).map_or(0, |before| self.segment_ends[before as usize]);
        let segments = &self.segments[start as usize..self.segment_ends[name as usize] as usize];
        let next = segments.partition_point(|segment| segment.end <= position);
        segments.get(next).is_some_and(|segment| segment.start <= position)
    }
}
