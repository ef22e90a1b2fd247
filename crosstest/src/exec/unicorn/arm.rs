//! ARM: ARMv7-A in A32 state, AAPCS with VFP registers.
//!
//! Source: [ARM-AAPCS] 5.2 (stack), 5.5 (core registers) and 6.1.2 (VFP registers, with
//! back-filling); `translator/docs/abi.md`, "ARM". Written apart from the translator's own
//! assignment, so that a mistake there cannot agree with itself.

use translator::ice::Type;
use translator::options;
use unicorn_engine::{Arch, ArmCpuModel, Mode, RegisterARM as R};

use super::cpu::Cpu;
use super::isa::{IsaOps, Saved, from_register, to_register};
use crate::guest::Fault;
use crate::value::Value;

/// The ISA.
pub struct Arm;

const CORES: [R; 4] = [R::R0, R::R1, R::R2, R::R3];
/// Words of VFP registers that hold arguments: s0 to s15.
const VFP_WORDS: usize = 16;
/// Full access to the coprocessors of VFP and NEON, in CPACR.
const VFP_ACCESS: u64 = 0xf << 20;
/// The enable bit of FPEXC.
const VFP_ENABLE: u64 = 1 << 30;

const fn core(name: &'static str, register: R) -> Saved {
    Saved { name, number: register as i32, wide: false }
}

const fn vfp(name: &'static str, register: R) -> Saved {
    Saved { name, number: register as i32, wide: true }
}

/// Callee-saved registers ([ARM-AAPCS] 5.1.1 and 5.1.2.1).
const SAVED: [Saved; 16] = [
    core("r4", R::R4),
    core("r5", R::R5),
    core("r6", R::R6),
    core("r7", R::R7),
    core("r8", R::R8),
    core("r9", R::R9),
    core("r10", R::R10),
    core("r11", R::R11),
    vfp("d8", R::D8),
    vfp("d9", R::D9),
    vfp("d10", R::D10),
    vfp("d11", R::D11),
    vfp("d12", R::D12),
    vfp("d13", R::D13),
    vfp("d14", R::D14),
    vfp("d15", R::D15),
];

/// Where an argument lies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum ArgLocation {
    /// From this core register on.
    Core(usize),
    /// From this single-precision register on.
    Vfp(usize),
    /// At this offset from the first stack argument.
    Stack(u32),
}

/// How many words an argument takes. A truth vector is as wide as in a register.
fn words(ty: Type) -> usize {
    if ty.is_vector() { 4 } else { ty.bits().div_ceil(32) as usize }
}

/// Where each argument lies, and how many bytes those on the stack take.
fn assign(params: impl Iterator<Item = Type>) -> (Vec<ArgLocation>, u32) {
    let mut next_core = 0;
    let mut vfp_taken = [false; VFP_WORDS];
    let mut stack = 0u32;
    let mut on_stack = |words: usize| {
        let offset = stack.next_multiple_of(if words > 1 { 8 } else { 4 });
        stack = offset + 4 * words as u32;
        ArgLocation::Stack(offset)
    };
    let mut place = |ty: Type| {
        let words = words(ty);
        if ty.is_scalar_int() {
            let first = if words == 2 { next_core + next_core % 2 } else { next_core };
            next_core = first + words;
            return if next_core <= CORES.len() {
                ArgLocation::Core(first)
            } else {
                next_core = CORES.len();
                on_stack(words)
            };
        }
        let mut candidates = (0..VFP_WORDS).step_by(words);
        match candidates.find(|&first| vfp_taken[first..first + words].iter().all(|taken| !taken)) {
            Some(first) => {
                vfp_taken[first..first + words].fill(true);
                ArgLocation::Vfp(first)
            }
            None => {
                vfp_taken = [true; VFP_WORDS];
                on_stack(words)
            }
        }
    };
    let places = params.map(&mut place).collect();
    (places, stack)
}

/// The double-precision register that holds a single-precision one.
fn double(single: usize) -> i32 {
    R::D0 as i32 + single as i32 / 2
}

fn read_vfp(cpu: &Cpu, first: usize, words: usize) -> u128 {
    let low = cpu.reg(double(first));
    match words {
        1 => u128::from(low >> (32 * (first % 2)) & 0xffff_ffff),
        2 => u128::from(low),
        _ => u128::from(cpu.reg(double(first + 2))) << 64 | u128::from(low),
    }
}

fn write_vfp(cpu: &mut Cpu, first: usize, words: usize, bits: u128) {
    match words {
        1 => {
            let shift = 32 * (first % 2);
            let kept = cpu.reg(double(first)) & !(0xffff_ffff << shift);
            cpu.set_reg(double(first), kept | (bits as u64 & 0xffff_ffff) << shift);
        }
        2 => cpu.set_reg(double(first), bits as u64),
        _ => {
            cpu.set_reg(double(first), bits as u64);
            cpu.set_reg(double(first + 2), (bits >> 64) as u64);
        }
    }
}

fn read_core(cpu: &Cpu, first: usize, words: usize) -> u128 {
    (0..words).rev().fold(0, |bits, word| bits << 32 | u128::from(cpu.reg(CORES[first + word]) & 0xffff_ffff))
}

fn write_core(cpu: &mut Cpu, first: usize, words: usize, bits: u128) {
    (0..words).for_each(|word| cpu.set_reg(CORES[first + word], (bits >> (32 * word)) as u64 & 0xffff_ffff));
}

/// A stack address.
fn sp(cpu: &Cpu) -> u32 {
    cpu.reg(R::SP) as u32
}

impl IsaOps for Arm {
    const ISA: options::Isa = options::Isa::Arm32;
    const ARCH: (Arch, Mode) = (Arch::ARM, Mode::ARM);
    // One with sdiv and udiv.
    const MODEL: Option<i32> = Some(ArmCpuModel::CORTEX_A15 as i32);
    // udf #0.
    const TRAP: [u8; 4] = 0xe7f0_00f0_u32.to_le_bytes();

    const SAVED: &'static [Saved] = &SAVED;
    const POPPED: u64 = 0;

    fn failed_store(word: u32) -> Option<(i32, u64)> {
        // strex, strexd, strexb, strexh ([ARM-ARM] A8.8.212 on): 1 for failure, in Rd.
        let is_store = word & 0x0f90_0ff0 == 0x0180_0f90 && word >> 28 != 15;
        // The link register has a number of its own there.
        let register = match (word >> 12 & 15) as i32 {
            14 => R::LR as i32,
            number => R::R0 as i32 + number,
        };
        is_store.then_some((register, 1))
    }

    fn goes_wrong_with_constants(word: u32) -> bool {
        // vdup from a core register ([ARM-ARM] A8.8.314). Unicorn 2.1.5 sets one lane in 64 bits if
        // it knows what the register holds, but finds that out late, behind a conditional
        // instruction whose condition it knows, and the register is written again in the block: it
        // takes the constant for the contents of all lanes (`tcg_reg_alloc_dup`).
        word & 0x0f90_0f5f == 0x0e80_0b10 && word >> 28 != 15
    }

    const SP: i32 = R::SP as i32;

    fn stack_pointer(cpu: &Cpu) -> u64 {
        u64::from(sp(cpu))
    }

    fn set_up(cpu: &mut Cpu) {
        cpu.set_reg(R::C1_C0_2, VFP_ACCESS);
        cpu.set_reg(R::FPEXC, VFP_ENABLE);
    }

    fn pc(cpu: &Cpu) -> u64 {
        cpu.reg(R::PC)
    }

    fn enter(cpu: &mut Cpu, top: u32, args: &[Value], _: Type, return_addr: u32) -> Result<(), Fault> {
        let (places, size) = assign(args.iter().map(|arg| arg.ty));
        let base = top.checked_sub(size).ok_or(Fault { addr: top, write: true })? & !7;
        for (arg, place) in args.iter().zip(places) {
            let (bits, words) = (to_register(*arg), words(arg.ty));
            match place {
                ArgLocation::Core(first) => write_core(cpu, first, words, bits),
                ArgLocation::Vfp(first) => write_vfp(cpu, first, words, bits),
                ArgLocation::Stack(offset) => cpu.write(base + offset, &bits.to_le_bytes()[..4 * words])?,
            }
        }
        cpu.set_reg(R::SP, u64::from(base));
        cpu.set_reg(R::LR, u64::from(return_addr));
        Ok(())
    }

    fn arguments(cpu: &Cpu, params: &[Type]) -> Result<Vec<Value>, Fault> {
        let (places, _) = assign(params.iter().copied());
        let read = |(&ty, place): (&Type, ArgLocation)| {
            let words = words(ty);
            let bits = match place {
                ArgLocation::Core(first) => read_core(cpu, first, words),
                ArgLocation::Vfp(first) => read_vfp(cpu, first, words),
                ArgLocation::Stack(offset) => cpu.read_le(sp(cpu).wrapping_add(offset), 4 * words)?,
            };
            Ok(from_register(ty, bits))
        };
        params.iter().zip(places).map(read).collect()
    }

    fn leave(cpu: &mut Cpu, result: Option<Value>) -> Result<u64, Fault> {
        if let Some(value) = result {
            let (bits, words) = (to_register(value), words(value.ty));
            if value.ty.is_scalar_int() { write_core(cpu, 0, words, bits) } else { write_vfp(cpu, 0, words, bits) }
        }
        Ok(cpu.reg(R::LR))
    }

    fn result(cpu: &Cpu, ty: Type) -> Option<Value> {
        let bits = match ty {
            Type::Void => return None,
            _ if ty.is_scalar_int() => read_core(cpu, 0, words(ty)),
            _ => read_vfp(cpu, 0, words(ty)),
        };
        Some(from_register(ty, bits))
    }

    fn misaligned_stack(cpu: &Cpu) -> Option<u64> {
        let sp = sp(cpu);
        (!sp.is_multiple_of(8)).then_some(u64::from(sp))
    }

    fn load_word_stub(addr: u32) -> Vec<u8> {
        let half = |value: u32| (value & 0xf000) << 4 | value & 0xfff;
        // movw r0, #low; movt r0, #high; ldr r0, [r0]; bx lr.
        let words = [0xe300_0000 | half(addr & 0xffff), 0xe340_0000 | half(addr >> 16), 0xe590_0000, 0xe12f_ff1e];
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    fn exception(number: u32) -> &'static str {
        match number {
            1 => "undefined instruction",
            2 => "supervisor call",
            3 => "prefetch abort",
            4 => "data abort",
            7 => "breakpoint",
            _ => "exception",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Type::*;

    #[test]
    fn arguments_go_where_the_procedure_call_standard_says() {
        let places = |types: &[Type]| assign(types.iter().copied()).0;
        use ArgLocation::{Core, Stack, Vfp};
        assert_eq!(places(&[I32, I64, I32, F64, F32, V4I32, F32]), [Core(0), Core(2), Stack(0), Vfp(0), Vfp(2), Vfp(4), Vfp(3)]);
        assert_eq!(places(&[I32, I32, I32, I64, I32]), [Core(0), Core(1), Core(2), Stack(0), Stack(8)]);
        assert_eq!(
            places(&[V4I32, V4I32, V4I32, F64, F64, F32, F64]),
            [Vfp(0), Vfp(4), Vfp(8), Vfp(12), Vfp(14), Stack(0), Stack(8)]
        );
    }
}
