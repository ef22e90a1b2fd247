//! Listings as a whole, and of bits that mean nothing. What is compared with lies in `program.lst`,
//! which `BLESS=1` writes and a person reads: the layout is the SDK's.

use super::*;
use crate::bitcode::text_records::{assemble, disassemble};
use crate::bitcode::write::write_module;
use crate::text::parse_module;

fn program() -> Vec<u8> {
    let (module, bodies) = parse_module(include_str!("program.ll"), "program.ll").unwrap();
    write_module(&module, &bodies).unwrap()
}

#[test]
fn a_program_is_listed() {
    let listing = list(&program(), Columns::default(), &[]).unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/bitcode/listing/tests/program.lst"), &listing).unwrap();
        return;
    }
    assert_eq!(listing, include_str!("program.lst"));
    assert!(listing.lines().all(|line| line.len() <= 80));
}

#[test]
fn columns_can_be_left_out() {
    let both = list(&program(), Columns::default(), &[]).unwrap();
    let records = list(&program(), Columns { assembly: false, records: true }, &[]).unwrap();
    let assembly = list(&program(), Columns { assembly: true, records: false }, &[]).unwrap();
    assert!(records.contains("  3: <1, 1>\n") && !records.contains("version"));
    assert!(assembly.starts_with("Magic Number: 'PEXE' (80, 69, 88, 69)\nPNaCl Version: 2\nmodule {"), "{assembly}");
    assert!(both.lines().count() > records.lines().count());
}

/// Without abbreviations, as `pnacl-bccompress --remove-abbreviations` of the SDK would leave it.
#[test]
fn records_without_abbreviations_have_no_names_behind_them() {
    let records = disassemble(&program()).unwrap();
    // The first column and the definitions go; the assembler then writes no abbreviation.
    let is_row = |line: &&str| !line.starts_with("2,65533");
    let plain: String = records
        .lines()
        .filter(is_row)
        .map(|line| line.split_once(',').map_or(line, |(_, rest)| rest).to_string() + "\n")
        .collect();
    let listing = list(&assemble(&plain).unwrap().bytes, Columns::default(), &[]).unwrap();
    assert!(!listing.contains("<@a") && listing.contains("    %v0 = icmp ult i32 %p0, %c0;\n"), "{listing}");
}

#[test]
fn bits_that_mean_nothing_are_listed_all_the_same() {
    let program = program();
    let mut listed = 0;
    for at in 16..program.len() {
        for change in [1u8, 0x80, 0xff] {
            let mut broken = program.clone();
            broken[at] ^= change;
            listed += u32::from(list(&broken, Columns::default(), &[]).is_ok());
        }
    }
    assert!(listed > 300, "{listed}");
}
