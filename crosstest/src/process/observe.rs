//! Memory as the outcome shows it at the end of a run.
//!
//! A word that holds an opaque address (a pointer to a stack object or to a function) is masked as Unspecified: it differs from one
//! engine to the next. Words are looked for at multiples of four from the region's start on.

use std::ops::Range;

use crate::guest::Memory;
use crate::outcome::Region;

/// Most bytes that an outcome shows; further regions are left out.
const LIMIT: usize = 256 << 20;

/// The named regions and the heap's, as far as they can be read.
pub(super) fn regions(
    memory: &impl Memory,
    named: &[(String, Range<u32>)],
    heap: &[Range<u32>],
    opaque: &[Range<u32>],
) -> Vec<Region> {
    let named = named.iter().map(|(name, range)| (name.as_str(), range));
    let all = named.chain(heap.iter().map(|range| ("heap", range)));
    let mut left = LIMIT;
    let mut regions = Vec::new();
    for (name, range) in all.filter(|(_, range)| !range.is_empty()) {
        if range.len() <= left {
            left -= range.len();
            regions.extend(region(memory, name, range.clone(), opaque));
        }
    }
    regions
}

/// One region, or nothing if it cannot be read (the program may have protected it).
fn region(memory: &impl Memory, name: &str, range: Range<u32>, opaque: &[Range<u32>]) -> Option<Region> {
    let mut bytes = vec![0; range.len()];
    let mut unspecified = vec![0; range.len()];
    memory.read(range.start, &mut bytes).ok()?;
    memory.unspecified(range.start, &mut unspecified).ok()?;
    for (word, mask) in bytes.chunks_exact_mut(4).zip(unspecified.chunks_exact_mut(4)) {
        let value = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        if opaque.iter().any(|range| range.contains(&value)) {
            word.fill(0);
            mask.fill(0xff);
        }
    }
    if unspecified.iter().all(|byte| *byte == 0) {
        unspecified.clear();
    }
    Some(Region { name: name.into(), addr: range.start, bytes, unspecified })
}
