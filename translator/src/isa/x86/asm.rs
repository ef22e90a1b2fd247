//! What assembly text in Intel syntax has to say and to avoid.

use super::Mode;
use super::encode::decode::Reader;
use crate::mc::listing::{self, Lister};
use crate::object::AsmTarget;

/// The first lines of a file.
const HEADER: &str = "\t.intel_syntax noprefix\n";
/// What makes every name usable again.
const PLAIN_NAMES: &str = "\t.att_syntax prefix\n";

/// What assembly text of a mode needs.
pub fn target(mode: Mode) -> AsmTarget {
    AsmTarget {
        header: HEADER.into(),
        before_aliases: PLAIN_NAMES,
        align_code: ".balign\t16, 0xcc",
        reserved: is_reserved,
        list: lister(mode),
        form: listing::Form::Instructions,
    }
}

/// The disassembler of a mode.
fn lister(mode: Mode) -> Lister {
    match mode {
        Mode::X8632 => |code, name, form, out| listing::list(&Reader(Mode::X8632), code, name, form, out),
        Mode::X8664 => |code, name, form, out| listing::list(&Reader(Mode::X8664), code, name, form, out),
    }
}

/// Families of registers that end in a number and perhaps a letter for the width.
const NUMBERED: [&str; 13] = ["r", "xmm", "ymm", "zmm", "tmm", "mm", "st", "k", "cr", "dr", "db", "tr", "bnd"];

/// The other registers, and the operators of expressions in Intel syntax.
const WORDS: [&str; 79] = [
    "al", "cl", "dl", "bl", "ah", "ch", "dh", "bh", "ax", "cx", "dx", "bx", "sp", "bp", "si", "di", "spl", "bpl", "sil", "dil",
    "eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "es", "cs",
    "ss", "ds", "fs", "gs", "st", "ip", "eip", "rip", "eiz", "riz", "and", "or", "not", "xor", "mod", "shl", "shr", "eq", "ne",
    "lt", "gt", "le", "ge", "offset", "byte", "word", "dword", "fword", "qword", "tbyte", "oword", "near", "far", "short", "ptr",
    "flat", "high", "low", "length", "size", "type",
];

/// Whether an operand cannot name a symbol so: the assembler would read a register, a size or an
/// operator, in any case of letters.
fn is_reserved(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_numbered = |family: &&str| {
        let Some(rest) = name.strip_prefix(*family) else { return false };
        let number = rest.trim_end_matches(['b', 'w', 'd', 'l']);
        !number.is_empty() && number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    WORDS.contains(&&*name) || name == "this" || name.ends_with("mmword") || NUMBERED.iter().any(is_numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_and_operators_are_reserved_and_other_names_are_not() {
        for name in ["eax", "EAX", "r8", "r15d", "xmm7", "st", "st3", "k1", "offset", "And", "ptr", "xmmword", "this", "cr0"] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["main", "r", "r8x", "rest", "bits", "add", "k", "Function12", "xmm", "stop", "db1x", "r123"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
