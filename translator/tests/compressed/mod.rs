//! Files as other writers make them: abbreviations of their own, at module level, in every block,
//! before the module; the version record anywhere before the bodies. `pnacl-bccompress` was part of
//! every release build, so this is what production files look like.
//!
//! The files are programs of our own, the SDK's where they are, and a module of our own. Their records stay what they are; how
//! they are packed and ordered changes; the object must not.

mod abbreviate;
mod encode;
mod tree;

use abbreviate::{Style, abbreviations};
use encode::{Order, encode};
use translator::bitcode::read_module;
use translator::bitcode::text_records::{assemble, disassemble};
use translator::driver;
use translator::options::{Isa, OptLevel, Options};
use translator::testing;
use tree::Block;

const VARIANTS: [(Style, Order); 5] = [
    (Style::Tight, Order::VersionLast),
    (Style::Arrays, Order::VersionLast),
    (Style::Tight, Order::Local),
    (Style::Padded, Order::Outside),
    (Style::Arrays, Order::Outside),
];

/// The file in another style and order.
fn repacked(original: &[u8], style: Style, order: Order) -> Vec<u8> {
    let module = Block::parse(&disassemble(original).unwrap());
    let text = encode(&module, &abbreviations(&module, style), order);
    let file = assemble(&text).unwrap_or_else(|error| panic!("{style:?} {order:?}: {error}"));
    file.bytes
}

fn object(bytes: &[u8], isa: Isa, opt: OptLevel) -> Vec<u8> {
    driver::translate(bytes, &Options::new(isa, opt)).unwrap_or_else(|error| panic!("{isa} {opt}: {error}"))
}

/// All variants of a file give its objects.
fn check(name: &str, original: &[u8]) {
    let files: Vec<_> = VARIANTS.map(|(style, order)| (style, order, repacked(original, style, order))).into();
    for (style, order, file) in &files {
        assert!(file != original, "{name}: {style:?} {order:?} is the file itself");
        read_module(file).unwrap_or_else(|error| panic!("{name}: {style:?} {order:?}: {error}"));
    }
    for (isa, opt) in Isa::ALL.into_iter().flat_map(|isa| OptLevel::ALL.map(|opt| (isa, opt))) {
        let expected = object(original, isa, opt);
        for (style, order, file) in &files {
            assert!(object(file, isa, opt) == expected, "{name}: {style:?} {order:?}: {isa} {opt}: another object");
        }
    }
}

#[test]
fn however_a_program_is_packed_its_objects_are_the_same() {
    let all = testing::programs().into_iter().enumerate();
    let files: Vec<_> = all.filter(|&(number, _)| testing::takes_turn(number, 2, 0)).map(|(_, file)| file).collect();
    std::thread::scope(|scope| {
        for half in files.chunks(files.len().div_ceil(2)) {
            scope.spawn(|| half.iter().for_each(|path| check(&path.display().to_string(), &std::fs::read(path).unwrap())));
        }
    });
}

#[test]
fn however_a_module_of_our_own_is_packed_its_objects_are_the_same() {
    let text = "@data = internal global [6 x i8] c\"hello\\00\", align 1\n\
        declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)\n\
        define void @_start(i32 %info) {\n\
          %buffer = alloca i8, i32 16, align 4\n\
          call void @llvm.memset.p0i8.i32(i8* %buffer, i8 7, i32 16, i32 1, i1 false)\n\
          %one = call i32 @twice(i32 21, float 1.5)\n\
          ret void\n\
        }\n\
        define internal i32 @twice(i32 %x, float %y) {\n\
          %sum = add i32 %x, %x\n\
          %is_big = icmp ugt i32 %sum, 1000\n\
          br i1 %is_big, label %big, label %done\n\
        big:\n\
          br label %done\n\
        done:\n\
          %r = phi i32 [ %sum, %0 ], [ 0, %big ]\n\
          ret i32 %r\n\
        }\n";
    let (module, functions) = translator::text::parse_module(text, "own.ll").unwrap();
    check("own.ll", &translator::bitcode::write_module(&module, &functions).unwrap());
}

/// The types block of a module without types, as the SDK's writer leaves it: a count of nothing,
/// and an abbreviation with an array of type numbers that take no bits.
#[test]
fn a_module_without_anything() {
    for types in ["1,65535,17,3;\n2,65533,4,1,21,0,1,1,0,3,0,1,0;\n3,1,0;\n0,65534;\n", "1,65535,17,2;\n0,65534;\n", ""] {
        let text = format!("1,65535,8,2;\n3,1,1;\n{types}1,65535,19,2;\n3,5,0;\n0,65534;\n0,65534;\n");
        let file = assemble(&text).unwrap();
        let (module, functions) = read_module(&file.bytes).unwrap_or_else(|error| panic!("{types}: {error}"));
        assert!(module.funcs.is_empty() && functions.is_empty());
        for (isa, opt) in Isa::ALL.into_iter().flat_map(|isa| OptLevel::ALL.map(|opt| (isa, opt))) {
            assert!(!object(&file.bytes, isa, opt).is_empty());
        }
    }
}
