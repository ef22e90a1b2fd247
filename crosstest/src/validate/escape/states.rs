//! Random states of a processor as the runtime's invariants allow them, and what of them has to hold as long as code runs.

use translator::options::Isa;
use unicorn_engine::{RegisterARM, RegisterMIPS, RegisterX86, Unicorn};

use super::Below;
use crate::validate::bundle;

/// Where code lies, from the sandbox's start ("Binary Format": text begins at 128 KiB).
pub const CODE: u32 = 0x2_0000;
/// What ARM's r9 and MIPS's t8 point at: two words that belong to the runtime.
pub const THREAD: u64 = 0x9000_0000;
/// x86-64: where the sandbox begins. Its low half is zero.
pub const BASE: u64 = 0x100 << 32;
/// MIPS: what t6 and t7 hold.
const MASKS: [u64; 2] = [0x0FFF_FFF0, 0x3FFF_FFFF];

/// Where a sandbox lies.
#[derive(Copy, Clone, Debug)]
pub struct Space {
    /// Its first address.
    pub base: u64,
    /// Its length.
    pub len: u64,
    /// Bytes before and behind it that nothing may be put into.
    pub guards: (u64, u64),
    /// How much of it may be code.
    pub code: u64,
}

/// The sandbox of an architecture.
pub const fn space(isa: Isa) -> Space {
    const GIB: u64 = 1 << 30;
    match isa {
        // Segments do the rest.
        Isa::X8632 => Space { base: 0, len: 4 * GIB, guards: (0, 0), code: 4 * GIB },
        Isa::X8664 => Space { base: BASE, len: 4 * GIB, guards: (40 * GIB, 40 * GIB), code: 4 * GIB },
        Isa::Arm32 => Space { base: 0, len: GIB, guards: (0x2000, 0x2000), code: GIB },
        Isa::Mips32 => Space { base: 0, len: GIB, guards: (0x8000, 0x8008), code: GIB / 4 },
    }
}

const X86_64: [RegisterX86; 13] = {
    use RegisterX86::*;
    [RAX, RBX, RCX, RDX, RSI, RDI, R8, R9, R10, R11, R12, R13, R14]
};
const X86_32: [RegisterX86; 8] = {
    use RegisterX86::*;
    [EAX, EBX, ECX, EDX, ESI, EDI, EBP, ESP]
};

/// The carry, parity, auxiliary, zero, sign and overflow flags. (Nothing sets the direction flag, and the runtime leaves it clear.)
const STATUS_FLAGS: u64 = 0x8D5;

/// Sets all registers.
pub fn set<D>(uc: &mut Unicorn<'_, D>, isa: Isa, below: Below<'_>) {
    // All of these registers exist, so that writing them cannot fail.
    let mut set = |register: i32, value: u64| {
        let _ = uc.reg_write(register, value);
    };
    match isa {
        Isa::X8632 => {
            X86_32.into_iter().for_each(|register| set(register as i32, value(isa, below)));
            set(RegisterX86::EFLAGS as i32, 2 | bits(below) & STATUS_FLAGS);
        }
        Isa::X8664 => {
            X86_64.into_iter().for_each(|register| set(register as i32, value(isa, below)));
            for register in [RegisterX86::RSP, RegisterX86::RBP] {
                set(register as i32, BASE + (value(isa, below) & 0xFFFF_FFFF));
            }
            set(RegisterX86::R15 as i32, BASE);
            set(RegisterX86::RFLAGS as i32, 2 | bits(below) & STATUS_FLAGS);
        }
        Isa::Arm32 => {
            set(RegisterARM::C1_C0_2 as i32, 0xF << 20);
            set(RegisterARM::FPEXC as i32, 1 << 30);
            (0..13).for_each(|number| set(RegisterARM::R0 as i32 + number, value(isa, below)));
            set(RegisterARM::R9 as i32, THREAD);
            set(RegisterARM::LR as i32, value(isa, below));
            set(RegisterARM::SP as i32, value(isa, below) & 0x3FFF_FFFF);
            // The user's mode, and random flags.
            set(RegisterARM::CPSR as i32, 0x10 | (bits(below) & 0xF) << 28);
        }
        Isa::Mips32 => {
            (1..32).for_each(|number| set(RegisterMIPS::ZERO as i32 + number, value(isa, below)));
            let kept = [MASKS[0], MASKS[1], THREAD];
            [14, 15, 24].into_iter().zip(kept).for_each(|(number, value)| set(RegisterMIPS::ZERO as i32 + number, value));
            set(RegisterMIPS::SP as i32, value(isa, below) & 0x3FFF_FFFF);
        }
    }
}

/// 64 random bits.
pub fn bits(below: Below<'_>) -> u64 {
    (0..4).fold(0, |bits, _| bits << 16 | below(1 << 16) as u64)
}

/// What programs and attackers put into registers: bundles of the code, nearly; small numbers; what lies at the sandbox's ends; anything.
fn value(isa: Isa, below: Below<'_>) -> u64 {
    let Space { base, len, .. } = space(isa);
    let near = below(64) as u64;
    let value = match below(8) {
        0 => near,
        1 => base + u64::from(CODE) + u64::from(bundle(isa)) * near,
        2 => u64::from(CODE) + u64::from(bundle(isa)) * (near & 7) + below(32) as u64,
        3 => base.wrapping_add(len).wrapping_add(near).wrapping_sub(32),
        4 => near.wrapping_sub(32),
        5 => base + bits(below) % len,
        6 => 1 << below(64),
        _ => bits(below),
    };
    if isa == Isa::X8664 { value } else { value & 0xFFFF_FFFF }
}

/// What does not hold of the state between sequences, if anything.
pub fn broken<D>(uc: &Unicorn<'_, D>, isa: Isa) -> Option<String> {
    // As long as code runs that only the validator has to answer for.
    let get = |register: i32| uc.reg_read(register).unwrap_or_default();
    match isa {
        Isa::X8632 => None,
        Isa::X8664 => {
            // A pop may end at the zone's end.
            let zone = BASE..=BASE + (1 << 32);
            let stack = [("rsp", RegisterX86::RSP), ("rbp", RegisterX86::RBP)];
            let out = stack.into_iter().find(|(_, register)| !zone.contains(&get(*register as i32)));
            let is_base_kept = get(RegisterX86::R15 as i32) == BASE;
            out.map(|(name, register)| format!("{name} is {:#x}", get(register as i32)))
                .or_else(|| (!is_base_kept).then(|| "r15 was written".to_string()))
        }
        Isa::Arm32 => {
            // An access may leave it so far outside, which the next one pays for.
            let sp = get(RegisterARM::SP as i32) as u32;
            let is_in = sp < (1 << 30) + 4096 || sp > 4096u32.wrapping_neg();
            if !is_in {
                return Some(format!("sp is {sp:#x}"));
            }
            (get(RegisterARM::R9 as i32) != THREAD).then(|| "r9 was written".to_string())
        }
        Isa::Mips32 => {
            let register = |number: i32| get(RegisterMIPS::ZERO as i32 + number) & 0xFFFF_FFFF;
            if register(29) >= 1 << 30 {
                return Some(format!("sp is {:#x}", register(29)));
            }
            let are_kept = [register(14), register(15)] == MASKS && register(24) == THREAD;
            (!are_kept).then(|| "t6, t7 or t8 was written".to_string())
        }
    }
}
