//! Random mappings, unmappings, protections and writes against a model, seen from the host's side
//! and from the program's.

use super::*;
use crate::guest::Rights as R;

const HEAP: u32 = 0x2000_0000;
const PAGES: u32 = 12;
/// The program: `load` at offset 0 and `store` at offset 16 take an address and, as the host does,
/// access four bytes there.
const CODE: [u8; 32] = [
    0x67, 0x8b, 0x07, 0xc3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // mov eax, [edi]; ret
    0x67, 0x89, 0x37, 0xc3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // mov [edi], esi; ret
];

/// A page: its rights and its content, if it is mapped.
type Page = Option<(R, Vec<u8>)>;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }

    fn rights(&mut self) -> R {
        [R::None, R::Read, R::ReadWrite, R::ReadWrite][self.below(4) as usize]
    }
}

/// The first byte of four at an address that an access may not touch.
fn refused(model: &[Page], addr: u32, write: bool) -> Option<u32> {
    (addr..addr + 4).find(|byte| {
        let page = model.get(((byte - HEAP) / PAGE_SIZE) as usize).and_then(Option::as_ref);
        !page.is_some_and(|(rights, _)| if write { *rights == R::ReadWrite } else { *rights != R::None })
    })
}

fn byte(model: &mut [Page], addr: u32) -> &mut u8 {
    let offset = (addr - HEAP) as usize;
    &mut model[offset / PAGE_SIZE as usize].as_mut().unwrap().1[offset % PAGE_SIZE as usize]
}

fn word(model: &mut [Page], addr: u32) -> u32 {
    (0..4).rev().fold(0, |word, n| word << 8 | u32::from(*byte(model, addr + n)))
}

/// Changes the mapping of some pages.
fn remap(engine: &mut Executor<X8664>, model: &mut [Page], random: &mut Random) {
    let first = random.below(PAGES);
    let count = 1 + random.below(PAGES - first);
    let (addr, len) = (HEAP + first * PAGE_SIZE, count * PAGE_SIZE);
    let pages = &mut model[first as usize..(first + count) as usize];
    let rights = random.rights();
    match random.below(6) {
        0 => {
            engine.map(addr, len, rights).unwrap();
            pages.fill(Some((rights, vec![0; PAGE_SIZE as usize])));
        }
        1 => {
            engine.unmap(addr, len);
            pages.fill(None);
        }
        _ => {
            engine.protect(addr, len, rights);
            pages.iter_mut().flatten().for_each(|page| page.0 = rights);
        }
    }
}

#[test]
fn random_mappings_agree_with_a_model() {
    let mut engine = executor::<X8664>(image(&CODE));
    let mut model: Vec<Page> = vec![None; PAGES as usize];
    let mut random = Random(1);
    for step in 0..3000 {
        if random.below(10) == 0 {
            remap(&mut engine, &mut model, &mut random);
        }
        // Page boundaries are where it goes wrong.
        let addr = HEAP + (1 + random.below(PAGES - 1)) * PAGE_SIZE + random.below(8) - 4;
        let (write, by_program, value) = (random.below(2) == 0, random.below(2) == 0, random.below(u32::MAX));
        let expected = refused(&model, addr, write);
        if by_program {
            let args = [i32(addr as i32), i32(value as i32)];
            let entry = TEXT + if write { 16 } else { 0 };
            let (thread, stop) = run(&mut engine, entry, &args, Type::I32);
            assert_eq!(matches!(stop, Stop::Trapped(_)), expected.is_some(), "step {step}: {stop:?}");
            if !write && expected.is_none() {
                let word = Value::new(Type::I32, u128::from(word(&mut model, addr)));
                assert_eq!(engine.result(&thread), Some(word), "step {step}");
            }
        } else if write {
            let outcome = engine.write_u32(addr, value);
            assert_eq!(outcome.err().map(|fault| fault.addr), expected, "step {step}");
        } else {
            let outcome = engine.read_u32(addr);
            assert_eq!(
                outcome.map_err(|fault| fault.addr),
                expected.map_or_else(|| Ok(word(&mut model, addr)), Err),
                "step {step}"
            );
        }
        // The emulator's stores stop at the first refused byte, the host's are all or nothing.
        let written = match expected {
            None => 4,
            Some(refused) if by_program => refused - addr,
            Some(_) => 0,
        };
        if write {
            value.to_le_bytes().into_iter().zip(addr..addr + written).for_each(|(value, addr)| *byte(&mut model, addr) = value);
        }
    }
}
