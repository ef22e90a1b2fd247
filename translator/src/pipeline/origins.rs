//! Which blocks of a function as it was read its blocks come from when passes have worked on it.
//!
//! In: the function before the passes and after them. Out: a name for each block, by its number: the blocks, as the text form names them, whose
//! instructions it has. Instructions keep their numbers while passes move them; copies have new ones. A block of nothing but new
//! instructions (a part of an edge, the rounds of a loop that were unrolled) is named after the block that it leads to.
//! Linear, but for blocks of the last kind.

use crate::diversify::Variety;
use crate::ice::{Block, Function};
use crate::util::entity::Entity;

/// Most blocks in a name.
const NAMED: usize = 4;

/// Where the instructions of a function were.
pub(super) struct Origins {
    /// By number of an instruction; a block of the text form.
    blocks: Vec<Option<u32>>,
}

impl Origins {
    /// Of a function that no pass has changed, if anybody wants to know.
    #[inline]
    pub(super) fn wanted(variety: Variety, func: &Function) -> Option<Self> {
        variety.remarks().blocks.then(|| Self::of(func))
    }

    #[cold]
    fn of(func: &Function) -> Self {
        let mut blocks = vec![None; func.inst_count()];
        for (number, &block) in func.block_order().iter().enumerate() {
            func.block_insts(block).for_each(|inst| blocks[inst.index()] = Some(number as u32));
        }
        Self { blocks }
    }

    /// The names of a function's blocks.
    #[cold]
    pub(super) fn names(&self, func: &Function) -> Vec<String> {
        let of = |number| self.name(func, Block::from_u32(number as u32));
        (0..func.block_count()).map(of).collect()
    }

    fn name(&self, func: &Function, block: Block) -> String {
        // The nearest first.
        let mut reached = vec![block];
        let nearest = (0..).find_map(|at| {
            let from = *reached.get(at)?;
            let known = self.known(func, from);
            for next in func.successors(from).filter(|_| known.is_empty()) {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            (!known.is_empty() || at + 1 == reached.len()).then_some((at, known))
        });
        let Some((way, known)) = nearest.filter(|(_, known)| !known.is_empty()) else { return "new".into() };
        let (words, more) = (if way == 0 { "" } else { "before " }, if known.len() > NAMED { "+..." } else { "" });
        let names: Vec<String> = known.iter().take(NAMED).map(|number| format!("b{number}")).collect();
        format!("{words}{}{more}", names.join("+"))
    }

    /// The blocks that the instructions of a block come from, in their order.
    fn known(&self, func: &Function, block: Block) -> Vec<u32> {
        let mut known = Vec::new();
        for number in func.block_insts(block).filter_map(|inst| *self.blocks.get(inst.index())?) {
            if !known.contains(&number) {
                known.push(number);
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::InstData;
    use crate::text::parse_module;

    #[test]
    fn blocks_are_named_by_what_they_have() {
        let source =
            "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  br label %next\nnext:\n  %z = mul i32 %y, 3\n  ret i32 %z\n}\n";
        let (_, mut bodies) = parse_module(source, "f.ll").unwrap();
        let func = &mut bodies[0];
        let origins = Origins::of(func);
        let names = |func: &Function| {
            let names = origins.names(func);
            func.block_order().iter().map(|block| names[block.index()].clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(func), ["b0", "b1"]);
        let (first, second) = (func.block_order()[0], func.block_order()[1]);
        // A part of the edge.
        let made = func.append_block();
        func.append_inst(made, InstData::Br { target: second }, crate::ice::Type::Void);
        // A block that leads round.
        let idle = func.append_block();
        func.append_inst(idle, InstData::Br { target: idle }, crate::ice::Type::Void);
        assert_eq!(names(func), ["b0", "b1", "before b1", "new"]);
        // The second one's instructions are moved to the first one.
        let moved = func.first_inst(second).unwrap();
        func.move_tail(moved, first);
        assert_eq!(names(func)[0], "b0+b1");
    }
}
