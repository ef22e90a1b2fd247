//! placeholder
use super::args::{MatrixArgs, RunArgs};
pub fn files(_: &RunArgs) -> u8 { 2 }
pub fn corpus(_: &MatrixArgs) -> u8 { 2 }
