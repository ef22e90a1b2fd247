//! What a run executed: how often each instruction, and along which ways.
//!
//! In: the addresses of instructions, in the order in which they are executed. Out: how often each was executed; and the run cut into
//! *paths*, each of at least [`LEAST`] instructions, up to where control goes elsewhere than to what follows: which there are, and how often
//! each came behind each other one. A loop with short rounds is so many rounds as one path, again and again. And *windows* of
//! [`WINDOW`] instructions as they were executed: all of a short run, of a long one every second, fourth and so on, at least 128 of them. Memory: that of
//! the windows, and of the paths and pairs that differ. Constant time for an instruction, but for those that end a path or a window.

use rustc_hash::FxHashMap;

/// How many instructions a path has at least, but for the last one.
pub const LEAST: usize = 32;

/// How many it has at most: straight code is cut there.
const MOST: usize = 128;

/// How many instructions a window has, but for the last one.
pub const WINDOW: usize = 4096;

/// How many windows are kept at most.
const MOST_WINDOWS: usize = 256;

/// How many bytes an instruction has at most: what lies further away does not follow it.
const LONGEST: u32 = 15;

/// The number of a path.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PathId(u32);

/// What was executed.
#[derive(Clone, Default, Debug)]
pub struct Executed {
    /// By address, how often its instruction was executed.
    pub counts: FxHashMap<u32, u64>,
    /// The addresses of each path, and its number.
    known: FxHashMap<Box<[u32]>, PathId>,
    /// How often the second was executed behind the first.
    pairs: FxHashMap<(PathId, PathId), u64>,
    /// The path at hand.
    now: Vec<u32>,
    /// The one before it.
    before: Option<PathId>,
    /// The windows that are kept: of each 2 to the power of `halvings` the first.
    windows: Vec<Vec<u32>>,
    halvings: u32,
    /// How many instructions were executed.
    total: u64,
}

impl Executed {
    /// An instruction was executed.
    pub fn note(&mut self, addr: u32) {
        *self.counts.entry(addr).or_default() += 1;
        self.note_in_window(addr);
        if let Some(&last) = self.now.last()
            && (self.now.len() >= MOST || (self.now.len() >= LEAST && !(last..=last.saturating_add(LONGEST)).contains(&addr)))
        {
            self.end();
        }
        self.now.push(addr);
    }

    fn note_in_window(&mut self, addr: u32) {
        let (window, place) = (self.total / WINDOW as u64, self.total % WINDOW as u64);
        self.total += 1;
        if window.trailing_zeros() < self.halvings && window > 0 {
            return;
        }
        if place == 0 {
            if self.windows.len() == MOST_WINDOWS {
                let mut index = 0;
                self.windows.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                self.halvings += 1;
            }
            // What was kept until now is even in number: this one stays.
            self.windows.push(Vec::with_capacity(WINDOW));
        }
        self.windows.last_mut().expect("one has begun").push(addr);
    }

    /// Addresses of instructions in the order in which they were executed: windows, at equal distances.
    pub fn windows(&self) -> &[Vec<u32>] {
        &self.windows
    }

    /// The path at hand has ended.
    fn end(&mut self) {
        let path = match self.known.get(self.now.as_slice()) {
            Some(&path) => path,
            None => {
                let path = PathId(self.known.len() as u32);
                self.known.insert(self.now.as_slice().into(), path);
                path
            }
        };
        if let Some(before) = self.before {
            *self.pairs.entry((before, path)).or_default() += 1;
        }
        self.before = Some(path);
        self.now.clear();
    }

    /// All paths but the one at hand, by number: the addresses of their instructions.
    pub fn paths(&self) -> Vec<&[u32]> {
        let mut paths = vec![[].as_slice(); self.known.len()];
        for (addrs, path) in &self.known {
            paths[path.0 as usize] = addrs;
        }
        paths
    }

    /// Which path came how often behind which, as indices of [`paths`](Self::paths): those that make up most instructions first.
    pub fn pairs(&self) -> Vec<(usize, usize, u64)> {
        let paths = self.paths();
        let mut pairs: Vec<_> =
            self.pairs.iter().map(|(&(before, path), &times)| (before.0 as usize, path.0 as usize, times)).collect();
        pairs.sort_by_key(|&(before, path, times)| (std::cmp::Reverse(times * paths[path].len() as u64), before, path));
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was executed of straight code of some instructions of four bytes each from these addresses on.
    fn executed(stretches: &[(u32, usize)]) -> Executed {
        let mut executed = Executed::default();
        for &(start, count) in stretches {
            (0..count as u32).for_each(|index| executed.note(start + 4 * index));
        }
        executed
    }

    #[test]
    fn rounds_of_a_loop_are_one_path_behind_itself() {
        let executed = executed(&[(0x1000, 10); 101]);
        assert_eq!(executed.counts[&0x1024], 101);
        let paths = executed.paths();
        assert_eq!((paths.len(), paths[0].len()), (1, 40), "four rounds");
        assert_eq!(executed.pairs(), [(0, 0, 24)], "the last round has not ended");
    }

    #[test]
    fn windows_are_all_of_a_short_run_and_equally_far_apart_in_a_long_one() {
        let short = executed(&[(0, WINDOW + 10)]);
        assert_eq!(short.windows().iter().map(Vec::len).collect::<Vec<_>>(), [WINDOW, 10]);
        let long = executed(&[(0, WINDOW * (2 * MOST_WINDOWS + 3))]);
        let starts: Vec<u32> = long.windows().iter().map(|window| window[0] / 4 / WINDOW as u32).collect();
        assert_eq!(starts, (0..=2 * MOST_WINDOWS as u32).step_by(4).collect::<Vec<_>>());
        assert!(long.windows().iter().all(|window| window.len() == WINDOW));
    }

    #[test]
    fn straight_code_is_cut_and_what_is_executed_most_comes_first() {
        let executed = executed(&[(0x1000, 2 * MOST), (0x5000, LEAST), (0x5000, LEAST), (0x5000, LEAST), (0x9000, 1)]);
        assert_eq!(executed.paths().iter().map(|path| path.len()).collect::<Vec<_>>(), [MOST, MOST, LEAST]);
        assert_eq!(executed.pairs(), [(0, 1, 1), (2, 2, 2), (1, 2, 1)]);
    }
}
