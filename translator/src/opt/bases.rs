//! Shared bases: the addresses of variables that lie close together, as one of them and distances.
//!
//! In: a function, and where the module's variables lie. Out: the same, in which variables that lie within the reach of accesses of each
//! other, in one section, are mentioned as distances from the first of them, whose address is made once, in a block that comes before all
//! of these. A variable that is mentioned often is one that lies close to itself. For targets that need several instructions for the
//! address of a symbol.
//!
//! Where variables lie is known ([`Places`]) if the object has them in the order that the module has, all of a kind in one section: linkers
//! move sections as a whole. Nothing is done otherwise.
//!
//! The rule that it pays by: what the mentions save, as often as their blocks are estimated to run, is more than what the base takes where
//! it is made, and a register that calls keep, if the function calls something. Where the base gets no register, it is made again where it
//! is used, as the addresses were before.
//!
//! Mentions are sorted; else linear, but for the dominators of a group's blocks, which are walked once for each group.

use super::rewrite::Replacements;
use super::strength_reduce::cost::{Adds, max_offset};
use super::symbols::{NumberUse, is_call};
use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, Block, Function, Global, Inst, InstData, Module, Type, Value, ValueDef, ValueRef};
use crate::options::Pass;
use crate::util::entity::Entity;

/// The most bases of a function.
const MAX_BASES: usize = 4;

/// What a register that calls keep is worth, in instructions.
const KEPT: f32 = 1.0;

/// Where variables lie: by variable the number of its section and the bytes from there; none of those that lie elsewhere, or nobody
/// knows where.
pub type Places = Vec<Option<(u32, u32)>>;

/// What the rule has to know of a target.
#[derive(Copy, Clone, Debug)]
pub struct Reach {
    /// What its accesses add up.
    pub adds: Adds,
    /// Which numbers a sum cannot contain.
    pub plain: fn(u32, NumberUse) -> bool,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Bases {
    /// The target; nothing is done for none.
    pub reach: Option<Reach>,
    /// Where variables lie; empty, if nobody knows.
    pub places: Places,
    mentions: Vec<Mention>,
    /// The mentions by their places.
    order: Vec<u32>,
    /// What has been made of a base in the block at hand: the distance, and the sum.
    made: Vec<(u32, Value)>,
    replacements: Replacements,
}

/// How a variable's address is used.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Use {
    /// By an access of a type.
    Access(Type),
    /// In a sum with a number.
    Sum(u32),
    /// Otherwise.
    Value,
}

/// One mention of a variable.
#[derive(Copy, Clone, Debug)]
struct Mention {
    variable: Value,
    section: u32,
    offset: u32,
    block: Block,
    inst: Inst,
    used: Use,
}

impl IrPass for Bases {
    const PASS: Pass = Pass::Bases;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let Some(reach) = self.reach.filter(|_| !self.places.is_empty()) else { return false };
        flow.with_cfg(func);
        let calls = self.find_mentions(flow, module, func);
        if self.mentions.len() < 2 {
            return false;
        }
        flow.with_frequencies(func);
        self.sort();
        self.replacements.clear();
        let (mut begin, mut bases) = (0, 0);
        while begin < self.order.len() && bases < MAX_BASES {
            let end = self.group_end(begin, reach);
            if let Some(place) = self.worthwhile(flow, reach, calls, begin..end)
                && fuel.spend(Self::PASS, module, func, self.mentions[self.order[begin] as usize].inst)
            {
                self.share(func, reach, place, begin..end);
                bases += 1;
            }
            begin = end;
        }
        self.replacements.apply(func);
        bases > 0
    }
}

impl Reach {
    /// What mentioning a variable takes less at a distance from a base in a register, in instructions; `None` if it takes no less.
    fn saves(self, distance: u32, used: Use) -> Option<f32> {
        let is_number = |number: u32| number == 0 || !(self.plain)(number, NumberUse::Operand);
        match used {
            Use::Access(ty) if distance <= max_offset(self.adds, ty) => Some(if self.adds == Adds::Constant { 1.0 } else { 2.0 }),
            Use::Access(_) if self.adds == Adds::Constant || !is_number(distance) => None,
            Use::Access(_) => Some(1.0),
            Use::Sum(number) if distance.wrapping_add(number) == 0 => Some(2.0),
            Use::Sum(number) => is_number(distance.wrapping_add(number)).then_some(1.0),
            Use::Value if distance == 0 => Some(2.0),
            Use::Value => is_number(distance).then_some(1.0),
        }
    }

    /// The largest distance.
    fn most(self) -> u32 {
        max_offset(self.adds, Type::I32)
    }
}

impl Bases {
    /// Finds the mentions of variables whose places are known, in reverse postorder; whether the function calls something.
    fn find_mentions(&mut self, flow: &ControlFlow, module: &Module, func: &Function) -> bool {
        let Self { mentions, places, .. } = self;
        mentions.clear();
        let mut calls = false;
        for &block in flow.cfg.reverse_postorder() {
            for inst in func.block_insts(block) {
                calls |= is_call(module, func, inst);
                // What a phi reads is read at the end of another block.
                if func.inst(inst).is_phi() {
                    continue;
                }
                func.visit_operands(inst, |variable| {
                    let ValueRef::Global(global) = variable.unpack() else { return };
                    if let Some((section, offset)) = place_of(places, global) {
                        let used = use_of(func, inst, variable);
                        mentions.push(Mention { variable, section, offset, block, inst, used });
                    }
                });
            }
        }
        calls
    }

    fn sort(&mut self) {
        let Self { mentions, order, .. } = self;
        order.clear();
        order.extend(0..mentions.len() as u32);
        order.sort_unstable_by_key(|&index| {
            let Mention { section, offset, .. } = mentions[index as usize];
            (section, offset, index)
        });
    }

    /// Where the group ends that begins with a mention: at the first one that is too far away from it.
    fn group_end(&self, begin: usize, reach: Reach) -> usize {
        let at = |index: u32| self.mentions[index as usize];
        let first = at(self.order[begin]);
        let is_near = |&index: &u32| {
            let Mention { section, offset, .. } = at(index);
            (section == first.section || fault!(BasesSection)) && offset.wrapping_sub(first.offset) <= reach.most()
        };
        begin + self.order[begin..].partition_point(is_near)
    }

    /// The mentions of a group that save something, and how much each.
    fn members(&self, reach: Reach, group: std::ops::Range<usize>) -> impl Iterator<Item = (Mention, f32)> {
        let first = self.mentions[self.order[group.start] as usize].offset;
        self.order[group].iter().filter_map(move |&index| {
            let mention = self.mentions[index as usize];
            reach.saves(mention.offset.wrapping_sub(first), mention.used).map(|saves| (mention, saves))
        })
    }

    /// The block in which the base of a group is to be made, if it pays.
    fn worthwhile(&self, flow: &ControlFlow, reach: Reach, calls: bool, group: std::ops::Range<usize>) -> Option<Block> {
        let (mut common, mut gain) = (None, 0.0);
        for (mention, saves) in self.members(reach, group) {
            common = Some(common.map_or(mention.block, |block| common_dominator(flow, block, mention.block)));
            gain += saves * flow.frequencies.runs(mention.block);
        }
        let mut place = common?;
        let mut above = flow.dominators.idom(place);
        while let Some(block) = above {
            if flow.frequencies.runs(block) < flow.frequencies.runs(place) {
                place = block;
            }
            above = flow.dominators.idom(block);
        }
        let price = 2.0 * flow.frequencies.runs(place) + if calls { KEPT } else { 0.0 };
        (gain > price).then_some(place)
    }

    /// Makes the base of a group, and what its mentions are away from it.
    fn share(&mut self, func: &mut Function, reach: Reach, place: Block, group: std::ops::Range<usize>) {
        let first = self.mentions[self.order[group.start] as usize];
        let there = self.order[group.clone()].iter().map(|&index| (index, self.mentions[index as usize]));
        let earliest = there.filter(|(_, mention)| mention.block == place).min_by_key(|&(index, _)| index);
        let before = earliest.map(|(_, mention)| mention.inst).or_else(|| func.last_inst(place)).expect("a terminator");
        let zero = func.push_value(Type::I32, ValueDef::Int(0));
        let data = InstData::Binary { op: BinOp::Add, lhs: first.variable, rhs: zero };
        let base = func.insert_before(before, data, Type::I32).1.expect("a sum has a result");
        // In the order of the mentions, so that what a block has made is there for those behind.
        self.order[group.clone()].sort_unstable();
        self.made.clear();
        let mut block = None;
        for index in group {
            let mention = self.mentions[self.order[index] as usize];
            let distance = mention.offset.wrapping_sub(first.offset);
            let distance = if fault!(BasesDistance, distance >= 8) { distance - 4 } else { distance };
            if reach.saves(distance, mention.used).is_none() {
                continue;
            }
            if block.replace(mention.block) != Some(mention.block) {
                self.made.clear();
            }
            self.mention(func, base, distance, mention);
        }
    }

    /// Has one mention be what it is away from a base.
    fn mention(&mut self, func: &mut Function, base: Value, distance: u32, mention: Mention) {
        let Mention { variable, inst, used, .. } = mention;
        let constant = |func: &mut Function, bits: u32| func.push_value(Type::I32, ValueDef::Int(bits.into()));
        if let Use::Sum(number) = used {
            match (distance.wrapping_add(number), func.result(inst)) {
                (0, Some(result)) => self.replacements.replace(result, base),
                (total, _) => {
                    let rhs = constant(func, total);
                    *func.inst_mut(inst) = InstData::Binary { op: BinOp::Add, lhs: base, rhs };
                }
            }
            return;
        }
        let known = self.made.iter().find(|&&(known, _)| known == distance).map(|&(_, value)| value);
        let address = match known {
            _ if distance == 0 => base,
            Some(value) => value,
            None => {
                let rhs = constant(func, distance);
                let data = InstData::Binary { op: BinOp::Add, lhs: base, rhs };
                let sum = func.insert_before(inst, data, Type::I32).1.expect("a sum has a result");
                self.made.push((distance, sum));
                sum
            }
        };
        func.map_operands(inst, |operand| if operand == variable { address } else { operand });
    }
}

fn place_of(places: &Places, global: Global) -> Option<(u32, u32)> {
    places.get(global.index()).copied().flatten()
}

fn use_of(func: &Function, inst: Inst, variable: Value) -> Use {
    match *func.inst(inst) {
        InstData::Load { addr, .. } if addr == variable => {
            Use::Access(func.result(inst).map_or(Type::Void, |result| func.ty(result)))
        }
        InstData::Store { addr, value, .. } if addr == variable && value != variable => Use::Access(func.ty(value)),
        InstData::Binary { op: BinOp::Add, lhs, rhs } if lhs == variable => {
            func.int_const(rhs).map_or(Use::Value, |number| Use::Sum(number as u32))
        }
        _ => Use::Value,
    }
}

/// The last block that dominates two.
fn common_dominator(flow: &ControlFlow, mut one: Block, other: Block) -> Block {
    while !flow.dominators.dominates(one, other) {
        let Some(above) = flow.dominators.idom(one) else { break };
        one = above;
    }
    one
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, GlobalInit, GlobalVar, Linkage};
    use proptest::prelude::*;

    const ARM: Reach = Reach { adds: Adds::Register, plain: |number, _| number > 255 };

    /// Two counters in two blocks, after a branch; `calls` has the first block call something. The places are those of the first, of a
    /// variable `gap` bytes behind it, and none.
    fn counters(gap: u32, calls: bool) -> (Module, Function, Places) {
        let mut module = Module::new();
        for name in ["a", "b", "c"] {
            let init = vec![GlobalInit::Zero(4)];
            module.globals.push(GlobalVar { name: name.into(), linkage: Linkage::Internal, constant: false, align: 4, init });
        }
        let callee = module.define_func("h", Linkage::Internal, Type::Void, &[]);
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let [one, two, three] = [0, 1, 2].map(|index| Value::global(Global::from_u32(index)));
        let (n, zero, then, end) = (b.arg(0), b.i32(0), b.block(), b.block());
        let first = b.load(Type::I32, one);
        if calls {
            b.call(callee, &[]);
        }
        let cond = b.icmp(crate::ice::IntCond::Eq, first, zero);
        b.cond_br(cond, then, end);
        b.switch_to(then);
        b.store(n, two);
        b.store(n, three);
        b.br(end);
        b.switch_to(end);
        let second = b.load(Type::I32, two);
        b.store(second, one);
        let at = b.binary(BinOp::Add, two, n);
        b.ret(Some(at));
        let func = b.finish();
        (module, func, vec![Some((2, 0)), Some((2, gap)), None])
    }

    fn run(gap: u32, calls: bool) -> (Module, Function, bool) {
        let (module, mut func, places) = counters(gap, calls);
        let mut pass = Bases { reach: Some(ARM), places, ..Bases::default() };
        let changed = pass.run(&module, &mut func, &mut Fuel::unlimited());
        testing::verify(&module, &func);
        (module, func, changed)
    }

    /// How often a variable is mentioned.
    fn mentions(func: &Function, index: u32) -> usize {
        let variable = Value::global(Global::from_u32(index));
        let mut count = 0;
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                func.visit_operands(inst, |operand| count += usize::from(operand == variable));
            }
        }
        count
    }

    #[test]
    fn variables_close_together_share_a_base_that_is_made_once() {
        let (_, func, changed) = run(100, true);
        assert!(changed);
        assert_eq!([0, 1, 2].map(|index| mentions(&func, index)), [1, 0, 1]);
        // Made before it is first needed, and loads and stores add the distance.
        let first = func.first_inst(func.block_order()[0]).expect("a block is not empty");
        assert!(
            matches!(*func.inst(first), InstData::Binary { op: BinOp::Add, lhs, .. } if lhs == Value::global(Global::from_u32(0)))
        );
    }

    #[test]
    fn what_cannot_be_reached_stays() {
        // Accesses reach this far, but no sum can contain it.
        let (_, func, _) = run(0xff0, false);
        assert_eq!([0, 1].map(|index| mentions(&func, index)), [1, 1]);
        // Too far: each for itself.
        let (_, func, _) = run(0xff1, false);
        assert_eq!([0, 1].map(|index| mentions(&func, index)), [1, 1]);
    }

    #[test]
    fn what_is_not_known_is_left_alone() {
        let (module, mut func, _) = counters(4, false);
        assert!(!Bases { reach: Some(ARM), ..Bases::default() }.run(&module, &mut func, &mut Fuel::unlimited()));
        let (module, mut func, places) = counters(4, false);
        assert!(!Bases { places, ..Bases::default() }.run(&module, &mut func, &mut Fuel::unlimited()));
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Bases { reach: Some(ARM), places: vec![Some((1, 16))], ..Bases::default() };
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}
