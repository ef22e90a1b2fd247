//! Runs the operations of one frame until it calls, returns or ends.
//!
//! In: a decoded body, the frame's slots, the machine around it, and fuel. Out: an [`Exit`]. The
//! program counter then names the next operation or, after a [`Halt`], the one at fault. One
//! operation costs one unit of fuel, a phi one, and a long memory operation or `alloca` one more
//! for every 64 bytes, so that a run's time is bounded by its fuel. Never recurses.

use translator::ice::Type;

use super::bits::Bits;
use super::code::{Code, Op, Src};
use super::intrinsics;
use super::memory::GuestMemory;
use super::ops::cast::format_of;
use super::ops::float::{self, Format};
use super::ops::vector::{self, Denormals, Wide};
use super::ops::{Halt, cast, int};
use super::stack::{Mark, Stack};

/// Bytes of a memory operation or an `alloca` that cost one unit of fuel.
pub const BYTES_PER_FUEL: u32 = 64;

/// Why a frame stopped running.
#[derive(Debug)]
pub enum Exit {
    /// It calls a function: index into [`Code::sites`].
    Call(u32),
    /// It calls `setjmp` or `longjmp`: index into [`Code::sites`].
    Jump(u32),
    /// It returns.
    Return(Type, Wide),
    /// Fuel ran out.
    OutOfFuel,
}

/// What a running frame sees of the world.
pub struct Machine<'a> {
    /// Guest memory.
    pub memory: &'a mut GuestMemory,
    /// The thread's stack memory.
    pub stack: &'a mut Stack,
    /// The stack when the frame was entered.
    pub frame_mark: Mark,
    /// What `llvm.nacl.read.tp` gives.
    pub thread_pointer: u32,
    /// How vectors treat denormals.
    pub denormals: Denormals,
    /// Fuel that the last intrinsic used beyond its one unit.
    pub extra_cost: u64,
}

/// A frame's slots and its body's constants.
pub struct Registers<'a> {
    frame: &'a mut [Bits],
    consts: &'a [Bits],
}

impl<'a> Registers<'a> {
    /// Over a frame's slots.
    pub fn new(frame: &'a mut [Bits], consts: &'a [Bits]) -> Self {
        Self { frame, consts }
    }

    /// A value of up to 64 bits.
    #[inline]
    pub fn get(&self, src: Src) -> Bits {
        // No verified body names a place that does not exist; one that does reads zero there.
        let (file, index) =
            if src.0 & Src::CONSTANT == 0 { (&*self.frame, src.0) } else { (self.consts, src.0 & !Src::CONSTANT) };
        file.get(index as usize).copied().unwrap_or_default()
    }

    /// A value of any type.
    #[inline]
    pub fn wide(&self, src: Src, ty: Type) -> Wide {
        let high = if ty.bits() > 64 { self.get(Src(src.0 + 1)) } else { Bits::default() };
        [self.get(src), high]
    }

    /// Sets a value of up to 64 bits.
    #[inline]
    pub fn set(&mut self, dst: u32, value: Bits) {
        if let Some(slot) = self.frame.get_mut(dst as usize) {
            *slot = value;
        }
    }

    /// Sets a value of any type.
    #[inline]
    pub fn set_wide(&mut self, dst: u32, ty: Type, value: Wide) {
        self.set(dst, value[0]);
        if ty.bits() > 64 {
            self.set(dst + 1, value[1]);
        }
    }

    /// An address.
    #[inline]
    pub fn addr(&self, src: Src) -> Result<u32, Halt> {
        match self.get(src).get() {
            Some(addr) => Ok(addr as u32),
            None => Err(Halt::undefined("the address depends on Unspecified bits")),
        }
    }
}

/// Runs a frame from `pc` on.
pub fn run(code: &Code, frame: &mut [Bits], pc: &mut u32, fuel: &mut u64, machine: &mut Machine<'_>) -> Result<Exit, Halt> {
    let mut registers = Registers::new(frame, &code.consts);
    let mut left = *fuel;
    let exit = run_loop(code, &mut registers, pc, &mut left, machine);
    *fuel = left;
    exit
}

fn run_loop(
    code: &Code,
    registers: &mut Registers<'_>,
    pc: &mut u32,
    left: &mut u64,
    machine: &mut Machine<'_>,
) -> Result<Exit, Halt> {
    loop {
        if *left == 0 {
            return Ok(Exit::OutOfFuel);
        }
        *left -= 1;
        let edge = match code.ops[*pc as usize] {
            Op::Int { op, width, dst, a, b } => {
                let value = int::binary(op, u32::from(width), registers.get(a), registers.get(b))?;
                registers.set(dst, value);
                *pc += 1;
                continue;
            }
            Op::Icmp { cond, ty, dst, a, b } if ty.is_scalar_int() => {
                registers.set(dst, int::compare(cond, ty.bits(), registers.get(a), registers.get(b)));
                *pc += 1;
                continue;
            }
            Op::Load { ty, low, dst, addr } => {
                let addr = registers.addr(addr)?;
                load(registers, machine.memory, ty, dst, addr)?;
                check_alignment(addr, low)?;
                *pc += 1;
                continue;
            }
            Op::Store { ty, low, addr, value } => {
                let addr = registers.addr(addr)?;
                store(registers, machine.memory, ty, addr, value)?;
                check_alignment(addr, low)?;
                *pc += 1;
                continue;
            }
            Op::Br { edge } => edge,
            Op::CondBr { cond, on_true, on_false } => match registers.get(cond).get() {
                Some(0) => on_false,
                Some(_) => on_true,
                None => return Err(branched_on_unspecified()),
            },
            Op::Switch { value, table } => {
                let table = &code.switches[table as usize];
                let value = registers.get(value).get().ok_or_else(branched_on_unspecified)?;
                table.cases.binary_search_by_key(&value, |&(case, _)| case).map_or(table.default, |at| table.cases[at].1)
            }
            Op::Call { site } => {
                *pc += 1;
                return Ok(Exit::Call(site));
            }
            Op::Intrinsic { site } => {
                machine.extra_cost = 0;
                if intrinsics::run(code, &code.sites[site as usize], registers, machine)? == intrinsics::Outcome::Jump {
                    return Ok(Exit::Jump(site));
                }
                *left = left.saturating_sub(machine.extra_cost);
                *pc += 1;
                continue;
            }
            Op::Alloca { align, in_frame, dst, size } => {
                let size = registers.get(size).get().ok_or_else(|| Halt::undefined("alloca of an Unspecified size"))? as u32;
                let addr = machine.stack.alloca(machine.memory, size, align, in_frame)?;
                registers.set(dst, Bits::known(u64::from(addr)));
                *left = left.saturating_sub(u64::from(size / BYTES_PER_FUEL));
                *pc += 1;
                continue;
            }
            Op::Ret { ty, value } => return Ok(Exit::Return(ty, registers.wide(value, ty))),
            Op::RetVoid => return Ok(Exit::Return(Type::Void, Wide::default())),
            Op::Unreachable => return Err(Halt::trap("unreachable")),
            other => {
                simple(registers, machine.denormals, other)?;
                *pc += 1;
                continue;
            }
        };
        *pc = take_edge(code, registers, edge, left);
    }
}

/// Ends the run if an access that memory allows breaks the alignment that it promises: some
/// machines trap there (MIPS), others do not. An access to memory that is not there traps on all of
/// them, aligned or not.
#[inline]
pub fn check_alignment(addr: u32, low: u8) -> Result<(), Halt> {
    if addr & u32::from(low) == 0 {
        return Ok(());
    }
    Err(Halt::undefined(format!("access to {addr:#010x}, which has not the promised alignment of {}", u32::from(low) + 1)))
}

#[cold]
fn branched_on_unspecified() -> Halt {
    Halt::undefined("branched on Unspecified")
}

/// Performs an edge's copies and returns its target.
#[inline]
fn take_edge(code: &Code, registers: &mut Registers<'_>, edge: u32, left: &mut u64) -> u32 {
    let edge = &code.edges[edge as usize];
    let moves = &code.moves[edge.first_move as usize..][..edge.move_count as usize];
    if edge.buffered {
        let values: Vec<Bits> = moves.iter().map(|copy| registers.get(copy.src)).collect();
        for (copy, value) in moves.iter().zip(values) {
            registers.set(copy.dst, value);
        }
    } else {
        for copy in moves {
            registers.set(copy.dst, registers.get(copy.src));
        }
    }
    *left = left.saturating_sub(moves.len() as u64);
    edge.target
}

#[inline]
fn load(registers: &mut Registers<'_>, memory: &GuestMemory, ty: Type, dst: u32, addr: u32) -> Result<(), Halt> {
    let value = match ty.memory_bytes() {
        Some(1) => memory.load::<1>(addr)?,
        Some(2) => memory.load::<2>(addr)?,
        Some(4) => memory.load::<4>(addr)?,
        Some(8) => memory.load::<8>(addr)?,
        Some(_) => {
            let (low, high) = (memory.load::<8>(addr)?, memory.load::<8>(addr.wrapping_add(8))?);
            registers.set_wide(dst, ty, [low, high]);
            return Ok(());
        }
        None => return Err(Halt::undefined("load of a type without a size")),
    };
    registers.set(dst, value);
    Ok(())
}

#[inline]
fn store(registers: &Registers<'_>, memory: &mut GuestMemory, ty: Type, addr: u32, value: Src) -> Result<(), Halt> {
    let low = registers.get(value);
    match ty.memory_bytes() {
        Some(1) => memory.store::<1>(addr, low)?,
        Some(2) => memory.store::<2>(addr, low)?,
        Some(4) => memory.store::<4>(addr, low)?,
        Some(8) => memory.store::<8>(addr, low)?,
        Some(_) => {
            let high = registers.get(Src(value.0 + 1));
            // All or nothing: the upper half must not fail after the lower one is written.
            memory.check_program_write(addr, 16)?;
            memory.store::<8>(addr, low)?;
            memory.store::<8>(addr.wrapping_add(8), high)?;
        }
        None => return Err(Halt::undefined("store of a type without a size")),
    }
    Ok(())
}

/// The operations that neither touch memory nor control.
fn simple(registers: &mut Registers<'_>, denormals: Denormals, op: Op) -> Result<(), Halt> {
    match op {
        Op::Float { op, ty, dst, a, b } => {
            let format = if ty == Type::F32 { Format::Single } else { Format::Double };
            registers.set(dst, float::binary(op, format, registers.get(a), registers.get(b))?);
        }
        Op::Vector { op, ty, dst, a, b } => {
            let value = vector::binary(op, ty, &registers.wide(a, ty), &registers.wide(b, ty), denormals)?;
            registers.set_wide(dst, ty, value);
        }
        Op::Cast { op, from, to, dst, a } if from.is_vector() || to.is_vector() => {
            registers.set_wide(dst, to, vector::cast(op, from, to, &registers.wide(a, from))?);
        }
        Op::Cast { op, from, to, dst, a } => registers.set(dst, cast::cast(op, from, to, registers.get(a))?),
        Op::Icmp { cond, ty, dst, a, b } => {
            registers.set(dst, vector::compare_int(cond, ty, &registers.wide(a, ty), &registers.wide(b, ty))[0]);
        }
        Op::Fcmp { cond, ty, dst, a, b } => {
            let value = match format_of(ty) {
                Some(format) => float::compare(cond, format, registers.get(a), registers.get(b)),
                None => vector::compare_float(cond, ty, &registers.wide(a, ty), &registers.wide(b, ty), denormals)[0],
            };
            registers.set(dst, value);
        }
        Op::Select { ty, lanes: true, dst, cond, a, b } => {
            let cond = registers.wide(cond, Type::I1);
            registers.set_wide(dst, ty, vector::select(ty, &cond, &registers.wide(a, ty), &registers.wide(b, ty)));
        }
        Op::Select { ty, lanes: false, dst, cond, a, b } => {
            let (cond, a, b) = (registers.get(cond), registers.wide(a, ty), registers.wide(b, ty));
            registers.set_wide(dst, ty, [int::select(cond, a[0], b[0]), int::select(cond, a[1], b[1])]);
        }
        Op::Insert { ty, dst, vector, element, index } => {
            let (vector, element, index) = (registers.wide(vector, ty), registers.get(element), registers.get(index));
            registers.set_wide(dst, ty, vector::insert(ty, &vector, element, index));
        }
        Op::Extract { ty, dst, vector, index } => {
            registers.set(dst, vector::extract(ty, &registers.wide(vector, ty), registers.get(index)));
        }
        _ => unreachable!("control flow and memory operations are run by the loop"),
    }
    Ok(())
}
