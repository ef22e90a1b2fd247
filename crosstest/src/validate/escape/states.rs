//! Random states of a processor as the runtime's invariants allow them, and what of them has to hold as long as code runs.

use translator::options::Isa;
use unicorn_engine::{Arch, ArmCpuModel, Mips32CpuModel, Mode, RegisterARM, RegisterMIPS, RegisterX86, Unicorn};

use super::Below;
use crate::validate::words::Outline;
use crate::validate::{arm, mips};

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
    /// Bytes before and behind it that nothing may be put into; `None` if no access can leave it.
    pub guards: Option<(u64, u64)>,
    /// How much of it may be code.
    pub code: u64,
}

/// An architecture in the emulator.
pub struct Target {
    /// What the emulator calls it.
    pub arch: (Arch, Mode),
    /// The emulator's number for the processor, unless the default one will do.
    pub model: Option<i32>,
    /// All bits of an address.
    pub address_bits: u64,
    /// Its sandbox.
    pub space: Space,
    /// Whether two words of the runtime's lie at [`THREAD`].
    pub has_thread_words: bool,
    /// How instructions are drawn, if they are words.
    pub words: Option<Words>,
    set: fn(&mut Registers<'_>, Below<'_>),
    broken: fn(&Registers<'_>) -> Option<String>,
}

/// How words are drawn.
pub struct Words {
    /// The rows of the table.
    pub rows: fn() -> Vec<Outline<'static>>,
    /// Registers that are drawn often, so that instructions meet.
    pub few: [u32; 8],
    /// The mask of an address, and the one of a target, in a register and under the condition of a word.
    pub masks: [fn(u32, u32) -> u32; 2],
}

/// The target of an architecture.
pub const fn target(isa: Isa) -> &'static Target {
    match isa {
        Isa::X8632 => &X8632,
        Isa::X8664 => &X8664,
        Isa::Arm32 => &ARM32,
        Isa::Mips32 => &MIPS32,
    }
}

const GIB: u64 = 1 << 30;

const X8632: Target = Target {
    arch: (Arch::X86, Mode::MODE_32),
    model: None,
    address_bits: 0xFFFF_FFFF,
    // Segments do the rest.
    space: Space { base: 0, len: 4 * GIB, guards: None, code: 4 * GIB },
    has_thread_words: false,
    words: None,
    set: set_x86_32,
    broken: |_| None,
};

const X8664: Target = Target {
    arch: (Arch::X86, Mode::MODE_64),
    model: None,
    address_bits: u64::MAX,
    space: Space { base: BASE, len: 4 * GIB, guards: Some((40 * GIB, 40 * GIB)), code: 4 * GIB },
    has_thread_words: false,
    words: None,
    set: set_x86_64,
    broken: broken_x86_64,
};

const ARM32: Target = Target {
    arch: (Arch::ARM, Mode::ARM),
    // One with sdiv and udiv.
    model: Some(ArmCpuModel::CORTEX_A15 as i32),
    address_bits: 0xFFFF_FFFF,
    space: Space { base: 0, len: GIB, guards: Some((0x2000, 0x2000)), code: GIB },
    has_thread_words: true,
    words: Some(Words {
        rows: arm::rows,
        few: [0, 1, 2, 3, 13, 14, 15, 9],
        masks: [
            |register, word| 0x03C0_0103 | word & 0xF000_0000 | register << 16 | register << 12,
            |register, word| 0x03C0_02FC | word & 0xF000_0000 | register << 16 | register << 12,
        ],
    }),
    set: set_arm,
    broken: broken_arm,
};

const MIPS32: Target = Target {
    arch: (Arch::MIPS, Mode::MIPS32),
    // The default one has no floating point.
    model: Some(Mips32CpuModel::Model_74KF as i32),
    address_bits: 0xFFFF_FFFF,
    space: Space { base: 0, len: GIB, guards: Some((0x8000, 0x8008)), code: GIB / 4 },
    has_thread_words: true,
    words: Some(Words {
        rows: mips::rows,
        few: [2, 3, 4, 5, 29, 31, 24, 15],
        masks: [
            |register, _| register << 21 | 15 << 16 | register << 11 | 0x24,
            |register, _| register << 21 | 14 << 16 | register << 11 | 0x24,
        ],
    }),
    set: set_mips,
    broken: broken_mips,
};

/// The registers of an emulator. All that are named here exist, so that reading and writing them cannot fail.
struct Registers<'r> {
    read: &'r dyn Fn(i32) -> u64,
    write: &'r mut dyn FnMut(i32, u64),
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
    let write = &mut |register: i32, value: u64| {
        let _ = uc.reg_write(register, value);
    };
    (target(isa).set)(&mut Registers { read: &|_| 0, write }, below);
}

/// What does not hold of the state between sequences, if anything.
pub fn broken<D>(uc: &Unicorn<'_, D>, isa: Isa) -> Option<String> {
    let bits = target(isa).address_bits;
    let read = &|register: i32| uc.reg_read(register).unwrap_or_default() & bits;
    (target(isa).broken)(&Registers { read, write: &mut |_, _| {} })
}

fn set_x86_32(registers: &mut Registers<'_>, below: Below<'_>) {
    X86_32.into_iter().for_each(|register| (registers.write)(register as i32, value(&X8632.space, below)));
    (registers.write)(RegisterX86::EFLAGS as i32, 2 | bits(below) & STATUS_FLAGS);
}

fn set_x86_64(registers: &mut Registers<'_>, below: Below<'_>) {
    X86_64.into_iter().for_each(|register| (registers.write)(register as i32, value(&X8664.space, below)));
    for register in [RegisterX86::RSP, RegisterX86::RBP] {
        (registers.write)(register as i32, BASE + (value(&X8664.space, below) & 0xFFFF_FFFF));
    }
    (registers.write)(RegisterX86::R15 as i32, BASE);
    (registers.write)(RegisterX86::RFLAGS as i32, 2 | bits(below) & STATUS_FLAGS);
}

fn set_arm(registers: &mut Registers<'_>, below: Below<'_>) {
    let write = &mut registers.write;
    // Coprocessors 10 and 11 may be used, and are switched on.
    write(RegisterARM::C1_C0_2 as i32, 0xF << 20);
    write(RegisterARM::FPEXC as i32, 1 << 30);
    (0..13).for_each(|number| write(RegisterARM::R0 as i32 + number, value(&ARM32.space, below)));
    write(RegisterARM::R9 as i32, THREAD);
    write(RegisterARM::LR as i32, value(&ARM32.space, below));
    write(RegisterARM::SP as i32, value(&ARM32.space, below) & 0x3FFF_FFFF);
    // The user's mode, and random flags.
    write(RegisterARM::CPSR as i32, 0x10 | (bits(below) & 0xF) << 28);
}

fn set_mips(registers: &mut Registers<'_>, below: Below<'_>) {
    let write = &mut registers.write;
    (1..32).for_each(|number| write(RegisterMIPS::ZERO as i32 + number, value(&MIPS32.space, below) & 0xFFFF_FFFF));
    let kept = [(14, MASKS[0]), (15, MASKS[1]), (24, THREAD)];
    kept.into_iter().for_each(|(number, value)| write(RegisterMIPS::ZERO as i32 + number, value));
    write(RegisterMIPS::SP as i32, value(&MIPS32.space, below) & 0x3FFF_FFFF);
}

fn broken_x86_64(registers: &Registers<'_>) -> Option<String> {
    // A pop may end at the zone's end.
    let zone = BASE..=BASE + 4 * GIB;
    let get = |register: RegisterX86| (registers.read)(register as i32);
    let stack = [("rsp", get(RegisterX86::RSP)), ("rbp", get(RegisterX86::RBP))];
    let out = stack.into_iter().find(|(_, value)| !zone.contains(value));
    let base = get(RegisterX86::R15);
    out.or((base != BASE).then_some(("r15", base))).map(|(name, value)| format!("{name} is {value:#x}"))
}

fn broken_arm(registers: &Registers<'_>) -> Option<String> {
    let get = |register: RegisterARM| (registers.read)(register as i32);
    // An access may leave it so far outside, which the next one pays for.
    let (sp, thread) = (get(RegisterARM::SP), get(RegisterARM::R9));
    let is_in = !(GIB + 4096..=(1 << 32) - 4096).contains(&sp);
    let out = (!is_in).then_some(("sp", sp)).or((thread != THREAD).then_some(("r9", thread)));
    out.map(|(name, value)| format!("{name} is {value:#x}"))
}

fn broken_mips(registers: &Registers<'_>) -> Option<String> {
    let get = |number: i32| (registers.read)(RegisterMIPS::ZERO as i32 + number);
    let kept = [("t6", 14, MASKS[0]), ("t7", 15, MASKS[1]), ("t8", 24, THREAD)];
    let lost = kept.into_iter().find(|&(_, number, value)| get(number) != value).map(|(name, number, _)| (name, get(number)));
    let out = (get(29) >= GIB).then_some(("sp", get(29))).or(lost);
    out.map(|(name, value)| format!("{name} is {value:#x}"))
}

/// 64 random bits.
pub fn bits(below: Below<'_>) -> u64 {
    (0..4).fold(0, |bits, _| bits << 16 | below(1 << 16) as u64)
}

/// What programs and attackers put into registers: bundles of the code, nearly; small numbers; what lies at the sandbox's ends; anything.
fn value(space: &Space, below: Below<'_>) -> u64 {
    let Space { base, len, .. } = *space;
    let near = below(64) as u64;
    match below(8) {
        0 => near,
        1 => base + u64::from(CODE) + 32 * (near & 7),
        2 => u64::from(CODE) + 16 * (near & 15) + below(32) as u64,
        3 => base.wrapping_add(len).wrapping_add(near).wrapping_sub(32),
        4 => near.wrapping_sub(32),
        5 => base + bits(below) % len,
        6 => 1 << below(64),
        _ => bits(below),
    }
}
