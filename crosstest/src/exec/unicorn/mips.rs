//! MIPS32, little-endian: the O32 convention with hard float and 32-bit floating-point registers
//! (FR=0).
//!
//! Source: [SYSV-MIPS] 3.2; `translator/docs/abi.md`, "MIPS"; vectors as gcc 12 passes them without
//! MSA (four words; integer vectors return in v0 v1 a0 a1, float vectors in memory whose address is
//! a hidden first argument). An `i1` vector travels as its mask.

use translator::ice::Type;
use translator::options;
use unicorn_engine::{Arch, Mips32CpuModel, Mode, RegisterMIPS as R};

use super::cpu::Cpu;
use super::isa::{IsaOps, Saved, from_register, to_register};
use super::mips_blocks::{self, Cuts};
use crate::guest::{Fault, HostFunc};
use crate::load::Image;
use crate::value::Value;

/// MIPS32.
pub struct Mips32;

/// The registers of the first four words of arguments.
const ARGS: [R; 4] = [R::A0, R::A1, R::A2, R::A3];
/// The registers of a result's words.
const RESULTS: [R; 4] = [R::V0, R::V1, R::A0, R::A1];
const fn saved(name: &'static str, register: R) -> Saved {
    Saved { name, number: register as i32, wide: false }
}

/// Callee-saved registers ([SYSV-MIPS] figure 3-18).
const SAVED: [Saved; 21] = [
    saved("s0", R::S0),
    saved("s1", R::S1),
    saved("s2", R::S2),
    saved("s3", R::S3),
    saved("s4", R::S4),
    saved("s5", R::S5),
    saved("s6", R::S6),
    saved("s7", R::S7),
    saved("fp", R::FP),
    saved("f20", R::F20),
    saved("f21", R::F21),
    saved("f22", R::F22),
    saved("f23", R::F23),
    saved("f24", R::F24),
    saved("f25", R::F25),
    saved("f26", R::F26),
    saved("f27", R::F27),
    saved("f28", R::F28),
    saved("f29", R::F29),
    saved("f30", R::F30),
    saved("f31", R::F31),
];

/// The argument area is at least this large.
const REGISTER_BYTES: u32 = 16;

/// Where an argument lies: at an offset in the argument area, whose first four words are registers,
/// or in a floating-point register.
#[derive(Copy, Clone, Debug)]
enum ArgLocation {
    Words(u32),
    /// The even register, and the odd one of a double's upper half.
    Float([R; 2]),
}

/// Bytes of a value in the argument area.
fn size(ty: Type) -> u32 {
    if ty.is_vector() { 16 } else { ty.bits().div_ceil(32) * 4 }
}

/// Whether a result lies in memory that the caller provides.
fn in_memory(result: Type) -> bool {
    result == Type::V4F32
}

/// Where each argument lies, and how many bytes the area has.
fn assign(hidden: bool, params: impl Iterator<Item = Type>) -> (Vec<ArgLocation>, u32) {
    let mut bytes = if hidden { 4 } else { 0 };
    let mut floats = if hidden { &[][..] } else { &[[R::F12, R::F13], [R::F14, R::F15]] }.iter();
    let place = |ty: Type| {
        let offset: u32 = u32::next_multiple_of(bytes, size(ty).min(8));
        bytes = offset + size(ty);
        if !ty.is_scalar_float() {
            floats = [].iter();
        }
        floats.next().map_or(ArgLocation::Words(offset), |&registers| ArgLocation::Float(registers))
    };
    let places = params.map(place).collect();
    (places, bytes.max(REGISTER_BYTES))
}

fn sp(cpu: &Cpu) -> u32 {
    cpu.reg(R::SP) as u32
}

fn set_float(cpu: &mut Cpu, registers: [R; 2], ty: Type, bits: u128) {
    cpu.set_reg(registers[0], bits as u64 & 0xffff_ffff);
    if ty == Type::F64 {
        cpu.set_reg(registers[1], (bits >> 32) as u64 & 0xffff_ffff);
    }
}

fn float(cpu: &Cpu, registers: [R; 2], ty: Type) -> u128 {
    let half = |register: R| u128::from(cpu.reg(register) as u32);
    if ty == Type::F64 { half(registers[0]) | half(registers[1]) << 32 } else { half(registers[0]) }
}

/// Word `offset / 4` of the argument area at `area`.
fn argument_word(cpu: &Cpu, area: u32, offset: u32) -> Result<u128, Fault> {
    match ARGS.get(offset as usize / 4) {
        Some(&register) => Ok(u128::from(cpu.reg(register) as u32)),
        None => cpu.read_le(area.wrapping_add(offset), 4),
    }
}

impl IsaOps for Mips32 {
    const ISA: options::Isa = options::Isa::Mips32;

    fn cut_blocks(image: &Image) -> Result<Option<Cuts>, String> {
        mips_blocks::cut(image).map(Some)
    }

    const ARCH: (Arch, Mode) = (Arch::MIPS, Mode::MIPS32);
    // The 24Kc has no floating point.
    const MODEL: Option<i32> = Some(Mips32CpuModel::Model_74KF as i32);
    // Unicorn 2.1.5 forgets to clear the delay slot's flag (`tcg_ctx->delay_slot_flag`) when a
    // translation ends in a fault, and reads it, dangling, in the next one.
    const BREAKS_ON_FETCH: bool = true;
    // Unicorn 2.1.5 does after a `swl` or `swr`, whose writes are calls of helper functions.
    const GOES_ON_AFTER_WRITE: bool = true;
    // wait.
    const HALT: Option<[u8; 4]> = Some(0x4200_0020_u32.to_le_bytes());
    // break.
    const TRAP: [u8; 4] = 0x0000_000d_u32.to_le_bytes();

    // The masks: where jumps may go, what may be accessed.
    const SANDBOX: &'static [(i32, u64)] = &[(R::T6 as i32, 0x0fff_fff0), (R::T7 as i32, 0x3fff_ffff)];
    const SAVED: &'static [Saved] = &SAVED;
    const POPPED: u64 = 0;

    fn failed_store(word: u32) -> Option<(i32, u64)> {
        // sc ([MIPS32-VOL2] "SC"): 0 for failure, in rt.
        (word >> 26 == 0x38).then_some((R::ZERO as i32 + (word >> 16 & 31) as i32, 0))
    }

    const SP: i32 = R::SP as i32;

    fn stack_pointer(cpu: &Cpu) -> u64 {
        u64::from(sp(cpu))
    }

    fn set_up(_: &mut Cpu) {}

    /// Of a thread that has called a host function, the function's address, which `wait` has
    /// passed.
    fn pc(cpu: &Cpu) -> u64 {
        let pc = cpu.reg(R::PC) as u32;
        let before = pc.wrapping_sub(4);
        u64::from(if HostFunc::at(before).is_some() { before } else { pc })
    }

    fn enter(cpu: &mut Cpu, top: u32, args: &[Value], result: Type, return_addr: u32) -> Result<(), Fault> {
        let (places, bytes) = assign(in_memory(result), args.iter().map(|arg| arg.ty));
        let fault = Fault { addr: top, write: true };
        // Room for a result in memory lies above the arguments.
        let memory = top.checked_sub(16).ok_or(fault)? & !15;
        let area = memory.checked_sub(bytes).ok_or(fault)? & !7;
        if in_memory(result) {
            cpu.set_reg(ARGS[0], u64::from(memory));
        }
        for (arg, place) in args.iter().zip(places) {
            let bits = to_register(*arg);
            match place {
                ArgLocation::Float(registers) => set_float(cpu, registers, arg.ty, bits),
                ArgLocation::Words(offset) => {
                    for word in (0..size(arg.ty)).step_by(4) {
                        let value = (bits >> (8 * word)) as u32;
                        match ARGS.get((offset + word) as usize / 4) {
                            Some(&register) => cpu.set_reg(register, u64::from(value)),
                            None => cpu.write(area + offset + word, &value.to_le_bytes())?,
                        }
                    }
                }
            }
        }
        cpu.set_reg(R::SP, u64::from(area));
        cpu.set_reg(R::RA, u64::from(return_addr));
        Ok(())
    }

    fn arguments(cpu: &Cpu, params: &[Type]) -> Result<Vec<Value>, Fault> {
        // No host function returns a float vector, so that there is no hidden argument.
        let (places, _) = assign(false, params.iter().copied());
        let read = |(&ty, place): (&Type, ArgLocation)| {
            let bits = match place {
                ArgLocation::Float(registers) => float(cpu, registers, ty),
                ArgLocation::Words(offset) => {
                    let mut bits = 0;
                    for word in (0..size(ty)).step_by(4) {
                        bits |= argument_word(cpu, sp(cpu), offset + word)? << (8 * word);
                    }
                    bits
                }
            };
            Ok(from_register(ty, bits))
        };
        params.iter().zip(places).map(read).collect()
    }

    fn leave(cpu: &mut Cpu, result: Option<Value>) -> Result<u64, Fault> {
        if let Some(value) = result {
            let bits = to_register(value);
            match value.ty {
                Type::F32 | Type::F64 => set_float(cpu, [R::F0, R::F1], value.ty, bits),
                ty => {
                    for (index, &register) in RESULTS.iter().enumerate().take(size(ty) as usize / 4) {
                        cpu.set_reg(register, u64::from((bits >> (32 * index)) as u32));
                    }
                }
            }
        }
        Ok(cpu.reg(R::RA) & 0xffff_ffff)
    }

    fn result(cpu: &Cpu, ty: Type) -> Option<Value> {
        let bits = match ty {
            Type::Void => return None,
            Type::F32 | Type::F64 => float(cpu, [R::F0, R::F1], ty),
            // The memory is the caller's, and mapped as long as its stack is.
            _ if in_memory(ty) => cpu.read_le(cpu.reg(R::V0) as u32, 16).unwrap_or(0),
            _ => (0..size(ty) as usize / 4)
                .fold(0, |bits, index| bits | u128::from(cpu.reg(RESULTS[index]) as u32) << (32 * index)),
        };
        Some(from_register(ty, bits))
    }

    fn misaligned_stack(cpu: &Cpu) -> Option<u64> {
        let sp = sp(cpu);
        (!sp.is_multiple_of(8)).then_some(u64::from(sp))
    }

    fn load_word_stub(addr: u32) -> Vec<u8> {
        // lui $v0, upper; ori $v0, $v0, lower; lw $v0, 0($v0); jr $ra; nop The load stays out of
        // the delay slot: Unicorn 2.1.5 may go on at address zero after a branch with one there.
        [0x3c02_0000 | addr >> 16, 0x3442_0000 | addr & 0xffff, 0x8c42_0000, 0x03e0_0008, 0].map(u32::to_le_bytes).concat()
    }

    fn exception(number: u32) -> &'static str {
        match number {
            0x0c => "misaligned load",
            0x0d => "misaligned store",
            0x12 => "break",
            0x13 => "coprocessor unusable",
            0x14 => "reserved instruction",
            0x15 => "overflow",
            0x16 => "trap",
            _ => "exception",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_leading_floats_travel_in_floating_point_registers() {
        use Type::{F32, F64, I32, V4I32};
        let text = |hidden, types: &[Type]| format!("{:?}", assign(hidden, types.iter().copied()));
        assert_eq!(text(false, &[F32, F64, F64]), "([Float([F12, F13]), Float([F14, F15]), Words(16)], 24)");
        assert_eq!(text(false, &[I32, F64]), "([Words(0), Words(8)], 16)");
        assert_eq!(text(true, &[F32, V4I32]), "([Words(4), Words(8)], 24)");
        assert_eq!(text(false, &[F32, I32, F32]), "([Float([F12, F13]), Words(4), Words(8)], 16)");
    }
}
