//! Random code of the toy machine through the local allocator, before the checker and by running it; and pieces of code that show what each
//! rule is for.

use proptest::prelude::*;

use super::Local;
use crate::lir::{Code, FlowInst, Label, RegMask, Role, Var, VarKind};
use crate::regalloc::linear::Setup;
use crate::regalloc::testing::generate::generate;
use crate::regalloc::testing::local::{allocate, copied, nest_of};
use crate::regalloc::testing::toy::{CLOBBERED, CORE, Kind, RESERVED, SAVED, Toy, table};
use crate::regalloc::testing::{Limits, run};

/// The limits that some bits choose.
fn limits(bits: u8) -> Limits {
    let scarce = if bits & 1 != 0 { RegMask::from_bits(0b110) } else { RegMask::EMPTY };
    let shuffle = (bits & 2 != 0).then_some(u64::from(bits));
    Limits { scarce, refuse: u32::from(bits >> 2 & 3), shuffle, ..Limits::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
    #[test]
    fn allocated_code_does_the_same(bytes in prop::collection::vec(any::<u8>(), 0..400), bits in any::<u8>()) {
        let original = copied(&generate(&bytes));
        if let Some(chain) = allocate(original, limits(bits)) {
            prop_assert_eq!(chain.check(), Ok(()), "{}", chain.show());
            for seed in 0..4 {
                prop_assert_eq!(run::difference(&chain, seed), None, "{}", chain.show());
            }
        }
    }
}

/// Code of blocks, of which `build` makes the instructions.
fn code_of(blocks: usize, build: impl FnOnce(&mut Code<Toy>, &[Label]) -> Vec<Toy>) -> Code<Toy> {
    let mut code = Code::default();
    code.clear(blocks);
    let labels: Vec<Label> = (0..blocks as u32).map(Label::from_u32).collect();
    code.insts = build(&mut code, &labels);
    code
}

fn plain(id: u32, operands: &[(Var, Role)]) -> Toy {
    Toy::new(Kind::Plain(id), operands)
}

fn exit(reads: Var) -> Toy {
    Toy::new(Kind::Exit, &[(reads, Role::Use)])
}

/// How many copies there are.
fn copies(code: &Code<Toy>) -> usize {
    code.insts.iter().filter(|inst| inst.kind == Kind::Copy).count()
}

/// The code after allocation, which is right.
fn allocated(code: Code<Toy>) -> Code<Toy> {
    let chain = allocate(code, Limits::default()).expect("registers suffice");
    assert_eq!((chain.check(), run::difference(&chain, 1)), (Ok(()), None), "{}", chain.show());
    chain.code
}

/// `a` is copied to a temporary that is changed, which is copied to `b`: all are one register.
#[test]
fn what_ends_where_it_is_copied_stays_where_it_is() {
    let code = code_of(1, |code, labels| {
        let [a, b] = [0; 2].map(|_| code.make_var(CORE, 4, VarKind::Any));
        let temp = code.make_var(CORE, 4, VarKind::Register);
        vec![
            Toy::bind(labels[0]),
            plain(0, &[(a, Role::Def)]),
            Toy::copy(code, temp, a),
            plain(1, &[(temp, Role::UseDef)]),
            Toy::copy(code, b, temp),
            exit(b),
        ]
    });
    assert_eq!(copies(&allocated(code)), 0);
}

/// A temporary that is only read shares the register of what lives on; one that is changed does not.
#[test]
fn a_mere_copy_shares_the_register() {
    for role in [Role::Use, Role::UseDef] {
        let code = code_of(1, |code, labels| {
            let a = code.make_var(CORE, 4, VarKind::Any);
            let temp = code.make_var(CORE, 4, VarKind::Register);
            let copy = Toy::copy(code, temp, a);
            vec![Toy::bind(labels[0]), plain(0, &[(a, Role::Def)]), copy, plain(1, &[(temp, role)]), exit(a)]
        });
        assert_eq!(copies(&allocated(code)), usize::from(role != Role::Use));
    }
}

/// What a call stands between has a register that the function must save, if it is worth that; else a slot.
#[test]
fn over_calls_values_are_in_saved_registers() {
    for reads in [1, 4] {
        let mut var = None;
        let code = code_of(1, |code, labels| {
            let a = code.make_var(CORE, 4, VarKind::Any);
            var = Some(a);
            let call = Toy { clobbers: CLOBBERED, ..plain(1, &[]) };
            let mut insts = vec![Toy::bind(labels[0]), plain(0, &[(a, Role::Def)]), call];
            insts.extend((0..reads).map(|id| plain(2 + id, &[(a, Role::Use)])));
            insts.push(exit(a));
            insts
        });
        let code = allocated(code);
        let given = code.var(var.expect("it was made")).reg.map(|reg| table().units[usize::from(reg)]);
        match reads {
            1 => assert_eq!(given, None),
            _ => assert!(given.is_some_and(|units| !units.intersection(SAVED).is_empty())),
        }
    }
}

/// A loop of two blocks that a value is read in: in all of it the value has a register of its own.
#[test]
fn what_is_read_in_a_loop_has_a_register_there() {
    let mut var = None;
    let code = code_of(4, |code, labels| {
        let a = code.make_var(CORE, 4, VarKind::Any);
        var = Some(a);
        let branch = |id, to| Toy::new(Kind::Branch { id, to, negated: false }, &[]);
        vec![
            Toy::bind(labels[0]),
            plain(0, &[(a, Role::Def)]),
            Toy::bind(labels[1]),
            plain(1, &[(a, Role::Use)]),
            branch(2, labels[3]),
            Toy::bind(labels[2]),
            Toy { writes_flags: true, ..plain(3, &[]) },
            branch(4, labels[1]),
            Toy::bind(labels[3]),
            exit(a),
        ]
    });
    assert!(allocated(code).var(var.expect("it was made")).reg.is_some());
}

/// A temporary that a loop within a sequence changes, whose result nobody reads: what else the loop makes is not in its register.
#[test]
fn what_a_loop_of_a_sequence_is_entered_with_lives_to_its_end() {
    let code = code_of(1, |code, labels| {
        let [a, result] = [0; 2].map(|_| code.make_var(CORE, 4, VarKind::Any));
        let [temp, made] = [0; 2].map(|_| code.make_var(CORE, 4, VarKind::Register));
        let again = code.make_label();
        vec![
            Toy::bind(labels[0]),
            plain(0, &[(a, Role::Def)]),
            Toy::copy(code, temp, a),
            Toy::bind(again),
            Toy { writes_flags: true, ..plain(1, &[(temp, Role::UseDef)]) },
            plain(2, &[(made, Role::Def)]),
            plain(3, &[(made, Role::Use)]),
            Toy::new(Kind::Branch { id: 4, to: again, negated: false }, &[]),
            Toy::copy(code, result, temp),
            exit(a),
        ]
    });
    allocated(code);
}

/// What nobody reads goes, and then what only that has read.
#[test]
fn dead_instructions_go() {
    let code = code_of(1, |code, labels| {
        let [a, b, c] = [0; 3].map(|_| code.make_var(CORE, 4, VarKind::Any));
        let set = |constant, var| Toy::new(Kind::Set(constant), &[(var, Role::Def)]);
        let temp = code.make_var(CORE, 4, VarKind::Register);
        let copies = [Toy::copy(code, b, temp), Toy::copy(code, c, b)];
        vec![Toy::bind(labels[0]), set(1, temp), copies[0], copies[1], plain(0, &[(a, Role::Def)]), exit(a)]
    });
    let nest = nest_of(&code);
    for may_drop in [true, false] {
        let mut left = code.clone();
        Local::default().look(&mut left, &nest, &table(), |_| may_drop);
        assert_eq!(left.insts.len(), if may_drop { 3 } else { 6 });
    }
}

/// Six variables that end together, of which a temporary between needs a register: the one that begins first is put into its slot.
#[test]
fn a_temporary_puts_out_who_needs_no_register() {
    let code = code_of(1, |code, labels| {
        let vars: Vec<Var> = (0..6).map(|_| code.make_var(CORE, 4, VarKind::Any)).collect();
        let temp = code.make_var(CORE, 4, VarKind::Register);
        let mut insts = vec![Toy::bind(labels[0])];
        insts.extend((0..).zip(&vars).map(|(id, &var)| plain(id, &[(var, Role::Def)])));
        insts.extend([plain(10, &[(temp, Role::Def)]), plain(11, &[(temp, Role::Use)])]);
        // Often enough to be worth saving a register.
        insts.extend((20..).zip(vars.repeat(3)).map(|(id, var)| plain(id, &[(var, Role::Use)])));
        insts.push(exit(vars[0]));
        insts
    });
    let nest = nest_of(&code);
    let mut after = code.clone();
    let mut local = Local::default();
    local.look(&mut after, &nest, &table(), |_| true);
    let table = table();
    let setup = Setup { table: &table, reserved: RESERVED, scarce: RegMask::EMPTY, saved: SAVED, only: None, turns: false };
    local.run(&mut after, &nest, setup, true).expect("one can be put out");
    // Five registers are allocatable, one of which the temporary has.
    let with_register = after.vars[..6].iter().filter(|data| data.reg.is_some()).count();
    assert_eq!((with_register, after.vars[6].reg.is_some()), (4, true));
    allocated(code);
}
