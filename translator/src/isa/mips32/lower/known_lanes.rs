//! Lanes that are known: what a block has written to a vector is read from variables, which may have registers, and not from memory.
//!
//! A vector lives in memory ([`super::lanes`]). With allocation, what is written to a lane is copied to a variable besides, and who reads
//! that very lane in the same stretch of code gets the variable. At the end of a function, homes from which nothing is read any more are
//! not written either: then a vector that one block makes and uses is as many variables as it has lanes, and no memory at all.
//!
//! Invariant: what is known holds from the write to the next label, to which another way may lead, and to the next write of one of the
//! bytes. A lane at an index that is known at run time only may be any ([`Lower::forget_lanes`]).
//!
//! Complexity: a read looks through at most [`MOST`] lanes.

use super::super::inst::{Base, Pools};
use super::super::op::Op;
use super::{Inst, Lower, Opcode, Opnd, classes};
use crate::lir::{MachInst, Var, VarKind};
use crate::options::Pass;
use crate::util::refill;

/// How many lanes are known at most.
const MOST: usize = 128;

/// What a lane holds.
#[derive(Copy, Clone, Debug)]
pub(super) struct Known {
    home: Var,
    /// Where it begins, and how long it is, in bytes.
    offset: i32,
    bytes: i32,
    /// A variable, whose low bits it is, or the number zero.
    pub(super) value: Opnd,
    pub(super) is_float: bool,
    /// The stretch of code that it holds in.
    stretch: u32,
}

impl Lower<'_> {
    /// Writes a lane of a vector's home, a register operand or zero, and knows it from then on. A float is in a floating-point register.
    pub(super) fn write_lane(&mut self, home: Var, (offset, bytes): (i32, i32), value: Opnd, is_float: bool) {
        let op = match bytes {
            1 => Op::Sb,
            2 => Op::Sh,
            _ if is_float => Op::Swc1,
            _ => Op::Sw,
        };
        let memory = self.mem_at(Base::Home(home), offset);
        self.store_op(op, value, memory);
        if self.for_allocation {
            self.learn((home, offset, bytes), value, is_float);
        }
    }

    fn learn(&mut self, (home, offset, bytes): (Var, i32, i32), value: Opnd, is_float: bool) {
        let stretch = self.isa.stretch;
        let overlaps = |known: &Known| known.home == home && known.offset < offset + bytes && offset < known.offset + known.bytes;
        let known = &mut self.scratch.isa.known;
        known.retain(|known| known.stretch == stretch && (!overlaps(known) || fault!(Mips32LaneStale)));
        if known.len() >= MOST {
            known.drain(..MOST / 2);
        }
        let value = match value {
            Opnd::Var(var) => {
                let class = if is_float { classes::FPR } else { classes::GPR };
                let copy = self.code.make_var(class, 4, VarKind::Any);
                let opcode = if is_float { Opcode::MoveS } else { Opcode::Move };
                self.push(Inst::new(opcode, copy.into(), var.into(), Opnd::None));
                copy.into()
            }
            number => number,
        };
        self.scratch.isa.known.push(Known { home, offset, bytes, value, is_float, stretch });
    }

    /// What a lane of a vector's home is known to hold.
    pub(super) fn known_lane(&mut self, home: Var, offset: i32, bytes: i32) -> Option<Known> {
        let known = self.find_lane(home, offset, bytes)?;
        self.may_transform(Pass::Lanes, || format!("byte {offset} of {home}")).then_some(known)
    }

    /// Whether a word of a vector's home is known to be in a floating-point variable.
    pub(super) fn is_known_float(&self, home: Var, offset: i32) -> bool {
        self.find_lane(home, offset, 4).is_some_and(|known| known.is_float)
    }

    fn find_lane(&self, home: Var, offset: i32, bytes: i32) -> Option<Known> {
        let is_it =
            |known: &&Known| (known.home, known.offset, known.bytes, known.stretch) == (home, offset, bytes, self.isa.stretch);
        self.scratch.isa.known.iter().rev().find(is_it).copied()
    }

    /// Nothing is known of a vector's home any more.
    pub(super) fn forget_lanes(&mut self, home: Var) {
        self.scratch.isa.known.retain(|known| known.home != home || fault!(Mips32LaneIndexed));
    }

    /// Drops the writes to homes from which nothing is read.
    pub(super) fn drop_unread_lanes(&mut self) {
        if !self.isa.has_vectors || !self.may_transform(Pass::Lanes, || "writes to vectors that are not read".into()) {
            return;
        }
        let mut is_read = std::mem::take(&mut self.scratch.isa.is_read);
        refill(&mut is_read, self.code.vars.len(), false);
        let pools = &self.code.pools;
        for inst in self.code.insts.iter().filter(|inst| written_home(inst, pools).is_none()) {
            inst.visit(pools, |var, _| is_read[var.as_u32() as usize] = true);
        }
        let is_kept = |inst: &Inst| written_home(inst, pools).is_none_or(|home| is_read[home.as_u32() as usize]);
        self.code.insts.retain(is_kept);
        self.scratch.isa.is_read = is_read;
    }
}

/// The home that an instruction writes a part of, and which it does not read.
fn written_home(inst: &Inst, pools: &Pools) -> Option<Var> {
    let (Opcode::Real(Op::Sw | Op::Sh | Op::Sb | Op::Swc1), Opnd::Mem(id)) = (inst.opcode, inst.a) else { return None };
    match pools.amodes[id].base {
        Base::Home(home) => Some(home),
        _ => None,
    }
}
