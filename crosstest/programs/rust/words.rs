//! What Rust makes of `core` and `alloc`: collections, sorting, formatting, closures and trait objects, strings, checked and wide
//! arithmetic, floating point as text and back, atomics, a panic's message. Prints the same on every machine with 32-bit pointers.

#![no_std]
#![no_main]

extern crate alloc;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BinaryHeap, VecDeque};
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::alloc::{GlobalAlloc, Layout};
use core::fmt::{self, Write};
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

// SAFETY: these are the C library's functions, with its types.
unsafe extern "C" {
    fn write(file: i32, bytes: *const u8, count: usize) -> isize;
    fn exit(status: i32) -> !;
    fn memalign(alignment: usize, size: usize) -> *mut u8;
    fn free(block: *mut u8);
}

struct Heap;

// SAFETY: `memalign` gives blocks of the size and alignment that are asked for, or null, and `free` takes them back.
unsafe impl GlobalAlloc for Heap {
    // SAFETY: the caller gives a layout whose size is not zero; any is right for `memalign`.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: alignments are powers of two.
        unsafe { memalign(layout.align().max(8), layout.size()) }
    }
    // SAFETY: the caller gives a block that `alloc` gave.
    unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
        // SAFETY: so it is `memalign`'s.
        unsafe { free(block) }
    }
}

#[global_allocator]
static HEAP: Heap = Heap;

struct Out;

impl Write for Out {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // SAFETY: the text has that many bytes.
        let written = unsafe { write(1, text.as_ptr(), text.len()) };
        if written as usize == text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

macro_rules! say {
    ($($part:tt)*) => { writeln!(Out, $($part)*).unwrap() };
}

#[panic_handler]
fn panicked(info: &core::panic::PanicInfo) -> ! {
    let _ = writeln!(Out, "panic: {}", info.message());
    // SAFETY: `exit` may be called at any time.
    unsafe { exit(3) }
}

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Circle { radius: f64 },
    Polygon(Vec<(i32, i32)>),
    Nothing,
}

trait Area {
    fn doubled(&self) -> f64;
}

impl Area for Shape {
    fn doubled(&self) -> f64 {
        match self {
            Shape::Circle { radius } => 2.0 * core::f64::consts::PI * radius * radius,
            Shape::Polygon(corners) => {
                let next = corners.iter().cycle().skip(1);
                corners.iter().zip(next).map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(a.1) * i64::from(b.0)).sum::<i64>() as f64
            }
            Shape::Nothing => 0.0,
        }
    }
}

/// A generator whose numbers are the same everywhere.
struct Numbers(u64);

impl Iterator for Numbers {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        Some((self.0 >> 33) ^ self.0)
    }
}

fn collections() {
    let text = "the quick brown fox jumps over the lazy dog while the cat watches the dog";
    let mut count: BTreeMap<&str, u32> = BTreeMap::new();
    for word in text.split_whitespace() {
        *count.entry(word).or_default() += 1;
    }
    say!("{count:?}");
    let mut numbers: Vec<u64> = Numbers(1).take(2000).collect();
    numbers.sort_unstable();
    assert!(numbers.windows(2).all(|pair| pair[0] <= pair[1]));
    let mut names: Vec<String> = Numbers(2).take(500).map(|n| alloc::format!("{:x}", n % 4096)).collect();
    names.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| b.cmp(a)));
    names.dedup();
    say!("{} {} {:?} {:?}", numbers[7], names.len(), &names[..4], names.binary_search_by(|n| n.len().cmp(&2)).is_ok());
    let mut heap: BinaryHeap<(u64, usize)> = Numbers(3).take(300).zip(0..).collect();
    let mut queue: VecDeque<usize> = VecDeque::new();
    while let Some((_, place)) = heap.pop() {
        if place % 3 == 0 { queue.push_front(place) } else { queue.push_back(place) }
    }
    say!("{:?} {:?} {}", queue.front(), queue.back(), queue.iter().enumerate().map(|(i, &p)| i * p).sum::<usize>());
}

fn text() {
    say!("{:>8}|{:<8}|{:^8}|{:+}|{:#x}|{:#010b}|{:e}", "right", "left", "mid", 42, 255, 5, 1234.5f64);
    say!("{:?} {:?} {:?} {:?}", 0.1f64 + 0.2, 1e300f64, f32::MIN_POSITIVE, -0.0f64);
    for written in ["3.14159", "1e-310", "170141183460469231731687303715884105727", "nan", "-inf", "12x"] {
        say!("{:?} {:?} {:?}", written.parse::<f64>(), written.parse::<u8>(), written.parse::<i128>());
    }
    let letters: String = "Straße, Ωmega, 日本".chars().rev().flat_map(char::to_uppercase).collect();
    say!("{letters} {} {:?}", letters.len(), letters.char_indices().nth(3));
    say!("{:?}", "a,b,,c".split(',').map(str::to_string).collect::<Vec<_>>().join("-"));
}

fn arithmetic() {
    let wide = u128::MAX / 1_000_000_007 * 3 + 5;
    say!("{wide} {} {} {}", wide % 97, (wide as i128) >> 5, (wide >> 64) as u64);
    let mut state = 12345i64;
    for n in Numbers(9).take(1000) {
        state = state.checked_mul(n as i64 | 1).unwrap_or_else(|| state.rotate_left(7) ^ n as i64);
        state = state.saturating_add(i64::from(n as i32));
        state ^= i64::from((n as u32).leading_zeros()) << (n.trailing_zeros() & 31);
        state = state.wrapping_sub((n as i16).unsigned_abs().into());
    }
    say!("{state} {:?} {:?}", 200u8.checked_add(56), 100i8.overflowing_mul(2));
    say!("{} {} {}", -7i32.rem_euclid(3), (-7i64).div_euclid(2), u64::MAX.count_ones());
    say!("{} {} {}", 3.99e10f64 as i32, -1.5f32 as u8, f64::NAN as i64);
    say!("{} {}", u64::from_be_bytes(*b"bigendia"), 0x1234_5678u32.swap_bytes().reverse_bits());
}

fn objects() {
    let shapes: [Shape; 3] = [Shape::Circle { radius: 1.5 }, Shape::Polygon([(0, 0), (4, 0), (4, 3)].into()), Shape::Nothing];
    let boxed: Vec<Box<dyn Area>> = shapes.iter().cloned().map(|shape| Box::new(shape) as Box<dyn Area>).collect();
    for (shape, area) in shapes.iter().zip(&boxed) {
        say!("{shape:?} {:.3}", area.doubled() / 2.0);
    }
    let shared = Rc::new(String::from("shared"));
    let tasks: Vec<Box<dyn Fn(usize) -> String>> =
        (0..3).map(|n| { let shared = shared.clone(); Box::new(move |m: usize| shared.repeat(n) + &m.to_string()) as Box<dyn Fn(usize) -> String> }).collect();
    say!("{:?} {}", tasks.iter().zip(5..).map(|(task, m)| task(m)).collect::<Vec<_>>(), Rc::strong_count(&shared));
}

static SMALL: AtomicU8 = AtomicU8::new(250);
static MIDDLE: AtomicU32 = AtomicU32::new(7);
static LARGE: AtomicU64 = AtomicU64::new(1 << 40);

fn atomics() {
    for n in 0..10u8 {
        SMALL.fetch_add(n, Ordering::Relaxed);
        MIDDLE.fetch_max(u32::from(n) * 3, Ordering::AcqRel);
        LARGE.fetch_nand(u64::from(n) << 33, Ordering::SeqCst);
    }
    let swapped = MIDDLE.compare_exchange(27, 1, Ordering::SeqCst, Ordering::Relaxed);
    let weak = LARGE.fetch_update(Ordering::Release, Ordering::Acquire, |old| old.checked_add(1));
    say!("{} {swapped:?} {} {weak:?} {}", SMALL.load(Ordering::Acquire), MIDDLE.load(Ordering::SeqCst), LARGE.load(Ordering::SeqCst));
}

// SAFETY: nothing else in the program has this name.
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    collections();
    text();
    arithmetic();
    objects();
    atomics();
    let past = Numbers(4).take(3).collect::<Vec<_>>();
    say!("{}", past[past.len() + past.len() / 4]);
    0
}
