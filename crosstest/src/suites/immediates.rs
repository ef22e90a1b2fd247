//! Operations, comparisons, selects, moves and stores with a constant on both sides of what the immediate fields of the targets hold,
//! as texts; each on numbers beside all of the constants.
//!
//! Some modules for each width. Their functions go through a table of numbers, and mix what they compute of each.

use super::Made;
use super::comparisons::INTEGER;
use super::mixed::Mixed;
use super::width::Width;
use crate::case::Case;

/// Numbers of 32 bits, beside which fields end.
const LIMITS: [i64; 44] = [
    // A byte with its sign (x86) and without (ARM), and where it may stand: at any even bit, around the end.
    127,
    128,
    -128,
    -129,
    255,
    256,
    257,
    -255,
    -256,
    -257,
    0x1fe,
    0x3fc,
    0x3fc0,
    0x7f80,
    0x0ff0_0000,
    0xff00_0000,
    0xf000_000f,
    0xe000_001f,
    0xc000_003f,
    0x0fff_fff0,
    // Two such bytes.
    0xffc0,
    0x00ff_00ff,
    0x0001_01fe,
    0x1_ff00,
    // Half a word with its sign and without (MIPS, ARM's movw), and the upper half alone.
    0x7fff,
    0x8000,
    0x8001,
    0xffff,
    0x1_0000,
    -0x7fff,
    -0x8000,
    -0x8001,
    -0xffff,
    -0x1_0000,
    -0x1_0001,
    0x7fff_0000,
    0x1234_7fff,
    0x1234_8000,
    // Words.
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    -1,
    0,
    1,
];

/// The constants of a width.
pub(super) fn constants(width: Width) -> Vec<i64> {
    let mut all: Vec<i64> = LIMITS.to_vec();
    if width.0 == 64 {
        // With and without a sign, as the upper half, and with another in the other half.
        let word = |number: i64| i64::from(number as i32);
        all = LIMITS
            .iter()
            .flat_map(|&number| [word(number), number << 32 | word(LIMITS[(number & 31) as usize]) & 0xffff_ffff])
            .collect();
        all.extend([0xffff_ffff, 0x8000_0000, 0x1_0000_0000, -0x1_0000_0000, -0x8000_0001, 0x7fff_ffff_ffff_ffff]);
    }
    let mut all: Vec<i64> = all.into_iter().map(|number| width.signed(number.into()) as i64).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Constants in a module.
const CHUNK: usize = 24;

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let of_width = |width: Width| {
        let all = constants(width);
        let chunks: Vec<Vec<i64>> = all.chunks(CHUNK).map(<[i64]>::to_vec).collect();
        chunks.into_iter().enumerate().map(move |(number, chunk)| {
            let name = format!("immediates_{}_{number}", width.ty());
            Made::new(name.clone(), move || Case::parse(&module(width, &chunk), &format!("limits/{name}")))
        })
    };
    Width::ALL.into_iter().flat_map(of_width).collect()
}

/// The numbers of the table: the constants and those beside them.
fn table(width: Width, constants: &[i64]) -> Vec<i64> {
    let beside = |constant: &i64| [-1, 0, 1].map(|by| width.signed(i128::from(*constant) + by) as i64);
    constants.iter().flat_map(beside).collect()
}

fn module(width: Width, constants: &[i64]) -> String {
    let ty = width.ty();
    let mut functions = Mixed::new(width, table(width, constants));
    let mut add = |name: &str, body: &dyn Fn(usize, i64) -> String| {
        functions.add(name, constants.iter().enumerate().map(|(index, &constant)| body(index, constant)));
    };
    for op in ["add", "sub", "and", "or", "xor"] {
        add(op, &|index, constant| format!("  %r{index} = {op} {ty} %x, {constant}\n"));
    }
    add("from", &|index, constant| format!("  %r{index} = sub {ty} {constant}, %x\n"));
    for predicate in INTEGER {
        add(&format!("value_{predicate}"), &|index, constant| {
            format!("  %c{index} = icmp {predicate} {ty} %x, {constant}\n  %r{index} = zext i1 %c{index} to {ty}\n")
        });
        add(&format!("branch_{predicate}"), &|index, constant| {
            format!(
                "  %c{index} = icmp {predicate} {ty} %x, {constant}\n  br i1 %c{index}, label %yes{index}, label %no{index}\n\
                 yes{index}:\n  %y{index} = xor {ty} %x, {}\n  br label %both{index}\nno{index}:\n  br label %both{index}\n\
                 both{index}:\n  %r{index} = phi {ty} [ %y{index}, %yes{index} ], [ {constant}, %no{index} ]\n",
                1 + index % 100
            )
        });
    }
    for predicate in INTEGER {
        // The truth value is added or subtracted, as a number of the width or of 32 bits.
        add(&format!("count_{predicate}"), &|index, constant| {
            let op = ["add", "sub"][index % 2];
            let compare = format!("  %c{index} = icmp {predicate} {ty} %x, {constant}\n");
            let sum = match index % 4 {
                0 | 1 => format!("  %z{index} = zext i1 %c{index} to {ty}\n  %r{index} = {op} {ty} %x, %z{index}\n"),
                _ if width.0 != 64 => format!("  %z{index} = sext i1 %c{index} to {ty}\n  %r{index} = {op} {ty} %x, %z{index}\n"),
                _ => format!(
                    "  %z{index} = zext i1 %c{index} to i32\n  %n{index} = trunc i64 %x to i32\n  %s{index} = {op} i32 %n{index}, %z{index}\n  \
                         %r{index} = sext i32 %s{index} to i64\n"
                ),
            };
            compare + &sum
        });
    }
    // The constant is moved under a condition, either way round.
    add("select", &|index, constant| {
        let operands = [format!("{ty} {constant}, {ty} %x"), format!("{ty} %x, {ty} {constant}")];
        format!(
            "  %c{index} = icmp slt {ty} %x, {}\n  %r{index} = select i1 %c{index}, {}\n",
            7 + index % 90,
            operands[index % 2]
        )
    });
    let count = constants.len() as u32 * width.0 / 8;
    add("store", &|index, constant| {
        format!(
            "  %o{index} = ptrtoint [{count} x i8]* @out to i32\n  %a{index} = add i32 %o{index}, {}\n  %p{index} = inttoptr i32 %a{index} to {ty}*\n  \
             store {ty} {constant}, {ty}* %p{index}, align 1\n  %r{index} = add {ty} %x, 0\n",
            index as u32 * width.0 / 8
        )
    });
    let out = format!("@out = internal global [{count} x i8] zeroinitializer, align 16\n");
    functions.finish(&format!("Constants of {ty} on both sides of what immediates hold."), &out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_their_width_and_neighbours() {
        for width in Width::ALL {
            let constants = constants(width);
            assert!(constants.contains(&127) && constants.contains(&-128), "{width:?}");
            assert_eq!(constants.contains(&-129), width.0 > 8);
            assert!(table(width, &constants).len() > constants.len());
        }
        assert!(constants(Width(64)).contains(&0xffff_ffff));
    }
}
