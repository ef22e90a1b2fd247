//! The blocks of allocated code in random order. The entry stays first.
//!
//! In: code in which a block may fall through to the next. Out: the same blocks; one that fell
//! through to a block that does not follow any more ends with a jump there, and a jump to what comes
//! next now is dropped. Only blocks of the IR move: the lowering of an instruction, with loops of its
//! own, stays in one piece. What follows a block without being one (moves of an edge) stays with it.
//! Linear.

use crate::lir::{Code, Flow, FlowInst, Label};
use crate::util::rng::Rng;

/// A block: its label, if it has one, and where its instructions lie.
#[derive(Copy, Clone, Debug)]
struct Run {
    label: Option<Label>,
    start: usize,
    end: usize,
}

/// Puts the blocks in another order.
pub fn reorder<I: FlowInst>(code: &mut Code<I>, rng: &mut Rng) {
    let runs = runs(code);
    let mut order: Vec<usize> = (0..runs.len()).collect();
    if let Some((_, others)) = order.split_first_mut() {
        rng.shuffle(others);
    }
    let old = std::mem::take(&mut code.insts);
    code.insts.reserve(old.len() + runs.len());
    for (place, &index) in order.iter().enumerate() {
        let run = runs[index];
        code.insts.extend_from_slice(&old[run.start..run.end]);
        let next = order.get(place + 1).and_then(|&next| runs[next].label);
        let falls_to = runs.get(index + 1).and_then(|run| run.label).filter(|_| falls_through(&code.insts));
        match falls_to {
            Some(label) if next != falls_to && !fault!(BlocksFallThrough, index == 2) => code.insts.push(I::jump(label)),
            Some(_) => {}
            None => drop_jump(&mut code.insts, next),
        }
    }
}

fn runs<I: FlowInst>(code: &Code<I>) -> Vec<Run> {
    let mut runs = vec![Run { label: None, start: 0, end: code.insts.len() }];
    for (index, inst) in code.insts.iter().enumerate() {
        let Flow::Bind(label) = inst.flow() else { continue };
        if !code.edges.is_block(label) {
            continue;
        }
        let last = runs.last_mut().expect("there is one");
        if index == last.start {
            last.label = Some(label);
        } else {
            last.end = index;
            runs.push(Run { label: Some(label), start: index, end: code.insts.len() });
        }
    }
    runs
}

/// Whether control goes on behind the last instruction.
fn falls_through<I: FlowInst>(insts: &[I]) -> bool {
    insts.last().is_none_or(|inst| !matches!(inst.flow(), Flow::Jump | Flow::Exit))
}

fn drop_jump<I: FlowInst>(insts: &mut Vec<I>, next: Option<Label>) {
    if next.is_some_and(|label| insts.last() == Some(&I::jump(label))) {
        insts.pop();
    }
}
