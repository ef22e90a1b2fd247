//! Dead code elimination on lowered code: drops instructions that write nothing that is read.
//!
//! In: lowered code. Out: the same without them. The moves on edges stay, those to phis without
//! uses too, and count as uses of what they read. Comparisons whose flags are dead go too: flags
//! are followed in emission order, and are taken to be read by every branch and jump.
//!
//! Uses are counted once; one walk backwards drops what has none and takes back the uses of what it
//! drops. A value that is used before its definition in emission order, or only by itself around a
//! loop, may stay: the IR's own pass finds those. Linear.

use super::mentions::{Mention, Mentions};
use crate::lir::{Code, EdgeSource, Flow, FlowInst};
use crate::util::{drop_from, refill};

/// Working memory, reused from one function to the next.
#[derive(Clone, Default, Debug)]
pub struct DeadCode {
    /// For each variable how many instructions and edges read it.
    uses: Vec<u32>,
    /// The instructions to drop, last to first.
    dropped: Vec<u32>,
}

impl DeadCode {
    /// Drops those dead instructions that `may_drop` agrees to, from `mentions` too. Returns how
    /// many.
    pub fn run<I: FlowInst>(&mut self, code: &mut Code<I>, mentions: &mut Mentions, may_drop: impl FnMut(&I) -> bool) -> usize {
        self.count(code, mentions);
        self.find(code, mentions, may_drop);
        let dropped = self.dropped.iter().rev().copied();
        drop_from(&mut code.insts, dropped.clone());
        mentions.drop(dropped);
        self.dropped.len()
    }

    fn count<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions) {
        refill(&mut self.uses, code.vars.len(), 0);
        for mention in mentions.all() {
            self.uses[mention.var().as_u32() as usize] += u32::from(mention.reads());
        }
        for edge in code.edges.all() {
            if let EdgeSource::Var(var) = edge.source {
                self.uses[var.as_u32() as usize] += 1;
            }
        }
    }

    /// Finds the instructions to drop.
    fn find<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions, mut may_drop: impl FnMut(&I) -> bool) {
        self.dropped.clear();
        let mut flags_read = true;
        for (index, (note, inst)) in mentions.notes().iter().zip(&code.insts).enumerate().rev() {
            let needed =
                note.is_pinned() || (note.writes_flags() && flags_read) || writes_what_is_read(&self.uses, mentions.by(index));
            if needed || !may_drop(inst) {
                flags_read = note.reads_flags()
                    || (flags_read && !note.writes_flags() && !fault!(DeadComparison))
                    || (note.flows() && matches!(inst.flow(), Flow::Branch | Flow::Jump));
                continue;
            }
            self.dropped.push(index as u32);
            for mention in mentions.by(index) {
                self.uses[mention.var().as_u32() as usize] -= u32::from(mention.reads());
            }
        }
    }
}

/// A variable that is changed rather than written counts as read by others only if others read it.
#[inline]
fn writes_what_is_read(uses: &[u32], mentioned: &[Mention]) -> bool {
    mentioned.iter().any(|mention| mention.writes() && uses[mention.var().as_u32() as usize] > u32::from(mention.reads()))
}
