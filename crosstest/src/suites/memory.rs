//! memcpy, memmove and memset of every small size, of some large ones, and of sizes that are not
//! constants, at every alignment and overlap.
//!
//! A module for each size. Its functions take the offsets of target and source in one buffer.

use translator::ice::{BinOp, CastOp, Intrinsic, Type, Value};

use super::Made;
use super::make::{Maker, i32_arg};
use crate::case::Case;

/// Bytes before and after the part that is written.
const MARGIN: u32 = 32;
/// Sizes beyond the small ones.
const LARGE: [u32; 9] = [63, 64, 65, 100, 127, 128, 129, 255, 257];
/// Every size up to this one.
const SMALL: u32 = 40;
/// Distances between target and source of a move, besides those that depend on the size.
const DISTANCES: [i32; 9] = [-17, -8, -3, -1, 0, 1, 4, 7, 16];

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let fixed = (0..=SMALL).chain(LARGE).map(|size| {
        let name = format!("{size} bytes");
        Made::new(name.clone(), move || module(Some(size), format!("memory/{name}")))
    });
    fixed.chain([Made::new("any size".into(), || module(None, "memory/any size".into()))]).collect()
}

/// With a constant size, or one that is an argument.
fn module(size: Option<u32>, name: String) -> Result<Case, String> {
    let mut maker = Maker::default();
    let most = size.unwrap_or(70);
    let buffer = maker.buffer("buffer", 2 * (most + 2 * MARGIN), true);
    let params = [Type::I32; 3];
    let mut calls = Vec::new();
    for (name, intrinsic) in [("copy", Intrinsic::Memcpy), ("move", Intrinsic::Memmove), ("set", Intrinsic::Memset)] {
        let func = maker.func(name, Type::Void, &params, |b| {
            let target = b.binary(BinOp::Add, Value::global(buffer), b.arg(0));
            let length = match size {
                Some(size) => b.i32(size as i32),
                None => b.arg(2),
            };
            let source = if intrinsic == Intrinsic::Memset {
                b.cast(CastOp::Trunc, b.arg(1), Type::I8)
            } else {
                b.binary(BinOp::Add, Value::global(buffer), b.arg(1))
            };
            let (align, plain) = (b.i32(1), b.int(Type::I1, 0));
            b.intrinsic(intrinsic, &[target, source, length, align, plain]);
            b.ret(None);
        });
        calls.push((intrinsic, func));
    }
    let sizes: Vec<u32> = size.map_or_else(|| vec![0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 70], |size| vec![size]);
    for length in sizes {
        for (intrinsic, func) in &calls {
            for [target, source] in offsets(*intrinsic, length, most) {
                maker.call(*func, [target, source, length].map(i32_arg).to_vec());
            }
        }
    }
    maker.finish(name)
}

/// Offsets of target and source, or the target's and the byte to set.
fn offsets(intrinsic: Intrinsic, length: u32, most: u32) -> Vec<[u32; 2]> {
    match intrinsic {
        // Apart, at every combination of alignments.
        Intrinsic::Memcpy => (0..16)
            .map(|index| [MARGIN + index % 4 * 3, 3 * MARGIN + most + (index / 4) * 5])
            .map(|[a, b]| [a, b - MARGIN])
            .collect(),
        Intrinsic::Memmove => {
            let own = [length as i32 - 1, length as i32, 1 - length as i32];
            let near = DISTANCES.into_iter().chain(own).filter(|distance| distance.unsigned_abs() <= MARGIN + most);
            near.flat_map(|distance| [0, 3].map(|start| [MARGIN * 2 + start, (MARGIN as i32 * 2 + distance.max(-64)) as u32]))
                .collect()
        }
        _ => [0, 0xa5, 0xff].into_iter().flat_map(|byte| (0..4).map(move |start| [MARGIN + start, byte])).collect(),
    }
}
