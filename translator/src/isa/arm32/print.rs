//! Prints physical instructions in the unified assembler syntax, as GNU as and llvm-mc read it: one
//! instruction, no line feed.
//!
//! The names of symbols and labels are the caller's: [`display`] takes a closure that writes them.

use std::fmt::{self, Display, Formatter};

use super::encode::{Operand, PhysInst, immediate_float};
use super::op::{Op, Shift, Slot};
use super::regs::Reg;
pub use crate::mc::Name;

/// The text of an instruction. `name` writes a symbol's or label's name.
pub fn display<'a, F>(inst: &'a PhysInst, name: F) -> impl Display + 'a
where
    F: Fn(Name, &mut Formatter<'_>) -> fmt::Result + 'a,
{
    fmt::from_fn(move |f| instruction(inst, &name, f))
}

fn instruction(inst: &PhysInst, name: &impl Fn(Name, &mut Formatter<'_>) -> fmt::Result, f: &mut Formatter<'_>) -> fmt::Result {
    let row = inst.op.row();
    let name_of_row = match (inst.op, inst.operands[0]) {
        // Assemblers take a push or pop of one register for a store or load with another encoding.
        (Op::Push, Operand::Regs(one)) if one.is_power_of_two() => "stmdb",
        (Op::Pop, Operand::Regs(one)) if one.is_power_of_two() => "ldmia",
        _ => row.name,
    };
    write!(f, "{name_of_row}{}{}", inst.cond.suffix(), row.suffix)?;
    let mut separator = if name_of_row == row.name { "\t" } else { "\tsp!, " };
    for (index, (&slot, &operand)) in row.slots.iter().zip(&inst.operands).enumerate() {
        f.write_str(separator)?;
        separator = ", ";
        match operand {
            Operand::Symbol(symbol) => {
                f.write_str(match inst.op {
                    Op::Movw => "#:lower16:",
                    Op::Movt => "#:upper16:",
                    _ => "",
                })?;
                name(Name::Symbol(symbol), f)?;
            }
            Operand::Label(label) => name(Name::Label(label), f)?,
            _ if slot == Slot::Next => following(inst.operands[index - 1], f)?,
            _ if let (Slot::HalfAgain(half), Operand::Reg(reg)) = (slot, inst.operands[0]) => reg.half(half).fmt(f)?,
            _ => plain(slot, operand, inst.control, f)?,
        }
    }
    Ok(())
}

/// The register after another.
fn following(operand: Operand, f: &mut Formatter<'_>) -> fmt::Result {
    match operand {
        Operand::Reg(reg) => Reg(reg.0 + 1).fmt(f),
        _ => unreachable!("a pair's first half is a register"),
    }
}

fn plain(slot: Slot, operand: Operand, control: u8, f: &mut Formatter<'_>) -> fmt::Result {
    match (slot, operand) {
        (Slot::Updated, Operand::Reg(reg)) => write!(f, "{reg}!"),
        (Slot::Half(half), Operand::Reg(reg)) => reg.half(half).fmt(f),
        (Slot::Halves | Slot::Table, Operand::Reg(reg)) => write!(f, "{{{}, {}}}", reg.half(0), reg.half(1)),
        (Slot::DoubleList, Operand::Reg(first)) => {
            let registers = (0..control).map(|index| Reg(first.0 + index));
            list(registers, f)
        }
        (_, Operand::Regs(mask)) => list((0..16).filter(|number| mask >> number & 1 != 0).map(Reg::core), f),
        (Slot::Lane(bits), Operand::Reg(reg)) => {
            let in_half = 64 / bits;
            write!(f, "{}[{}]", reg.half(control / in_half), control % in_half)
        }
        (Slot::Flexible, Operand::Reg(reg)) if control != 0 => {
            let shift = Shift(control);
            write!(f, "{reg}, {} #{}", shift.name(), shift.amount())
        }
        (Slot::By(kind), Operand::Reg(reg)) => write!(f, "{} {reg}", Shift(kind << 5).name()),
        (_, Operand::Reg(reg)) => reg.fmt(f),
        (Slot::FloatImmediate, Operand::Imm(value)) => write!(f, "#{:?}", immediate_float(value)),
        (_, Operand::Imm(value)) => write!(f, "#{value}"),
        (_, Operand::Indexed(base, index, 0)) => write!(f, "[{base}, {index}]"),
        (_, Operand::Indexed(base, index, shift)) => write!(f, "[{base}, {index}, lsl #{shift}]"),
        (Slot::After12 | Slot::After8, Operand::Mem(base, offset)) => write!(f, "[{base}], #{offset}"),
        (Slot::Before12 | Slot::Before8, Operand::Mem(base, offset)) => write!(f, "[{base}, #{offset}]!"),
        (_, Operand::Mem(base, 0)) => write!(f, "[{base}]"),
        (_, Operand::Mem(base, offset)) => write!(f, "[{base}, #{offset}]"),
        _ => unreachable!("operand {operand:?} in slot {slot:?}"),
    }
}

fn list(registers: impl Iterator<Item = Reg>, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str("{")?;
    for (index, register) in registers.enumerate() {
        write!(f, "{}{register}", if index == 0 { "" } else { ", " })?;
    }
    f.write_str("}")
}
