//! What several back ends share and no ISA's name appears in.

pub mod facts;
pub mod helpers;
pub mod pair_division;
pub mod selection;
pub mod strength;
pub mod strength_code;
pub mod switch;
pub mod switch_code;
