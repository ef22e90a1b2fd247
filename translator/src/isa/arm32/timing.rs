//! How long instructions take on a Cortex-A9, for the scheduler ([`crate::regalloc::schedule`]).
//!
//! In: a lowered instruction. Out: after how many cycles its result may be read, and whether it accesses memory; nothing for what stays
//! where it is. Rounded, and pseudo-instructions as what they become. Source: [CORTEX-A9] "Load and store instructions", "Multiplication
//! instructions", and of its unit for floating point "Instruction throughput and latency".

use super::inst::{Inst, Opcode, Opnd};
use super::op::{Cond, Op, Writes};
use crate::lir::Timing;

/// What a scheduler has to know of an instruction, by itself: variables that lie in the frame are not looked at.
pub fn timing(inst: &Inst) -> Option<Timing> {
    let plain = |latency| Some(Timing { latency, ..Timing::default() });
    match inst.opcode {
        Opcode::Real(op) => {
            let tests = op == Op::Cmp && inst.b == Opnd::Imm(0) && inst.cond == Cond::Al;
            of_op(op, inst.has_memory_operand()).map(|timing| Timing { tests, ..timing })
        }
        // Of constants in memory nothing is ever changed.
        Opcode::LoadConstant => plain(4),
        Opcode::LoadSymbol | Opcode::LoadNumber | Opcode::SetFlag => plain(2),
        Opcode::Move | Opcode::LoadAddress => plain(1),
        Opcode::DivideLane
        | Opcode::JumpTable
        | Opcode::Bind
        | Opcode::FakeUse
        | Opcode::FakeDef
        | Opcode::Return
        | Opcode::SetStackPointer => None,
    }
}

fn of_op(op: Op, accesses: bool) -> Option<Timing> {
    use Op::*;
    let latency = match op {
        Push | Pop | Stm | Ldm | Vpush | Vpop | Vstm | Vldm | Ldrex | Ldrexb | Ldrexh | Ldrexd | Strex | Strexb | Strexh
        | Strexd | Dmb | B | Bl | Blx | Bx | Udf | Nop => return None,
        Ldr | LdrX => 3,
        Mul | Mla | Mls => 4,
        Umull | Smull => 5,
        Sdiv | Udiv => 12,
        Sxtab | Sxtah | Uxtab | Uxtah | OrrLsl | OrrLsr => 2,
        VdivF32 | VsqrtF32 => 16,
        VdivF64 | VsqrtF64 => 28,
        VmlaF32 | VmlaF64 | VmlsF32 | VmlsF64 | VnmlsF32 | VnmlsF64 => 9,
        VmulF32 => 5,
        VmulF64 => 6,
        Vmrs => 2,
        VmovFromCore | VmovToCore | VmovFromPair | VmovToPair => 3,
        _ if accesses || op >= VaddF32 => 4,
        _ => 1,
    };
    // What accesses memory and writes no register stores.
    let stores = accesses && op.row().writes == Writes::Nothing;
    Some(Timing { latency: if stores { 1 } else { latency }, loads: accesses && !stores, stores, tests: false })
}

#[cfg(feature = "o3")]
#[cfg(test)]
mod tests {
    use super::super::inst::{Amode, Base};
    use super::super::{Arm32, classes};
    use super::*;
    use crate::isa::Target;
    use crate::lir::{Code, FlowInst, Label, MachInst, RegMask, Role, Var, VarKind};
    use crate::liveness::{FlowGraph, Mentions, Ranges};
    use crate::regalloc::schedule::Scheduler;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Code whose variables 0 to 7 are the registers of these numbers, and 8 lies in the frame.
    fn code() -> (Code<Inst>, Vec<Var>) {
        let mut code = Code::default();
        let mut vars: Vec<Var> = (0..8).map(|reg| code.make_var(classes::CORE, 4, VarKind::Fixed(reg))).collect();
        vars.push(code.make_var(classes::CORE, 4, VarKind::Memory));
        (code, vars)
    }

    fn access(code: &mut Code<Inst>, op: Op, data: Var, base: Var, disp: i32) -> Inst {
        let mem = code.pools.amodes.push(Amode { base: Base::Var(base), index: None, disp });
        Inst::new(Opcode::Real(op), Opnd::Var(data), Opnd::Mem(mem))
    }

    fn three(op: Op, a: Var, b: Var, c: Var) -> Inst {
        Inst::new(Opcode::Real(op), Opnd::Var(a), Opnd::Var(b)).third(Opnd::Var(c))
    }

    fn run(code: &mut Code<Inst>) {
        Scheduler::default().late(code, &Arm32.reg_table(), |_| true);
    }

    #[test]
    fn loads_come_before_what_waits_for_another() {
        let (mut code, v) = code();
        let insts = [
            access(&mut code, Op::Ldr, v[0], v[6], 0),
            three(Op::Add, v[1], v[0], v[0]),
            access(&mut code, Op::Ldr, v[2], v[6], 4),
            three(Op::Add, v[3], v[2], v[2]),
        ];
        code.insts.extend(insts);
        run(&mut code);
        assert_eq!(code.insts, [insts[0], insts[2], insts[1], insts[3]]);
    }

    /// By name: what the table of operations says of operands is what decides.
    #[test]
    fn accesses_are_loads_or_stores() {
        let (mut code, v) = code();
        let of = |inst: Inst| timing(&inst).map(|it| (it.loads, it.stores));
        for &op in Op::ALL {
            let name = op.row().name;
            let inst = access(&mut code, op, v[0], v[6], 0);
            if ["ldr", "ldrb", "ldrh", "ldrsb", "ldrsh", "vldr", "vld1"].contains(&name) {
                assert_eq!(of(inst), Some((true, false)), "{name}");
            } else if ["str", "strb", "strh", "vstr", "vst1"].contains(&name) {
                assert_eq!(of(inst), Some((false, true)), "{name}");
            } else if ["ldrex", "strex", "dmb", "push", "pop", "ldm", "stm", "bl"].iter().any(|start| name.starts_with(start)) {
                assert_eq!(of(inst), None, "{name}");
            }
            assert!(timing(&three(op, v[0], v[1], v[2])).is_none_or(|it| !it.loads && !it.stores), "{name}");
        }
    }

    #[test]
    fn what_stays_where_it_is_parts_stretches() {
        let (mut code, v) = code();
        let fence = Inst::new(Opcode::Real(Op::Dmb), Opnd::None, Opnd::None);
        let insts = [
            access(&mut code, Op::Ldr, v[0], v[6], 0),
            three(Op::Add, v[1], v[0], v[0]),
            fence,
            access(&mut code, Op::Ldr, v[2], v[6], 4),
        ];
        code.insts.extend(insts);
        run(&mut code);
        assert_eq!(code.insts, insts);
    }

    /// What each place holds, as the number of a term; terms that are made alike have one number.
    #[derive(Default)]
    struct Machine {
        terms: BTreeMap<(String, Vec<usize>), usize>,
        places: BTreeMap<String, usize>,
        /// What was read, with the memory that it was read from, and what was written.
        accesses: Vec<(String, usize)>,
    }

    impl Machine {
        fn term(&mut self, what: String, of: Vec<usize>) -> usize {
            let next = self.terms.len();
            *self.terms.entry((what, of)).or_insert(next)
        }

        fn get(&mut self, place: &str) -> usize {
            if let Some(&held) = self.places.get(place) {
                return held;
            }
            let held = self.term(place.into(), Vec::new());
            self.places.insert(place.into(), held);
            held
        }

        fn step(&mut self, code: &Code<Inst>, inst: &Inst) {
            let timing = timing(inst).expect("it may be moved");
            let (effects, mut read, mut written) = (inst.effects(), Vec::new(), Vec::new());
            let (mut loads, mut stores) = (timing.loads, timing.stores);
            inst.visit(&code.pools, |var, role| {
                let place = match code.var(var).kind {
                    VarKind::Memory => "frame".into(),
                    kind => format!("{kind:?} {var}"),
                };
                loads |= place == "frame" && role != Role::Def;
                stores |= place == "frame" && role != Role::Use;
                read.extend((role != Role::Def).then(|| place.clone()));
                written.extend((role != Role::Use && place != "frame").then_some(place));
            });
            read.extend(effects.reads_flags.then(|| "flags".into()));
            read.extend((loads || stores).then(|| "memory".into()));
            written.extend(effects.writes_flags.then(|| "flags".into()));
            written.extend(stores.then(|| "memory".into()));
            let of: Vec<usize> = read.iter().map(|place| self.get(place)).collect();
            let what = format!("{:?} {:?} {:?}", inst.opcode, inst.cond, inst.c);
            for place in written {
                let made = self.term(format!("{what} in {place}"), of.clone());
                self.places.insert(place, made);
            }
            if loads || stores {
                let made = self.term(what, of);
                self.accesses.push((if stores { "store" } else { "load" }.into(), made));
            }
        }
    }

    fn any_inst() -> impl Strategy<Value = (u8, usize, usize, usize)> {
        (0u8..10, 0usize..8, 0usize..8, 0usize..8)
    }

    /// Instructions that read and write variables of the first eight and the ninth, which lies in the frame.
    fn make(code: &mut Code<Inst>, v: &[Var], shapes: Vec<(u8, usize, usize, usize)>) {
        for (kind, a, b, c) in shapes {
            let inst = match kind {
                0 => three(Op::Add, v[a], v[b], v[c]),
                1 => three(Op::Mul, v[a], v[b], v[c]),
                2 => access(code, Op::Ldr, v[a], v[b], 4 * c as i32),
                3 => access(code, Op::Strb, v[a], v[b], c as i32),
                4 => Inst::new(Opcode::Real(Op::Cmp), Opnd::Var(v[a]), Opnd::Var(v[b])),
                5 => three(Op::Sub, v[a], v[b], v[c]).when(Cond::Ne),
                6 => Inst::new(Opcode::Move, Opnd::Var(v[8]), Opnd::Var(v[a])),
                7 => Inst::new(Opcode::Move, Opnd::Var(v[a]), Opnd::Var(v[8])),
                8 => Inst::new(Opcode::Real(Op::Cmp), Opnd::Var(v[a]), Opnd::Imm(0)),
                _ => three(Op::Adc, v[a], v[b], v[c]),
            };
            code.insts.push(inst);
        }
    }

    /// Checks that code computes what other code does, and writes memory in the same order; the first and the last few instructions have
    /// stayed where they were.
    fn check(code: &Code<Inst>, before: &[Inst], outside: usize) {
        let of = |insts: &[Inst]| insts[outside..insts.len() - outside].to_vec();
        let mut machine = Machine::default();
        of(before).iter().for_each(|inst| machine.step(code, inst));
        let (places, mut accesses) = (std::mem::take(&mut machine.places), std::mem::take(&mut machine.accesses));
        of(&code.insts).iter().for_each(|inst| machine.step(code, inst));
        assert_eq!(places, machine.places);
        let stores = |accesses: &[(String, usize)]| -> Vec<usize> {
            accesses.iter().filter(|(kind, _)| kind == "store").map(|&(_, term)| term).collect()
        };
        assert_eq!(stores(&accesses), stores(&machine.accesses));
        accesses.sort();
        machine.accesses.sort();
        assert_eq!(accesses, machine.accesses);
    }

    /// Orders code that is not allocated; how many stretches have changed.
    fn run_early(code: &mut Code<Inst>) -> usize {
        let (mentions, mut graph, mut ranges, mut changed) = (Mentions::of(code), FlowGraph::default(), Ranges::default(), 0);
        graph.compute(code, &mentions);
        ranges.compute(code, &mentions, &graph, |_| 1.0);
        let may = |_| {
            changed += 1;
            true
        };
        let table = Arm32.reg_table();
        let changes = Scheduler::default().early(code, (&mentions, &ranges), (&table, RegMask::ALL), may);
        assert_eq!(changes, changed > 0);
        changed
    }

    /// Code that is not allocated: what the block reads has a value, and all is read afterwards.
    fn unallocated(kinds: &[VarKind], make: impl FnOnce(&mut Code<Inst>, &[Var])) -> Code<Inst> {
        let mut code = Code::default();
        code.clear(1);
        let vars: Vec<Var> = kinds.iter().map(|&kind| code.make_var(classes::CORE, 4, kind)).collect();
        code.insts.push(Inst::bind(Label::from_u32(0)));
        code.insts.extend(vars.iter().map(|&var| Inst::new(Opcode::FakeDef, Opnd::Var(var), Opnd::None)));
        make(&mut code, &vars);
        code.insts.extend(vars.iter().map(|&var| Inst::new(Opcode::FakeUse, Opnd::Var(var), Opnd::None)));
        code.insts.push(Inst::new(Opcode::Return, Opnd::None, Opnd::None));
        code
    }

    #[test]
    fn values_are_made_sooner_while_registers_are_left() {
        let of = |count: usize| {
            let mut code = unallocated(&[VarKind::Any; 12][..count], |code, vars| {
                // Each sum waits for its own load.
                for &var in &vars[1..3] {
                    let load = access(code, Op::Ldr, var, vars[0], 0);
                    code.insts.extend([load, three(Op::Add, var, var, var)]);
                }
            });
            run_early(&mut code)
        };
        // Not where the two that are alive sooner have to share registers with ten others.
        assert_eq!((of(3), of(12)), (1, 0));
        // Six values that live on, and six that would all be alive at a time.
        let mut code = unallocated(&[VarKind::Any; 7], |code, vars| {
            for _ in 0..12 {
                let new = code.make_var(classes::CORE, 4, VarKind::Any);
                let load = access(code, Op::Ldr, new, vars[0], 0);
                code.insts.extend([load, three(Op::Add, vars[1], vars[1], new)]);
            }
        });
        assert_eq!(run_early(&mut code), 1);
        let is_load = |inst: &Inst| inst.opcode == Opcode::Real(Op::Ldr);
        let alive = code.insts.iter().scan(0i32, |alive, inst| {
            *alive += i32::from(is_load(inst)) - i32::from(inst.opcode == Opcode::Real(Op::Add));
            Some(*alive)
        });
        let most = alive.max().unwrap();
        assert!((2..=5).contains(&most), "{most} of twelve are alive at a time");
    }

    /// Between what makes a temporary and what reads it nothing comes, and no temporary is alive where others are moved.
    #[test]
    fn what_a_temporary_is_alive_between_stays_together() {
        let mut code = unallocated(&[VarKind::Any; 4], |code, vars| {
            for &var in &vars[1..4] {
                let temp = code.make_var(classes::CORE, 4, VarKind::Register);
                let load = access(code, Op::Ldr, temp, vars[0], 0);
                code.insts.extend([load, three(Op::Add, var, temp, var), three(Op::Mul, var, var, var)]);
            }
        });
        assert!(run_early(&mut code) > 0);
        for (at, inst) in code.insts.iter().enumerate().filter(|(_, inst)| inst.opcode == Opcode::Real(Op::Ldr)) {
            assert_eq!(code.insts[at + 1].b, inst.a, "{:?}", code.insts);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
        /// Any stretch computes what it computed, and writes memory in the order in which it did.
        #[test]
        fn what_is_computed_stays_the_same(shapes in prop::collection::vec(any_inst(), 1..100)) {
            let (mut code, v) = code();
            make(&mut code, &v, shapes);
            let before = code.insts.clone();
            run(&mut code);
            check(&code, &before, 0);
        }

        /// And before allocation.
        #[test]
        fn what_is_computed_stays_the_same_before_allocation(shapes in prop::collection::vec(any_inst(), 1..100), temporaries in 0usize..3) {
            let mut kinds = vec![VarKind::Any; 8];
            kinds[..temporaries].fill(VarKind::Register);
            kinds.push(VarKind::Memory);
            let mut code = unallocated(&kinds, |code, vars| make(code, vars, shapes));
            let before = code.insts.clone();
            run_early(&mut code);
            check(&code, &before, 10);
        }
    }
}
