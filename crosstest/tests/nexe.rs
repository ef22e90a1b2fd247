//! Sandboxed programs (.nexe) as `pnacl-translate` links them: their code is valid and they are laid out as Native Client's loader wants
//! it, they print what they print elsewhere, on every architecture; what is no such program is refused in one line.
#![cfg(feature = "emulator")]

use crosstest::exec::emulate;
use crosstest::irt::Sink;
use crosstest::load::nexe::Nexe;
use crosstest::outcome::{End, Outcome};
use crosstest::process::{self, AddressSpace};
use crosstest::validate::object;
use translator::driver;
use translator::driver::executable::{link_nexe, nexe};
use translator::options::{Features, Isa, OptLevel, Options};
use translator::testing::{KnownProgram, known_programs, skipped, takes_turn};

fn options(isa: Isa, opt: OptLevel) -> Options {
    Options { features: Features { sandbox: true, ..Features::default() }, ..Options::new(isa, opt) }
}

/// The architectures whose programs can be linked here; says so of the others.
fn linked() -> Vec<Isa> {
    let can = |isa: &Isa| match nexe::Linker::find(*isa) {
        Ok(_) => true,
        Err(why) => {
            skipped(format_args!("sandboxed programs for {isa}: {why}"));
            false
        }
    };
    Isa::ALL.into_iter().filter(can).collect()
}

fn link(bitcode: &[u8], options: &Options) -> Vec<u8> {
    let object = driver::translate(bitcode, options).unwrap();
    link_nexe(&object, options).unwrap()
}

fn emulate(program: &[u8], name: &str, args: &[&str]) -> Outcome {
    let nexe = Nexe::read(program).unwrap_or_else(|why| panic!("{name}: {why}"));
    let argv = [name].iter().chain(args).map(|arg| arg.as_bytes().to_vec()).collect();
    let options = process::Options {
        argv,
        stdout: Sink::Capture(64 << 20),
        ..process::Options::new(AddressSpace::behind(nexe.heap_start()))
    };
    emulate::nexe(&nexe, options).unwrap()
}

#[test]
fn programs_print_what_they_print_elsewhere() {
    let mut runs = 0;
    for (turn, isa) in linked().into_iter().enumerate() {
        for (number, KnownProgram { path, name, args, stdout, status }) in known_programs().into_iter().enumerate() {
            if !takes_turn(number, 2, turn) {
                continue;
            }
            let recipe = [OptLevel::O2, OptLevel::Om1][number / 2 % 2];
            let program = link(&std::fs::read(path).unwrap(), &options(isa, recipe));
            for part in object::validate(&program, Some(isa)).unwrap() {
                assert!(part.result.is_ok(), "{isa} {name}: {:?}", part.result);
            }
            let outcome = emulate(&program, &name, args);
            assert!(outcome.stdout == stdout, "{isa} {name}: {:?}", outcome.end);
            let end = if outcome.end == End::Returned { End::Exited(0) } else { outcome.end };
            assert_eq!(end, End::Exited(status), "{isa} {name}");
            runs += 1;
        }
    }
    println!("{runs} programs");
}

/// A program that a thread pointer and a helper of the runtime are part of.
const PROGRAM: &str = "\
@text = internal global [4 x i8] c\"abc\\00\", align 1
@zero = internal global [70000 x i8] zeroinitializer, align 4
declare i8* @llvm.nacl.read.tp()
define internal i64 @divide(i64 %a, i64 %b) {
  %q = udiv i64 %a, %b
  ret i64 %q
}
define void @_start(i32 %info) {
  %tp = call i8* @llvm.nacl.read.tp()
  %tp.i = ptrtoint i8* %tp to i32
  %wide = zext i32 %tp.i to i64
  %ten = add i64 %wide, 10
  %q = call i64 @divide(i64 %ten, i64 5)
  %low = trunc i64 %q to i32
  %is2 = icmp eq i32 %low, 2
  br i1 %is2, label %right, label %wrong
right:
  ret void
wrong:
  unreachable
}
";

fn bitcode(text: &str) -> Vec<u8> {
    let (module, bodies) = translator::text::parse_module(text, "program.ll").unwrap();
    translator::bitcode::write_module(&module, &bodies).unwrap()
}

#[test]
fn files_are_what_a_loader_of_native_client_takes() {
    use ::object::read::elf::{FileHeader, ProgramHeader};
    use ::object::{Endianness, elf};
    for isa in linked() {
        let program = link(&bitcode(PROGRAM), &options(isa, OptLevel::O2));
        assert_eq!(emulate(&program, "program", &[]).end, End::Returned, "{isa}");
        let header = elf::FileHeader32::<Endianness>::parse(&*program).expect("a 32-bit file");
        let little = Endianness::Little;
        assert_eq!((header.e_ident().os_abi, header.e_ident().abi_version, header.e_type(little)), (123, 7, elf::ET_EXEC));
        let segments = header.program_headers(little, &*program).unwrap();
        let known: Vec<_> = segments.iter().map(|it| (it.p_type(little), it.p_flags(little))).collect();
        let expected = [(elf::PT_LOAD, 5), (elf::PT_LOAD, 4), (elf::PT_LOAD, 6), (elf::PT_NOTE, 4), (elf::PT_GNU_STACK, 6)];
        assert_eq!(known, expected, "{isa}");
        assert_eq!(segments[0].p_vaddr(little), 0x2_0000);
        assert!(header.e_entry(little).is_multiple_of(32) && segments[0].p_filesz(little).is_multiple_of(32));
        // A page between them that is nobody's.
        for pair in segments[..3].windows(2) {
            let end = (pair[0].p_vaddr(little) + pair[0].p_memsz(little)).next_multiple_of(0x1_0000);
            assert!(pair[1].p_vaddr(little) >= end + 0x1_0000, "{isa}");
        }
        let note = segments[3].data(little, &*program).unwrap();
        assert!(note.len() >= 28 && &note[12..16] == b"NaCl", "{note:?}");
    }
}

#[test]
fn what_is_no_such_program_is_refused() {
    let Some(isa) = linked().into_iter().next() else { return };
    let options = options(isa, OptLevel::O2);
    let sound = link(&bitcode(PROGRAM), &options);
    let why = |bytes: &[u8]| Nexe::read(bytes).map(drop).unwrap_err();
    let object = driver::translate(&bitcode(PROGRAM), &options).unwrap();
    assert_eq!(why(&object), "an object or a library, and no program (.nexe)");
    let changed = |at: usize, bytes: &[u8]| {
        let mut file = sound.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    // A program of Linux, which may lie anywhere or not.
    assert!(why(&changed(16, &[3])).starts_with("an ELF executable of another system"));
    let mut other = changed(24, &[4, 0, 2, 0]);
    other[7] = 0;
    assert!(why(&other).starts_with("an ELF executable of another system"));
    // The second segment, of constants, is a header of 32 bytes behind the first: its address, and its rights.
    let header = |segment: usize, field: usize| 52 + 32 * segment + field;
    assert!(why(&changed(24, &[4, 0, 2, 0])).contains("which is no bundle of its code"));
    assert!(why(&changed(header(0, 24), &[7])).contains("neither code, nor constants, nor data"));
    assert!(why(&changed(header(1, 24), &[6])).contains("2 segments of one kind"));
    assert!(why(&changed(header(0, 8), &[0, 0, 3, 0])).contains("code begins at 0x20000"));
    assert!(why(&changed(header(2, 8), &[0, 0, 2, 0])).contains("share a page"));
    assert!(why(&changed(header(2, 8), &[0, 0, 0, 0x0d])).contains("are the host's"));
    assert!(why(&changed(header(2, 8), &[0, 0, 0xff, 0xff])).contains("ends beyond"));
    // Code that is not valid.
    let offset = u32::from_le_bytes(sound[header(0, 4)..][..4].try_into().unwrap()) as usize;
    assert!(why(&changed(offset, &[0xcd, 0x80, 0x01, 0x00])).contains("breaks the sandbox's rules"));
}

#[test]
fn no_file_makes_the_loader_panic() {
    for (turn, isa) in linked().into_iter().enumerate() {
        let sound = link(&bitcode(PROGRAM), &options(isa, OptLevel::O2));
        let mut refused = 0;
        let places = (0..52 + 5 * 32).chain((0x1_0000..0x1_0100).step_by(7));
        for at in places.filter(|&at| takes_turn(at, 4, turn)) {
            for value in [0, 0x7f, 0xff, sound[at] ^ 1] {
                let mut broken = sound.clone();
                broken[at] = value;
                if let Err(why) = Nexe::read(&broken) {
                    assert_eq!(why.lines().count(), 1, "{why}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 25, "{isa}: {refused}");
        for len in [0, 4, 19, 20, 51, 52, 200, 0x1_0000, sound.len() - 1] {
            let _ = Nexe::read(&sound[..len]);
        }
    }
}
