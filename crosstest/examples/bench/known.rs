//! Figures of Subzero, Google's C++ translator of 2018 (`-O2 -DNDEBUG`, all four targets), taken
//! once by the same means: instructions by callgrind, one thread, to an ELF object. Its programs are
//! the SDK's and not in this repository; a file of the same name and size is taken for the same.

use translator::options::{Isa, OptLevel};

use crate::programs::Program;

/// The name of its column.
pub const SUBZERO: &str = "Subzero (known)";

/// What is known of one program.
struct Known {
    name: &'static str,
    bytes: u64,
    /// Millions of instructions at O2, by target in the order of `Isa::ALL`.
    o2: [f64; 4],
    /// The same at Om1.
    om1: [f64; 4],
    /// Bytes of `.text` at O2.
    o2_code: [u32; 4],
    /// The same at Om1.
    om1_code: [u32; 4],
}

const KNOWN: [Known; 3] = [
    Known {
        name: "fannkuchredux",
        bytes: 56_504,
        o2: [142.5, 147.0, 159.1, 192.9],
        om1: [75.6, 80.4, 119.9, 127.2],
        o2_code: [62_784, 60_384, 59_424, 85_120],
        om1_code: [187_008, 213_664, 183_440, 172_816],
    },
    Known {
        name: "nbody",
        bytes: 57_920,
        o2: [146.0, 150.8, 163.4, 199.3],
        om1: [78.0, 82.7, 123.7, 131.1],
        o2_code: [64_288, 61_856, 61_040, 87_424],
        om1_code: [194_112, 221_440, 188_592, 178_640],
    },
    Known {
        name: "fasta",
        bytes: 32_356,
        o2: [72.1, 74.4, 79.2, 96.6],
        om1: [42.7, 46.1, 66.5, 72.9],
        o2_code: [29_184, 29_088, 32_000, 49_712],
        om1_code: [101_312, 116_320, 95_280, 103_552],
    },
];

/// Subzero's instructions, and its bytes of code, if they are known.
pub fn subzero(program: &Program, isa: Isa, recipe: OptLevel) -> Option<(f64, f64)> {
    let known = KNOWN.iter().find(|known| known.name == program.name && known.bytes == program.bytes)?;
    let place = Isa::ALL.iter().position(|&other| other == isa)?;
    let (cost, code) = match recipe {
        OptLevel::O2 => (known.o2, known.o2_code),
        OptLevel::Om1 => (known.om1, known.om1_code),
        // Subzero has no such recipe.
        OptLevel::O0 | OptLevel::O3 => return None,
    };
    Some((cost[place] * 1e6, code[place].into()))
}
