//! Runs PNaCl modules in a reference interpreter and, translated, in an emulator, and compares what they did.
pub mod exec;
pub mod guest;
pub mod load;
pub mod outcome;
pub mod value;
