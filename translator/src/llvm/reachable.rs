//! Which blocks of a body control can reach, in an order in which definitions come before uses.

use super::ast::{BlockId, Body};

/// The reachable blocks in reverse postorder: every block after those that dominate it.
pub fn reverse_postorder(body: &Body) -> Vec<BlockId> {
    let mut seen = vec![false; body.blocks.len()];
    let mut order = Vec::new();
    // Blocks under way, with the successors that are still to be visited.
    let mut stack: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    let successors = |block: BlockId| {
        let mut list = Vec::new();
        if let Some(last) = body.blocks[block.as_u32() as usize].insts.last() {
            last.op.successors(|target| list.push(target));
        }
        list
    };
    if body.blocks.is_empty() {
        return order;
    }
    seen[0] = true;
    let entry = BlockId::from_u32(0);
    stack.push((entry, successors(entry)));
    while let Some((block, rest)) = stack.last_mut() {
        let block = *block;
        match rest.pop() {
            Some(next) if !seen[next.as_u32() as usize] => {
                seen[next.as_u32() as usize] = true;
                stack.push((next, successors(next)));
            }
            Some(_) => {}
            None => {
                order.push(block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
