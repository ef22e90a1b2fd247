//! Runs PNaCl modules in a reference interpreter and, translated, in an emulator, and compares what they did.
pub mod case;
pub mod cli;
pub mod compare;
pub mod displaced;
pub mod exec;
pub mod guest;
pub mod interp;
pub mod irt;
pub mod layout;
pub mod load;
pub mod matrix;
pub mod outcome;
pub mod process;
pub mod report;
pub mod subject;
pub mod value;
