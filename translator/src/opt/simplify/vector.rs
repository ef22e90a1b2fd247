//! Elements of vectors: what was put into a lane is what is taken from it.

use super::{Cx, Step};
use crate::ice::{InstData, Value};

/// How many insertions are looked through: into each lane of the longest vector once.
const REACH: usize = 16;

/// An element that is taken from a vector: what was put there, or the same of the vector that others were put into.
pub fn extract(cx: &mut Cx<'_>, vector: Value, index: Value) -> Option<Step> {
    let lane = cx.func.int_const(index)?;
    let mut source = vector;
    for _ in 0..REACH {
        let Some(&InstData::InsertElement { vector: before, element, index: at }) = cx.inst_of(source) else { break };
        match cx.func.int_const(at) {
            Some(other) if other == lane => return Some(Step::Value(element)),
            // At an index that is not known it may be this lane.
            Some(_) => source = before,
            None if fault!(ExtractPast) => source = before,
            None => break,
        }
    }
    (source != vector).then_some(Step::Inst(InstData::ExtractElement { vector: source, index }))
}

/// An element that is put where it was taken from, or over another one.
pub fn insert(cx: &mut Cx<'_>, vector: Value, element: Value, index: Value) -> Option<Step> {
    let lane = cx.func.int_const(index)?;
    if let Some(&InstData::ExtractElement { vector: from, index: at }) = cx.inst_of(element)
        && from == vector
        && cx.func.int_const(at) == Some(lane)
    {
        return Some(Step::Value(vector));
    }
    let &InstData::InsertElement { vector: before, index: at, .. } = cx.inst_of(vector)? else { return None };
    (cx.func.int_const(at) == Some(lane)).then_some(Step::Inst(InstData::InsertElement { vector: before, element, index }))
}
