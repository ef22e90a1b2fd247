//! The heap: `mmap` and its kin, `sysbrk`.

use super::super::abi::Errno;
use super::{BAD, D, OUT, OUT_ADDR, fails, ok};
use crate::guest::PAGE_SIZE;
use crate::irt::Heap;
use crate::layout::Span;
use crate::process::fake::{Cpu, HEAP, HEAP_END, run};

const PAGE: u64 = PAGE_SIZE as u64;
const READ_WRITE: u64 = 3;
const PRIVATE_ANON: u64 = 0x22;
const FIXED: u64 = 0x10;
/// The end of the heap that a program finds: the last page has the startup structure.
const TOP: u32 = HEAP_END - PAGE_SIZE;

/// Maps anonymous memory at a hint; the address or the error.
fn map(cpu: &Cpu, hint: u32, len: u64, flags: u64) -> Result<u32, Errno> {
    cpu.put(OUT_ADDR, hint);
    match cpu.call("memory.mmap", &[OUT, len, READ_WRITE, PRIVATE_ANON | flags, u32::MAX.into(), 0]) {
        0 => Ok(cpu.get(OUT_ADDR)),
        errno => Err(Errno(errno)),
    }
}

#[test]
fn mmap_gives_the_highest_free_pages_zeroed() {
    run(|cpu| {
        assert_eq!(map(cpu, 0, 1, 0), Ok(TOP - PAGE_SIZE));
        assert_eq!(map(cpu, 0, PAGE + 1, 0), Ok(TOP - 3 * PAGE_SIZE), "rounded up");
        cpu.put(TOP - PAGE_SIZE, 5);
        ok(cpu, "memory.munmap", &[(TOP - PAGE_SIZE).into(), 1]);
        assert_eq!(map(cpu, 0, PAGE, 0), Ok(TOP - PAGE_SIZE), "the gap is used again");
        assert_eq!(cpu.get(TOP - PAGE_SIZE), 0, "and is clean again");
        assert_eq!(map(cpu, HEAP, PAGE, 0), Ok(HEAP), "a hint that is free");
        assert_eq!(map(cpu, HEAP, PAGE, 0), Ok(TOP - 4 * PAGE_SIZE), "a hint that is not");
        assert_eq!(map(cpu, HEAP + 5, PAGE, 0), Ok(TOP - 5 * PAGE_SIZE), "a hint that is no page");
    });
}

#[test]
fn fixed_mappings_replace_what_is_there() {
    run(|cpu| {
        assert_eq!(map(cpu, HEAP, 2 * PAGE, FIXED), Ok(HEAP));
        cpu.put(HEAP, 1);
        cpu.put(HEAP + PAGE_SIZE, 2);
        assert_eq!(map(cpu, HEAP + PAGE_SIZE, 2 * PAGE, FIXED), Ok(HEAP + PAGE_SIZE));
        assert_eq!((cpu.get(HEAP), cpu.get(HEAP + PAGE_SIZE)), (1, 0));
        for bad in [HEAP + 4, HEAP - PAGE_SIZE, 0, HEAP_END, 0xffff_0000] {
            assert_eq!(map(cpu, bad, PAGE, FIXED), Err(Errno::EINVAL), "{bad:#x}");
        }
        assert_eq!(map(cpu, HEAP, 17 * PAGE, FIXED), Err(Errno::EINVAL), "past the end");
    });
}

#[test]
fn exhaustion_is_an_error_and_leaves_all_as_it_was() {
    run(|cpu| {
        for huge in [16 * PAGE, 0x7fff_ffff, 0xffff_0001, 0xffff_ffff] {
            assert_eq!(map(cpu, 0, huge, 0), Err(Errno::ENOMEM), "{huge:#x}");
        }
        assert_eq!(map(cpu, 0, 0, 0), Err(Errno::EINVAL));
        for page in 1..=15 {
            assert_eq!(map(cpu, 0, PAGE, 0), Ok(TOP - page * PAGE_SIZE));
        }
        assert_eq!(map(cpu, 0, PAGE, 0), Err(Errno::ENOMEM));
        cpu.put(OUT_ADDR, HEAP + 1);
        fails(cpu, Errno::ENOMEM, "memory.sysbrk", &[OUT]);
        ok(cpu, "memory.munmap", &[HEAP.into(), 15 * PAGE]);
        assert_eq!(map(cpu, 0, 15 * PAGE, 0), Ok(HEAP));
    });
}

#[test]
fn flags_and_pointers_are_checked() {
    run(|cpu| {
        cpu.put(OUT_ADDR, 0);
        for flags in [0x20, 0x23] {
            fails(cpu, Errno::EINVAL, "memory.mmap", &[OUT, PAGE, READ_WRITE, flags, 0, 0]);
        }
        ok(cpu, "memory.mmap", &[OUT, PAGE, READ_WRITE, 0x21, 0, 0]);
        fails(cpu, Errno::EFAULT, "memory.mmap", &[BAD, PAGE, READ_WRITE, PRIVATE_ANON, 0, 0]);
        fails(cpu, Errno::EBADF, "memory.mmap", &[OUT, PAGE, READ_WRITE, 2, 5, 0]);
        for (addr, len) in [(u64::from(HEAP) + 4, PAGE), (HEAP.into(), 0), (D, PAGE), (HEAP.into(), 0xffff_ffff)] {
            fails(cpu, Errno::EINVAL, "memory.munmap", &[addr, len]);
            fails(cpu, Errno::EINVAL, "memory.mprotect", &[addr, len, 0]);
        }
    });
}

#[test]
fn protection_applies_to_the_outside_as_well() {
    run(|cpu| {
        cpu.put(OUT_ADDR, 0);
        ok(cpu, "memory.mmap", &[OUT, PAGE, 0, PRIVATE_ANON, 0, 0]);
        let page = u64::from(cpu.get(OUT_ADDR));
        fails(cpu, Errno::EFAULT, "fdio.write", &[1, page, 1, OUT]);
        ok(cpu, "memory.mprotect", &[page, 1, 1]);
        ok(cpu, "fdio.write", &[1, page, 1, OUT]);
        fails(cpu, Errno::EFAULT, "basic.clock", &[page]);
        ok(cpu, "memory.mprotect", &[page, PAGE, 7]);
        ok(cpu, "basic.clock", &[page]);
        fails(cpu, Errno::EACCES, "memory.mprotect", &[HEAP.into(), PAGE, 3]);
    });
}

#[test]
fn the_break_moves_in_bytes_and_memory_in_pages() {
    run(|cpu| {
        let brk = |target: u32| {
            cpu.put(OUT_ADDR, target);
            (cpu.call("memory.sysbrk", &[OUT]), cpu.get(OUT_ADDR))
        };
        assert_eq!(brk(0), (0, HEAP));
        assert_eq!(brk(HEAP + 10), (0, HEAP + 10));
        cpu.put(HEAP + 4, 0x1111_1111);
        cpu.put(HEAP + 8, 0x2222_2222);
        assert_eq!(brk(HEAP + 6), (0, HEAP + 6));
        assert_eq!(brk(HEAP + 2 * PAGE_SIZE), (0, HEAP + 2 * PAGE_SIZE));
        assert_eq!((cpu.get(HEAP + 4), cpu.get(HEAP + 8)), (0x1111, 0), "fresh bytes are zero");
        assert_eq!(map(cpu, HEAP + PAGE_SIZE, PAGE, 0), Ok(TOP - PAGE_SIZE), "the second page is taken");
        assert_eq!(brk(HEAP), (0, HEAP));
        assert_eq!(map(cpu, HEAP + PAGE_SIZE, PAGE, 0), Ok(HEAP + PAGE_SIZE), "and free now");
        assert_eq!(brk(HEAP + PAGE_SIZE + 1), (Errno::ENOMEM.0, HEAP + PAGE_SIZE + 1), "in the way");
        for bad in [HEAP - 1, HEAP_END + 1, 0xffff_ffff, 1] {
            assert_eq!(brk(bad).0, Errno::ENOMEM.0, "{bad:#x}");
        }
        assert_eq!(brk(0), (0, HEAP), "a failed move is none");
        fails(cpu, Errno::EFAULT, "memory.sysbrk", &[BAD]);
    });
}

#[test]
fn odd_ranges_are_rounded_inwards() {
    for (start, end) in [(0, 0), (5, 6), (u32::MAX, u32::MAX), (10, 5), (0xffff_0001, u32::MAX), (1, 2 * PAGE_SIZE - 1)] {
        assert!(Heap::new(Span { start, end }).is_full(), "{start:#x}..{end:#x}");
    }
}
