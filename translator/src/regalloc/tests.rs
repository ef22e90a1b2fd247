//! Tests of the minimal allocator on random code of a toy machine.
//!
//! In: steps drawn at random, made into code that keeps the invariants of [`crate::lir`]: a
//! variable is written before it is read. Checked: live intervals computed anew, in the obvious
//! quadratic way, against the registers that the allocator chose.

use proptest::prelude::*;

use super::minimal::{MinimalAllocator, OutOfRegisters, check_lowering};
use super::testing::toy;
use crate::lir::{Code, MachInst, RegClass, RegMask, RegTable, Role, Var, VarKind};
use crate::liveness::{FlowGraph, Mentions, Ranges};

/// An instruction of the toy machine: some operands, some lost registers.
#[derive(Copy, Clone, Debug)]
struct Toy {
    operands: [Option<(Var, Role)>; 3],
    clobbers: RegMask,
}

impl MachInst for Toy {
    type Pools = ();
    type Const = ();

    fn visit(&self, (): &(), mut visit: impl FnMut(Var, Role)) {
        self.operands.into_iter().flatten().for_each(|(var, role)| visit(var, role));
    }

    fn clobbers(&self, (): &()) -> RegMask {
        self.clobbers
    }
}

const ANY_REGISTER: RegClass = RegClass(0);
const LOW_REGISTER: RegClass = RegClass(1);
const OTHER_FILE: RegClass = RegClass(2);
const RESERVED: RegMask = RegMask::from_bits(1 << 5);

fn table() -> RegTable {
    RegTable {
        units: (0..9).map(RegMask::of).collect(),
        classes: vec![(0..6).collect(), vec![0, 1], (6..9).collect()],
        class_bytes: vec![4; 3],
    }
}

/// What becomes an operand.
#[derive(Copy, Clone, Debug)]
enum Draw {
    Nothing,
    /// A new variable, of a kind by this number.
    Define(u8),
    /// A new variable that is also read, as when a register is exclusive-ored with itself.
    Clear(u8),
    /// One of the variables so far.
    Mention(u8, Role),
}

/// Operands and clobbers of each instruction.
fn steps() -> impl Strategy<Value = Vec<([Draw; 3], u8)>> {
    let draw = prop_oneof![
        3 => Just(Draw::Nothing),
        3 => any::<u8>().prop_map(Draw::Define),
        1 => any::<u8>().prop_map(Draw::Clear),
        4 => (any::<u8>(), prop::sample::select(vec![Role::Use, Role::UseDef, Role::Def]))
            .prop_map(|(number, role)| Draw::Mention(number, role)),
    ];
    let clobbers = prop_oneof![6 => Just(0), 1 => any::<u8>()];
    prop::collection::vec((prop::array::uniform3(draw), clobbers), 0..30)
}

/// The code under construction.
#[derive(Default)]
struct Generator {
    code: Code<Toy>,
    vars: Vec<Var>,
    fixed_used: RegMask,
}

impl Generator {
    fn run(mut self, steps: &[([Draw; 3], u8)]) -> Code<Toy> {
        for &(draws, clobbers) in steps {
            let known = self.vars.len();
            let operands = draws.map(|draw| match draw {
                Draw::Nothing => None,
                Draw::Define(kind) => Some((self.new_var(kind), Role::Def)),
                Draw::Clear(kind) => Some((self.new_var(kind), Role::UseDef)),
                // One of the last few before this instruction, so that intervals stay short.
                Draw::Mention(number, role) => {
                    let window = &self.vars[known.saturating_sub(4)..known];
                    window.get(usize::from(number) % window.len().max(1)).map(|&var| (var, role))
                }
            });
            self.code.insts.push(Toy { operands, clobbers: RegMask::from_bits(u64::from(clobbers)) });
        }
        self.code
    }

    fn new_var(&mut self, kind: u8) -> Var {
        let (class, kind) = match kind % 16 {
            0..6 => (ANY_REGISTER, VarKind::Register),
            6..8 => (LOW_REGISTER, VarKind::Register),
            8..11 => (OTHER_FILE, VarKind::Register),
            // Lowering never has two pre-coloured variables in one register at a time; here each
            // register has one at most.
            number @ 11..14 if !self.fixed_used.contains(number - 11) => {
                self.fixed_used = self.fixed_used.union(RegMask::of(number - 11));
                (ANY_REGISTER, VarKind::Fixed(number - 11))
            }
            _ => (ANY_REGISTER, VarKind::Any),
        };
        self.vars.push(self.code.make_var(class, 4, kind));
        self.vars[self.vars.len() - 1]
    }
}

/// First and last point of a variable, if it is mentioned: instruction `i` reads at `2i` and writes
/// at `2i + 1`.
fn interval(code: &Code<Toy>, var: usize) -> Option<(usize, usize)> {
    let mut points = Vec::new();
    for (index, inst) in code.insts.iter().enumerate() {
        for (mentioned, role) in inst.operands.into_iter().flatten() {
            if mentioned.as_u32() as usize == var {
                points.extend((role != Role::Def).then_some(2 * index));
                points.extend((role != Role::Use).then_some(2 * index + 1));
            }
        }
    }
    Some((*points.iter().min()?, *points.iter().max()?))
}

/// What keeps `reg` from `var`, but for the variables that the allocator placed: a reservation, a
/// clobber, a pre-coloured variable.
fn blocked(code: &Code<Toy>, reg: u8, (start, end): (usize, usize)) -> bool {
    let clobbered = |point: usize| point % 2 == 1 && code.insts[point / 2].clobbers.contains(reg);
    let fixed = |var: usize| {
        code.vars[var].kind == VarKind::Fixed(reg) && interval(code, var).is_some_and(|(from, to)| from <= end && start <= to)
    };
    RESERVED.contains(reg) || (start..=end).any(clobbered) || (0..code.vars.len()).any(fixed)
}

/// The variables that the allocator has placed, with their registers and intervals.
fn placed(code: &Code<Toy>) -> Vec<(usize, u8, (usize, usize))> {
    let registers = (0..code.vars.len()).filter(|&var| code.vars[var].kind == VarKind::Register);
    registers.filter_map(|var| Some((var, code.vars[var].reg?, interval(code, var)?))).collect()
}

fn overlap(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

fn check(code: &mut Code<Toy>, outcome: Result<RegMask, OutOfRegisters>) {
    let table = table();
    let placed = placed(code);
    for (index, &(var, reg, span)) in placed.iter().enumerate() {
        assert!(table.classes[usize::from(code.vars[var].class.0)].contains(&reg), "t{var} in {reg} of another class");
        assert!(!blocked(code, reg, span), "t{var} in {reg}, which is taken");
        for &(other, other_reg, other_span) in &placed[..index] {
            assert!(reg != other_reg || !overlap(span, other_span), "t{var} and t{other} share {reg}");
        }
    }
    match outcome {
        Ok(used) => {
            for (var, data) in code.vars.iter().enumerate() {
                let mentioned = interval(code, var).is_some();
                assert!(data.kind != VarKind::Register || data.reg.is_some() || !mentioned, "t{var} has no register");
                assert!(data.kind != VarKind::Any || data.reg.is_none(), "t{var} need not have a register");
                assert!(!mentioned || data.reg.is_none_or(|reg| used.contains(reg)), "the register of t{var} counts as unused");
            }
            assert!(code.insts.iter().all(|inst| inst.clobbers.without(used).is_empty()));
        }
        Err(OutOfRegisters { var }) => {
            let span = interval(code, var.as_u32() as usize).expect("only what is mentioned needs a register");
            for &reg in &table.classes[usize::from(code.var(var).class.0)] {
                let held = placed.iter().any(|&(_, other, other_span)| other == reg && overlap(span, other_span));
                assert!(held || blocked(code, reg, span), "{reg} was free for {var}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_register_is_shared_or_stolen_or_left_free(first in steps(), second in steps()) {
        // The same allocator twice: the first function must leave no trace in the second.
        let mut allocator = MinimalAllocator::default();
        for steps in [first, second] {
            let mut code = Generator::default().run(&steps);
            let outcome = allocator.run(&mut code, &table(), RESERVED, RegMask::EMPTY);
            check(&mut code, outcome);
        }
    }
}

/// Code that defines `count` variables, each with a register of any kind, and then reads them all.
fn crowd(count: usize) -> Code<Toy> {
    let mut code = Code::default();
    let vars: Vec<_> = (0..count).map(|_| code.make_var(ANY_REGISTER, 4, VarKind::Register)).collect();
    let inst = |var, role| Toy { operands: [Some((var, role)), None, None], clobbers: RegMask::EMPTY };
    code.insts.extend(vars.iter().map(|&var| inst(var, Role::Def)));
    code.insts.extend(vars.iter().map(|&var| inst(var, Role::Use)));
    code
}

#[test]
fn registers_run_out_only_when_all_are_live() {
    let mut allocator = MinimalAllocator::default();
    assert_eq!(allocator.run(&mut crowd(5), &table(), RESERVED, RegMask::EMPTY), Ok(RegMask::from_bits(0b1_1111)));
    let outcome = allocator.run(&mut crowd(6), &table(), RESERVED, RegMask::EMPTY);
    assert_eq!(outcome, Err(OutOfRegisters { var: Var::from_u32(5) }));
    assert_eq!(allocator.run(&mut crowd(6), &table(), RegMask::EMPTY, RegMask::EMPTY), Ok(RegMask::from_bits(0b11_1111)));
    // The fifth and sixth take what is scarce.
    let mut code = crowd(6);
    assert_eq!(allocator.run(&mut code, &table(), RegMask::EMPTY, RegMask::from_bits(0b11)), Ok(RegMask::from_bits(0b11_1111)));
    let regs: Vec<_> = code.vars.iter().filter_map(|data| data.reg).collect();
    assert!(regs[..4].iter().all(|&reg| reg >= 2) && regs[4..].iter().all(|&reg| reg < 2), "{regs:?}");
}

#[test]
fn registers_that_calls_preserve_are_taken_last() {
    let mut code = crowd(4);
    MinimalAllocator::default().run(&mut code, &table(), RegMask::EMPTY, RegMask::EMPTY).expect("four registers");
    assert_eq!(code.vars.iter().map(|var| var.reg).collect::<Vec<_>>(), [0, 1, 2, 3].map(Some));
}

#[test]
fn a_result_may_take_the_register_of_a_dying_operand() {
    let mut code = crowd(1);
    let result = code.make_var(ANY_REGISTER, 4, VarKind::Register);
    code.insts[1].operands[1] = Some((result, Role::Def));
    MinimalAllocator::default().run(&mut code, &table(), RegMask::EMPTY, RegMask::EMPTY).expect("one register");
    assert_eq!([code.vars[0].reg, code.vars[1].reg], [Some(0), Some(0)]);
}

/// A loop in one sequence: `address` is read in each round. Whether a use after the backward branch
/// keeps it says the caller.
fn with_loop(keeps: bool) -> Code<toy::Toy> {
    use toy::{Kind, Toy};
    let mut code = Code::default();
    // The entry block's label.
    code.clear(1);
    let again = code.make_label();
    let [address, value] = [(); 2].map(|()| code.make_var(toy::CORE, 8, VarKind::Register));
    code.insts.push(Toy::new(Kind::Plain(0), &[(address, Role::Def)]));
    code.insts.push(Toy::new(Kind::Bind(again), &[]));
    code.insts.push(Toy::new(Kind::Plain(1), &[(address, Role::Use)]));
    code.insts.push(Toy::new(Kind::Plain(2), &[(value, Role::Def)]));
    code.insts.push(Toy::new(Kind::Branch { id: 3, to: again, negated: false }, &[]));
    if keeps {
        code.insts.push(Toy::new(Kind::Plain(4), &[(address, Role::Use)]));
    }
    code.insts.push(Toy::new(Kind::Plain(5), &[(value, Role::Use)]));
    code.insts.push(Toy::new(Kind::Exit, &[]));
    code
}

#[test]
fn what_a_loop_reads_again_must_be_kept_past_its_end() {
    let problem = |keeps| {
        let code = with_loop(keeps);
        let (mentions, mut graph, mut ranges) = (Mentions::of(&code), FlowGraph::default(), Ranges::default());
        graph.compute(&code, &mentions);
        ranges.compute(&code, &mentions, &graph, |_| 1.0);
        check_lowering(&code, &ranges).err()
    };
    assert_eq!(problem(true), None);
    let problem = problem(false).expect("the address is live to the end of the loop");
    assert!(problem.starts_with("t0 must have a register and is live from position "), "{problem}");
}
