//! What occupies a register unit from the current position on.
//!
//! A timeline is a list of disjoint segments, the next one last, so that what is near the current
//! position is cheap to reach and to change. Segments that have passed are put aside as the position
//! moves on.

use crate::lir::Var;
use crate::liveness::Segment;

/// A part of a timeline that is taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// When.
    pub segment: Segment,
    /// By which variable.
    pub var: Var,
}

/// The timeline of one register unit.
#[derive(Clone, Default, Debug)]
pub struct Timeline {
    /// By descending start.
    taken: Vec<Taken>,
    /// What has passed, by ascending start; of variables that were removed since, too.
    past: Vec<Taken>,
    /// Where the last segment that was put aside ended.
    passed: u32,
    /// What is to be filled.
    wanted: Vec<Taken>,
}

/// Sorts segments by where they start.
fn sort_by_start(taken: &mut [Taken]) {
    taken.sort_unstable_by_key(|taken| (taken.segment.start, taken.var.as_u32()));
}

impl Timeline {
    /// Empties it.
    pub fn clear(&mut self) {
        self.taken.clear();
        self.past.clear();
        self.wanted.clear();
        self.passed = 0;
    }

    /// Sorts segments that were added in any order.
    pub fn sort(&mut self) {
        sort_by_start(&mut self.taken);
        self.taken.reverse();
    }

    /// Adds a segment, to be sorted later.
    pub fn push_unsorted(&mut self, segment: Segment, var: Var) {
        self.taken.push(Taken { segment, var });
    }

    /// Takes back what has passed, if it still holds.
    pub fn restore(&mut self, holds: impl Fn(Var) -> bool) {
        self.taken.extend(self.past.drain(..).rev().filter(|taken| holds(taken.var)));
        self.passed = 0;
    }

    /// Wants what is free of a segment; [`fill`](Self::fill) takes it.
    pub fn want(&mut self, segment: Segment, var: Var) {
        self.wanted.push(Taken { segment, var });
    }

    /// Takes what is free of all segments that were wanted. Where they overlap, the one that starts
    /// first has it. Linear, but for sorting these.
    pub fn fill(&mut self) {
        if self.wanted.is_empty() {
            return;
        }
        let (mut wanted, kept) = (std::mem::take(&mut self.wanted), self.taken.len());
        sort_by_start(&mut wanted);
        // Both ascend: of what was taken, what stands before `old` begins later.
        let (mut old, mut free_from) = (kept, 0);
        for Taken { segment, var } in wanted.drain(..) {
            let mut start = segment.start.max(free_from);
            while start < segment.end {
                // The first that reaches beyond the start.
                while let Some(next) = old.checked_sub(1)
                    && self.taken[next].segment.end <= start
                {
                    old = next;
                }
                let next = old.checked_sub(1).map(|next| self.taken[next].segment).filter(|next| next.start < segment.end);
                let end = next.map_or(segment.end, |next| next.start);
                if start < end {
                    self.taken.push(Taken { segment: Segment { start, end }, var });
                }
                start = next.map_or(segment.end, |next| next.end);
            }
            free_from = free_from.max(start);
        }
        wanted.extend_from_slice(&self.taken[kept..]);
        self.merge(kept, &wanted);
        wanted.clear();
        self.wanted = wanted;
    }

    /// Merges the first `kept` segments, which are in order, with those of `added`, which ascend, and
    /// for which there is room behind.
    fn merge(&mut self, mut kept: usize, added: &[Taken]) {
        let mut end = kept + added.len();
        for &taken in added {
            while let Some(next) = kept.checked_sub(1)
                && self.taken[next].segment.start < taken.segment.start
            {
                (kept, end) = (next, end - 1);
                self.taken[end] = self.taken[next];
            }
            end -= 1;
            self.taken[end] = taken;
        }
    }

    /// Forgets the segments of a variable that have passed.
    pub fn forget(&mut self, var: Var) {
        self.past.retain(|taken| taken.var != var);
    }

    /// Puts aside what ends at or before a position.
    #[inline]
    pub fn advance(&mut self, position: u32) {
        while let Some(taken) = self.taken.last()
            && taken.segment.end <= position
        {
            self.passed = self.passed.max(taken.segment.end);
            self.past.push(*taken);
            self.taken.pop();
        }
    }

    /// The first segment that has not passed.
    #[inline]
    pub fn next(&self) -> Option<Segment> {
        Some(self.taken.last()?.segment)
    }

    /// Whether nothing that was put aside reaches beyond a position.
    pub fn is_known_from(&self, position: u32) -> bool {
        self.passed <= position
    }

    /// Where the last segment that starts before a position stands; `len` if there is none.
    #[inline]
    fn index_among(&self, len: usize, start: u32) -> usize {
        // Most questions are about the end of the list.
        match self.taken[..len].last() {
            None => 0,
            Some(last) if last.segment.start >= start => len,
            Some(_) => self.taken[..len].partition_point(|taken| taken.segment.start >= start),
        }
    }

    /// Adds one segment where there is room for it.
    #[inline]
    pub fn insert_one(&mut self, segment: Segment, var: Var) {
        let index = self.index_among(self.taken.len(), segment.start);
        if index == self.taken.len() {
            self.taken.push(Taken { segment, var });
        } else {
            self.taken.insert(index, Taken { segment, var });
        }
    }

    /// Adds segments where there is room for them. They ascend. Linear in them and in what lies
    /// before the last of them: a variable with thousands of segments moves the others out of its
    /// way once, and not once for each.
    pub fn insert(&mut self, segments: impl Iterator<Item = Segment> + Clone, var: Var) {
        let mut rest = self.taken.len();
        let filler = Taken { segment: Segment { start: 0, end: 0 }, var };
        self.taken.resize(rest + segments.clone().count(), filler);
        // What lies before `rest` has not been moved; what lies from `gap` on is as it must be.
        let mut gap = self.taken.len();
        for segment in segments {
            let earlier = self.index_among(rest, segment.start);
            gap -= rest - earlier;
            self.taken.copy_within(earlier..rest, gap);
            rest = earlier;
            gap -= 1;
            self.taken[gap] = Taken { segment, var };
        }
    }

    /// Removes the segments of a variable that lives nowhere from `end` on, as far as they are
    /// still there. Linear in what lies before `end`.
    pub fn remove(&mut self, var: Var, end: u32) {
        let from = self.taken.partition_point(|taken| taken.segment.start >= end);
        let mut kept = from;
        for index in from..self.taken.len() {
            let taken = self.taken[index];
            self.taken[kept] = taken;
            kept += usize::from(taken.var != var);
        }
        self.taken.truncate(kept);
    }

    /// What overlaps a segment, in time order.
    #[inline]
    pub fn overlapping(&self, segment: Segment) -> impl Iterator<Item = Taken> + '_ {
        // Entries before `index` start at or after the segment's start; the one at `index` starts
        // earlier and may reach into it.
        let index = self.index_among(self.taken.len(), segment.start);
        let earlier = self.taken.get(index).copied().filter(move |taken| taken.segment.end > segment.start);
        let later = self.taken[..index].iter().rev().copied().take_while(move |taken| taken.segment.start < segment.end);
        earlier.into_iter().chain(later)
    }

    /// Whether a segment is free.
    #[inline]
    pub fn is_free(&self, segment: Segment) -> bool {
        match self.taken.last() {
            None => true,
            Some(next) if next.segment.start >= segment.end => true,
            Some(next) if next.segment.end > segment.start => false,
            Some(_) => self.overlapping(segment).next().is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seg(start: u32, end: u32) -> Segment {
        Segment { start, end }
    }

    /// Against bit sets: what was taken stays, what is wanted is taken by somebody who wants it.
    #[test]
    fn what_is_free_of_many_segments_is_filled() {
        let bits = |taken: &[Taken]| taken.iter().flat_map(|taken| taken.segment.start..taken.segment.end).collect::<Vec<_>>();
        let mut rng = crate::util::rng::Rng::new(1);
        for _ in 0..2000 {
            let mut line = Timeline::default();
            for start in (0..100).step_by(10) {
                if rng.below(2) == 0 {
                    line.push_unsorted(seg(start + rng.below(4) as u32, start + 6 + rng.below(4) as u32), Var::from_u32(0));
                }
            }
            line.sort();
            let old = line.taken.clone();
            let mut asked = Vec::new();
            for var in 1..1 + rng.below(6) as u32 {
                let start = rng.below(90) as u32;
                asked.push(Taken { segment: seg(start, start + 1 + rng.below(30) as u32), var: Var::from_u32(var) });
            }
            asked.iter().for_each(|asked| line.want(asked.segment, asked.var));
            line.fill();
            assert!(old.iter().all(|taken| line.taken.contains(taken)));
            assert!(line.taken.is_sorted_by(|a, b| a.segment.start >= b.segment.end), "{line:?}");
            let (mut expected, mut found) = (bits(&old), bits(&line.taken));
            expected.extend(bits(&asked));
            for all in [&mut expected, &mut found] {
                all.sort_unstable();
                all.dedup();
            }
            assert_eq!(found, expected);
            let new = line.taken.iter().filter(|taken| !old.contains(taken));
            let is_wanted = |new: &Taken| {
                asked
                    .iter()
                    .any(|old| old.var == new.var && old.segment.start <= new.segment.start && new.segment.end <= old.segment.end)
            };
            assert!(new.clone().all(is_wanted), "{line:?}");
        }
    }

    #[test]
    fn what_is_taken_is_found_until_it_is_removed_or_has_passed() {
        let (a, b) = (Var::from_u32(0), Var::from_u32(1));
        let mut line = Timeline::default();
        line.insert([seg(10, 20)].into_iter(), a);
        line.insert([seg(30, 40)].into_iter(), b);
        line.insert([seg(20, 25)].into_iter(), a);
        let overlapping = |line: &Timeline, segment| line.overlapping(segment).map(|taken| taken.var).collect::<Vec<_>>();
        assert_eq!(overlapping(&line, seg(0, 10)), []);
        assert_eq!(overlapping(&line, seg(19, 21)), [a, a]);
        assert_eq!(overlapping(&line, seg(15, 35)), [a, a, b]);
        assert_eq!(overlapping(&line, seg(35, 36)), [b]);
        assert!(line.is_free(seg(25, 30)) && line.is_free(seg(0, 10)) && line.is_free(seg(40, 50)));
        assert!(!line.is_free(seg(24, 30)) && !line.is_free(seg(29, 31)));
        line.remove(a, 10);
        assert!(!line.is_free(seg(10, 11)));
        line.remove(a, 40);
        assert!(line.is_free(seg(10, 30)) && !line.is_free(seg(30, 31)));
        line.advance(20);
        assert_eq!(overlapping(&line, seg(0, 100)), [b]);
        line.advance(40);
        assert!(line.is_free(seg(0, 100)));
    }

    /// Segments come between those of others, before and after them, several at once.
    #[test]
    fn segments_of_one_variable_are_merged_with_those_of_others() {
        let (a, b) = (Var::from_u32(0), Var::from_u32(1));
        for chosen in 0_u32..1 << 8 {
            let (mut line, mut single) = (Timeline::default(), Timeline::default());
            let of =
                |taken: bool| (0..8).filter(move |bit| (chosen >> bit & 1 != 0) == taken).map(|bit| seg(bit * 4, bit * 4 + 3));
            line.insert(of(true), a);
            line.insert(of(false), b);
            (0..8).for_each(|bit| single.push_unsorted(seg(bit * 4, bit * 4 + 3), if chosen >> bit & 1 != 0 { a } else { b }));
            single.sort();
            assert_eq!(line.taken, single.taken, "{chosen:b}");
            line.remove(b, 17);
            single.taken.retain(|taken| taken.var != b || taken.segment.start >= 17);
            assert_eq!(line.taken, single.taken, "{chosen:b}");
        }
    }
}
