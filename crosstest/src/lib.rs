//! Runs PNaCl modules in a reference interpreter and, translated, in an emulator, and compares what they did.
pub mod guest;
pub mod interp;
pub mod layout;
pub mod outcome;
pub mod value;
