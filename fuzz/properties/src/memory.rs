//! How much memory something takes: an allocator that counts, for each thread.
//!
//! In: a closure. Out: its result, and the most bytes that it had allocated at a time on this
//! thread. The allocator is the system's with two additions to a counter; it serves every program
//! that links this crate.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes that this thread allocated and did not free; what is freed on another thread than it
    /// was allocated on makes both wrong, which is why [`peak_of`] looks at differences only, of
    /// work that stays on its thread.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(change: isize) {
    // A thread that is being torn down has no counters any more.
    let _ = LIVE.try_with(|live| {
        live.set(live.get() + change);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(live.get())));
    });
}

// SAFETY: every call goes to the system's allocator as it came, whose promises are these; counting
// allocates nothing, because the counters are constants without destructors.
unsafe impl GlobalAlloc for Counting {
    // SAFETY: the caller's promises are passed on.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: see above.
        unsafe { System.alloc(layout) }
    }

    // SAFETY: the caller's promises are passed on.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: see above.
        unsafe { System.alloc_zeroed(layout) }
    }

    // SAFETY: the caller's promises are passed on.
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: see above.
        unsafe { System.dealloc(ptr, layout) }
    }

    // SAFETY: the caller's promises are passed on.
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size as isize - layout.size() as isize);
        // SAFETY: see above.
        unsafe { System.realloc(ptr, layout, new_size) }
    }
}

/// Runs something, and tells how many bytes it had allocated at most.
pub fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before).max(0) as usize)
}

#[cfg(test)]
mod tests {
    use super::peak_of;

    #[test]
    fn the_peak_counts_and_what_was_freed_does_not() {
        let (_, peak) = peak_of(|| {
            for _ in 0..10 {
                std::hint::black_box(vec![1_u8; 100_000]);
            }
        });
        assert!((100_000..150_000).contains(&peak), "{peak}");
        let (kept, peak) = peak_of(|| vec![0_u8; 5000]);
        assert!((5000..6000).contains(&peak), "{peak}");
        drop(kept);
    }
}
