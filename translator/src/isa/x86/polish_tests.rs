//! Polished code does what the code was before: the symbolic checker looks at allocated code before
//! it is polished, so here both encodings of random allocated code are read back and run, registers
//! and flags included, on a small machine of their own.

use proptest::prelude::*;

use super::emit::emit;
use super::encode::decode::decode;
use super::encode::{Mem, Operand, PhysInst};
use super::inst::{Amode, Base, Inst, Opcode, Opnd};
use super::op::{Cc, Op, Size};
use super::regs::Reg;
use super::{Mode, classes};
use crate::isa::EmitInput;
use crate::lir::{Code, FrameLayout, FrameNeeds, Home, RegMask, Var, VarKind};
use crate::mc::{CodeBuffer, Label};

/// The registers that code is made of: with 8-bit forms in both modes.
const REGS: u8 = 4;

/// One random instruction; register numbers are modulo [`REGS`].
#[derive(Copy, Clone, Debug)]
enum Step {
    Move(u8, u8),
    Set(u8, i32),
    /// `add sub and xor cmp test adc sbb` of two registers.
    Binary(Op, u8, u8),
    /// The same with a number.
    Number(Op, u8, i32),
    Shift(Op, u8, u8),
    /// The product of the second and a number.
    Product(u8, u8, i32),
    Lea(u8, u8, u8, u8, i32),
    Flag(Cc, u8),
    /// The extension of a register's lowest byte to all of it.
    Extend(u8),
    Choose(Cc, u8, u8),
    MoveVector(Op, u8, u8),
    /// Over so many of the following steps.
    Branch(Cc, u8),
    /// To and from one of [`SLOTS`] places in the frame, and the comparison of one with a number.
    Store(u8, u8),
    Load(u8, u8),
    CompareSlot(u8, i32),
}

/// How many places in the frame there are, of eight bytes each.
const SLOTS: u8 = 2;
/// Where they are.
const FRAME: u64 = 0x1000;

/// The conditions that the machine knows.
const CONDITIONS: [Cc; 12] = [Cc::O, Cc::No, Cc::B, Cc::Ae, Cc::E, Cc::Ne, Cc::Be, Cc::A, Cc::S, Cc::Ns, Cc::L, Cc::G];

fn step() -> impl Strategy<Value = Step> {
    let reg = || 0..REGS;
    let number = || prop_oneof![Just(0), Just(1), Just(-1), Just(0xff), Just(0xffff), Just(i32::MIN), -200..200, any::<i32>()];
    let slot = || 0..SLOTS;
    let cc = || (0..CONDITIONS.len()).prop_map(|index| CONDITIONS[index]);
    let op = |ops: &'static [Op]| (0..ops.len()).prop_map(move |index| ops[index]);
    const BINARY: &[Op] = &[Op::Add, Op::Sub, Op::And, Op::Xor, Op::Cmp, Op::Test, Op::Adc, Op::Sbb];
    prop_oneof![
        6 => (reg(), reg()).prop_map(|(dst, src)| Step::Move(dst, src)),
        3 => (reg(), number()).prop_map(|(dst, imm)| Step::Set(dst, imm)),
        4 => (op(BINARY), reg(), reg()).prop_map(|(op, dst, src)| Step::Binary(op, dst, src)),
        6 => (op(BINARY), reg(), number()).prop_map(|(op, dst, imm)| Step::Number(op, dst, imm)),
        4 => (op(&[Op::Shl, Op::Shr, Op::Sar]), reg(), 1u8..6).prop_map(|(op, dst, by)| Step::Shift(op, dst, by)),
        1 => (reg(), reg(), reg(), 0u8..4, number()).prop_map(|(dst, a, b, by, disp)| Step::Lea(dst, a, b, by, disp)),
        2 => (reg(), reg(), prop_oneof![Just(6), Just(10), Just(18), Just(12), Just(20), Just(36), Just(24), Just(40), Just(72), Just(7)])
            .prop_map(|(dst, src, by)| Step::Product(dst, src, by)),
        3 => (cc(), reg()).prop_map(|(cc, dst)| Step::Flag(cc, dst)),
        3 => reg().prop_map(Step::Extend),
        2 => (cc(), reg(), reg()).prop_map(|(cc, dst, src)| Step::Choose(cc, dst, src)),
        1 => (op(&[Op::Movss, Op::Movsd, Op::Movups]), reg(), reg()).prop_map(|(op, dst, src)| Step::MoveVector(op, dst, src)),
        2 => (cc(), 0u8..5).prop_map(|(cc, over)| Step::Branch(cc, over)),
        3 => (slot(), reg()).prop_map(|(slot, reg)| Step::Store(slot, reg)),
        2 => (reg(), slot()).prop_map(|(reg, slot)| Step::Load(reg, slot)),
        2 => (slot(), number()).prop_map(|(slot, imm)| Step::CompareSlot(slot, imm)),
    ]
}

/// Allocated code for steps: each register has one variable.
fn allocated(steps: &[Step], size: Size) -> Code<Inst> {
    let mut code = Code::<Inst>::default();
    let general: Vec<Var> = (0..REGS).map(|reg| code.make_var(classes::GPR, size.bytes() as u8, VarKind::Fixed(reg))).collect();
    let vector: Vec<Var> = (0..REGS).map(|reg| code.make_var(classes::XMM, 16, VarKind::Fixed(Reg::xmm(reg).0))).collect();
    let slots: Vec<Var> = (0..SLOTS).map(|_| code.make_var(classes::GPR, 8, VarKind::Memory)).collect();
    (0..).zip(&slots).for_each(|(number, &slot)| code.var_mut(slot).home = Home::Frame(8 * number));
    let var = |reg: u8| Opnd::Var(general[usize::from(reg)]);
    let slot = |slot: u8| Opnd::Var(slots[usize::from(slot)]);
    let mut ends: Vec<(usize, Label)> = Vec::new();
    for (index, &step) in steps.iter().enumerate() {
        let real = |op, dst, src| Inst::new(Opcode::Real(op), size, dst, src);
        let inst = match step {
            Step::Move(dst, src) => real(Op::Mov, var(dst), var(src)),
            Step::Set(dst, imm) => real(Op::Mov, var(dst), Opnd::Imm(imm)),
            Step::Binary(op, dst, src) => real(op, var(dst), var(src)),
            Step::Number(op, dst, imm) => real(op, var(dst), Opnd::Imm(imm)),
            Step::Shift(op, dst, by) => real(op, var(dst), Opnd::Imm(by.into())),
            Step::Product(dst, src, by) => real(Op::ImulImm, var(dst), var(src)).with(Opnd::Imm(by)),
            Step::Lea(dst, base, index, scale, disp) => {
                let (base, index) = (Base::Var(general[usize::from(base)]), Some((general[usize::from(index)], scale)));
                real(Op::Lea, var(dst), Opnd::Mem(code.pools.amodes.push(Amode { index, ..Amode::new(base, disp) })))
            }
            Step::Flag(cc, dst) => Inst { size: Size::B1, ..real(Op::Setcc, var(dst), Opnd::None) }.when(cc),
            Step::Extend(dst) => real(Op::Movzx8, var(dst), var(dst)),
            Step::Choose(cc, dst, src) => real(Op::Cmovcc, var(dst), var(src)).when(cc),
            Step::MoveVector(op, dst, src) => {
                let var = |reg: u8| Opnd::Var(vector[usize::from(reg)]);
                Inst { size: Size::B4, ..real(op, var(dst), var(src)) }
            }
            Step::Store(to, src) => real(Op::Mov, slot(to), var(src)),
            Step::Load(dst, from) => real(Op::Mov, var(dst), slot(from)),
            Step::CompareSlot(at, imm) => real(Op::Cmp, slot(at), Opnd::Imm(imm)),
            Step::Branch(cc, over) => {
                let label = code.make_label();
                ends.push(((index + usize::from(over)).min(steps.len() - 1), label));
                Inst { size: Size::B4, ..real(Op::Jcc, Opnd::None, Opnd::Label(label)) }.when(cc)
            }
        };
        code.insts.push(inst);
        for &(_, label) in ends.iter().filter(|&&(end, _)| end == index) {
            code.insts.push(Inst::new(Opcode::Bind, Size::B4, Opnd::Label(label), Opnd::None));
            // Flags from before a label are dead.
            code.insts.push(Inst::new(Opcode::Real(Op::Cmp), size, var(3), Opnd::Imm(9)));
        }
    }
    code.insts.push(Inst::new(Opcode::Return, Size::B4, Opnd::None, Opnd::None));
    code
}

fn bytes(mode: Mode, code: &mut Code<Inst>, polish: bool) -> Vec<u8> {
    code.polish = polish;
    let mut buffer = CodeBuffer::default();
    let (layout, needs, used) = (&FrameLayout::default(), FrameNeeds::default(), RegMask::EMPTY);
    emit(mode, EmitInput { code, layout, needs, used, plan: None }, &mut buffer).expect("no frame");
    buffer.bytes().to_vec()
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Machine {
    general: [u64; 8],
    vector: [u128; 8],
    frame: [u8; 8 * SLOTS as usize],
    carry: bool,
    zero: bool,
    sign: bool,
    overflow: bool,
}

impl Machine {
    fn holds(&self, cc: Cc) -> bool {
        let below = match cc as u8 & !1 {
            0 => self.overflow,
            2 => self.carry,
            4 => self.zero,
            6 => self.carry || self.zero,
            8 => self.sign,
            12 => self.sign != self.overflow,
            14 => self.zero || self.sign != self.overflow,
            _ => unreachable!("parity is nobody's condition here"),
        };
        below == (cc as u8 & 1 == 0)
    }

    fn address(&self, mem: &Mem) -> u64 {
        let reg = |reg: Option<Reg>| reg.map_or(0, |reg| self.general[usize::from(reg.0)]);
        reg(mem.base).wrapping_add(reg(mem.index) << mem.scale).wrapping_add(mem.disp as i64 as u64)
    }

    fn read(&self, operand: &Operand, bits: u32) -> u64 {
        let value = match operand {
            Operand::Reg(reg) => self.general[usize::from(reg.0)],
            Operand::Imm(number) => *number as i64 as u64,
            Operand::Mem(mem) => {
                let place = (self.address(mem) - FRAME) as usize;
                self.frame[place..][..bits as usize / 8].iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
            }
            _ => unreachable!("{operand:?}"),
        };
        value & u64::MAX >> (64 - bits)
    }

    fn write(&mut self, operand: &Operand, bits: u32, value: u64) {
        let reg = match operand {
            Operand::Reg(reg) => reg,
            Operand::Mem(mem) => {
                let place = (self.address(mem) - FRAME) as usize;
                return self.frame[place..][..bits as usize / 8].copy_from_slice(&value.to_le_bytes()[..bits as usize / 8]);
            }
            _ => unreachable!("{operand:?}"),
        };
        let place = &mut self.general[usize::from(reg.0)];
        // 32 bits clear the rest.
        let kept = if bits < 32 { *place & u64::MAX << bits } else { 0 };
        *place = kept | value & u64::MAX >> (64 - bits);
    }

    /// Sets the flags for a sum or, `borrows`, a difference.
    fn flags(&mut self, bits: u32, a: u64, b: u64, result: u128, borrows: bool) -> u64 {
        let value = result as u64 & u64::MAX >> (64 - bits);
        let sign = |value: u64| value >> (bits - 1) & 1 != 0;
        (self.zero, self.sign) = (value == 0, sign(value));
        self.carry = result >> bits & 1 != 0;
        self.overflow = sign(a) != sign(value) && (sign(a) == sign(b)) != borrows;
        value
    }

    fn operate(&mut self, inst: &PhysInst<'_>, bits: u32) {
        let (a, b) = (self.read(inst.dst, bits), self.read(inst.src, bits));
        let carry = u128::from(self.carry && matches!(inst.op, Op::Adc | Op::Sbb));
        let (wide_a, wide_b) = (u128::from(a), u128::from(b));
        let value = match inst.op {
            Op::Add | Op::Adc => self.flags(bits, a, b, wide_a + wide_b + carry, false),
            Op::Sub | Op::Sbb | Op::Cmp => self.flags(bits, a, b, wide_a.wrapping_sub(wide_b + carry), true),
            Op::And | Op::Test | Op::Xor => {
                let result = if inst.op == Op::Xor { a ^ b } else { a & b };
                let value = self.flags(bits, result, result, result.into(), false);
                (self.carry, self.overflow) = (false, false);
                value
            }
            _ => {
                let by = b & if bits == 64 { 63 } else { 31 };
                let spare = 64 - bits;
                let (value, out) = match inst.op {
                    Op::Shl => (a << by, a >> (u64::from(bits) - by)),
                    Op::Shr => (a >> by, a >> (by - 1)),
                    _ => (((a << spare) as i64 >> spare >> by) as u64, ((a << spare) as i64 >> spare >> (by - 1)) as u64),
                };
                let value = self.flags(bits, value, value, value.into(), false);
                // What a shift by more than one leaves in the overflow flag is not defined: here it
                // shows that it was a shift.
                (self.carry, self.overflow) = (out & 1 != 0, true);
                value
            }
        };
        if !matches!(inst.op, Op::Cmp | Op::Test) {
            self.write(inst.dst, bits, value);
        }
    }

    /// Executes code that only branches forward, to its return.
    fn run(&mut self, mode: Mode, code: &[u8]) {
        let mut at = 0;
        loop {
            let (inst, next, target) = decode(mode, code, at, &[]).expect("what was encoded is read");
            let inst = inst.phys();
            let bits = 8 * inst.size.bytes();
            at = next;
            match inst.op {
                Op::Ret => return,
                Op::Jcc if self.holds(inst.cc) => at = target.expect("a branch has a target") as usize,
                Op::Jcc | Op::Nop => {}
                Op::Mov => self.write(inst.dst, bits, self.read(inst.src, bits)),
                Op::Movzx8 => self.write(inst.dst, bits, self.read(inst.src, 8)),
                Op::Movzx16 => self.write(inst.dst, bits, self.read(inst.src, 16)),
                Op::ImulImm => {
                    let width = u64::MAX >> (64 - bits);
                    let product = self.read(inst.src, bits).wrapping_mul(inst.imm.expect("it has a number") as u64) & width;
                    // What it leaves in the flags is not defined: here it shows in all of them.
                    let product = self.flags(bits, product, 0, product.into(), false);
                    (self.carry, self.overflow) = (true, true);
                    self.write(inst.dst, bits, product);
                }
                Op::Lea => {
                    let Operand::Mem(mem) = inst.src else { unreachable!("lea has an address") };
                    self.write(inst.dst, bits, self.address(mem));
                }
                Op::Setcc => self.write(inst.dst, 8, self.holds(inst.cc).into()),
                Op::Cmovcc => {
                    let chosen = if self.holds(inst.cc) { inst.src } else { inst.dst };
                    self.write(inst.dst, bits, self.read(chosen, bits));
                }
                Op::Movss | Op::Movsd | Op::Movups | Op::Movaps => {
                    let (Operand::Reg(dst), Operand::Reg(src)) = (inst.dst, inst.src) else { unreachable!("registers only") };
                    let kept = match inst.op {
                        Op::Movss => u128::MAX << 32,
                        Op::Movsd => u128::MAX << 64,
                        _ => 0,
                    };
                    let (dst, src) = (usize::from(dst.0 & 15), usize::from(src.0 & 15));
                    self.vector[dst] = self.vector[dst] & kept | self.vector[src] & !kept;
                }
                _ => self.operate(&inst, bits),
            }
        }
    }
}

/// Runs both forms from the same registers; the flags at the end are dead.
fn check(steps: &[Step], mode: Mode, size: Size, general: [u64; 4]) -> Result<bool, TestCaseError> {
    let mut code = allocated(steps, size);
    let (plain, polished) = (bytes(mode, &mut code, false), bytes(mode, &mut code, true));
    let width = u64::MAX >> (64 - 8 * size.bytes());
    let mut start = Machine {
        vector: std::array::from_fn(|index| 0x1111_2222_3333_4444_5555_6666_7777_8888 + index as u128),
        frame: std::array::from_fn(|index| 0xa0 + index as u8),
        ..Machine::default()
    };
    start.general[4] = FRAME;
    general.iter().enumerate().for_each(|(index, &value)| start.general[index] = value & width);
    let (mut left, mut right) = (start.clone(), start);
    left.run(mode, &plain);
    right.run(mode, &polished);
    prop_assert_eq!(left.general, right.general, "{:?}\n{:02x?}\n{:02x?}", steps, plain, polished);
    prop_assert_eq!(left.frame, right.frame);
    // A scalar's move may leave the rest of the register alone or not.
    let low = |machine: &Machine| machine.vector.map(|value| value as u32);
    prop_assert_eq!(low(&left), low(&right));
    Ok(plain != polished)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]
    #[test]
    fn polished_code_computes_the_same(steps in prop::collection::vec(step(), 1..16), general in any::<[u64; 4]>(), small in any::<bool>()) {
        let general = if small { general.map(|value| value & 3) } else { general };
        check(&steps, Mode::X8632, Size::B4, general)?;
        check(&steps, Mode::X8664, Size::B4, general)?;
        check(&steps, Mode::X8664, Size::B8, general)?;
    }
}

#[test]
fn each_replacement_happens_and_is_right() {
    let rows: [&[Step]; 16] = [
        &[Step::Move(0, 1), Step::Number(Op::Add, 0, 5), Step::Number(Op::Cmp, 0, 7), Step::Flag(Cc::E, 2)],
        &[Step::Move(0, 1), Step::Binary(Op::Add, 0, 2)],
        &[Step::Move(0, 1), Step::Shift(Op::Shl, 0, 2)],
        &[Step::Set(0, 0)],
        &[Step::Number(Op::Cmp, 1, 0), Step::Flag(Cc::L, 0)],
        &[Step::MoveVector(Op::Movsd, 0, 1)],
        &[Step::Move(0, 1), Step::Shift(Op::Shl, 0, 2), Step::Binary(Op::Add, 0, 2), Step::Number(Op::Sub, 0, 5)],
        &[Step::Binary(Op::Add, 0, 2), Step::Number(Op::Add, 0, 5)],
        &[Step::Move(0, 1), Step::Number(Op::And, 0, 0xff)],
        &[Step::Load(0, 1), Step::Number(Op::And, 0, 0xffff)],
        &[Step::Number(Op::And, 1, 6), Step::Store(0, 1), Step::CompareSlot(0, 0), Step::Flag(Cc::E, 2)],
        &[Step::Product(0, 1, 24), Step::Binary(Op::Add, 0, 2)],
        &[Step::Product(0, 0, 10), Step::Binary(Op::Add, 0, 1)],
        &[Step::Binary(Op::Cmp, 0, 1), Step::Flag(Cc::L, 2), Step::Extend(2)],
        &[Step::CompareSlot(1, 7), Step::Flag(Cc::E, 2), Step::Extend(2)],
        // The sum between them is a `lea`.
        &[
            Step::Number(Op::And, 1, 6),
            Step::Move(0, 2),
            Step::Number(Op::Add, 0, 1),
            Step::Number(Op::Cmp, 1, 0),
            Step::Flag(Cc::E, 2),
        ],
    ];
    for steps in rows {
        // The flags are set once more before the return: what is not seen to be dead is not
        // replaced.
        let steps = [steps, &[Step::Number(Op::Cmp, 3, 9)]].concat();
        let replaced = check(&steps, Mode::X8632, Size::B4, [1, 2, 3, 4]).expect("both compute the same");
        assert!(replaced, "{steps:?}");
    }
}

#[test]
fn a_register_that_is_compared_is_not_cleared() {
    for compared in [Step::Binary(Op::Cmp, 2, 1), Step::Binary(Op::Test, 1, 2), Step::Number(Op::Cmp, 2, 7)] {
        let steps = [compared, Step::Flag(Cc::L, 2), Step::Extend(2), Step::Number(Op::Cmp, 3, 9)];
        let replaced = check(&steps, Mode::X8664, Size::B4, [1, 2, 3, 4]).expect("both compute the same");
        assert!(!replaced, "{steps:?}");
    }
}

#[test]
fn a_comparison_that_goes_is_better_than_a_cleared_register() {
    let set = [Step::Flag(Cc::E, 2), Step::Extend(2), Step::Number(Op::Cmp, 3, 9)];
    let length = |steps: &[Step]| bytes(Mode::X8664, &mut allocated(&[steps, &set].concat(), Size::B4), true).len();
    let mask = Step::Number(Op::And, 1, 6);
    assert_eq!(length(&[mask, Step::Number(Op::Cmp, 1, 0)]), length(&[mask]));
}

#[test]
fn a_product_that_is_added_to_itself_stays() {
    for factor in [6, 10, 12, 18, 20, 24, 36, 40, 72] {
        let steps = [Step::Product(0, 1, factor), Step::Binary(Op::Add, 0, 0), Step::Number(Op::Cmp, 3, 9)];
        let replaced = check(&steps, Mode::X8664, Size::B4, [1, 2, 3, 4]).expect("both compute the same");
        assert!(!replaced, "{factor}");
    }
}
