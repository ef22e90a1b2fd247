//! x86, both modes: the System V i386 convention, and the System V AMD64 one with 32-bit pointers
//! (x32).
//!
//! Sources: [SYSV-I386] 2.2 (parameters, result registers, 16-byte alignment of the stack at a
//! call); [SYSV-AMD64] 3.2; `translator/docs/abi.md`, "x86-32", "x86-64". Written apart from the
//! translator's own assignment.

use translator::ice::Type;
use translator::options;
use unicorn_engine::{Arch, Mode, RegisterX86 as R};

use super::cpu::Cpu;
use super::f80;
use super::isa::{IsaOps, Saved, from_register, to_register};
use crate::guest::Fault;
use crate::value::Value;

/// An x86 mode: 64-bit if `WIDE`.
pub struct X86<const WIDE: bool>;

const AMD64_INTS: [R; 6] = [R::RDI, R::RSI, R::RDX, R::RCX, R::R8, R::R9];
const VECTORS: [R; 8] = [R::XMM0, R::XMM1, R::XMM2, R::XMM3, R::XMM4, R::XMM5, R::XMM6, R::XMM7];
/// Number of vector registers for a 32-bit call's arguments: what gcc and clang do on Linux
/// (`translator/docs/abi.md`, "Departures").
const I386_VECTORS: usize = 3;

/// Control word of the x87 at a function's entry: all exceptions masked, 64-bit mantissa, round to
/// nearest.
const FPU_CONTROL: u64 = 0x37f;
/// All x87 registers empty.
const FPU_EMPTY: u64 = 0xffff;
/// Control word of SSE at a function's entry: all exceptions masked, round to nearest, denormals
/// kept.
const SSE_CONTROL: u64 = 0x1f80;

/// Callee-saved registers ([SYSV-I386] table 2.3).
const I386_SAVED: [Saved; 4] =
    [saved("ebx", R::EBX, false), saved("esi", R::ESI, false), saved("edi", R::EDI, false), saved("ebp", R::EBP, false)];
/// Callee-saved registers ([SYSV-AMD64] figure 3.4).
const AMD64_SAVED: [Saved; 6] = [
    saved("rbx", R::RBX, true),
    saved("rbp", R::RBP, true),
    saved("r12", R::R12, true),
    saved("r13", R::R13, true),
    saved("r14", R::R14, true),
    saved("r15", R::R15, true),
];

const fn saved(name: &'static str, register: R, wide: bool) -> Saved {
    Saved { name, number: register as i32, wide }
}

/// Where an argument lies.
#[derive(Copy, Clone, Debug)]
enum ArgLocation {
    Int(R),
    Vector(R),
    /// At this offset from the first stack argument.
    Stack(u32),
}

impl<const WIDE: bool> X86<WIDE> {
    /// Size of a return address and of a stack slot.
    const SLOT: u32 = if WIDE { 8 } else { 4 };
    const STACK_POINTER: R = if WIDE { R::RSP } else { R::ESP };

    /// Where each argument lies, and how many bytes those on the stack take.
    fn assign(params: impl Iterator<Item = Type>) -> (Vec<ArgLocation>, u32) {
        let mut ints = if WIDE { &AMD64_INTS[..] } else { &[] }.iter();
        let mut vectors = if WIDE { &VECTORS[..] } else { &VECTORS[..I386_VECTORS] }.iter();
        let mut stack = 0u32;
        let mut place = |ty: Type| {
            let register = if ty.is_vector() || (WIDE && ty.is_scalar_float()) {
                vectors.next().map(|&register| ArgLocation::Vector(register))
            } else if WIDE {
                ints.next().map(|&register| ArgLocation::Int(register))
            } else {
                None
            };
            register.unwrap_or_else(|| {
                let offset = stack.next_multiple_of(if ty.is_vector() { 16 } else { Self::SLOT });
                stack = offset + Self::stack_size(ty);
                ArgLocation::Stack(offset)
            })
        };
        let places = params.map(&mut place).collect();
        (places, stack)
    }

    /// How many bytes an argument takes on the stack. A truth vector is as wide there as in a
    /// register.
    fn stack_size(ty: Type) -> u32 {
        if ty.is_vector() { 16 } else { ty.bits().div_ceil(8).next_multiple_of(Self::SLOT) }
    }

    fn sp(cpu: &Cpu) -> u64 {
        cpu.reg(Self::STACK_POINTER)
    }
}

/// A stack address: below 4 GB, or nothing is there.
fn stack_addr(addr: u64) -> Result<u32, Fault> {
    u32::try_from(addr).map_err(|_| Fault { addr: addr as u32, write: false })
}

fn xmm(cpu: &Cpu, register: R) -> u128 {
    u128::from_le_bytes(cpu.reg_bytes(register))
}

/// Pushes a float or double onto the x87 stack.
fn push_x87(cpu: &mut Cpu, value: Value) {
    let status = cpu.reg(R::FPSW);
    let top = ((status >> 11) & 7).wrapping_sub(1) & 7;
    let tags = cpu.reg(R::FPTAG) & !(3 << (2 * top));
    cpu.set_reg(R::FPSW, status & !(7 << 11) | top << 11);
    cpu.set_reg(R::FPTAG, tags);
    let extended = if value.ty == Type::F32 { f80::from_f32(value.bits as u32) } else { f80::from_f64(value.bits as u64) };
    cpu.set_reg_bytes(R::ST0, &extended);
}

impl<const WIDE: bool> IsaOps for X86<WIDE> {
    const HAS_HOOKS: bool = false;
    const ISA: options::Isa = if WIDE { options::Isa::X8664 } else { options::Isa::X8632 };
    const ARCH: (Arch, Mode) = (Arch::X86, if WIDE { Mode::MODE_64 } else { Mode::MODE_32 });
    // Unicorn 2.1.5 does after a `cmpxchg8b`, whose write is a call of a helper function. 64-bit
    // code has none.
    const GOES_ON_AFTER_WRITE: bool = !WIDE;
    // int3.
    const TRAP: [u8; 4] = [0xcc; 4];

    // In 64-bit mode the base, and a frame pointer within.
    const SANDBOX: &'static [(i32, u64)] = if WIDE { &[(R::R15 as i32, 0), (R::RBP as i32, 0x5aa5_1230)] } else { &[] };
    const SAVED: &'static [Saved] = if WIDE { &AMD64_SAVED } else { &I386_SAVED };
    const POPPED: u64 = Self::SLOT as u64;

    const SP: i32 = Self::STACK_POINTER as i32;

    fn stack_pointer(cpu: &Cpu) -> u64 {
        Self::sp(cpu)
    }

    fn set_up(cpu: &mut Cpu) {
        // The emulator starts with zero in all three: single precision, and every register in use.
        cpu.set_reg(R::FPCW, FPU_CONTROL);
        cpu.set_reg(R::FPTAG, FPU_EMPTY);
        cpu.set_reg(R::MXCSR, SSE_CONTROL);
    }

    fn pc(cpu: &Cpu) -> u64 {
        cpu.reg(if WIDE { R::RIP } else { R::EIP })
    }

    fn enter(cpu: &mut Cpu, top: u32, args: &[Value], _: Type, return_addr: u32) -> Result<(), Fault> {
        let (places, size) = Self::assign(args.iter().map(|arg| arg.ty));
        let fault = Fault { addr: top, write: true };
        let base = top.checked_sub(size).ok_or(fault)? & !15;
        for (arg, place) in args.iter().zip(places) {
            let bits = to_register(*arg);
            match place {
                ArgLocation::Int(register) => cpu.set_reg(register, bits as u64),
                ArgLocation::Vector(register) => cpu.set_reg_bytes(register, &bits.to_le_bytes()),
                ArgLocation::Stack(offset) => {
                    cpu.write(base + offset, &bits.to_le_bytes()[..Self::stack_size(arg.ty) as usize])?;
                }
            }
        }
        let sp = base.checked_sub(Self::SLOT).ok_or(fault)?;
        cpu.write(sp, &u64::from(return_addr).to_le_bytes()[..Self::SLOT as usize])?;
        cpu.set_reg(Self::STACK_POINTER, u64::from(sp));
        Ok(())
    }

    fn arguments(cpu: &Cpu, params: &[Type]) -> Result<Vec<Value>, Fault> {
        let (places, _) = Self::assign(params.iter().copied());
        let base = Self::sp(cpu) + u64::from(Self::SLOT);
        let read = |(&ty, place): (&Type, ArgLocation)| {
            let bits = match place {
                ArgLocation::Int(register) => u128::from(cpu.reg(register)),
                ArgLocation::Vector(register) => xmm(cpu, register),
                ArgLocation::Stack(offset) => {
                    cpu.read_le(stack_addr(base + u64::from(offset))?, Self::stack_size(ty) as usize)?
                }
            };
            Ok(from_register(ty, bits))
        };
        params.iter().zip(places).map(read).collect()
    }

    fn leave(cpu: &mut Cpu, result: Option<Value>) -> Result<u64, Fault> {
        if let Some(value) = result {
            match value.ty {
                Type::F32 | Type::F64 if !WIDE => push_x87(cpu, value),
                ty if ty.is_vector() || ty.is_scalar_float() => cpu.set_reg_bytes(R::XMM0, &to_register(value).to_le_bytes()),
                _ if WIDE => cpu.set_reg(R::RAX, value.bits as u64),
                ty => {
                    cpu.set_reg(R::EAX, value.bits as u64 & 0xffff_ffff);
                    if ty == Type::I64 {
                        cpu.set_reg(R::EDX, (value.bits >> 32) as u64);
                    }
                }
            }
        }
        let sp = Self::sp(cpu);
        let return_addr = cpu.read_le(stack_addr(sp)?, Self::SLOT as usize)? as u64;
        cpu.set_reg(Self::STACK_POINTER, sp + u64::from(Self::SLOT));
        Ok(return_addr)
    }

    fn result(cpu: &Cpu, ty: Type) -> Option<Value> {
        let bits = match ty {
            Type::Void => return None,
            Type::F32 if !WIDE => u128::from(f80::to_f32(cpu.reg_bytes(R::ST0))),
            Type::F64 if !WIDE => u128::from(f80::to_f64(cpu.reg_bytes(R::ST0))),
            ty if ty.is_vector() || ty.is_scalar_float() => xmm(cpu, R::XMM0),
            _ if WIDE => u128::from(cpu.reg(R::RAX)),
            _ => u128::from(cpu.reg(R::EDX) << 32 | cpu.reg(R::EAX)),
        };
        Some(from_register(ty, bits))
    }

    fn misaligned_stack(cpu: &Cpu) -> Option<u64> {
        let sp = Self::sp(cpu);
        (!(sp + u64::from(Self::SLOT)).is_multiple_of(16)).then_some(sp)
    }

    fn load_word_stub(addr: u32) -> Vec<u8> {
        // mov eax, [addr]; ret. In 64-bit mode the absolute form takes a SIB byte without base and
        // index.
        let opcode: &[u8] = if WIDE { &[0x8b, 0x04, 0x25] } else { &[0x8b, 0x05] };
        [opcode, &addr.to_le_bytes(), &[0xc3]].concat()
    }

    fn exception(number: u32) -> &'static str {
        match number {
            0 => "divide error",
            1 => "debug exception",
            3 => "breakpoint",
            4 => "overflow",
            5 => "bound range exceeded",
            6 => "invalid opcode",
            7 => "device not available",
            8 => "double fault",
            10 => "invalid TSS",
            11 => "segment not present",
            12 => "stack fault",
            13 => "general protection fault",
            14 => "page fault",
            16 => "x87 floating-point error",
            17 => "alignment check",
            19 => "SIMD floating-point exception",
            _ => "exception",
        }
    }
}
