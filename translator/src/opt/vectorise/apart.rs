//! Whether several rounds of a loop may access memory at once, access by access.
//!
//! In: the accesses of a loop in their order, each of which goes on by its own size from round to round. Out: how many rounds that is
//! right for, if for any.
//!
//! A loop that only loads may always: what traps then, trapped in one of the rounds that became one, and nothing is seen in between. One that
//! stores may if no access traps and each pair of them, of which one is a store, meets in the same order:
//! - each lies in an object of known size, for as many rounds as that has room for; what is stored to is not constant;
//! - two in different objects never meet;
//! - of two in one object the later one lies no further than the earlier one, or so much further that those of one step do not reach it. In
//!   between, an earlier access of a later round would meet a later access of an earlier round, and come before it.
//!
//! Each pair is looked at, and there are at most [`MAX_ACCESSES`].

use super::super::facts::object_size;
use super::linear::Linear;
use crate::ice::{Function, Module, Value, ValueRef};

/// The most accesses of a loop.
pub const MAX_ACCESSES: usize = 16;

/// A load or a store.
#[derive(Copy, Clone, Debug)]
pub struct Access {
    pub place: Linear,
    pub stores: bool,
}

/// How many rounds may access memory `lanes` at a time; each access has `bytes` bytes, and its place steps by as many.
pub fn most_rounds(module: &Module, func: &Function, accesses: &[Access], lanes: u32, bytes: u32) -> Option<u64> {
    if !accesses.iter().any(|access| access.stores) {
        return Some(u64::MAX);
    }
    let mut most = u64::MAX;
    for (index, &access) in accesses.iter().enumerate() {
        most = most.min(room(module, func, access)? / u64::from(bytes));
        if !accesses[..index].iter().all(|&earlier| keep_order(earlier, access, lanes * bytes)) {
            return None;
        }
    }
    Some(most)
}

/// How many bytes of its object lie from an access's first place on, if that is known; of a store only if it does not trap.
fn room(module: &Module, func: &Function, access: Access) -> Option<u64> {
    let base = access.place.base?;
    let size = object_size(module, func, base).or(fault!(VectoriseObjects).then_some(u64::MAX))?;
    (!access.stores || !is_constant(module, base)).then(|| size.saturating_sub(access.place.offset.into()))
}

fn is_constant(module: &Module, base: Value) -> bool {
    matches!(base.unpack(), ValueRef::Global(global) if module.globals[global].constant)
}

/// Whether two accesses inside objects, the first of which comes first in a round, meet in the same order if steps of `step` bytes are made.
fn keep_order(earlier: Access, later: Access, step: u32) -> bool {
    let distance = i64::from(later.place.offset) - i64::from(earlier.place.offset);
    let neither_stores = !earlier.stores && !later.stores;
    neither_stores || earlier.place.base != later.place.base || distance <= 0 || distance >= step.into() || fault!(VectoriseOrder)
}
