//! Tests whose traces are figures that are summed: a mistake that only makes code longer, or has it do more, shows in no answer.

use super::items::{Items, Trace};

/// Items with figures.
pub trait Summed: Items {
    /// The suite that an item belongs to.
    fn suite(&self, item: usize) -> &'static str;

    /// As [`Items::trace`], of an item whose trace was `before`: a figure of the same code is not taken again. Each number of the trace
    /// is a [`Figure`], or 0.
    fn figures(&mut self, item: usize, executions: &[usize], before: &[u64], part: &mut dyn FnMut(usize)) -> Trace;
}

/// A figure of some code.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// A hash of what it is of; 0 if figures are taken so fast that nobody asks.
    pub of: u32,
    /// The figure.
    pub number: u32,
}

impl Figure {
    /// As a number of a trace. That of no code in no bytes is none.
    pub fn pack(self) -> u64 {
        u64::from(self.of) << 32 | u64::from(self.number)
    }

    /// From a number of a trace.
    pub fn unpack(packed: u64) -> Option<Figure> {
        (packed != 0).then_some(Figure { of: (packed >> 32) as u32, number: packed as u32 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_reads_as_it_was_packed() {
        for figure in [Figure { of: 0, number: 7 }, Figure { of: u32::MAX, number: 0 }, Figure { of: 1, number: u32::MAX }] {
            assert_eq!(Figure::unpack(figure.pack()), Some(figure));
        }
        assert_eq!(Figure::unpack(0), None);
    }
}
