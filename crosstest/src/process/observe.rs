//! Memory as the outcome shows it at the end of a run.
//!
//! A word that holds an opaque address (a pointer to a stack object or to a function) is masked as
//! Unspecified: it differs from one engine to the next. Words are looked for at multiples of four
//! from the region's start on.

use crate::guest::Memory;
use crate::layout::Span;
use crate::outcome::Region;

/// Most bytes that an outcome shows; further regions are left out.
const LIMIT: u32 = 256 << 20;

/// The named regions and the heap's, as far as they can be read.
pub(super) fn regions(memory: &dyn Memory, named: &[(String, Span)], heap: &[Span], opaque: &[Span]) -> Vec<Region> {
    let named = named.iter().map(|(name, span)| (name.as_str(), *span));
    let all = named.chain(heap.iter().map(|span| ("heap", *span)));
    let mut left = LIMIT;
    let mut regions = Vec::new();
    for (name, span) in all.filter(|(_, span)| !span.is_empty()) {
        if span.len() <= left {
            left -= span.len();
            regions.extend(region(memory, name, span, opaque));
        }
    }
    regions
}

/// One region, or nothing if it cannot be read (the program may have protected it).
fn region(memory: &dyn Memory, name: &str, span: Span, opaque: &[Span]) -> Option<Region> {
    let mut bytes = vec![0; span.len() as usize];
    let mut unspecified = vec![0; span.len() as usize];
    memory.read(span.start, &mut bytes).ok()?;
    memory.unspecified(span.start, &mut unspecified).ok()?;
    for (word, mask) in bytes.chunks_exact_mut(4).zip(unspecified.chunks_exact_mut(4)) {
        let value = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        if opaque.iter().any(|span| span.contains(value)) {
            word.fill(0);
            mask.fill(0xff);
        }
    }
    if unspecified.iter().all(|byte| *byte == 0) {
        unspecified.clear();
    }
    Some(Region { name: name.into(), addr: span.start, bytes, unspecified })
}
