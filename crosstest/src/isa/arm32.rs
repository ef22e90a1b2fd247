//! ARMv7-A, with the AAPCS and its hard-float variant.

use object::elf::*;
use translator::options::Features;

use super::reloc::{Field::*, Formula::*, Kind, Range::*, kind};
use super::{Decoder, Facts, Linked, Llvm, Model};

pub(super) const FACTS: Facts = Facts {
    machine: EM_ARM,
    relocations: RELOCATIONS,
    calls_with_veneers: &[R_ARM_CALL, R_ARM_JUMP24],
    stop: &0xe7fe_def0_u32.to_le_bytes(),
    way_out,
    decoder: Decoder::Words(capstone::Arch::ARM, capstone::Mode::Arm),
    features: Features { sse41: false, hwdiv_arm: true, sandbox: true },
    has_exclusive_stores: true,
    gcc: "arm-linux-gnueabihf-gcc",
    runner: Some("qemu-arm"),
    packages: "gcc-arm-linux-gnueabihf and qemu-user",
    driver: &["-marm", "-march=armv7-a", "-mfpu=neon", "-mfloat-abi=hard"],
    linked: Linked {
        compile: &["-marm", "-march=armv7-a", "-mfpu=neon", "-mfloat-abi=hard"],
        link: &["-mfloat-abi=hard"],
        convert: None,
    },
    freestanding_gcc: &["-marm", "-march=armv7-a", "-mfpu=neon", "-fno-unwind-tables"],
    freestanding_clang: &["--target=armv7-linux-gnueabihf", "-marm", "-mfpu=neon", "-fno-unwind-tables"],
    nacl_triple: "armv7a-none-nacl-gnueabihf",
    llvm: Llvm {
        name: "arm",
        triple: "armv7-unknown-linux",
        llc: &["-float-abi=hard", "-target-abi=aapcs"],
        clang: &["-mfloat-abi=hard", "-mabi=aapcs", "-mfpu=neon", "-marm"],
        attributes: "+neon",
        has_wide_volatile: false,
        converts_wide: false,
        model: Model { cpu: "cortex-a9", syntax: ".arm\n.fpu neon\n", comment: "@", nop: "mov r0, r0", in_place_of: modelled },
        ..Llvm::AS_PNACL
    },
    withheld: &["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "s0", "d8", "q2", "q9"],
};

/// `movw ip, addr; movt ip, addr; bic ip, ip, #0xc000000f; bx ip`.
fn way_out(addr: u32) -> Vec<u8> {
    let half = |half: u32| (half >> 12) << 16 | half & 0xfff;
    let words = [0xe300_c000 | half(addr & 0xffff), 0xe340_c000 | half(addr >> 16), 0xe3cc_c2fc, 0xe12f_ff1c];
    words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
}

/// What LLVM's models of ARM's processors have in place of transfers of several registers (transfers of pairs, as wide as the way to memory
/// is), of calls (which count as a hundred cycles), of barriers, exclusive accesses and `nop`.
fn modelled(inst: &str) -> Option<String> {
    let mnemonic = inst.split_whitespace().next()?;
    let condition = ["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"]
        .into_iter()
        .find(|condition| mnemonic.ends_with(condition))
        .unwrap_or("");
    let begins = |names: &[&str]| names.iter().any(|name| mnemonic.starts_with(name));
    let registers = inst.split_once('{').map_or(0, |(_, list)| registers(list));
    let pairs = |access: &str, bytes: usize| vec![access; bytes.div_ceil(8)].join("\n");
    Some(match () {
        () if begins(&["push", "stm"]) => pairs(&format!("strd{condition} r0, r1, [sp]"), registers * 4),
        () if begins(&["pop", "ldm"]) => {
            let access = pairs(&format!("ldrd{condition} r0, r1, [sp]"), registers * 4);
            if inst.contains("pc}") { format!("{access}\nbx{condition} lr") } else { access }
        }
        () if begins(&["vldm", "vpop"]) => pairs("vldr d0, [sp]", registers * 8),
        () if begins(&["vstm", "vpush"]) => pairs("vstr d0, [sp]", registers * 8),
        () if begins(&["ldrexd"]) => "ldrd r0, r1, [sp]".into(),
        () if begins(&["strexd"]) => "strd r0, r1, [sp]".into(),
        () if begins(&["ldrex"]) => "ldr r0, [sp]".into(),
        () if begins(&["strex"]) => "str r0, [sp]".into(),
        () if mnemonic == "bl" => "b #0".into(),
        () if mnemonic == "blx" => inst.replace("blx", "bx"),
        () if begins(&["dmb", "nop"]) => "mov r0, r0".into(),
        () => return None,
    })
}

/// How many registers a list has.
fn registers(list: &str) -> usize {
    let number = |register: &str| register.trim_matches([' ', '}']).get(1..).and_then(|digits| digits.parse::<usize>().ok());
    let of_each = list.trim_end_matches('}').split(',').map(|part| match part.split_once('-') {
        Some((first, last)) => number(last).zip(number(first)).map_or(1, |(last, first)| last.saturating_sub(first) + 1),
        None => 1,
    });
    of_each.sum()
}

/// [ARM-ELF] table 4-9. 32-bit addresses wrap.
const RELOCATIONS: &[Kind] = &[
    kind(R_ARM_NONE, "R_ARM_NONE", Nothing, Word32, Wraps),
    kind(R_ARM_ABS32, "R_ARM_ABS32", Absolute, Word32, Wraps),
    kind(R_ARM_REL32, "R_ARM_REL32", Relative, Word32, Wraps),
    kind(R_ARM_CALL, "R_ARM_CALL", Relative, Words24, Signed),
    kind(R_ARM_JUMP24, "R_ARM_JUMP24", Relative, Words24, Signed),
    kind(R_ARM_MOVW_ABS_NC, "R_ARM_MOVW_ABS_NC", Absolute, LowHalf, Wraps),
    kind(R_ARM_MOVT_ABS, "R_ARM_MOVT_ABS", Absolute, HighHalf, Wraps),
    // Says that a register is jumped through: a hint for ARMv4.
    kind(R_ARM_V4BX, "R_ARM_V4BX", Nothing, Word32, Wraps),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_models_lack_is_asked_for_as_something_else() {
        let said = |inst| modelled(inst).unwrap_or_default();
        assert_eq!(said("push\t{r4, r5, lr}"), "strd r0, r1, [sp]\nstrd r0, r1, [sp]");
        assert_eq!(said("popne\t{r4, pc}"), "ldrdne r0, r1, [sp]\nbxne lr");
        assert_eq!(said("vldmia\tr0, {d8-d10}").lines().count(), 3);
        assert_eq!((said("bl\t#8"), said("blx\tr3"), said("add\tr0, r0, #1")), ("b #0".into(), "bx\tr3".into(), String::new()));
    }
}
