//! Work on a stream of items on several threads, with results taken in the order of the items.
//!
//! The calling thread produces items and consumes outputs; workers, each with its own scratch, turn
//! one into the other. What is in flight is bounded by weight ([`Work::weight`], in bytes) and not by
//! count: an output that is ready before its turn waits, and while one large item is worked at, the
//! others have as much to do as that takes, and no more. So memory is bounded however long the stream
//! is. Items that are so large that the end of the run would wait for them can be handed out first,
//! if they are known beforehand. Outputs are recycled.
//!
//! The result does not depend on the number of threads: the sink sees outputs in order, and the
//! failure that is returned is the one that the sequential run meets first, whether the source, the
//! work or the sink fails. After a failure the workers finish the item they are at and stop, once it
//! is its turn. A panic of the work is a failure like any other; a panic of the source or sink unwinds
//! through, after the workers have stopped.
//!
//! Complexity: a few uncontended lock operations for each item; a thread is woken only if it
//! sleeps.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::error::panic_message;

/// Bytes of items in flight for each worker, beside what the first of them allows.
const WINDOW: u64 = 32 << 10;
/// Items in flight for each worker, however large they are: one to work at, and one to take next.
const LEAST: usize = 2;

/// What is to be done with each item.
pub trait Work: Sync {
    /// An item.
    type Item: Send;
    /// What becomes of it.
    type Output: Send + Default;
    /// Why it can fail.
    type Error: Send;
    /// Memory that a worker reuses from one item to the next.
    type Scratch;

    /// Makes a worker's scratch.
    fn scratch(&self) -> Self::Scratch;

    /// How large an item is, in bytes: that of the memory which it and its output take, and the time
    /// of the work, are roughly a multiple of it.
    fn weight(&self, item: &Self::Item) -> u64;

    /// Whether the memory of an output should be used for another one; else it is given back.
    fn is_reusable(&self, _out: &Self::Output) -> bool {
        true
    }

    /// Turns an item into an output. `out` holds an old output or a default one.
    fn run(&self, item: Self::Item, scratch: &mut Self::Scratch, out: &mut Self::Output) -> Result<(), Self::Error>;
}

/// Why [`in_order`] stopped early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure<E> {
    /// The source, the work or the sink failed.
    Error(E),
    /// The work panicked, with this message.
    Panic(String),
}

/// An item that the source yields later, and its number in the order of the items, from 0.
pub type Early<W> = (u64, <W as Work>::Item);

/// Runs `work` on every item of `source` (which ends with `None`) and gives the outputs to `sink`,
/// in order. Zero `threads` means: on the calling thread. Threads begin with the items of `early`,
/// which takes no part in the order: the source yields them, too.
pub fn in_order<W: Work>(
    threads: usize,
    work: &W,
    early: Vec<Early<W>>,
    mut source: impl FnMut() -> Result<Option<W::Item>, W::Error>,
    mut sink: impl FnMut(&mut W::Output) -> Result<(), W::Error>,
) -> Result<(), Failure<W::Error>> {
    if threads == 0 {
        return sequential(work, source, sink);
    }
    let shared = Shared::<W>::starting_with(early);
    #[cfg(feature = "faults")]
    let faults = crate::faults::Inherited::here();
    thread::scope(|scope| {
        // Dropped on every way out of this closure, unwinding included: without it the scope would
        // wait for ever.
        let _guard = CloseOnDrop(&shared);
        let mut workers = 0;
        for _ in 0..threads {
            // A system that is out of threads has to make do with those it granted.
            let worker = || {
                #[cfg(feature = "faults")]
                let _faults = faults.enter();
                shared.worker(work);
            };
            workers += usize::from(thread::Builder::new().spawn_scoped(scope, worker).is_ok());
        }
        if workers == 0 {
            return sequential(work, source, sink);
        }
        shared.sequence(work, workers, &mut source, &mut sink)
    })
}

fn sequential<W: Work>(
    work: &W,
    mut source: impl FnMut() -> Result<Option<W::Item>, W::Error>,
    mut sink: impl FnMut(&mut W::Output) -> Result<(), W::Error>,
) -> Result<(), Failure<W::Error>> {
    let mut scratch = None;
    let mut out = W::Output::default();
    while let Some(item) = source().map_err(Failure::Error)? {
        run_one(work, item, &mut scratch, &mut out)?;
        sink(&mut out).map_err(Failure::Error)?;
    }
    Ok(())
}

/// Runs the work on one item; makes the scratch if there is none, so that a panic in doing so is
/// caught as well.
fn run_one<W: Work>(
    work: &W,
    item: W::Item,
    scratch: &mut Option<W::Scratch>,
    out: &mut W::Output,
) -> Result<(), Failure<W::Error>> {
    // Unwind safety: after a panic neither the scratch nor the output is used again.
    let result = catch_unwind(AssertUnwindSafe(|| work.run(item, scratch.get_or_insert_with(|| work.scratch()), out)));
    result.map_or_else(
        |payload| {
            *scratch = None;
            Err(Failure::Panic(panic_message(&*payload)))
        },
        |result| result.map_err(Failure::Error),
    )
}

type ItemResult<W> = Result<<W as Work>::Output, Failure<<W as Work>::Error>>;

/// What the threads share.
struct Shared<W: Work> {
    state: Mutex<State<W>>,
    item_ready: Condvar,
    head_ready: Condvar,
}

struct State<W: Work> {
    /// Items that no worker has taken yet, with their number and a recycled output.
    pending: VecDeque<(u64, W::Item, W::Output)>,
    /// Results of items `head..`, as far as they are known.
    results: VecDeque<Option<ItemResult<W>>>,
    /// Of the items that were handed out early and whose turn has not come, what is known.
    early: HashMap<u64, Option<ItemResult<W>>>,
    /// Number of the item whose result the sequencer needs next.
    head: u64,
    /// Whether the sequencer sleeps until the head's result is there.
    sequencer_waits: bool,
    /// How many workers sleep until there is an item.
    idle: usize,
    /// No more work: workers return.
    closed: bool,
}

impl<W: Work> Shared<W> {
    fn starting_with(early: Vec<Early<W>>) -> Self {
        let state = State {
            early: early.iter().map(|(number, _)| (*number, None)).collect(),
            pending: early.into_iter().map(|(number, item)| (number, item, W::Output::default())).collect(),
            results: VecDeque::new(),
            head: 0,
            sequencer_waits: false,
            idle: 0,
            closed: false,
        };
        Self { state: Mutex::new(state), item_ready: Condvar::new(), head_ready: Condvar::new() }
    }

    /// Nothing panics while it holds the lock, and every update under it is complete, so a poisoned
    /// lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a worker does.
    fn worker(&self, work: &W) {
        let mut scratch = None;
        while let Some((number, item, mut out)) = self.take_item() {
            // A failure ends the run when it is its turn; items before it are still to be done.
            let result = run_one(work, item, &mut scratch, &mut out).map(|()| out);
            self.put_result(number, result);
        }
    }

    fn take_item(&self) -> Option<(u64, W::Item, W::Output)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(item) = state.pending.pop_front() {
                self.wake_sequencer(&state);
                return Some(item);
            }
            state.idle += 1;
            state = self.item_ready.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    fn put_result(&self, number: u64, result: ItemResult<W>) {
        let mut state = self.lock();
        let index = (number - state.head) as usize;
        match state.results.get_mut(index) {
            Some(place) => *place = Some(result),
            None => *state.early.get_mut(&number).expect("it was handed out early") = Some(result),
        }
        self.wake_sequencer(&state);
    }

    /// Wakes the sequencer if it sleeps, the result that it waits for is there, and there is little left
    /// for the workers: to be woken for each result would cost all threads more than the work. Each
    /// result and each item taken asks again, and in the end nothing is pending: it cannot oversleep.
    fn wake_sequencer(&self, state: &State<W>) {
        let is_ready = state.results.front().is_some_and(Option::is_some);
        if state.sequencer_waits && is_ready && state.pending.len() <= state.results.len() / 4 {
            self.head_ready.notify_one();
        }
    }

    /// What the calling thread does: keeps the window full, and consumes results in order.
    fn sequence(
        &self,
        work: &W,
        workers: usize,
        source: &mut impl FnMut() -> Result<Option<W::Item>, W::Error>,
        sink: &mut impl FnMut(&mut W::Output) -> Result<(), W::Error>,
    ) -> Result<(), Failure<W::Error>> {
        let mut recycled: Vec<W::Output> = Vec::new();
        let mut window = Window::new(workers);
        // How the source ended. Its failure comes after all items before it.
        let mut end = None;
        loop {
            while end.is_none() && window.has_room() {
                match source() {
                    Ok(Some(item)) => {
                        window.push(work.weight(&item));
                        self.put_item(item, &mut recycled);
                    }
                    Ok(None) => end = Some(Ok(())),
                    Err(error) => end = Some(Err(Failure::Error(error))),
                }
            }
            if window.is_empty() {
                return end.expect("the window is empty only once the source has ended");
            }
            let mut out = self.take_head()?;
            window.pop();
            sink(&mut out).map_err(Failure::Error)?;
            if work.is_reusable(&out) {
                recycled.push(out);
            }
        }
    }

    fn put_item(&self, item: W::Item, recycled: &mut Vec<W::Output>) {
        let mut state = self.lock();
        let number = state.head + state.results.len() as u64;
        if let Some(early) = state.early.remove(&number) {
            state.results.push_back(early);
            return;
        }
        state.results.push_back(None);
        state.pending.push_back((number, item, recycled.pop().unwrap_or_default()));
        if state.idle > 0 {
            self.item_ready.notify_one();
        }
    }

    /// Waits for the result of the first item in flight.
    fn take_head(&self) -> ItemResult<W> {
        let mut state = self.lock();
        loop {
            if let Some(result) = state.results.front_mut().and_then(Option::take) {
                state.results.pop_front();
                state.head += 1;
                return result;
            }
            state.sequencer_waits = true;
            state = self.head_ready.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.sequencer_waits = false;
        }
    }
}

/// The weights of the items in flight, in order: what decides whether another one follows. For those,
/// too, who simulate it.
#[derive(Debug)]
pub struct Window {
    workers: usize,
    weights: VecDeque<u64>,
    sum: u64,
}

impl Window {
    /// Nothing is in flight; so many workers there are.
    pub fn new(workers: usize) -> Self {
        Self { workers, weights: VecDeque::new(), sum: 0 }
    }

    /// Whether another item may be put in flight. The first one is what the others wait for: they may
    /// be as much work as it is, for each worker.
    pub fn has_room(&self) -> bool {
        let first = self.weights.front().map_or(0, |first| first.saturating_mul(self.workers as u64 + 1));
        let limit = (self.workers as u64 * WINDOW).saturating_add(first);
        self.weights.len() < LEAST * self.workers || self.sum < limit
    }

    /// Whether nothing is in flight.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// Puts an item in flight.
    pub fn push(&mut self, weight: u64) {
        // Nothing is free: the number of items is bounded, too.
        let weight = weight.max(64);
        self.weights.push_back(weight);
        self.sum = self.sum.saturating_add(weight);
    }

    /// The first item in flight has arrived.
    pub fn pop(&mut self) {
        self.sum -= self.weights.pop_front().unwrap_or(0);
    }
}

/// Sends the workers home.
struct CloseOnDrop<'s, W: Work>(&'s Shared<W>);

impl<W: Work> Drop for CloseOnDrop<'_, W> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.closed = true;
        self.0.item_ready.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Squares numbers, slowly if they are even; fails at some and panics at others.
    #[derive(Default)]
    struct Square {
        fails_at: Option<u32>,
        panics_at: Option<u32>,
        scratches: AtomicUsize,
        runs: AtomicUsize,
    }

    impl Work for Square {
        type Item = u32;
        type Output = Vec<u32>;
        type Error = String;
        type Scratch = ();

        fn scratch(&self) {
            self.scratches.fetch_add(1, Ordering::Relaxed);
        }

        fn weight(&self, item: &u32) -> u64 {
            1 + u64::from(*item) * 100 % 10_007
        }

        fn run(&self, item: u32, (): &mut (), out: &mut Vec<u32>) -> Result<(), String> {
            self.runs.fetch_add(1, Ordering::Relaxed);
            if item.is_multiple_of(2) {
                thread::sleep(std::time::Duration::from_micros(50));
            }
            assert_ne!(Some(item), self.panics_at, "told to");
            if self.fails_at == Some(item) {
                return Err(format!("failed at {item}"));
            }
            out.clear();
            out.push(item.wrapping_mul(item));
            Ok(())
        }
    }

    fn run(threads: usize, work: &Square, count: u32, source_fails: bool) -> (Vec<u32>, Result<(), Failure<String>>) {
        run_with(threads, work, count, source_fails, &[])
    }

    fn run_with(
        threads: usize,
        work: &Square,
        count: u32,
        source_fails: bool,
        early: &[u32],
    ) -> (Vec<u32>, Result<(), Failure<String>>) {
        let early = early.iter().map(|&item| (u64::from(item), item)).collect();
        let mut next = 0;
        let mut outputs = Vec::new();
        let source = || {
            next += 1;
            match next {
                n if n <= count => Ok(Some(n - 1)),
                _ if source_fails => Err("source".into()),
                _ => Ok(None),
            }
        };
        let result = in_order(threads, work, early, source, |out| {
            outputs.append(out);
            Ok(())
        });
        (outputs, result)
    }

    #[test]
    fn outputs_come_in_order_for_every_number_of_threads() {
        for threads in [0, 1, 2, 3, 8] {
            for count in [0, 1, 7, 1000] {
                let work = Square::default();
                let (outputs, result) = run(threads, &work, count, false);
                assert_eq!(result, Ok(()));
                assert_eq!(outputs, (0..count).map(|n| n * n).collect::<Vec<_>>());
                assert!(work.scratches.into_inner() <= threads.max(1));
            }
        }
    }

    #[test]
    fn early_items_change_nothing_but_the_order_of_work() {
        for threads in [0, 1, 2, 8] {
            for early in [&[999][..], &[0, 500, 1], &[3, 2, 1, 998]] {
                let work = Square::default();
                let (outputs, result) = run_with(threads, &work, 1000, false, early);
                assert_eq!(result, Ok(()));
                assert_eq!(outputs, (0..1000).map(|n| n * n).collect::<Vec<_>>());
                assert_eq!(work.runs.into_inner(), 1000, "each is worked at once");
            }
            // A failure early and one later: the order of the items decides.
            let work = Square { fails_at: Some(999), panics_at: Some(500), ..Square::default() };
            let (outputs, result) = run_with(threads, &work, 1000, false, &[999, 998]);
            assert_eq!((outputs.len(), matches!(result, Err(Failure::Panic(_)))), (500, true));
        }
    }

    #[test]
    fn the_window_is_bounded_by_weight_and_waits_for_large_items() {
        let fill = |weights: &[u64], next: u64| {
            let mut window = Window::new(2);
            weights.iter().for_each(|&weight| window.push(weight));
            let mut count = 0;
            while window.has_room() {
                window.push(next);
                count += 1;
            }
            count
        };
        // Beside the first, 64 KiB and what its workers do meanwhile.
        assert_eq!(fill(&[], 1 << 10), 64 + 3);
        assert_eq!(fill(&[], 1 << 20), 4);
        assert_eq!(fill(&[1 << 20], 1 << 10), 64 + 2 * 1024);
        assert_eq!(fill(&[], 0), (64 << 10) / 64 + 3);
    }

    #[test]
    fn the_first_failure_in_item_order_wins() {
        for threads in [0, 1, 2, 8] {
            // Item 40 is slow and item 41 fast: with several threads the panic happens first.
            let work = Square { fails_at: Some(40), panics_at: Some(41), ..Square::default() };
            let (outputs, result) = run(threads, &work, 100_000, true);
            assert_eq!(result, Err(Failure::Error("failed at 40".into())));
            assert_eq!(outputs.len(), 40);
            assert!(work.runs.into_inner() < 1000, "the workers stop");
            let work = Square { fails_at: Some(42), panics_at: Some(41), ..Square::default() };
            assert_eq!(run(threads, &work, 100, true).1, Err(Failure::Panic(panic_text())));
            assert_eq!(run(threads, &Square::default(), 100, true).1, Err(Failure::Error("source".into())));
        }
    }

    /// What `assert_ne!` says.
    fn panic_text() -> String {
        "assertion `left != right` failed: told to\n  left: Some(41)\n right: Some(41)".into()
    }

    #[test]
    fn a_failing_or_panicking_sink_stops_the_workers() {
        for threads in [0, 2] {
            let numbers = |limit| {
                let mut next = 0;
                move || {
                    next += 1;
                    Ok((next < limit).then_some(next))
                }
            };
            let result = in_order(threads, &Square::default(), Vec::new(), numbers(u32::MAX), |_| Err("full".to_string()));
            assert_eq!(result, Err(Failure::Error("full".into())));
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                in_order(threads, &Square::default(), Vec::new(), numbers(u32::MAX), |_| -> Result<(), String> { panic!("sink") })
            }));
            assert!(panicked.is_err());
        }
    }
}
