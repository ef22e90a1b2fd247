//! What several back ends share and no ISA's name appears in.

pub mod arguments;
pub mod diversify;
pub mod facts;
pub mod helpers;
pub mod lower;
pub mod operand;
pub mod pair_division;
pub mod selection;
pub mod strength;
pub mod strength_code;
pub mod switch;
pub mod switch_code;
