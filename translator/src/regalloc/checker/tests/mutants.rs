//! Damaged allocations: the checker must find each, or it must have done no harm.
//!
//! What the checker lets pass is run against the original with several inputs; any difference is an
//! error that the checker has missed.

use crate::lir::{Home, Label, RegClass, RegMask, Role, Var, VarData, VarKind};
use crate::liveness::validate::validate;
use crate::regalloc::checker::Before;
use crate::regalloc::rewrite::INSERTED;
use crate::regalloc::testing::generate::generate;
use crate::regalloc::testing::toy::{Kind, SAVED, Toy, table, units};
use crate::regalloc::testing::{Chain, Limits, Machinery, ranges_of, run};

/// xorshift64*: small, seeded, the same everywhere.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % limit.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }
}

/// A kind of damage: does it if the function offers an opportunity.
type Damage = fn(&mut Chain, &mut Rng) -> Option<()>;

/// All kinds, and how many in a hundred of the damaged functions the check must refuse; the others
/// are those where it does no harm.
const DAMAGES: &[(&str, Damage, usize)] = &[
    ("drop an inserted move", drop_inserted, 80),
    ("drop a copy that was kept", drop_copy, 70),
    ("swap two inserted moves", swap_moves, 10),
    ("turn an inserted move round", turn_move, 80),
    ("move to another register", other_register, 40),
    ("share a slot", share_slot, 60),
    ("set another constant", other_constant, 70),
    ("negate a branch", negate, 80),
    ("go elsewhere", go_elsewhere, 80),
    ("drop a jump", drop_jump, 70),
    ("clobber more", clobber_more, 10),
    ("forget to save", forget_to_save, 70),
    ("write a register in between", write_between, 10),
    ("narrow an inserted move", narrow, 10),
];

fn instructions(chain: &Chain, suits: impl Fn(&Toy, bool) -> bool) -> Vec<usize> {
    let pairs = chain.code.insts.iter().zip(&chain.origins).enumerate();
    pairs.filter(|(_, (inst, origin))| suits(inst, **origin == INSERTED)).map(|(index, _)| index).collect()
}

fn remove(chain: &mut Chain, index: usize) {
    chain.code.insts.remove(index);
    chain.origins.remove(index);
    for (start, end, _) in &mut chain.sets {
        *start -= u32::from(*start as usize > index);
        *end -= u32::from(*end as usize > index);
    }
}

fn drop_inserted(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let index = rng.pick(&instructions(chain, |inst, inserted| inserted && inst.kind == Kind::Copy))?;
    remove(chain, index);
    Some(())
}

fn drop_copy(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let index = rng.pick(&instructions(chain, |inst, inserted| !inserted && inst.kind == Kind::Copy))?;
    remove(chain, index);
    Some(())
}

fn swap_moves(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let moves = instructions(chain, |inst, inserted| inserted && inst.kind == Kind::Copy);
    let pairs: Vec<usize> = moves.windows(2).filter(|pair| pair[0] + 1 == pair[1]).map(|pair| pair[0]).collect();
    let index = rng.pick(&pairs)?;
    chain.code.insts.swap(index, index + 1);
    Some(())
}

fn turn_move(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let index = rng.pick(&instructions(chain, |inst, inserted| inserted && inst.kind == Kind::Copy))?;
    let [Some((dst, _)), Some((src, _)), ..] = chain.code.insts[index].operands else { return None };
    chain.code.insts[index].operands = [Some((src, Role::Def)), Some((dst, Role::Use)), None, None];
    Some(())
}

fn vars(chain: &Chain, suits: impl Fn(Var) -> bool) -> Vec<Var> {
    let vars = (0..chain.original.vars.len() as u32).map(Var::from_u32);
    vars.filter(|&var| chain.ranges.first(var).is_some() && suits(var)).collect()
}

fn other_register(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let placed = vars(chain, |var| chain.code.var(var).reg.is_some() && !matches!(chain.code.var(var).kind, VarKind::Fixed(_)));
    let var = rng.pick(&placed)?;
    let table = table();
    let reg = rng.pick(&table.classes[usize::from(chain.code.var(var).class.0)])?;
    chain.used = chain.used.union(table.units[usize::from(reg)]);
    (chain.code.var_mut(var).reg.replace(reg) != Some(reg)).then_some(())
}

fn share_slot(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let var = rng.pick(&vars(chain, |var| matches!(chain.code.var(var).home, Home::Frame(_))))?;
    let data = *chain.code.var(var);
    let others = vars(chain, |other| {
        let other = chain.code.var(other);
        matches!(other.home, Home::Frame(_)) && other.bytes == data.bytes && other.home != data.home
    });
    chain.code.var_mut(var).home = chain.code.var(rng.pick(&others)?).home;
    Some(())
}

fn other_constant(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let which = rng.below(chain.sets.len());
    let (start, end, constant) = chain.sets.get_mut(which)?;
    *constant += 1;
    for inst in &mut chain.code.insts[*start as usize..*end as usize] {
        inst.kind = Kind::Set(*constant);
    }
    Some(())
}

fn negate(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let index = rng.pick(&instructions(chain, |inst, _| matches!(inst.kind, Kind::Branch { .. })))?;
    if let Kind::Branch { negated, .. } = &mut chain.code.insts[index].kind {
        *negated = !*negated;
    }
    Some(())
}

fn go_elsewhere(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let index = rng.pick(&instructions(chain, |inst, _| matches!(inst.kind, Kind::Branch { .. } | Kind::Jump(_))))?;
    let label = Label::from_u32(rng.below(chain.code.label_count()) as u32);
    let (Kind::Branch { to, .. } | Kind::Jump(to)) = &mut chain.code.insts[index].kind else { return None };
    (std::mem::replace(to, label) != label).then_some(())
}

fn drop_jump(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let jumps = instructions(chain, |inst, _| matches!(inst.kind, Kind::Jump(_) | Kind::Branch { .. }));
    remove(chain, rng.pick(&jumps)?);
    Some(())
}

fn clobber_more(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let index = rng.pick(&instructions(chain, |inst, inserted| !inserted && matches!(inst.kind, Kind::Plain(_))))?;
    let lost = units(1 << rng.pick(&[0, 1, 2, 6, 7, 8])?);
    let old = chain.origins[index] as usize;
    for inst in [&mut chain.code.insts[index], &mut chain.original.insts[old]] {
        inst.clobbers = inst.clobbers.union(lost);
    }
    let mut original = chain.original.clone();
    // The jump tables are those from before.
    original.edges = chain.original.edges.clone();
    chain.before = Before::new(&original);
    Some(())
}

fn forget_to_save(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let saved: Vec<u8> = chain.used.intersection(SAVED).iter().collect();
    chain.used = chain.used.without(RegMask::of(rng.pick(&saved)?));
    Some(())
}

fn write_between(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let index = rng.below(chain.code.insts.len());
    let reg = rng.pick(&[0, 1, 2, 6, 14, 18])?;
    let class = RegClass([0, 0, 0, 2, 3, 4][[0, 1, 2, 6, 14, 18].iter().position(|&other| other == reg)?]);
    let var = chain.code.make_var(class, [8, 8, 4, 8, 16][usize::from(class.0)], VarKind::Fixed(reg));
    chain.code.insts.insert(index, Toy::new(Kind::Set(77), &[(var, Role::Def)]));
    chain.origins.insert(index, INSERTED);
    for (start, end, _) in &mut chain.sets {
        *start += u32::from(*start as usize >= index);
        *end += u32::from(*end as usize > index);
    }
    Some(())
}

fn narrow(chain: &mut Chain, rng: &mut Rng) -> Option<()> {
    let index = rng.pick(&instructions(chain, |inst, inserted| inserted && inst.kind == Kind::Copy && inst.wide))?;
    let (dst, src) = (chain.code.insts[index].operands[0]?.0, chain.code.insts[index].operands[1]?.0);
    let [dst, src] = [dst, src].map(|var| *chain.code.var(var));
    let mut small = |data: VarData| chain.code.make_var(data.class, 4, data.reg.map_or(VarKind::Memory, VarKind::Fixed));
    // Of memory the whole is named, or the place would be another one.
    let dst = if dst.reg.is_some() { small(dst) } else { return None };
    let src = if src.reg.is_some() { small(src) } else { chain.code.insts[index].operands[1]?.0 };
    let inst = &mut chain.code.insts[index];
    (inst.wide, inst.operands[0], inst.operands[1]) = (false, Some((dst, Role::Def)), Some((src, Role::Use)));
    Some(())
}

/// An allocated random function.
fn function(rng: &mut Rng, machinery: &mut Machinery) -> Option<Chain> {
    let bytes: Vec<u8> = (0..rng.below(400)).map(|_| rng.below(256) as u8).collect();
    let code = generate(&bytes);
    let ranges = ranges_of(&code);
    let limits = Limits::of(&code);
    machinery.allocate(code, ranges, limits)
}

#[test]
fn the_check_refuses_what_is_wrong() {
    let (mut rng, mut machinery) = (Rng(1), Machinery::default());
    let mut counts = vec![(0, 0); DAMAGES.len()];
    let mut refused = 0;
    for _ in 0..20_000 {
        let which = rng.below(DAMAGES.len());
        let Some(mut chain) = function(&mut rng, &mut machinery) else {
            refused += 1;
            continue;
        };
        let (name, damage, _) = DAMAGES[which];
        if damage(&mut chain, &mut rng).is_none() {
            continue;
        }
        counts[which].0 += 1;
        match chain.check() {
            Err(problem) => {
                counts[which].1 += 1;
                assert!(!problem.contains('\n') && problem.len() > 20, "{problem}");
            }
            Ok(()) => {
                for seed in 0..3 {
                    let difference = run::difference(&chain, seed);
                    assert_eq!(difference, None, "{name}: not found by the check\n{}", chain.show());
                }
            }
        }
    }
    assert!(refused < 1000, "the registers did not suffice for {refused} functions");
    for ((name, _, percent), (done, found)) in DAMAGES.iter().zip(counts) {
        assert!(done > 100 && found * 100 >= done * percent, "{name}: only {found} of {done} found");
    }
}

#[test]
fn a_changed_segment_is_found() {
    let mut rng = Rng(2);
    let mut done = 0;
    while done < 3000 {
        let bytes: Vec<u8> = (0..rng.below(300)).map(|_| rng.below(256) as u8).collect();
        let code = generate(&bytes);
        let mut ranges = ranges_of(&code);
        assert_eq!(validate(&code, &ranges, true), Ok(()));
        let which = rng.below(ranges.segments_mut().count());
        let Some(segment) = ranges.segments_mut().nth(which) else { continue };
        match rng.below(4) {
            0 => segment.start += 1,
            1 => segment.end -= 1,
            2 => segment.end += 1,
            _ => segment.start = segment.start.wrapping_sub(1),
        }
        done += 1;
        let problem = validate(&code, &ranges, true).expect_err("a range is wrong");
        assert!(problem.contains("live range of t") && problem.contains("position"), "{problem}");
    }
}

/// Definitions that are left out: whoever reads the variable reads what nobody has written. Unless no
/// way leads there from the entry.
#[test]
fn a_missing_definition_is_found() {
    let mut rng = Rng(3);
    let (mut done, mut found) = (0, 0);
    while done < 500 {
        let bytes: Vec<u8> = (0..rng.below(300)).map(|_| rng.below(256) as u8).collect();
        let mut code = generate(&bytes);
        let defines = |var| code.insts.iter().any(|inst| inst.operands.contains(&Some((var, Role::Def))));
        let all =
            (0..code.vars.len() as u32).map(Var::from_u32).filter(|&var| code.var(var).kind == VarKind::Any && defines(var));
        let Some(var) = rng.pick(&all.collect::<Vec<_>>()) else { continue };
        for inst in &mut code.insts {
            for operand in &mut inst.operands {
                operand.take_if(|operand| *operand == (var, Role::Def));
            }
        }
        let ranges = ranges_of(&code);
        if ranges.is_unread(var) || code.edges.all().iter().any(|edge| edge.dest == var) {
            continue;
        }
        done += 1;
        if let Err(problem) = validate(&code, &ranges, true) {
            assert!(problem.contains(&format!("{var} is read, and")), "{problem}");
            found += 1;
        }
        assert_eq!(validate(&code, &ranges, false), Ok(()), "{var} may be in memory");
    }
    assert!(found * 100 >= done * 80, "only {found} of {done} found");
}
