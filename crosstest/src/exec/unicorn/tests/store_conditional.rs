//! Store-conditionals that fail: another processor writes to the word between the load and the
//! store, as a hook on the store plays it.
//!
//! The emulator's `sc` fails if the word is no longer what `ll` read. Every read-modify-write of 8
//! to 32 bits must then start again from what the other wrote; 64-bit ones are built from these.

use std::cell::Cell;
use std::rc::Rc;

use translator::driver::translate;
use translator::options::{Isa, OptLevel, Options};
use unicorn_engine::RegisterMIPS;

use super::*;
use crate::load::{Bases, Input, link};

/// The word before anything happens.
const BEFORE: u32 = 0x8442_21f0;
/// What the other processor adds to the word, each of two times.
const STEP: u32 = 0x0103_0507;
const OPERAND: u32 = 0x5a39_17c6;
const SC: u32 = 0x38;

fn source(ty: &str, body: &str) -> String {
    format!(
        "@cell = global [4 x i8] c\"\\F0\\21\\42\\84\", align 4
         declare {ty} @llvm.nacl.atomic.rmw.{ty}(i32, {ty}*, {ty}, i32)
         declare {ty} @llvm.nacl.atomic.cmpxchg.{ty}({ty}*, {ty}, {ty}, i32, i32)
         define i32 @f(i32 %offset, i32 %wide) {{
           %base = ptrtoint [4 x i8]* @cell to i32
           %addr = add i32 %base, %offset
           %p = inttoptr i32 %addr to {ty}*
           {body}
           ret i32 %r
         }}"
    )
}

fn widths(ty: &str) -> (String, String) {
    let narrow = if ty == "i32" { "%x = add i32 %wide, 0".into() } else { format!("%x = trunc i32 %wide to {ty}") };
    let widen = if ty == "i32" { "%r = add i32 %old, 0".into() } else { format!("%r = zext {ty} %old to i32") };
    (narrow, widen)
}

/// Runs `f` and lets its first two store-conditionals fail. Result, the word afterwards, and how
/// many were tried.
fn run_disturbed(text: &str, offset: u32) -> (u32, u32, u32) {
    let object = translate(text.as_bytes(), &Options::new(Isa::Mips32, OptLevel::Om1)).unwrap();
    let bases = Bases { text: TEXT, rodata: 0x1000_0000, data: DATA, bss: 0x1200_0000, other: 0x0800_0000 };
    let image = Arc::new(link(Isa::Mips32, &[Input { name: "f.o", bytes: &object }], &bases, &|_| None).unwrap());
    let code = image.chunks.iter().find(|chunk| chunk.addr == TEXT).unwrap();
    let words = code.bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
    let stores: Vec<_> = (TEXT..).step_by(4).zip(words).filter(|(_, word)| word >> 26 == SC).collect();
    let &[(addr, word)] = &stores[..] else { panic!("{} store-conditionals in {text}", stores.len()) };
    let mut engine = executor::<Mips32>(Arc::clone(&image));
    let tries = Rc::new(Cell::new(0));
    let counted = Rc::clone(&tries);
    let base = RegisterMIPS::ZERO as i32 + (word >> 21 & 31) as i32;
    let disturb = move |uc: &mut unicorn_engine::Unicorn<'_, Events>, _: u64, _: u32| {
        counted.set(counted.get() + 1);
        if counted.get() <= 2 {
            let place = uc.reg_read(base).unwrap();
            let mut word = [0; 4];
            uc.mem_read(place, &mut word).unwrap();
            uc.mem_write(place, &u32::from_le_bytes(word).wrapping_add(STEP).to_le_bytes()).unwrap();
        }
    };
    engine.cpu.uc.add_code_hook(u64::from(addr), u64::from(addr), disturb).unwrap();
    let args = [i32(offset as i32), i32(OPERAND as i32)];
    let result = call(&mut engine, image.symbol("f").unwrap(), &args, Type::I32).unwrap();
    let word = engine.cpu.read_le(image.symbol("cell").unwrap(), 4).unwrap();
    (result.bits as u32, word as u32, tries.get())
}

#[test]
fn every_computation_starts_again_from_what_the_other_wrote() {
    let computations: [fn(u32, u32) -> u32; 6] =
        [u32::wrapping_add, u32::wrapping_sub, |a, b| a | b, |a, b| a & b, |a, b| a ^ b, |_, b| b];
    let seen = BEFORE.wrapping_add(STEP).wrapping_add(STEP);
    for (ty, mask, offsets) in [("i8", 0xff, &[0, 1, 2, 3][..]), ("i16", 0xffff, &[0, 2]), ("i32", u32::MAX, &[0])] {
        let (narrow, widen) = widths(ty);
        for (number, compute) in (1..).zip(computations) {
            let rmw = format!("%old = call {ty} @llvm.nacl.atomic.rmw.{ty}(i32 {number}, {ty}* %p, {ty} %x, i32 6)");
            let text = source(ty, &format!("{narrow}\n{rmw}\n{widen}"));
            for &offset in offsets {
                let shift = 8 * offset;
                let part = seen >> shift & mask;
                let new = compute(part, OPERAND & mask) & mask;
                let word = seen & !(mask << shift) | new << shift;
                assert_eq!(run_disturbed(&text, offset), (part, word, 3), "{ty} computation {number} at {offset}");
            }
        }
    }
}

#[test]
fn a_compare_and_exchange_notices_that_the_value_has_changed() {
    for (ty, mask) in [("i8", 0xff), ("i16", 0xffff), ("i32", u32::MAX)] {
        let (narrow, widen) = widths(ty);
        let expected = (BEFORE & mask) as i32;
        let exchange =
            format!("%old = call {ty} @llvm.nacl.atomic.cmpxchg.{ty}({ty}* %p, {ty} {expected}, {ty} %x, i32 6, i32 6)");
        let seen = BEFORE.wrapping_add(STEP);
        let text = source(ty, &format!("{narrow}\n{exchange}\n{widen}"));
        assert_eq!(run_disturbed(&text, 0), (seen & mask, seen, 1), "{ty}");
    }
}
