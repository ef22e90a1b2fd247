//! Functions with too much of something: more code than a near branch reaches across, more
//! variables than sets of a common size hold.
//!
//! What the code does is simple, so that a case costs time but is still easy to compare; the rest
//! of the function is as in any other case, and jumps across it both ways.

use translator::ice::{BinOp, Type, Value};

use super::body::Body;
use super::shape::Role;

impl Body<'_, '_, '_, '_, '_> {
    /// Whether the current node is the one that gets the bulk: the first plain one behind the entry
    /// that leads somewhere.
    fn holds_bulk(&self) -> bool {
        let plain = |&(_, node): &(usize, &super::shape::Node)| node.role == Role::Plain && !node.succs.is_empty();
        self.shape.nodes.iter().enumerate().skip(1).find(plain).is_some_and(|(at, _)| at == self.node)
    }

    /// Adds what the configuration has in excess to the current block.
    pub(super) fn exceed(&mut self) {
        let (bulk, wide) = (self.generator.config.bulk, self.generator.config.wide);
        if bulk > 0 && self.holds_bulk() && !self.generator.source.is_empty() {
            self.fill_up(bulk);
        }
        if wide > 0 && self.node == 0 {
            self.spread(wide);
        }
        if self.shape.nodes[self.node].succs.is_empty() && self.shape.nodes[self.node].role == Role::Plain {
            self.gather();
        }
    }

    /// Stores of constants, one after the other, where nothing reads them.
    fn fill_up(&mut self, count: usize) {
        let sink = Value::global(self.generator.objects.sink);
        for number in 0..count {
            let value = self.b.i32(0x1234_5678 + number as i32);
            self.b.store(value, sink);
        }
    }

    /// Values that all live until the function ends.
    fn spread(&mut self, count: usize) {
        let (word, wide) = (self.variable(Type::I32), self.variable(Type::I64));
        for number in 0..count as i32 {
            let (ty, value) = if number % 8 == 7 { (Type::I64, wide) } else { (Type::I32, word) };
            let factor = self.b.int(ty, i64::from(2 * number + 3));
            let value = self.b.binary(BinOp::Mul, value, factor);
            self.spread.push((ty, value));
        }
    }

    /// Uses them.
    fn gather(&mut self) {
        let values = self.spread.clone();
        for ty in [Type::I32, Type::I64] {
            let mut of_type = values.iter().filter(|(other, _)| *other == ty).map(|(_, value)| *value);
            let Some(mut sum) = of_type.next() else { continue };
            for value in of_type {
                let op = self.generator.source.pick(&[BinOp::Add, BinOp::Xor, BinOp::Sub]);
                sum = self.b.binary(op, sum, value);
            }
            self.define(ty, sum);
        }
    }
}
