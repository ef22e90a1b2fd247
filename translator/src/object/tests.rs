//! Reads written object files back with an independent reader, and hands them to the system's
//! binutils.

use std::path::Path;
use std::process::Command;

use ::object::read::elf::{ElfFile32, ElfFile64};
use ::object::{Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionKind, SymbolKind, elf};

use super::{Arrangement, Class, ElfTarget, ObjectBuilder};
use crate::error::TranslateError;
use crate::ice::{FuncId, Global, GlobalInit, GlobalVar, Linkage, Module, Type};
use crate::mc::{FuncCode, Helper, PoolConst, PoolId, Reloc, SymbolRef};
use crate::testing::skipped;

const PC32: u16 = 2;

const REL: ElfTarget = ElfTarget {
    class: Class::Elf32,
    machine: elf::EM_386,
    flags: 0,
    rela: false,
    abs32_reloc: 1,
    text_align: 16,
    text_pad: 0xf4,
    mapping_symbol: None,
    extra_sections: &[],
};
const RELA: ElfTarget = ElfTarget {
    class: Class::Elf32,
    machine: elf::EM_X86_64,
    flags: 0,
    rela: true,
    abs32_reloc: 10,
    text_align: 16,
    text_pad: 0xf4,
    mapping_symbol: None,
    extra_sections: &[],
};

const WIDE: ElfTarget = ElfTarget { class: Class::Elf64, machine: elf::EM_AARCH64, abs32_reloc: ABS32, ..RELA };

type File<'a> = ElfFile32<'a>;

fn global(name: &str, linkage: Linkage, constant: bool, align: u32, init: Vec<GlobalInit>) -> GlobalVar {
    GlobalVar { name: name.into(), linkage, constant, align, init }
}

fn func(index: u32) -> SymbolRef {
    SymbolRef::Func(FuncId::from_u32(index))
}

fn reloc(offset: u32, kind: u16, target: SymbolRef, addend: i32) -> Reloc {
    Reloc { offset, kind, target, addend }
}

fn code(bytes: &[u8], relocs: &[Reloc]) -> FuncCode {
    FuncCode { bytes: bytes.to_vec(), relocs: relocs.to_vec(), ..FuncCode::default() }
}

fn build(module: &Module, target: ElfTarget, codes: &[FuncCode]) -> Result<Vec<u8>, TranslateError> {
    let mut builder = ObjectBuilder::new(module, target, &Arrangement::default())?;
    let defined = module.funcs.iter().filter(|(_, decl)| decl.defined).map(|(id, _)| id);
    for (id, code) in defined.zip(codes) {
        builder.add_function(id, code)?;
    }
    builder.finish().map(|file| file.into_bytes().unwrap())
}

/// The relocations of a section as `(offset, type, symbol's name, addend)`.
fn relocs<'data>(file: &impl Object<'data>, section: &str) -> Vec<(u64, u32, String, i64)> {
    let section = file.section_by_name(section).expect("the section exists");
    let relocs = section.relocations().map(|(offset, reloc)| {
        let RelocationFlags::Elf { r_type } = reloc.flags() else { panic!("an ELF relocation") };
        let RelocationTarget::Symbol(index) = reloc.target() else { panic!("a relocation against a symbol") };
        let name = file.symbol_by_index(index).unwrap().name().unwrap().to_string();
        (offset, r_type, name, reloc.addend())
    });
    relocs.collect()
}

/// The symbols as `(name, section, value, size, kind, whether it is global)`.
fn symbols<'data>(file: &impl Object<'data>) -> Vec<(String, String, u64, u64, SymbolKind, bool)> {
    file.symbols()
        .skip(usize::from(file.symbols().next().unwrap().name() == Ok("")))
        .map(|symbol| {
            let section = symbol.section_index().map(|index| file.section_by_index(index).unwrap().name().unwrap().to_string());
            let name = symbol.name().unwrap().to_string();
            (name, section.unwrap_or_default(), symbol.address(), symbol.size(), symbol.kind(), symbol.is_global())
        })
        .collect()
}

/// A module with something of everything, and its code: a 32-bit x86 program that exits with status
/// 42.
fn sample(abs32: u16) -> (Module, Vec<FuncCode>) {
    let mut module = Module::new();
    module.define_func("_start", Linkage::External, Type::Void, &[Type::I32]);
    module.declare_func("llvm.trap", Type::Void, &[]);
    module.define_func("", Linkage::Internal, Type::I32, &[]);
    module.define_func("memset", Linkage::External, Type::I32, &[Type::I32; 3]);
    let bytes = vec![GlobalInit::Data(vec![1, 2, 3])];
    module.globals.push(global("", Linkage::Internal, true, 1, bytes));
    let pointers = vec![
        GlobalInit::Data(vec![0xaa; 4]),
        GlobalInit::GlobalAddr(Global::from_u32(0), 2),
        GlobalInit::FuncAddr(FuncId::from_u32(2), 0),
    ];
    module.globals.push(global("table", Linkage::Internal, false, 4, pointers));
    module.globals.push(global("zeros", Linkage::External, false, 32, vec![GlobalInit::Zero(100)]));
    let constant_pointer = vec![GlobalInit::GlobalAddr(Global::from_u32(2), -4)];
    module.globals.push(global("", Linkage::Internal, true, 4, constant_pointer));

    // _start: mov eax, [table+8]; call eax; mov ebx, eax; mov eax, 1; int 0x80
    let start = [0xa1, 8, 0, 0, 0, 0xff, 0xd0, 0x89, 0xc3, 0xb8, 1, 0, 0, 0, 0xcd, 0x80];
    let start = code(&start, &[reloc(1, abs32, SymbolRef::Global(Global::from_u32(1)), 8)]);
    // mov eax, [constant]; mov ecx, [other constant+4]; call memset; ret
    let middle = [0xa1, 0, 0, 0, 0, 0x8b, 0x0d, 4, 0, 0, 0, 0xe8, 0xfc, 0xff, 0xff, 0xff, 0xc3];
    let mut middle = code(&middle, &[]);
    middle.pool = vec![PoolConst { bits: 40, size: 4 }, PoolConst { bits: 2 << 32, size: 16 }];
    middle.relocs = vec![
        reloc(1, abs32, SymbolRef::Pool(PoolId::from_u32(0)), 0),
        reloc(7, abs32, SymbolRef::Pool(PoolId::from_u32(1)), 4),
        reloc(12, PC32, SymbolRef::Helper(Helper::Memset), -4),
    ];
    // memset: add eax, ecx; ret
    let last = code(&[0x01, 0xc8, 0xc3], &[]);
    (module, vec![start, middle, last])
}

#[test]
fn sections_hold_what_the_layout_rule_says() {
    let (module, codes) = sample(1);
    let bytes = build(&module, REL, &codes).unwrap();
    let file = File::parse(&*bytes).unwrap();
    let describe = |section: ::object::read::elf::ElfSection32<'_, '_>| {
        (section.name().unwrap().to_string(), section.size(), section.align())
    };
    let sections: Vec<_> = file.sections().map(describe).collect();
    let expected = [
        (".text", 51, 16),
        (".rodata", 8, 4),
        (".data", 12, 4),
        (".bss", 100, 32),
        (".rodata.cst4", 4, 4),
        (".rodata.cst16", 16, 16),
        (".note.GNU-stack", 0, 1),
        (".rel.text", 32, 4),
        (".rel.rodata", 8, 4),
        (".rel.data", 16, 4),
    ];
    let expected: Vec<_> = expected.map(|(name, size, align)| (name.to_string(), size, align)).into();
    assert_eq!(sections[..expected.len()], expected);
    assert_eq!(sections[expected.len()..].iter().map(|s| &*s.0).collect::<Vec<_>>(), [".symtab", ".strtab", ".shstrtab"]);
    let data = |name| file.section_by_name(name).unwrap().data().unwrap();
    assert_eq!(data(".rodata"), [1, 2, 3, 0, 0xfc, 0xff, 0xff, 0xff]);
    assert_eq!(data(".data"), [0xaa, 0xaa, 0xaa, 0xaa, 2, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(data(".rodata.cst4"), [40, 0, 0, 0]);
    assert_eq!(file.section_by_name(".bss").unwrap().kind(), SectionKind::UninitializedData);
}

#[test]
fn functions_are_aligned_and_the_gaps_trap() {
    let (module, codes) = sample(1);
    let bytes = build(&module, REL, &codes).unwrap();
    let file = File::parse(&*bytes).unwrap();
    let text = file.section_by_name(".text").unwrap().data().unwrap();
    assert_eq!(text[..16], codes[0].bytes);
    assert_eq!(text[16..33], codes[1].bytes);
    assert_eq!(text[33..48], [0xf4; 15]);
    assert_eq!(text[48..], codes[2].bytes);
}

#[test]
fn symbols_have_sections_sizes_and_bindings() {
    let (module, codes) = sample(1);
    let bytes = build(&module, REL, &codes).unwrap();
    let file = File::parse(&*bytes).unwrap();
    use SymbolKind::{Data, Text};
    let expected = [
        ("Function2", ".text", 16, 17, Text, false),
        ("Global0", ".rodata", 0, 3, Data, false),
        ("table", ".data", 0, 12, Data, false),
        ("Global3", ".rodata", 4, 4, Data, false),
        (".LC0", ".rodata.cst4", 0, 4, Data, false),
        (".LC1", ".rodata.cst16", 0, 16, Data, false),
        ("_start", ".text", 0, 16, Text, true),
        ("memset", ".text", 48, 3, Text, true),
        ("zeros", ".bss", 0, 100, Data, true),
    ];
    let expected: Vec<_> = expected.map(|(name, section, a, s, k, g)| (name.to_string(), section.to_string(), a, s, k, g)).into();
    assert_eq!(symbols(&file), expected);
}

#[test]
fn relocations_name_their_symbols_and_carry_addends_in_rela_form() {
    let (module, codes) = sample(10);
    let bytes = build(&module, RELA, &codes).unwrap();
    let file = File::parse(&*bytes).unwrap();
    let named = |list: &[(u64, u32, &str, i64)]| list.iter().map(|&(o, t, n, a)| (o, t, n.to_string(), a)).collect::<Vec<_>>();
    let text = [(1, 10, "table", 8), (17, 10, ".LC0", 0), (23, 10, ".LC1", 4), (28, 2, "memset", -4)];
    assert_eq!(relocs(&file, ".text"), named(&text));
    assert_eq!(relocs(&file, ".data"), named(&[(4, 10, "Global0", 2), (8, 10, "Function2", 0)]));
    assert_eq!(relocs(&file, ".rodata"), named(&[(4, 10, "zeros", -4)]));
    assert_eq!(file.section_by_name(".rodata").unwrap().data().unwrap()[4..], [0; 4]);
}

/// Relocation types of A64 do not fit into eight bits.
const ABS32: u16 = 0x102;

#[test]
fn a_file_of_64_bits_says_what_one_of_32_bits_says() {
    let narrow_type = |relocs: Vec<(u64, u32, String, i64)>| {
        relocs.into_iter().map(|(o, t, n, a)| (o, if t == ABS32.into() { 10 } else { t }, n, a)).collect::<Vec<_>>()
    };
    let (module, codes) = sample(10);
    let narrow_bytes = build(&module, RELA, &codes).unwrap();
    let narrow = File::parse(&*narrow_bytes).unwrap();
    let (module, codes) = sample(ABS32);
    let wide_bytes = build(&module, WIDE, &codes).unwrap();
    let wide = ElfFile64::<::object::Endianness>::parse(&*wide_bytes).unwrap();
    assert_eq!(wide.architecture(), ::object::Architecture::Aarch64);
    assert_eq!(symbols(&wide), symbols(&narrow));
    for section in [".text", ".data", ".rodata"] {
        assert_eq!(narrow_type(relocs(&wide, section)), relocs(&narrow, section), "{section}");
    }
    let names = |section: &str| !section.starts_with(".rela") && !section.contains("tab");
    for section in narrow.sections().filter(|section| section.name().is_ok_and(names)) {
        let same = wide.section_by_name(section.name().unwrap()).unwrap();
        assert_eq!((same.data(), same.size(), same.align()), (section.data(), section.size(), section.align()));
    }
    assert_eq!(wide.section_by_name(".rela.text").unwrap().size(), 4 * 24);
}

#[test]
fn undefined_symbols_are_shared_by_name_and_only_those_in_use_appear() {
    let mut module = Module::new();
    module.define_func("a", Linkage::Internal, Type::Void, &[]);
    module.declare_func("memcpy", Type::I32, &[Type::I32; 3]);
    module.declare_func("unused", Type::Void, &[]);
    module.globals.push(global("outside", Linkage::External, false, 1, vec![]));
    let outside = SymbolRef::Global(Global::from_u32(0));
    let targets = [SymbolRef::Helper(Helper::Memcpy), outside, func(1), func(0), SymbolRef::Helper(Helper::Fmod)];
    let list: Vec<_> = (0..).step_by(4).zip(targets).map(|(offset, target)| reloc(offset, PC32, target, 0)).collect();
    let bytes = build(&module, REL, &[code(&[0; 20], &list)]).unwrap();
    let file = File::parse(&*bytes).unwrap();
    let targets: Vec<_> = relocs(&file, ".text").into_iter().map(|(_, _, name, _)| name).collect();
    assert_eq!(targets, ["memcpy", "outside", "memcpy", "a", "fmod"]);
    let undefined: Vec<_> = file.symbols().filter(|s| s.is_undefined() && s.is_global()).map(|s| s.name().unwrap()).collect();
    assert_eq!(undefined, ["memcpy", "outside", "fmod"]);
}

#[test]
fn an_internal_memcpy_is_not_what_helper_calls_mean() {
    let mut module = Module::new();
    module.define_func("memcpy", Linkage::Internal, Type::Void, &[]);
    let call = reloc(0, PC32, SymbolRef::Helper(Helper::Memcpy), 0);
    let bytes = build(&module, REL, &[code(&[0; 4], &[call])]).unwrap();
    let file = File::parse(&*bytes).unwrap();
    let found: Vec<_> = file.symbols().filter(|s| s.name() == Ok("memcpy")).map(|s| s.is_undefined()).collect();
    assert_eq!(found, [false, true]);
    let (_, reloc) = file.section_by_name(".text").unwrap().relocations().next().unwrap();
    let RelocationTarget::Symbol(index) = reloc.target() else { panic!("a symbol") };
    assert!(file.symbol_by_index(index).unwrap().is_undefined());
}

#[test]
fn internal_names_may_repeat_and_external_ones_may_not() {
    let module = |linkage, names: [&str; 2]| {
        let mut module = Module::new();
        module.define_func(names[0], linkage, Type::Void, &[]);
        module.globals.push(global(names[1], linkage, true, 1, vec![GlobalInit::Zero(1)]));
        module
    };
    let codes = [code(&[0xc3], &[])];
    let count = |linkage, names| {
        let bytes = build(&module(linkage, names), REL, &codes)?;
        let file = File::parse(&*bytes).unwrap();
        Ok::<_, TranslateError>(file.symbols().filter(|s| s.name() == Ok(names[0])).count())
    };
    assert_eq!(count(Linkage::Internal, ["x", "x"]), Ok(2));
    assert_eq!(count(Linkage::Internal, ["Global0", ""]), Ok(2));
    let error = count(Linkage::External, ["x", "x"]).unwrap_err();
    assert_eq!(error.to_string(), "two external symbols of the module have the name x");
    let error = count(Linkage::External, ["Global0", ""]).unwrap_err();
    assert_eq!(error.to_string(), "two external symbols of the module have the name Global0");
    let error = count(Linkage::Internal, ["x\0y", "x"]).unwrap_err();
    assert_eq!(error.to_string(), "the symbol name \"x\\0y\" contains a zero byte");
}

#[test]
fn a_defined_function_without_code_is_an_error() {
    let (module, codes) = sample(1);
    let error = build(&module, REL, &codes[..2]).unwrap_err();
    assert_eq!(error.to_string(), "function memset: is defined, but there is no code for it");
}

#[test]
fn an_empty_module_makes_an_object_file() {
    let bytes = build(&Module::new(), RELA, &[]).unwrap();
    let file = File::parse(&*bytes).unwrap();
    assert_eq!(file.symbols().filter(|s| s.name() != Ok("")).count(), 0);
    assert_eq!(file.section_by_name(".text").unwrap().size(), 0);
}

#[test]
fn constants_of_all_functions_are_merged() {
    let mut module = Module::new();
    let ids = ["a", "b"].map(|name| module.define_func(name, Linkage::Internal, Type::Void, &[]));
    let constant = |value: f64| PoolConst { bits: value.to_bits().into(), size: 8 };
    let pools = [vec![constant(1.0), constant(0.0)], vec![constant(-0.0), constant(1.0)]];
    let mut builder = ObjectBuilder::new(&module, RELA, &Arrangement::default()).unwrap();
    for (id, pool) in ids.into_iter().zip(pools) {
        let relocs = [0, 1].map(|index| reloc(8 * index, 10, SymbolRef::Pool(PoolId::from_u32(index)), 0)).to_vec();
        builder.add_function(id, &FuncCode { bytes: vec![0; 16], relocs, pool, ..FuncCode::default() }).unwrap();
    }
    let bytes = builder.finish().unwrap().into_bytes().unwrap();
    let file = File::parse(&*bytes).unwrap();
    let used: Vec<_> = relocs(&file, ".text").into_iter().map(|(_, _, name, _)| name).collect();
    assert_eq!(used, [".LC0", ".LC1", ".LC2", ".LC0"]);
    assert_eq!(file.section_by_name(".rodata.cst8").unwrap().size(), 24);
}

/// Runs a program of the system; `None`, with a word about it, if it is not installed.
fn run(program: &str, args: &[&str], dir: &Path) -> Option<std::process::Output> {
    match Command::new(program).args(args).current_dir(dir).output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            skipped(format_args!("object files in {program}, which is not installed (Debian: binutils)"));
            None
        }
        Err(error) => panic!("{program}: {error}"),
    }
}

#[test]
fn binutils_accept_the_files_without_a_warning() {
    let dir = tempfile::tempdir().unwrap();
    let wide = ElfTarget { class: Class::Elf64, ..RELA };
    for (target, abs32, emulation) in [(REL, 1, "elf_i386"), (RELA, 10, "elf32_x86_64"), (wide, 10, "elf_x86_64")] {
        let (module, codes) = sample(abs32);
        std::fs::write(dir.path().join("a.o"), build(&module, target, &codes).unwrap()).unwrap();
        for (program, args) in [
            ("readelf", &["-aW", "a.o"][..]),
            ("ld", &["-m", emulation, "-r", "a.o", "-o", "r.o"]),
            ("ld", &["-m", emulation, "a.o", "-o", "a.out"]),
        ] {
            let Some(output) = run(program, args, dir.path()) else { continue };
            assert!(output.status.success(), "{program} {args:?}: {output:?}");
            assert!(output.stderr.is_empty(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn a_linked_program_finds_its_globals_constants_and_functions() {
    let dir = tempfile::tempdir().unwrap();
    let (module, codes) = sample(1);
    std::fs::write(dir.path().join("a.o"), build(&module, REL, &codes).unwrap()).unwrap();
    let Some(linked) = run("ld", &["-m", "elf_i386", "a.o", "-o", "a.out"], dir.path()) else { return };
    assert!(linked.status.success(), "{linked:?}");
    // Hosts that cannot execute 32-bit x86 programs say so with ENOEXEC.
    match Command::new(dir.path().join("a.out")).status() {
        Ok(status) => assert_eq!(status.code(), Some(42)),
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::Other, "{error}"),
    }
}

#[test]
fn a_mapping_symbol_is_the_last_local_one_and_marks_code_only() {
    let (module, codes) = sample(1);
    let plain = build(&module, REL, &codes).unwrap();
    let target = ElfTarget { mapping_symbol: Some("$a"), ..REL };
    let marked = build(&module, target, &codes).unwrap();
    let (plain, marked) = (File::parse(&*plain).unwrap(), File::parse(&*marked).unwrap());
    let names = |file: &File<'_>| file.symbols().map(|symbol| symbol.name().unwrap().to_owned()).collect::<Vec<_>>();
    let mut expected = names(&plain);
    let locals = plain.symbols().filter(ObjectSymbol::is_local).count();
    expected.insert(locals, "$a".into());
    assert_eq!(names(&marked), expected);
    let symbol = marked.symbols().nth(locals).unwrap();
    let text = marked.section_by_name(".text").unwrap().index();
    assert_eq!((symbol.address(), symbol.size(), symbol.section_index(), symbol.is_local()), (0, 0, Some(text), true));
    for section in [".text", ".rodata", ".data"] {
        assert_eq!(relocs(&marked, section), relocs(&plain, section), "{section}");
    }
    let empty = build(&Module::new(), target, &[]).unwrap();
    assert!(File::parse(&*empty).unwrap().symbols().all(|symbol| symbol.name() != Ok("$a")));
}
