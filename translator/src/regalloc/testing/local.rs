//! The same machine through the local allocator: its phis as copies.
//!
//! In: random code. Out: that code with copies in place of what edges carry ([`copied`]), and allocated ([`allocate`]).

use super::toy::{RESERVED, SAVED, Toy, ToyMover, table};
use super::{Chain, Limits, ranges_of};
use crate::lir::{Code, EdgeSource, Flow, FlowInst, FrameLayout, Label, Mover, Nest, Packing, Var, VarKind};
use crate::regalloc::checker::Before;
use crate::regalloc::linear::Setup;
use crate::regalloc::local::Local;
use crate::util::rng::Rng;

/// The same code with copies for what edges carry to phis: in each block before it can be left, to temporaries of the phis, and from these where
/// the phis' block begins.
pub fn copied(code: &Code<Toy>) -> Code<Toy> {
    let mut new = code.clone();
    new.insts.clear();
    let mut temporaries = vec![None; code.vars.len()];
    let mut block = None;
    for inst in &code.insts {
        let binds = match inst.flow() {
            Flow::Bind(label) => code.edges.is_block(label).then_some(label),
            _ => None,
        };
        let mut leaves = binds.is_some() || inst.flow() == Flow::Jump;
        inst.targets(&code.pools, |target| leaves |= code.edges.is_block(target));
        if leaves && let Some(from) = block.take() {
            carry(code, &mut new, &mut temporaries, from);
        }
        new.insts.push(*inst);
        if let Some(label) = binds {
            block = Some(label);
            for &phi in code.edges.phis(label) {
                let temporary = temporary(&mut new, &mut temporaries, phi);
                through(&mut new, phi, temporary);
            }
        } else if inst.flow() == Flow::Exit {
            block = None;
        }
    }
    new.carried = temporaries.into_iter().flatten().collect();
    new.edges.clear(code.edges.blocks());
    new
}

/// Appends the copies of a block.
fn carry(code: &Code<Toy>, new: &mut Code<Toy>, temporaries: &mut [Option<Var>], from: Label) {
    for edge in code.edges.leaving(from) {
        let to = temporary(new, temporaries, edge.dest);
        match edge.source {
            EdgeSource::Var(var) => through(new, to, var),
            EdgeSource::Const(constant) => {
                let data = *new.var(to);
                let made = new.make_var(data.class, data.bytes, VarKind::Register);
                ToyMover.set(new, made, constant);
                let copy = Toy::copy(new, to, made);
                new.insts.push(copy);
            }
        }
    }
}

fn temporary(new: &mut Code<Toy>, temporaries: &mut [Option<Var>], phi: Var) -> Var {
    let data = *new.var(phi);
    *temporaries[phi.as_u32() as usize].get_or_insert_with(|| new.make_var(data.class, data.bytes, VarKind::Any))
}

/// Appends a copy through a register.
fn through(new: &mut Code<Toy>, dst: Var, src: Var) {
    let data = *new.var(src);
    let made = new.make_var(data.class, data.bytes, VarKind::Register);
    for (dst, src) in [(made, src), (dst, made)] {
        let copy = Toy::copy(new, dst, src);
        new.insts.push(copy);
    }
}

/// The nest of the blocks of some code.
pub fn nest_of(code: &Code<Toy>) -> Nest {
    let mut order: Vec<(Label, Vec<Label>)> = Vec::new();
    let mut goes_on = false;
    for inst in &code.insts {
        if let Flow::Bind(label) = inst.flow()
            && code.edges.is_block(label)
        {
            if let Some((_, targets)) = order.last_mut().filter(|_| goes_on) {
                targets.push(label);
            }
            order.push((label, Vec::new()));
        }
        goes_on = !matches!(inst.flow(), Flow::Jump | Flow::Exit);
        if let Some((_, targets)) = order.last_mut() {
            inst.targets(&code.pools, |target| targets.extend(Some(target).filter(|&target| code.edges.is_block(target))));
        }
    }
    let mut nest = Nest::default();
    let targets_of =
        |from: Label| order.iter().filter(move |(label, _)| *label == from).flat_map(|(_, targets)| targets.iter().copied());
    nest.compute(code.edges.blocks(), order.iter().map(|&(label, _)| label), targets_of);
    nest
}

/// Allocates code without phis under some limits, of which splitting means nothing. `None` if the nest is odd, or the registers do not suffice.
pub fn allocate(original: Code<Toy>, limits: Limits) -> Option<Chain> {
    let nest = nest_of(&original);
    if nest.is_odd() {
        return None;
    }
    let mut table = table();
    if let Some(seed) = limits.shuffle {
        let mut rng = Rng::new(seed);
        table.classes.iter_mut().for_each(|class| rng.shuffle(class));
    }
    let mut asked = 0;
    let mut local = Local::default();
    let mut code = original.clone();
    local.look(&mut code, &nest, &table, |_| {
        asked += 1;
        limits.refuse == 0 || asked % limits.refuse != 0
    });
    let (before, ranges, vars) = (Before::new(&code), ranges_of(&code), code.vars.len());
    let setup = Setup { table: &table, reserved: RESERVED, scarce: limits.scarce, saved: SAVED, only: None, turns: false };
    let used = local.run(&mut code, &nest, setup, limits.refuse != 2).ok()?;
    let mut origins = Vec::new();
    local.rewrite(&ToyMover, &mut code, Some(&mut origins));
    let mut layout = FrameLayout::default();
    let needs = layout.assign(&mut code, Packing::Dense, |var| local.is_read(var))?;
    Some(Chain { original, before, ranges, vars, code, origins, sets: Vec::new(), table, used, layout, needs })
}
