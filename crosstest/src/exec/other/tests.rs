//! Translators of other make: commands, objects laid out in every way, what is refused. In: one module, and
//! objects made of it by this project, an assembler and LLVM.

use std::path::Path;
use std::sync::Arc;

use object::elf;
use translator::driver;
use translator::options::{FileType, Isa, OptLevel, Options};

use super::*;
use crate::case::Case;
use crate::exec::execution::{Engine, Execution};
use crate::exec::link::Runtimes;
use crate::matrix::{Environment, FailureKind, Settings, run_case};
use crate::relocatable::{DefinedIn, Object, Reloc, Section, Symbol};

/// A module with variables of every kind, addresses in them, and calls both ways.
const SOURCE: &str = "
; run: @sum(i32 2) -> i32 1115
@first = internal global [4 x i8] c\"\\07\\00\\00\\00\", align 4
@table = internal constant [2 x i32] [i32 5, i32 6], align 4
@links = internal global <{ i32, i32 }> <{ i32 ptrtoint (i32 (i32)* @twice to i32), i32 ptrtoint ([4 x i8]* @first to i32) }>, align 4
@space = internal global [64 x i8] zeroinitializer, align 16
define internal i32 @twice(i32 %x) {
  %y = add i32 %x, %x
  ret i32 %y
}
define i32 @sum(i32 %n) {
  %p = bitcast <{ i32, i32 }>* @links to i32*
  %f = load i32* %p, align 1
  %callee = inttoptr i32 %f to i32 (i32)*
  %four = call i32 %callee(i32 %n)
  %links = ptrtoint <{ i32, i32 }>* @links to i32
  %second = add i32 %links, 4
  %q = inttoptr i32 %second to i32*
  %address = load i32* %q, align 1
  %r = inttoptr i32 %address to i32*
  %seven = load i32* %r, align 1
  %space = ptrtoint [64 x i8]* @space to i32
  %there = add i32 %space, 60
  %s = inttoptr i32 %there to i32*
  store i32 1104, i32* %s, align 1
  %stored = load i32* %s, align 1
  %eleven = add i32 %four, %seven
  %all = add i32 %stored, %eleven
  ret i32 %all
}
";

fn case(text: &str) -> Case {
    Case::parse(&text.replace("[2 x i32] [i32 5, i32 6]", "[8 x i8] c\"\\05\\00\\00\\00\\06\\00\\00\\00\""), "t.ll").unwrap()
}

fn target(isa: Isa) -> Target {
    Target { isa, opt: OptLevel::O2 }
}

/// This project's object, laid out as another compiler might do it: a variable of its own before the
/// others, which move, sections by other names, global symbols that nobody else has.
fn rearranged(case: &Case, isa: Isa) -> Object {
    let mut object = Object::read(&case.subject.translate(target(isa)).unwrap()).unwrap().without_tables();
    for (index, section) in object.sections.iter_mut().enumerate().skip(1).filter(|(_, section)| section.is_alloc()) {
        section.name += ".other";
        if section.is_code() || !matches!(section.kind, elf::SHT_PROGBITS | elf::SHT_NOBITS) {
            continue;
        }
        section.size += 32;
        if section.kind == elf::SHT_PROGBITS {
            section.data.splice(0..0, [0xee; 32]);
        }
        section.relocs.iter_mut().for_each(|reloc| reloc.offset += 32);
        for symbol in object.symbols.iter_mut().filter(|symbol| symbol.section() == Some(index)) {
            symbol.value += 32;
        }
    }
    let own = Section {
        name: ".own".into(),
        kind: elf::SHT_PROGBITS,
        flags: u64::from(elf::SHF_ALLOC),
        align: 4,
        size: 4,
        data: vec![1; 4],
        ..Section::default()
    };
    object.sections.push(own);
    let defined_in = DefinedIn::Section(object.sections.len() - 1);
    object.symbols.push(Symbol {
        name: "__Sz_block_profile_info".into(),
        defined_in,
        kind: elf::STT_OBJECT,
        bind: elf::STB_GLOBAL,
        ..Symbol::null()
    });
    object
}

/// What a translator whose object this is gets as an outcome.
fn outcome(case: &Case, isa: Isa, object: &Object) -> Result<(), String> {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("made.o");
    fs::write(&file, object.write().unwrap()).unwrap();
    let other = Other::parse(&format!("copy=cp {} {{out}}", file.display())).unwrap();
    run(case, Execution { engine: Engine::Other(Arc::new(other)), ..Execution::plain(target(isa)) })
}

fn run(case: &Case, execution: Execution) -> Result<(), String> {
    let environment = Environment { runtimes: Runtimes::new(&[execution.target]).unwrap(), missing: vec![None] };
    let results = run_case(case, &Settings::new(vec![execution], 1 << 20), &environment, &());
    match results.cells[0].failure.as_ref().map(|failure| &failure.kind) {
        None => Ok(()),
        Some(FailureKind::Error(why)) => Err(why.clone()),
        Some(other) => Err(format!("{other:?}")),
    }
}

fn symbol<'o>(object: &'o mut Object, name: &str) -> &'o mut Symbol {
    object.symbols.iter_mut().find(|symbol| symbol.name == name).unwrap()
}

#[test]
fn code_of_objects_that_are_laid_out_otherwise_runs() {
    let case = case(SOURCE);
    for isa in Isa::ALL {
        assert_eq!(outcome(&case, isa, &rearranged(&case, isa)), Ok(()), "{isa}");
    }
}

#[test]
fn sandboxed_code_stays_so_with_globals_in_another_order() {
    for isa in Isa::ALL {
        let execution: Execution = format!("{isa}/O2+sandbox+globals+seed=1").parse().unwrap();
        assert_eq!(run(&case(SOURCE), execution), Ok(()), "{isa}");
    }
}

#[test]
fn a_function_is_not_the_helper_of_its_name() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/filetests/lower/named_like_helpers.ll");
    let case = Case::parse(&fs::read_to_string(file).unwrap(), "named_like_helpers.ll").unwrap();
    for isa in Isa::ALL {
        let execution: Execution = format!("{isa}/O2+globals+seed=1").parse().unwrap();
        assert_eq!(run(&case, execution), Ok(()), "{isa}");
    }
}

#[test]
fn what_is_wrong_with_an_object_is_said() {
    let case = case(SOURCE);
    let refused = |change: fn(&mut Object), expected: &str| {
        let mut object = rearranged(&case, Isa::X8632);
        change(&mut object);
        let why = outcome(&case, Isa::X8632, &object).unwrap_err();
        assert!(why.contains(expected), "{why}");
    };
    refused(
        |object| object.machine = 62,
        "copy's object: it is for machine 62 (32-bit class), x8632 is machine 3 (32-bit class)",
    );
    refused(|object| symbol(object, "twice").name = "thrice".into(), "it does not define the function twice (1 are missing)");
    refused(|object| symbol(object, "first").size = 8, "the variable first has 8 bytes instead of 4");
    refused(
        |object| {
            let (section, at) = (symbol(object, "table").section().unwrap(), symbol(object, "table").value);
            object.sections[section].data[at as usize + 4] = 9;
        },
        "byte 4 of the variable table is 0x09 instead of 0x06",
    );
    refused(
        |object| {
            let section = symbol(object, "links").section().unwrap();
            object.sections[section].relocs.pop();
        },
        "the variable links has addresses at [0] instead of [0, 4]",
    );
}

/// What an assembler makes of this project's assembly, behind another text.
fn assembled(case: &Case, before: &str) -> Option<Object> {
    let (dir, object) = (tempfile::tempdir().unwrap(), "made.o");
    let options = Options { file_type: FileType::Asm, ..target(Isa::X8632).options() };
    let text = driver::translate_module(&case.subject.module, &case.subject.bodies, &options).unwrap();
    fs::write(dir.path().join("made.s"), [before.as_bytes(), &text].concat()).unwrap();
    let assembler = Command::new("as").args(["--32", "-o", object, "made.s"]).current_dir(&dir).status();
    if !assembler.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no assembler for x86 (Debian: binutils)");
        return None;
    }
    Some(Object::read(&fs::read(dir.path().join(object)).unwrap()).unwrap().without_tables())
}

/// Assemblers refer to local variables by their section. That is understood as long as it is clear
/// where the variables are.
#[test]
fn references_to_sections_are_understood_or_refused() {
    let case = case(SOURCE);
    let Some(moved) = assembled(&case, ".data\n.space 32\n.bss\n.space 64\n.section .rodata\n.space 16\n") else { return };
    let is_by_section = |reloc: &Reloc| moved.symbols[reloc.symbol].kind == elf::STT_SECTION;
    assert!(moved.sections.iter().any(|section| section.is_code() && section.relocs.iter().any(is_by_section)));
    assert_eq!(outcome(&case, Isa::X8632, &moved), Ok(()));
    let mut scattered = moved.clone();
    let section = symbol(&mut scattered, "first").section().unwrap();
    let end = scattered.sections[section].size;
    symbol(&mut scattered, "first").value = end;
    scattered.sections[section].data.extend([7, 0, 0, 0]);
    scattered.sections[section].size += 4;
    let why = outcome(&case, Isa::X8632, &scattered).unwrap_err();
    assert!(why.contains("and the variables there are in another order; compile with -fdata-sections"), "{why}");
}

#[test]
fn a_translation_that_fails_is_an_error_in_a_line() {
    let case = case(SOURCE);
    let run = |command: &str| {
        let other = Other::parse(&format!("sz={command}")).unwrap();
        run(&case, Execution { engine: Engine::Other(Arc::new(other)), ..Execution::plain(target(Isa::X8632)) }).unwrap_err()
    };
    assert_eq!(run("echo cannot >&2; exit 3; :"), "sz exited with status 3: cannot");
    assert!(run("true").starts_with("sz wrote no object: "));
    assert_eq!(run("printf junk > {out}"), "sz's object: not an ELF file");
}

#[test]
fn commands_get_what_their_patterns_stand_for() {
    let asked =
        |options| Asked { target: target(Isa::Arm32), form: Form::Defined, features: Features::default(), options, limit: LIMIT };
    let line = |command: &str, options| {
        Other::new("it", command).unwrap().command_line(asked(options), Path::new("a b.pexe"), Path::new("x.o"))
    };
    let options = ["-O2".to_string()];
    assert_eq!(line("./sz", &options), "./sz -target=arm32 -o x.o -O2 'a b.pexe'");
    assert_eq!(line("./sz {isa} {recipe} {level} {in} {out}", &options), "./sz arm32 O2 2 'a b.pexe' x.o");
    assert!(line("llc {triple} {flags} {ll} {nacl}", &[]).starts_with("llc armv7-unknown-linux "));
}

#[test]
fn what_is_no_translator_is_refused() {
    for (text, expected) in [
        ("sz", "sz is not NAME=COMMAND; the names that need no command are subzero, pnacl-llc, llc"),
        ("=sz", "=sz: a name consists of"),
        ("a b=sz", "a b=sz: a name consists of"),
        ("sz= ", "sz= : the command is empty"),
        ("sz=sz {output}", "sz=sz {output}: there is no pattern {output}; there are {isa} {triple}"),
    ] {
        let why = Other::parse(text).unwrap_err();
        assert!(why.starts_with(expected), "{why}");
    }
    assert_eq!(Other::parse("sz=f() { g; }; f ${x}").unwrap().to_string(), "sz=f() { g; }; f ${x}");
    assert!(Other::parse("sz=/no/such/program {in} {out}").unwrap().missing().unwrap().contains("/no/such/program"));
    assert_eq!(Other::parse("sz=cp a {out}").unwrap().missing(), None);
}

/// LLVM's code as that of an unknown translator: right, and with one operation replaced.
#[test]
fn another_compiler_is_a_column_and_its_mistake_is_found() {
    let case = case(SOURCE);
    let llc = KNOWN.iter().find(|(name, _)| *name == "llc").unwrap().1;
    if Other::new("llc", llc).unwrap().missing().is_some() {
        eprintln!("skipped: no llc-14 (Debian: llvm-14)");
        return;
    }
    for isa in Isa::ALL {
        let execution = |command: &str| {
            let engine = Engine::Other(Arc::new(Other::new("llc", command).unwrap()));
            Execution { engine, ..Execution::plain(target(isa)) }
        };
        assert_eq!(run(&case, execution(llc)), Ok(()), "{isa}");
        let wrong = format!(
            "sed -i 's/add i32 %v0, %v0/mul i32 %v0, 3/; s/= add i32 %\\([^ ,]*\\), %\\1$/= mul i32 %\\1, 3/' {{ll}} && {llc}"
        );
        let why = run(&case, execution(&wrong)).unwrap_err();
        assert!(why.contains("Differs"), "{isa}: {why}");
    }
}
