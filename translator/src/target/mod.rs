//! Targets: what turns ICE into machine code for one instruction-set architecture. Every ISA is a folder with the same file names.

pub mod x86;
