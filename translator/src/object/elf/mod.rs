//! The parts of a relocatable ELF file of either class, little-endian: file header, section headers, symbols,
//! relocations, strings.
//!
//! Numbers and layouts are those of [SYSV-GABI] "Object Files" and "Special Sections"; x86-64 code
//! with 32-bit pointers uses ELFCLASS32 as well ([SYSV-AMD64] chapter 10).
//! `translator/docs/abi.md`, "Object files", has the targets' numbers.

pub mod header;
pub mod reloc;
pub mod section;
pub mod strtab;
pub mod symtab;
