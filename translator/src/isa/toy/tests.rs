//! Programs for the toy: translated with every step checked, put into an object file, read back,
//! disassembled, linked by a few lines here, and run by `qemu-aarch64`.

use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use capstone::prelude::*;
use object::read::elf::ElfFile64;
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, RelocationFlags, RelocationTarget};

use super::Toy;
use super::emit::{ABS_G0_NC, ABS_G1, CALL26};
use crate::isa::description::PLAIN;
use crate::mc::FuncCode;
use crate::object::{Class, ElfTarget, ObjectBuilder};
use crate::options::{Isa, OptLevel, Options};
use crate::pipeline::translate_for;
use crate::testing::skipped;
use crate::text::parse_module;

const ABS32: u16 = 258;
const TARGET: ElfTarget = ElfTarget { class: Class::Elf64, machine: 183, rela: true, abs32_reloc: ABS32, ..PLAIN };
/// Where the linked program lies, and how much room there is for it and its stack: addresses have 32
/// bits.
const BASE: u64 = 0x10_0000;
const ROOM: u64 = 0x40_0000;
const LEVELS: [OptLevel; 2] = [OptLevel::Om1, OptLevel::O2];

/// A loop over a switch, with calls that pass arguments on the stack, memory of the frame, of moving
/// size and of the module, and numbers of every width.
const PROGRAM: &str = "
@cell = internal global [8 x i8] zeroinitializer, align 8

define internal i64 @mix(i64 %a, i32 %b, i64 %c, i32 %d, i64 %e, i32 %f, i64 %g, i32 %h, i64 %i, i32 %j) {
  %bw = sext i32 %b to i64
  %jw = zext i32 %j to i64
  %x = mul i64 %a, %bw
  %y = sub i64 %x, %i
  %z = xor i64 %y, %jw
  ret i64 %z
}

define internal i64 @step(i32 %k, i64 %x) {
  switch i32 %k, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
    i32 4, label %zero
    i32 5, label %two
    i32 1000, label %far
  ]
zero:
  %a = add i64 %x, 81985529216486895
  ret i64 %a
one:
  %b = udiv i64 %x, 1000003
  %b2 = urem i64 %x, 4099
  %b3 = shl i64 %b, 17
  %b4 = add i64 %b3, %b2
  ret i64 %b4
two:
  %t = trunc i64 %x to i32
  %s = ashr i32 %t, 3
  %q = sdiv i32 %s, -7
  %c = sext i32 %q to i64
  %c2 = xor i64 %c, %x
  ret i64 %c2
three:
  %n = trunc i64 %x to i8
  %n2 = mul i8 %n, 7
  %n3 = lshr i8 %n2, 1
  %less = icmp slt i8 %n3, 50
  %d = select i1 %less, i64 -3, i64 12884901891
  %d2 = add i64 %d, %x
  ret i64 %d2
far:
  ret i64 -1
other:
  %big = icmp ugt i64 %x, 4611686018427387904
  %ext = zext i1 %big to i64
  %e = sub i64 %x, %ext
  ret i64 %e
}

define i64 @main(i32 %n, i64 %seed) {
entry:
  %p = alloca i8, i32 24, align 8
  %slot = bitcast i8* %p to i64*
  store i64 %seed, i64* %slot, align 1
  %dyn = alloca i8, i32 %n, align 8
  %small = bitcast i8* %dyn to i16*
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = load i64* %slot, align 1
  %k = urem i32 %i, 8
  %new = call i64 @step(i32 %k, i64 %old)
  %low = trunc i64 %new to i16
  store i16 %low, i16* %small, align 1
  %back = load i16* %small, align 1
  %word = zext i16 %back to i32
  %mixed = call i64 @mix(i64 %new, i32 %word, i64 1, i32 2, i64 3, i32 4, i64 5, i32 6, i64 %old, i32 %i)
  store i64 %mixed, i64* %slot, align 1
  %g = bitcast [8 x i8]* @cell to i64*
  %sum = load i64* %g, align 1
  %sum2 = add i64 %sum, %mixed
  store i64 %sum2, i64* %g, align 1
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %total = load i64* %g, align 1
  ret i64 %total
}
";

/// What `@main` of [`PROGRAM`] returns.
fn expected(n: u32, seed: u64) -> u64 {
    let (mut slot, mut total) = (seed, 0u64);
    for i in 0..n {
        let old = slot;
        let new = match i % 8 {
            0 | 4 => old.wrapping_add(81_985_529_216_486_895),
            1 => ((old / 1_000_003) << 17).wrapping_add(old % 4099),
            2 | 5 => i64::from((old as i32 >> 3) / -7) as u64 ^ old,
            3 => old.wrapping_add(if ((old as u8).wrapping_mul(7) >> 1) < 50 { -3i64 as u64 } else { 12_884_901_891 }),
            _ => old.wrapping_sub(u64::from(old > 4_611_686_018_427_387_904)),
        };
        slot = new.wrapping_mul(u64::from(new as u16)).wrapping_sub(old) ^ u64::from(i);
        total = total.wrapping_add(slot);
    }
    total
}

fn translate(text: &str, opt: OptLevel) -> (Vec<FuncCode>, Vec<u8>) {
    let (module, bodies) = parse_module(text, "toy.ll").unwrap();
    // No option names the toy; that an option names another architecture matters to nobody.
    let options = Options::new(Isa::X8664, opt);
    let mut builder = ObjectBuilder::new(&module, TARGET, &crate::object::Arrangement::default()).unwrap();
    let translated = bodies.iter().map(|func| {
        let code = translate_for(Toy, &options, &module, func).unwrap_or_else(|error| panic!("{opt:?}: {error}"));
        builder.add_function(func.id, &code).unwrap();
        code
    });
    let codes = translated.collect();
    (codes, builder.finish().unwrap().into_bytes().unwrap())
}

/// Sets a part of a word.
fn patch(image: &mut [u8], at: u64, mask: u32, bits: u32) {
    let field = &mut image[(at - BASE) as usize..][..4];
    let word = u32::from_le_bytes(field.try_into().unwrap());
    field.copy_from_slice(&(word & !mask | bits & mask).to_le_bytes());
}

/// A program that calls `main` and writes its result, eight bytes, to standard output.
fn link(object: &[u8], n: u32, seed: u64) -> Vec<u8> {
    let file = ElfFile64::<object::Endianness>::parse(object).unwrap();
    let mut image = vec![0; 0x1000];
    let mut places = std::collections::HashMap::new();
    for section in file.sections().filter(|section| section.address() == 0 && section.size() != 0) {
        image.resize(image.len().next_multiple_of(16), 0);
        places.insert(section.index(), BASE + image.len() as u64);
        image.extend(section.uncompressed_data().unwrap().iter());
        image.resize(image.len().max((places[&section.index()] - BASE + section.size()) as usize), 0);
    }
    let address = |symbol: &object::read::elf::ElfSymbol64<'_, '_>| places[&symbol.section_index().unwrap()] + symbol.address();
    for section in file.sections() {
        for (offset, reloc) in section.relocations() {
            let RelocationTarget::Symbol(index) = reloc.target() else { panic!("{reloc:?}") };
            let RelocationFlags::Elf { r_type } = reloc.flags() else { panic!("{reloc:?}") };
            let value = address(&file.symbol_by_index(index).unwrap()).wrapping_add_signed(reloc.addend());
            let at = places[&section.index()] + offset;
            match r_type as u16 {
                ABS_G0_NC => patch(&mut image, at, 0xffff << 5, (value as u32 & 0xffff) << 5),
                ABS_G1 => patch(&mut image, at, 0xffff << 5, (value as u32 >> 16) << 5),
                CALL26 => patch(&mut image, at, 0x3ff_ffff, (value.wrapping_sub(at) >> 2) as u32),
                ABS32 => patch(&mut image, at, u32::MAX, value as u32),
                other => panic!("relocation of type {other}"),
            }
        }
    }
    let main = address(&file.symbol_by_name("main").unwrap());
    image.resize(image.len().next_multiple_of(4), 0);
    let start = BASE + image.len() as u64;
    let parts = |value: u64, reg: u32| {
        (0..4).map(move |part| 0xf280_0000 | part << 21 | ((value >> (16 * part)) as u32 & 0xffff) << 5 | reg)
    };
    let top = BASE + ROOM - 16;
    // The stack pointer from x9, the arguments, the call.
    let mut words: Vec<u32> = parts(top, 9).chain([0x9100_013f]).chain(parts(n.into(), 0)).chain(parts(seed, 1)).collect();
    let here = start + 4 * words.len() as u64;
    words.push(0x9400_0000 | (main.wrapping_sub(here) >> 2) as u32 & 0x3ff_ffff);
    // str x0, [sp]; write(1, sp, 8); exit(0).
    words.extend([0xf900_03e0, 0xd280_0020, 0x9100_03e1, 0xd280_0102, 0xd280_0808, 0xd400_0001]);
    words.extend([0xd280_0000, 0xd280_0ba8, 0xd400_0001]);
    image.extend(words.into_iter().flat_map(u32::to_le_bytes));
    let header = header(start, image.len() as u64);
    image[..header.len()].copy_from_slice(&header);
    image
}

/// The headers of an executable file with one segment, all of which may be read, written and run.
fn header(start: u64, size: u64) -> Vec<u8> {
    let mut out = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 183, 0, 1, 0, 0, 0];
    let mut put = |value: u64, bytes: usize| out.extend(&value.to_le_bytes()[..bytes]);
    [start, 64, 0].into_iter().for_each(|word| put(word, 8));
    put(0, 4);
    [64, 56, 1, 64, 0, 0].into_iter().for_each(|half| put(half, 2));
    [1, 7].into_iter().for_each(|word| put(word, 4));
    [0, BASE, BASE, size, ROOM, 0x1000].into_iter().for_each(|word| put(word, 8));
    out
}

/// What the program's `main` returns; `None` where nothing can run it.
fn run(name: &str, program: &[u8]) -> Option<u64> {
    let path = std::env::temp_dir().join(format!("toy-{name}-{}", std::process::id()));
    std::fs::write(&path, program).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let outcome = Command::new("qemu-aarch64").arg(&path).output();
    std::fs::remove_file(&path).unwrap();
    let Ok(output) = outcome else {
        skipped("programs of the toy machine: there is no qemu-aarch64");
        return None;
    };
    let bytes = output.stdout.try_into().unwrap_or_else(|_| panic!("{name}: {} {:?}", output.status, output.stderr));
    Some(u64::from_le_bytes(bytes))
}

#[test]
fn an_object_file_of_64_bits_holds_the_code_and_its_relocations() {
    let (codes, object) = translate(PROGRAM, OptLevel::Om1);
    let file = ElfFile64::<object::Endianness>::parse(&*object).unwrap();
    let text = file.section_by_name(".text").unwrap();
    let bytes: Vec<u8> = codes.iter().flat_map(|code| code.bytes.iter().copied()).collect();
    assert_eq!(text.data().unwrap(), bytes);
    let mut start = 0;
    for (name, code) in ["mix", "step", "main"].iter().zip(&codes) {
        let symbol = file.symbol_by_name(name).unwrap();
        assert_eq!((symbol.address(), symbol.size()), (start, code.bytes.len() as u64), "{name}");
        start += symbol.size();
    }
    let found: Vec<(u64, u32)> = text
        .relocations()
        .map(|(offset, reloc)| match reloc.flags() {
            RelocationFlags::Elf { r_type } => (offset, r_type),
            other => panic!("{other:?}"),
        })
        .collect();
    let starts = codes.iter().scan(0, |next, code| {
        *next += code.bytes.len() as u64;
        Some(*next - code.bytes.len() as u64)
    });
    let wanted: Vec<(u64, u32)> = starts
        .zip(&codes)
        .flat_map(|(start, code)| code.relocs.iter().map(move |reloc| (start + u64::from(reloc.offset), reloc.kind.into())))
        .collect();
    assert_eq!(found, wanted);
    for kind in [ABS_G0_NC, ABS_G1, CALL26] {
        assert!(found.iter().any(|&(_, found)| found == u32::from(kind)), "no relocation of type {kind}");
    }
}

#[test]
fn every_word_is_an_instruction() {
    let cs = Capstone::new().arm64().mode(arch::arm64::ArchMode::Arm).build().expect("capstone has A64");
    for opt in LEVELS {
        for code in translate(PROGRAM, opt).0 {
            let read = cs.disasm_all(&code.bytes, 0).expect("capstone works");
            assert_eq!(4 * read.len(), code.bytes.len(), "{opt:?}: it stops at {:?}", read.last());
        }
    }
}

#[test]
fn programs_compute_what_they_should() {
    for opt in LEVELS {
        let (_, object) = translate(PROGRAM, opt);
        for (n, seed) in [(1, 0), (8, 7), (1000, 0x8765_4321_0fed_cba9), (77, u64::MAX)] {
            let Some(found) = run(&format!("{opt:?}-{n}"), &link(&object, n, seed)) else { return };
            assert_eq!(found, expected(n, seed), "{opt:?} {n} {seed:#x}");
        }
    }
}

/// A table of functions that is called through, a dense switch, a switch of few targets and many
/// cases, and a frame that is larger than a field of an instruction can say.
const DISPATCH: &str = "
@table = internal constant <{ i32, i32, i32 }> <{ i32 ptrtoint (i64 (i64, i32)* @dense to i32), i32 ptrtoint (i64 (i64, i32)* @sets to i32), i32 ptrtoint (i64 (i64, i32)* @deep to i32) }>, align 4

define internal i64 @dense(i64 %x, i32 %k) {
  switch i32 %k, label %other [
    i32 10, label %a
    i32 11, label %b
    i32 12, label %c
    i32 13, label %d
    i32 14, label %e
    i32 15, label %f
    i32 16, label %g
    i32 17, label %h
  ]
a:
  %ra = add i64 %x, 1
  ret i64 %ra
b:
  %rb = mul i64 %x, 3
  ret i64 %rb
c:
  %rc = xor i64 %x, 1311768467463790320
  ret i64 %rc
d:
  %rd = lshr i64 %x, 5
  ret i64 %rd
e:
  %re = sub i64 9, %x
  ret i64 %re
f:
  %rf = or i64 %x, 255
  ret i64 %rf
g:
  %rg = shl i64 %x, 3
  ret i64 %rg
h:
  ret i64 77
other:
  ret i64 %x
}

define internal i64 @sets(i64 %x, i32 %k) {
  switch i32 %k, label %other [
    i32 1, label %odd
    i32 3, label %odd
    i32 5, label %odd
    i32 7, label %odd
    i32 11, label %odd
    i32 13, label %odd
    i32 2, label %even
    i32 4, label %even
    i32 8, label %even
    i32 14, label %even
    i32 16, label %even
  ]
odd:
  %o = mul i64 %x, 7
  ret i64 %o
even:
  %e = add i64 %x, 100
  ret i64 %e
other:
  %n = xor i64 %x, -1
  ret i64 %n
}

define internal i64 @deep(i64 %x, i32 %k) {
  %p = alloca i8, i32 200000, align 8
  %base = ptrtoint i8* %p to i32
  %low = bitcast i8* %p to i64*
  %at = add i32 %base, 160000
  %high = inttoptr i32 %at to i64*
  store i64 %x, i64* %high, align 1
  %kk = zext i32 %k to i64
  store i64 %kk, i64* %low, align 1
  %a = load i64* %high, align 1
  %b = load i64* %low, align 1
  %r = mul i64 %a, %b
  %s = add i64 %r, 1
  ret i64 %s
}

define i64 @main(i32 %n, i64 %seed) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i64 [ %seed, %entry ], [ %y, %loop ]
  %which = urem i32 %i, 3
  %offset = shl i32 %which, 2
  %table = ptrtoint <{ i32, i32, i32 }>* @table to i32
  %at = add i32 %table, %offset
  %slot = inttoptr i32 %at to i32*
  %address = load i32* %slot, align 1
  %callee = inttoptr i32 %address to i64 (i64, i32)*
  %k = urem i32 %i, 20
  %y = call i64 %callee(i64 %x, i32 %k)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %y
}
";

/// What `@main` of [`DISPATCH`] returns.
fn dispatched(n: u32, seed: u64) -> u64 {
    let dense = |x: u64, k| match k {
        10 => x.wrapping_add(1),
        11 => x.wrapping_mul(3),
        12 => x ^ 1_311_768_467_463_790_320,
        13 => x >> 5,
        14 => 9u64.wrapping_sub(x),
        15 => x | 255,
        16 => x << 3,
        17 => 77,
        _ => x,
    };
    let sets = |x: u64, k| match k {
        1 | 3 | 5 | 7 | 11 | 13 => x.wrapping_mul(7),
        2 | 4 | 8 | 14 | 16 => x.wrapping_add(100),
        _ => !x,
    };
    (0..n).fold(seed, |x, i| match (i % 3, i % 20) {
        (0, k) => dense(x, k),
        (1, k) => sets(x, k),
        (_, k) => x.wrapping_mul(k.into()).wrapping_add(1),
    })
}

#[test]
fn switches_tables_of_functions_and_large_frames_work() {
    for opt in LEVELS {
        let (codes, object) = translate(DISPATCH, opt);
        // `br` jumps through a register: the dense switch has a table, at O2 at least.
        let jumps = |code: &FuncCode| code.bytes.chunks_exact(4).any(|word| word[2..] == [0x1f, 0xd6]);
        assert!(opt == OptLevel::Om1 || jumps(&codes[0]), "{opt:?}: the dense switch jumps through no table");
        for (n, seed) in [(1, 5), (60, 0x8765_4321_0fed_cba9), (997, 3)] {
            let Some(found) = run(&format!("dispatch-{opt:?}-{n}"), &link(&object, n, seed)) else { return };
            assert_eq!(found, dispatched(n, seed), "{opt:?} {n} {seed:#x}");
        }
    }
}

/// A loop with `count` parts, each of which a bit of the seed turns on: the branch out of the loop at
/// its start, and the one into it, reach less far than it is long.
fn long_program(count: u32) -> String {
    let mut text = String::from(
        "define i64 @main(i32 %n, i64 %seed) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %last ]
  %x = phi i64 [ 0, %entry ], [ %end, %last ]
  %stop = icmp sge i32 %i, %n
  br i1 %stop, label %done, label %c0
c0:
  %x0 = add i64 %x, 1
",
    );
    for k in 0..count {
        let next = if k + 1 == count { "last: %end".into() } else { format!("c{0}: %x{0}", k + 1) };
        let (label, value) = next.split_once(": ").expect("a label and a value");
        write!(
            text,
            "  %s{k} = lshr i64 %seed, {shift}
  %t{k} = trunc i64 %s{k} to i1
  br i1 %t{k}, label %a{k}, label %{label}
a{k}:
  %m{k} = mul i64 %x{k}, 3
  %y{k} = add i64 %m{k}, {k}
  br label %{label}
{label}:
  {value} = phi i64 [ %x{k}, %c{k} ], [ %y{k}, %a{k} ]
",
            shift = k % 64
        )
        .unwrap();
    }
    text + "  %next = add i32 %i, 1\n  br label %head\ndone:\n  ret i64 %x\n}\n"
}

#[test]
fn branches_of_long_functions_go_through_islands() {
    let (count, n, seed) = (6000, 3, 0x5a5a_1234_8765_4321_u64);
    let mut value = 0u64;
    for _ in 0..n {
        let parts = (0..count).filter(|k| seed >> (k % 64) & 1 != 0);
        value = parts.fold(value.wrapping_add(1), |value, k| value.wrapping_mul(3).wrapping_add(k.into()));
    }
    for opt in LEVELS {
        let (codes, object) = translate(&long_program(count), opt);
        let words = codes[0].bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        let code: Vec<u32> = words.collect();
        assert!(code.len() > 3 << 13, "{opt:?}: {} words are not far", code.len());
        assert!(leads_to_veneers(&code), "{opt:?}: a branch leads out of the function, or none to a veneer");
        let Some(found) = run(&format!("long-{opt:?}"), &link(&object, n, seed)) else { return };
        assert_eq!(found, value, "{opt:?}");
    }
}

/// Whether every `tbz`, `tbnz` and `b` leads to a word of the function, and some of the first to a `b`
/// that goes farther than they can: a veneer.
fn leads_to_veneers(code: &[u32]) -> bool {
    let signed = |value: u32, bits: u32| i64::from((value << (32 - bits)) as i32 >> (32 - bits));
    let distance = |word: u32| match word >> 24 {
        0x36 | 0x37 => Some(signed(word >> 5 & 0x3fff, 14)),
        0x14..=0x17 => Some(signed(word & 0x3ff_ffff, 26)),
        _ => None,
    };
    let target = |at: usize| distance(code[at]).map(|distance| (at as i64 + distance) as usize);
    let inside = (0..code.len()).filter_map(target).all(|to| to < code.len());
    let is_veneer = |to: usize| distance(code[to]).is_some_and(|distance| distance.abs() >= 1 << 13);
    let is_short = |at: usize| code[at] >> 25 == 0x36 >> 1;
    inside && (0..code.len()).any(|at| is_short(at) && target(at).is_some_and(is_veneer))
}
