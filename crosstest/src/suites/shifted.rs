//! Operands that are shifted by every amount, rotations, and fields of every place and size, as texts: what takes an instruction of its
//! own on one target, and on another a field of the one that reads it.

use super::Made;
use super::mixed::Mixed;
use super::width::Width;
use crate::case::Case;

const SHIFTS: [&str; 3] = ["shl", "lshr", "ashr"];
/// Sizes of fields.
const SIZES: [u32; 9] = [1, 3, 7, 8, 9, 15, 16, 17, 31];
/// What is computed with.
const NUMBERS: [u64; 8] = [
    0,
    u64::MAX,
    0x8000_0000_0000_0001,
    0x7fff_ffff_8000_0000,
    0x0123_4567_89ab_cdef,
    0xfedc_ba98_7654_3210,
    0x0000_0001_ffff_ffff,
    0x00ff_00ff_f00f_f00f,
];

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let one = |name: String, text: fn(Width) -> String, width: Width| {
        let name = format!("{name} of {}", width.ty());
        Made::new(name.clone(), move || Case::parse(&text(width), &format!("limits/{name}")))
    };
    let both = |width: Width| [one("shifted operands".into(), operands, width), one("fields".into(), fields, width)];
    [Width(32), Width(64)].into_iter().flat_map(both).collect()
}

fn mixed(width: Width) -> Mixed {
    Mixed::new(width, NUMBERS.iter().map(|&number| width.signed(number.into()) as i64).collect())
}

/// Operations with a shifted operand, on either side, and with one that is rotated.
fn operands(width: Width) -> String {
    let (mut module, ty, bits) = (mixed(width), width.ty(), width.0);
    for op in ["add", "sub", "and", "or", "xor"] {
        for shift in SHIFTS {
            for side in ["left", "right"] {
                let line = |by: u32| {
                    let operands = if side == "left" { format!("%s{by}, %x") } else { format!("%x, %s{by}") };
                    format!("  %s{by} = {shift} {ty} %x, {by}\n  %r{by} = {op} {ty} {operands}\n")
                };
                module.add(&format!("{op}_{shift}_{side}"), (0..bits).map(line));
            }
        }
        let line = |by: u32| {
            let away = (bits - by) % bits;
            format!(
                "  %s{by} = shl {ty} %x, {by}\n  %t{by} = lshr {ty} %x, {away}\n  %u{by} = or {ty} %s{by}, %t{by}\n  \
                 %r{by} = {op} {ty} %x, %u{by}\n"
            )
        };
        module.add(&format!("{op}_rotated"), (0..bits).map(line));
    }
    let line = |by: u32| {
        format!(
            "  %s{by} = shl {ty} %x, {by}\n  %c{by} = icmp ult {ty} %s{by}, %x\n  %t{by} = ashr {ty} %x, {by}\n  \
             %d{by} = icmp slt {ty} %x, %t{by}\n  %e{by}c = xor i1 %c{by}, %d{by}\n  %r{by} = zext i1 %e{by}c to {ty}\n"
        )
    };
    module.add("compared", (0..bits).map(line));
    module.finish("Operands that are shifted and rotated by every amount.", "")
}

/// Fields that begin at every bit: with zeros above, by a mask and by two shifts, with their sign; in place; and bytes and half-words.
fn fields(width: Width) -> String {
    let (mut module, ty, bits) = (mixed(width), width.ty(), width.0);
    for size in SIZES {
        let mask = (1_u64 << size) - 1;
        let masked = |at: u32| format!("  %s{at} = lshr {ty} %x, {at}\n  %r{at} = and {ty} %s{at}, {mask}\n");
        module.add(&format!("masked_{size}"), (0..bits).map(masked));
        for (name, shift) in [("zeros", "lshr"), ("sign", "ashr")] {
            let shifted = |at: u32| {
                format!("  %s{at} = shl {ty} %x, {}\n  %r{at} = {shift} {ty} %s{at}, {}\n", bits - size - at, bits - size)
            };
            module.add(&format!("{name}_{size}"), (0..=bits - size).map(shifted));
        }
        let in_place = |at: u32| format!("  %r{at} = and {ty} %x, {}\n", width.signed((mask << at).into()));
        module.add(&format!("in_place_{size}"), (0..bits).map(in_place));
        let cleared = |at: u32| format!("  %r{at} = and {ty} %x, {}\n", width.signed((!(mask << at)).into()));
        module.add(&format!("cleared_{size}"), (0..bits).map(cleared));
    }
    for part in [8, 16] {
        for extend in ["zext", "sext"] {
            let line = |at: u32| {
                format!(
                    "  %s{at} = lshr {ty} %x, {at}\n  %t{at} = trunc {ty} %s{at} to i{part}\n  %r{at} = {extend} i{part} %t{at} to {ty}\n"
                )
            };
            module.add(&format!("{extend}_{part}"), (0..bits).map(line));
        }
    }
    module.finish("Fields of every place.", "")
}
