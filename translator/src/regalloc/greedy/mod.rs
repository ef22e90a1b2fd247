//! Greedy allocation: one walk over the code, last instruction to first, that gives each variable a register when it meets its last use.
//!
//! In: lowered code and live ranges of one segment each (`liveness::ranges::coarse`). Out: `reg` of the variables that have one, and the
//! units that the code writes. What has none lives in a slot of its own.
//!
//! Met backwards, a variable's last use comes first: there it gets its register, and at its first mention the register is free for what
//! comes before. So a register that is wished for is known already: that of the variable that it is moved to, which is met before it (the
//! result of a two-address form, an argument's register, the phi of the block that control goes on to, the state that a loop's header was
//! given at the branch back to it). A copy to a variable that begins where its source ends costs nothing. This is the reservation of
//! [TAMARIN-2008] "Register Allocation": a register, or a slot; instead of a register *and* a slot for some time, with a store where the
//! value is made and loads where it is needed again, a variable is put into its slot altogether when another one that weighs more needs
//! its register. Instructions take operands from the frame themselves, and what can not has a temporary for it, so that no code has to be
//! inserted for that, and the walk decides, as it goes, about code that it has passed.
//!
//! A temporary that is a mere copy of a variable which lives on shares its register; so does one that a variable is a mere copy of, and then
//! stays in the register before the copy. Both are nothing to be moved. Other variables keep a register each, so that each can be put into
//! its slot.
//!
//! If in the end a temporary finds no register (what was met early took the only one that calls leave), the function is walked again, with
//! registers for temporaries only.
//!
//! What it cannot know from what it has passed is what comes before: calls and given registers. They are noted beforehand, by where they
//! end, and looked through for each variable from its last use to its first mention (`blocked`).
//!
//! Complexity: n log n in calls and given registers for sorting these, else linear: `blocked::MAX_LOOKED_AT` bounds what is looked
//! through.

mod blocked;
pub mod states;
mod walk;

pub use walk::{Greedy, Walked};
