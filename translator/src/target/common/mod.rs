//! What several back ends share and no ISA's name appears in.

pub mod helpers;
