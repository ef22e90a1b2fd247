//! Tests of [`super::memory`]: rights, objects, masks, page borders, overlap.

use super::bits::Bits;
use super::memory::{AccessError, GuestMemory, Shadowed};
use crate::guest::{Fault, Memory, PAGE_SIZE, Rights};
use crate::layout::Span;

fn fault<T>(addr: u32, write: bool) -> Result<T, AccessError> {
    Err(AccessError::Fault(Fault { addr, write }))
}

#[test]
fn values_cross_page_borders() {
    let mut memory = GuestMemory::default();
    memory.map(0x2_0000, 2 * PAGE_SIZE, Rights::ReadWrite).unwrap();
    let value = Bits { v: 0x1122_3344_5566_0088, u: 0xff00 };
    for addr in 0x2_fff8..=0x3_0000 {
        memory.store::<8>(addr, value).unwrap();
        assert_eq!(memory.load::<8>(addr), Ok(value), "{addr:#x}");
        assert_eq!(memory.load::<2>(addr), Ok(Bits { v: 0x88, u: 0xff00 }));
    }
    assert_eq!(memory.load::<4>(0x3_fffd), fault(0x4_0000, false));
    assert_eq!(memory.load::<1>(0x2_0000), Ok(Bits::known(0)), "fresh pages are zero");
    assert_eq!(memory.store::<4>(0x1_fffe, value), fault(0x1_fffe, true));
}

#[test]
fn a_failed_write_changes_nothing() {
    let mut memory = GuestMemory::default();
    memory.map(0x2_0000, PAGE_SIZE, Rights::ReadWrite).unwrap();
    assert_eq!(memory.write_shadowed(0x2_fffe, &[1; 4], &[0xff; 4]), fault(0x3_0000, true));
    assert_eq!(memory.load::<2>(0x2_fffe), Ok(Bits::known(0)));
    assert_eq!(memory.copy(0x2_0000, 0x2_8000, u32::MAX as usize), fault(0x3_0000, false));
}

#[test]
fn how_much_of_a_trapping_write_arrives_is_unspecified() {
    let mut memory = GuestMemory::default();
    memory.map(0x2_0000, PAGE_SIZE, Rights::ReadWrite).unwrap();
    assert_eq!(memory.store::<4>(0x2_fffe, Bits::known(7)), fault(0x3_0000, true));
    assert_eq!(memory.load::<4>(0x2_fffc), Ok(Bits { v: 0, u: 0xffff_0000 }));
    assert_eq!(memory.copy(0x2_0000, 0x2_fff0, 0x20), fault(0x3_0000, false));
    assert_eq!(memory.load::<8>(0x2_0018), Ok(Bits::unspecified(64)));
    assert_eq!(memory.load::<1>(0x2_0020), Ok(Bits::known(0)));
}

#[test]
fn rights_bind_the_program_and_content_survives_them() {
    let mut memory = GuestMemory::default();
    memory.map(0x5_0000, PAGE_SIZE, Rights::ReadWrite).unwrap();
    memory.store::<4>(0x5_0010, Bits::known(7)).unwrap();
    memory.protect(0x5_0000, PAGE_SIZE, Rights::Read);
    assert_eq!(memory.load::<4>(0x5_0010), Ok(Bits::known(7)));
    assert_eq!(memory.store::<1>(0x5_0010, Bits::known(8)), fault(0x5_0010, true));
    memory.protect(0x5_0000, 3 * PAGE_SIZE, Rights::None);
    assert_eq!(memory.load::<1>(0x5_0010), fault(0x5_0010, false));
    memory.protect(0x5_0000, PAGE_SIZE, Rights::ReadWrite);
    assert_eq!(memory.load::<4>(0x5_0010), Ok(Bits::known(7)));
    memory.map(0x5_0000, PAGE_SIZE, Rights::ReadWrite).unwrap();
    assert_eq!(memory.load::<4>(0x5_0010), Ok(Bits::known(0)), "mapping again zeroes");
    memory.unmap(0x5_0000, PAGE_SIZE);
    assert_eq!(memory.load::<4>(0x5_0010), fault(0x5_0010, false));
}

#[test]
fn objects_bound_writes_and_their_end_unspecifies() {
    let mut memory = GuestMemory::default();
    memory.reserve_stack(Span { start: 0x7000_0000, end: 0x7002_0000 });
    assert_eq!(memory.load::<4>(0x7000_0000), Err(AccessError::Stray(0x7000_0000)));
    assert_eq!(memory.copy(0x7000_0000, 0x7000_0000, 0), Ok(()), "nothing is read");
    assert_eq!(memory.store::<4>(0x7000_0000, Bits::known(1)), Err(AccessError::Outside(0x7000_0000)));
    memory.add_object(0x7000_fff0, 0x20).unwrap();
    assert_eq!(memory.load::<1>(0x7000_fff0), Ok(Bits::unspecified(8)));
    memory.store::<4>(0x7000_fffe, Bits::known(0x0403_0201)).unwrap();
    assert_eq!(memory.load::<8>(0x7000_fffe), Ok(Bits { v: 0x0403_0201, u: 0xffff_ffff_0000_0000 }));
    assert_eq!(memory.store::<2>(0x7000_ffef, Bits::known(1)), Err(AccessError::Outside(0x7000_ffef)));
    assert_eq!(memory.store::<8>(0x7001_000c, Bits::known(1)), Err(AccessError::Outside(0x7001_0010)));
    assert_eq!(memory.load::<4>(0x7000_ffed).map(Bits::clean), Ok(Bits::unspecified(32)), "the last byte is the object's");
    assert_eq!(memory.load::<4>(0x7000_ffec), Err(AccessError::Stray(0x7000_ffec)));
    memory.remove_object(0x7000_fff0, 0x20);
    assert_eq!(memory.load::<4>(0x7000_fffe), Err(AccessError::Stray(0x7000_fffe)));
    assert_eq!(memory.store::<1>(0x7000_fffe, Bits::known(1)), Err(AccessError::Outside(0x7000_fffe)));
}

#[test]
fn copies_carry_masks_and_may_overlap() {
    let mut memory = GuestMemory::default();
    memory.map(0x2_0000, PAGE_SIZE, Rights::ReadWrite).unwrap();
    memory.store::<4>(0x2_0000, Bits { v: 0x0403_0201, u: 0x0000_f000 }).unwrap();
    memory.copy(0x2_0002, 0x2_0000, 4).unwrap();
    assert_eq!(memory.load::<8>(0x2_0000), Ok(Bits { v: 0x0403_0201_0201, u: 0xf000_f000 }));
    memory.fill(0x2_0001, 2, Bits { v: 0x5a, u: 0x80 }).unwrap();
    assert_eq!(memory.load::<4>(0x2_0000), Ok(Bits { v: 0x025a_5a01, u: 0xf080_8000 }));
    let mut data = Shadowed::default();
    memory.read_shadowed(0x2_0001, 2, &mut data).unwrap();
    assert_eq!(data, Shadowed { bytes: vec![0x5a, 0x5a], spec: vec![0x7f, 0x7f] });
}

#[test]
fn the_outside_world_specifies_what_it_writes_and_strays_are_noted() {
    let mut memory = GuestMemory::default();
    memory.map_image(Span { start: 0x1100_0000, end: 0x1100_0008 });
    memory.add_object(0x1100_0000, 8).unwrap();
    memory.write(0x1100_0002, &[9]).unwrap();
    assert_eq!(memory.load::<4>(0x1100_0000), Ok(Bits { v: 0x9_0000, u: 0xff00_ffff }));
    assert_eq!(memory.take_stray_write(), None);
    memory.write(0x1100_0006, &[1, 2, 3]).unwrap();
    assert_eq!(memory.take_stray_write(), Some(0x1100_0008));
    assert_eq!(memory.write(0x1200_0000, &[1]), Err(Fault { addr: 0x1200_0000, write: true }));
}

#[test]
fn the_heap_is_listed_in_runs_and_memory_ends() {
    let mut memory = GuestMemory::default();
    memory.map(0x2000_0000, PAGE_SIZE, Rights::ReadWrite).unwrap();
    memory.map(0x2001_0000, PAGE_SIZE, Rights::None).unwrap();
    memory.map(0x3000_0000, PAGE_SIZE, Rights::Read).unwrap();
    memory.map_image(Span { start: 0x1100_0000, end: 0x1100_0001 });
    let runs = [Span { start: 0x2000_0000, end: 0x2001_0000 }, Span { start: 0x3000_0000, end: 0x3001_0000 }];
    assert_eq!(memory.heap(), runs);
    assert!(memory.map(0x4000_0000, 0xb000_0000, Rights::Read).is_err());
    assert!(memory.map(0xffff_0000, 2 * PAGE_SIZE, Rights::Read).is_err());
    assert_eq!(memory.heap(), runs);
}

/// Ends everywhere in the words of the map, objects smaller than one and of several.
#[test]
fn objects_end_at_any_byte() {
    let stack = Span { start: 0x7000_0000, end: 0x7001_0000 };
    let writable = |memory: &mut GuestMemory| -> Vec<u32> {
        (0..400).filter(|&at| memory.store::<1>(stack.start + at, Bits::known(1)).is_ok()).collect()
    };
    for start in 0..130 {
        for len in [1, 2, 63, 64, 65, 128, 200] {
            let mut memory = GuestMemory::default();
            memory.reserve_stack(stack);
            memory.add_object(stack.start + start, len).unwrap();
            assert_eq!(writable(&mut memory), (start..start + len).collect::<Vec<_>>(), "{start} {len}");
            memory.add_object(stack.start, 400).unwrap();
            memory.remove_object(stack.start + start, len);
            assert_eq!(writable(&mut memory), (0..start).chain(start + len..400).collect::<Vec<_>>(), "{start} {len}");
        }
    }
}
