//! Intrinsic calls, except for what needs more than the running frame (`setjmp` and `longjmp`,
//! which [`jumps`](super::jumps) does).
//!
//! In: a call's operands. Out: its result in the frame, and its effect on memory and stack. Range
//! operations are linear in their length and say so in [`Machine::extra_cost`]. Orders of atomics
//! mean nothing here: threads switch at host calls only.

use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::{BinOp, Intrinsic, Type};

use super::bits::Bits;
use super::code::{Callee, Code, Site, Src, low_bits};
use super::exec::{BYTES_PER_FUEL, Machine, Registers, check_alignment};
use super::memory::GuestMemory;
use super::ops::cast::format_of;
use super::ops::{Halt, float, int, vector};

/// What remains to be done after an intrinsic.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nothing.
    Done,
    /// It is a jump, which the owner of the frames performs.
    Jump,
}

/// Runs a call of an intrinsic.
pub fn run(code: &Code, site: &Site, registers: &mut Registers<'_>, machine: &mut Machine<'_>) -> Result<Outcome, Halt> {
    let Callee::Intrinsic(intrinsic) = site.callee else { return Err(Halt::undefined("not an intrinsic")) };
    let args = code.args_of(site);
    let arg = |index: usize| args.get(index).map_or(Src(Src::CONSTANT), |&(_, src)| src);
    match intrinsic {
        Intrinsic::Setjmp | Intrinsic::Longjmp => return Ok(Outcome::Jump),
        Intrinsic::Trap => return Err(Halt::trap("trap")),
        Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset => range(intrinsic, arg, registers, machine)?,
        Intrinsic::Fabs(Type::V4F32) => {
            let value = vector::absolute(&registers.wide(arg(0), Type::V4F32));
            registers.set_wide(site.dst, Type::V4F32, value);
        }
        Intrinsic::StackRestore => {
            let pointer = registers.addr(arg(0))?;
            machine.stack.restore(machine.memory, pointer, machine.frame_mark)?;
        }
        Intrinsic::AtomicStore(ty) => {
            let (value, addr) = (registers.get(arg(0)), atomic_address(registers, arg(1), ty)?);
            store(machine.memory, ty, addr, value)?;
        }
        // Nothing can come between two operations of the running thread.
        Intrinsic::AtomicFence | Intrinsic::AtomicFenceAll => {}
        _ => {
            let value = scalar(intrinsic, arg, registers, machine)?;
            registers.set(site.dst, value);
        }
    }
    Ok(Outcome::Done)
}

/// The intrinsics that give a value of up to 64 bits.
fn scalar(
    intrinsic: Intrinsic,
    arg: impl Fn(usize) -> Src,
    registers: &Registers<'_>,
    machine: &mut Machine<'_>,
) -> Result<Bits, Halt> {
    let operand = |index: usize| registers.get(arg(index)).clean();
    let flag = |index: usize| operand(index).v != 0;
    Ok(match intrinsic {
        Intrinsic::Bswap(ty) => int::byte_swap(ty.bits(), operand(0)),
        Intrinsic::Ctlz(ty) => int::leading_zeros(ty.bits(), operand(0), flag(1)),
        Intrinsic::Cttz(ty) => int::trailing_zeros(ty.bits(), operand(0), flag(1)),
        Intrinsic::Ctpop(_) => int::count_ones(operand(0)),
        Intrinsic::Sqrt(ty) => float::square_root(format(ty)?, registers.get(arg(0))),
        Intrinsic::Fabs(ty) => float::absolute(format(ty)?, registers.get(arg(0))),
        Intrinsic::StackSave => Bits::known(u64::from(machine.stack.save(machine.frame_mark))),
        Intrinsic::ReadTp => Bits::known(u64::from(machine.thread_pointer)),
        Intrinsic::AtomicLoad(ty) => load(machine.memory, ty, atomic_address(registers, arg(0), ty)?)?,
        Intrinsic::AtomicRmw(ty) => {
            let addr = atomic_address(registers, arg(1), ty)?;
            let number = operand(0).get().and_then(AtomicRmwOp::from_number);
            let op = number.ok_or_else(|| Halt::undefined("atomic.rmw with an unknown computation"))?;
            read_modify_write(machine.memory, op, ty, addr, operand(2))?
        }
        Intrinsic::AtomicCmpxchg(ty) => {
            compare_exchange(machine.memory, ty, atomic_address(registers, arg(0), ty)?, operand(1), operand(2))?
        }
        // 64-bit atomics take a lock on some platforms, and programs are told so.
        Intrinsic::AtomicIsLockFree if operand(0).get() == Some(8) => Bits::unspecified(1),
        Intrinsic::AtomicIsLockFree => Bits::bool(operand(0).get().is_some_and(|size| matches!(size, 1 | 2 | 4))),
        // For the effects above.
        Intrinsic::Memcpy
        | Intrinsic::Memmove
        | Intrinsic::Memset
        | Intrinsic::StackRestore
        | Intrinsic::Trap
        | Intrinsic::Setjmp
        | Intrinsic::Longjmp
        | Intrinsic::AtomicStore(_)
        | Intrinsic::AtomicFence
        | Intrinsic::AtomicFenceAll => return Err(Halt::undefined("an intrinsic that gives no scalar")),
    })
}

fn format(ty: Type) -> Result<float::Format, Halt> {
    format_of(ty).ok_or_else(|| Halt::undefined("floating-point intrinsic on another type"))
}

/// memcpy, memmove, memset. A length of zero touches nothing.
fn range(
    intrinsic: Intrinsic,
    arg: impl Fn(usize) -> Src,
    registers: &Registers<'_>,
    machine: &mut Machine<'_>,
) -> Result<(), Halt> {
    let length = registers.get(arg(2)).get().ok_or_else(|| Halt::undefined("the length is Unspecified"))? as u32;
    if length == 0 {
        return Ok(());
    }
    machine.extra_cost = u64::from(length / BYTES_PER_FUEL);
    let target = registers.addr(arg(0))?;
    let low = low_bits(registers.get(arg(3)).get().unwrap_or(0) as u32);
    if intrinsic == Intrinsic::Memset {
        machine.memory.fill(target, length as usize, registers.get(arg(1)).clean())?;
        return check_alignment(target, low);
    }
    let source = registers.addr(arg(1))?;
    // A copy onto itself is harmless everywhere, and compilers make them.
    if intrinsic == Intrinsic::Memcpy && target != source && target.abs_diff(source) < length {
        return Err(Halt::undefined("memcpy of overlapping ranges"));
    }
    machine.memory.copy(target, source, length as usize)?;
    check_alignment(target | source, low)
}

/// The address of an atomic access, which must be a multiple of its size.
fn atomic_address(registers: &Registers<'_>, src: Src, ty: Type) -> Result<u32, Halt> {
    let addr = registers.addr(src)?;
    if addr.is_multiple_of(ty.bits() / 8) { Ok(addr) } else { Err(Halt::undefined("misaligned atomic access")) }
}

fn load(memory: &GuestMemory, ty: Type, addr: u32) -> Result<Bits, Halt> {
    Ok(match ty {
        Type::I8 => memory.load::<1>(addr)?,
        Type::I16 => memory.load::<2>(addr)?,
        Type::I32 => memory.load::<4>(addr)?,
        _ => memory.load::<8>(addr)?,
    })
}

fn store(memory: &mut GuestMemory, ty: Type, addr: u32, value: Bits) -> Result<(), Halt> {
    match ty {
        Type::I8 => memory.store::<1>(addr, value)?,
        Type::I16 => memory.store::<2>(addr, value)?,
        Type::I32 => memory.store::<4>(addr, value)?,
        _ => memory.store::<8>(addr, value)?,
    }
    Ok(())
}

fn read_modify_write(memory: &mut GuestMemory, op: AtomicRmwOp, ty: Type, addr: u32, operand: Bits) -> Result<Bits, Halt> {
    let old = load(memory, ty, addr)?;
    let combine = |op| int::binary(op, ty.bits(), old, operand);
    let new = match op {
        AtomicRmwOp::Add => combine(BinOp::Add)?,
        AtomicRmwOp::Sub => combine(BinOp::Sub)?,
        AtomicRmwOp::Or => combine(BinOp::Or)?,
        AtomicRmwOp::And => combine(BinOp::And)?,
        AtomicRmwOp::Xor => combine(BinOp::Xor)?,
        AtomicRmwOp::Exchange => operand,
    };
    store(memory, ty, addr, new)?;
    Ok(old)
}

/// Whether it stores must not depend on Unspecified bits. An exchange that fails writes on some
/// processors and does not on others: it must be possible.
fn compare_exchange(memory: &mut GuestMemory, ty: Type, addr: u32, expected: Bits, desired: Bits) -> Result<Bits, Halt> {
    let old = load(memory, ty, addr)?;
    match int::compare(translator::ice::IntCond::Eq, ty.bits(), old, expected).get() {
        Some(0) => memory
            .check_write(addr, (ty.bits() / 8) as usize)
            .map_err(|_| Halt::undefined(format!("a cmpxchg that fails at {addr:#010x}, which cannot be written")))?,
        Some(_) => store(memory, ty, addr, desired)?,
        None => return Err(Halt::undefined("cmpxchg depends on Unspecified bits")),
    }
    Ok(old)
}
