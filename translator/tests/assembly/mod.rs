//! Assembly text, assembled by GNU as and by LLVM's llvm-mc, is the object file: the same bytes in
//! every section, the same references, the same symbols.
//!
//! Every module of the corpus, the runtime and the programs (ours, and the SDK's where they are), for
//! every target, with and without its optional instructions. Says what it skipped where an
//! assembler is missing.

mod canonical;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use canonical::{Canonical, Referent, canonical};
use translator::driver::{translate, translate_runtime};
use translator::options::{Controls, Diversity, Features, FileType, Immediates, Isa, OptLevel, Options, OwnSections, Remarks};
use translator::testing::{self, skipped, takes_turn};

/// What messages call the runtime.
const RUNTIME: &str = "runtime";
const EM_ARM: u16 = 40;
const EM_MIPS: u16 = 8;
const EM_X86_64: u16 = 62;
const R_X86_64_32: u32 = 10;
const R_X86_64_32S: u32 = 11;

/// An assembler of a target.
#[derive(Copy, Clone)]
struct Assembler {
    program: &'static str,
    args: &'static [&'static str],
    /// Debian's.
    package: &'static str,
    is_llvm: bool,
}

/// The assemblers of a target: GNU's and LLVM's.
fn assemblers(isa: Isa) -> [Assembler; 2] {
    let gnu = |program, args, package| Assembler { program, args, package, is_llvm: false };
    let llvm = |args| Assembler { program: "llvm-mc-14", args, package: "llvm-14", is_llvm: true };
    match isa {
        Isa::X8632 => [gnu("as", &["--32"], "binutils"), llvm(&["-triple=i686-linux-gnu"])],
        Isa::X8664 => [gnu("as", &["--x32"], "binutils"), llvm(&["-triple=x86_64-linux-gnux32"])],
        Isa::Arm32 => {
            [gnu("arm-linux-gnueabihf-as", &[], "binutils-arm-linux-gnueabihf"), llvm(&["-triple=armv7-linux-gnueabihf"])]
        }
        // Debian's is built to insert `sync` at certain labels, for a processor with a fault.
        Isa::Mips32 => [
            gnu("mipsel-linux-gnu-as", &["-march=mips32r2", "-mno-fix-loongson3-llsc"], "binutils-mipsel-linux-gnu"),
            llvm(&["-triple=mipsel-linux-gnu", "-mcpu=mips32r2"]),
        ],
    }
}

/// Assembles a text; warnings are errors.
fn assemble(assembler: Assembler, what: &str, text: &[u8]) -> Vec<u8> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (source, object) = (dir.path().join("in.s"), dir.path().join("out.o"));
    std::fs::write(&source, text).expect("writable");
    let mut command = Command::new(assembler.program);
    command.args(assembler.args);
    command.args(if assembler.is_llvm { &["-filetype=obj", "-fatal-warnings"][..] } else { &["--fatal-warnings"] });
    let output = command.arg("-o").arg(&object).arg(&source).output();
    let output = output.expect("the assembler starts: it did before");
    let messages = String::from_utf8_lossy(&output.stderr);
    let first = messages.lines().find(|line| line.contains("in.s:")).unwrap_or_default();
    let number = first.split(':').nth(1).and_then(|number| number.parse::<usize>().ok()).unwrap_or(0);
    let line = text.split(|&byte| byte == b'\n').nth(number.wrapping_sub(1)).map(String::from_utf8_lossy);
    assert!(output.status.success() && messages.is_empty(), "{} {what}: {first}\n{line:?}", assembler.program);
    std::fs::read(object).expect("the assembler has written it")
}

/// The assemblers of a target that are there; says so of the others.
fn installed(isa: Isa) -> Vec<Assembler> {
    let is_there = |assembler: &Assembler| {
        let there = Command::new(assembler.program).arg("--version").output().is_ok_and(|output| output.status.success());
        if !there {
            skipped(format_args!("assembly text for {isa}: there is no {} (Debian: {})", assembler.program, assembler.package));
        }
        there
    };
    assemblers(isa).into_iter().filter(is_there).collect()
}

/// The targets for which there is an assembler.
fn targets() -> Vec<(Isa, Vec<Assembler>)> {
    Isa::ALL.into_iter().map(|isa| (isa, installed(isa))).filter(|(_, assemblers)| !assemblers.is_empty()).collect()
}

/// The options to try for a target.
fn variants(isa: Isa) -> Vec<Options> {
    OptLevel::ALL.into_iter().flat_map(|opt| variants_of(Options::new(isa, opt))).collect()
}

fn variants_of(plain: Options) -> Vec<Options> {
    let features = match plain.isa {
        Isa::X8632 | Isa::X8664 => Features { sse41: true, ..Features::default() },
        Isa::Arm32 => Features { hwdiv_arm: true, ..Features::default() },
        Isa::Mips32 => return vec![plain],
    };
    vec![plain.clone(), Options { features, ..plain }]
}

/// Compares what the assemblers make of the text with the object file. `make` translates. Prefixes
/// that choose between encodings are GNU's alone: such a text is compared by it. So is code as bytes,
/// of which only directives and references are left to read, but for the runtime's: LLVM's assembler takes
/// ten times as long to start. For the same reason it reads a file's text for every other target only, and GNU's
/// reads the bytes for the others: which, the file's name says.
fn compare(what: &str, options: &Options, assemblers: &[Assembler], make: impl Fn(&Options) -> Vec<u8>) {
    let isa = options.isa;
    let ours = canonical(&make(options));
    let text = make(&Options { file_type: FileType::Asm, ..options.clone() });
    assert_is_readable(what, options, &text);
    let bytes = make(&Options { file_type: FileType::Iasm, ..options.clone() });
    let is_llvms = (what.bytes().map(usize::from).sum::<usize>() + isa as usize).is_multiple_of(2);
    for &assembler in assemblers {
        for (kind, text) in [("", &text), (" as bytes", &bytes)] {
            let is_gnus = text.windows(7).any(|word| word == b"\t{load}" || word == b"\t{store");
            let is_bytes = !kind.is_empty();
            let is_enough = what != RUNTIME && if assembler.is_llvm { is_bytes || !is_llvms } else { is_bytes && is_llvms };
            if is_enough || (assembler.is_llvm && is_gnus) {
                continue;
            }
            if assembler.is_llvm && has_another_length(isa, text) {
                assemble(assembler, &format!("{isa} {what}{kind}"), text);
            } else {
                compare_text(&format!("{isa} {what}{kind}"), assembler, &ours, text);
            }
        }
    }
    assert_ne!(text, bytes, "{isa} {what}: with code as bytes");
}

/// Whether LLVM's assembler has another encoding of some instruction: x86's short one of an operation
/// on `eax` with an address as its operand, which it uses for numbers only.
fn has_another_length(isa: Isa, text: &[u8]) -> bool {
    let is_x86 = matches!(isa, Isa::X8632 | Isa::X8664);
    let short = ["add", "or", "adc", "sbb", "and", "sub", "xor", "cmp", "test"].map(|op| format!("\t{op} eax, offset "));
    let text = std::str::from_utf8(text).expect("text");
    is_x86 && text.lines().any(|line| short.iter().any(|start| line.starts_with(start)))
}

/// Compares what an assembler makes of a text with an object file.
fn compare_text(what: &str, assembler: Assembler, ours: &Canonical, text: &[u8]) {
    let theirs = canonical(&assemble(assembler, what, text));
    let what = &format!("{what}, {}", assembler.program);
    assert_eq!(ours.machine, theirs.machine);
    // Assemblers leave the flag for VFP arguments to the linker.
    let flags = if ours.machine == EM_ARM { 0x0500_0000 } else { ours.flags };
    assert_eq!(flags, theirs.flags, "{what}: e_flags");
    assert!(ours.sections.keys().eq(theirs.sections.keys()), "{what}: {:?} {:?}", ours.sections, theirs.sections);
    for name in ours.sections.keys() {
        compare_section(&format!("{what} {name}"), name, ours, &theirs, assembler.is_llvm);
    }
    let mut different = ours.symbols.symmetric_difference(&theirs.symbols);
    assert_eq!(different.next(), None, "{what}: a symbol that only one of the two has");
}

/// Code is instructions, not numbers: data directives come after it. What fills the bundles of x86's sandbox is numbers, and behind these
/// it says which instruction they are.
fn assert_is_readable(what: &str, options: &Options, text: &[u8]) {
    let text = std::str::from_utf8(text).expect("text");
    let (_, code) = text.split_once("\t.text\n").expect("code comes first");
    let is_section = |line: &&str| ["\t.section", "\t.data", "\t.bss"].iter().any(|name| line.starts_with(name));
    let may_have_numbers = options.features.sandbox && matches!(options.isa, Isa::X8632 | Isa::X8664);
    let mut unsaid = None;
    for line in code.lines().take_while(|line| !is_section(line)) {
        let is_number = ["byte\t", ".inst", ".long", ".reloc"].iter().any(|directive| line.contains(directive));
        assert!(is_number || unsaid.is_none(), "{what}: {unsaid:?}");
        unsaid = (is_number && !(may_have_numbers && line.ends_with(" */"))).then_some(line);
    }
    assert_eq!(unsaid, None, "{what}");
}

fn compare_section(what: &str, name: &str, ours: &Canonical, theirs: &Canonical, is_llvm: bool) {
    let (machine, our, their) = (ours.machine, &ours.sections[name], &theirs.sections[name]);
    assert_eq!(our.flags, their.flags, "{what}: flags");
    if name == ".ARM.attributes" {
        return assert_eq!(attributes(&our.bytes), attributes(&their.bytes), "{what}");
    }
    // The MIPS assemblers align three sections to 16 bytes, and GNU's pads all to their alignment,
    // but not beyond 16.
    let (mut size, mut align) = (our.size, our.align);
    if machine == EM_MIPS {
        align = if [".text", ".data", ".bss"].contains(&name) { align.max(16) } else { align };
        size = if is_llvm { size } else { size.next_multiple_of(align.min(16)) };
    }
    assert_eq!((size, align), (their.size, their.align), "{what}: size and alignment");
    if let Some(at) = (0..our.bytes.len()).find(|&at| our.bytes[at] != their.bytes[at]) {
        let around = at & !3..(at + 12).min(our.bytes.len());
        panic!("{what}: at {at:#x} {:02x?}, but as has {:02x?}", &our.bytes[around.clone()], &their.bytes[around]);
    }
    assert!(their.bytes[our.bytes.len()..].iter().all(|&byte| byte == 0), "{what}: the padding is zero");
    for (offset, reference) in &our.references {
        // LLVM has another opinion of which of x32's addresses are extended with their sign: all fit in 31 bits.
        let any = |reference: &(u32, Referent, i64)| {
            let is_signed = (machine, reference.0, is_llvm) == (EM_X86_64, R_X86_64_32S, true);
            (if is_signed { R_X86_64_32 } else { reference.0 }, reference.1.clone(), reference.2)
        };
        let (one, other) = (any(reference), their.references.get(offset).map(any));
        assert_eq!(Some(one), other, "{what}: reference at {offset:#x}");
    }
    assert_eq!(our.references.len(), their.references.len(), "{what}: number of references");
}

/// The file-scope attributes that are not zero, which is what an absent one means. Not the names of
/// the processor (4 and 5), which assemblers add.
fn attributes(section: &[u8]) -> BTreeMap<u8, u8> {
    let mut found = BTreeMap::new();
    // After the format, the vendor and the head of the file's part.
    let mut rest = &section[16..];
    while let [tag, value, tail @ ..] = rest {
        rest = tail;
        if matches!(tag, 4 | 5) {
            let end = rest.iter().position(|&byte| byte == 0).expect("names end with a zero");
            rest = &rest[end + 1..];
        } else if *value != 0 {
            found.insert(*tag, *value);
        }
    }
    found
}

/// With functions and variables in sections of their own: each of these is equal, too.
#[test]
fn code_in_sections_of_its_own_assembles_to_its_object() {
    let every = |files: Vec<PathBuf>, step| files.into_iter().step_by(step);
    let files: Vec<PathBuf> = every(testing::corpus(), 7).chain(every(testing::programs(), 3)).collect();
    for (isa, assemblers) in targets() {
        for opt in OptLevel::ALL {
            for (functions, data) in [(true, true), (true, false), (false, true)] {
                let options = Options { own_sections: OwnSections { functions, data }, ..Options::new(isa, opt) };
                compare_odd_names(&options, &assemblers);
                if functions && data {
                    tried(&files, isa, opt).for_each(|file| compare_file(file, &options, &assemblers));
                }
            }
        }
    }
}

/// What `-asm-verbose` says beside the code changes nothing: without it the text is the same.
#[test]
fn comments_are_all_that_a_verbose_text_has_more() {
    let every = |files: Vec<PathBuf>, step| files.into_iter().step_by(step);
    let files: Vec<PathBuf> = every(testing::corpus(), 3).chain(every(testing::programs(), 2)).collect();
    for isa in Isa::ALL {
        for plain in OptLevel::ALL.map(|opt| Options { file_type: FileType::Asm, ..Options::new(isa, opt) }) {
            let controls = Controls { remarks: Remarks { liveness: true, loops: true, blocks: true }, ..Controls::default() };
            let verbose = Options { controls, ..plain.clone() };
            let mut ends = 0;
            for file in tried(&files, isa, plain.opt) {
                let bytes = std::fs::read(file).expect("readable");
                let text = |options| String::from_utf8(translate(&bytes, options).expect("translates")).expect("text");
                let said = text(&verbose);
                ends += said.matches("/* END=").count();
                let is_said = |line: &&str| {
                    !["Live", "LLVM-MCA-", "Block="].iter().any(|word| line.starts_with(&format!("\t\t\t\t/* {word}")))
                };
                let lines = said.lines().filter(is_said).map(|line| line.split_once("\t/* END=").map_or(line, |(code, _)| code));
                assert!(lines.eq(text(&plain).lines()), "{isa} {}", file.display());
            }
            assert!(ends > 500, "{isa}: {ends} ends");
            for assembler in installed(isa) {
                let bytes = std::fs::read(&files[0]).expect("readable");
                let object = assemble(assembler, "verbose", &translate(&bytes, &verbose).expect("translates"));
                assert_eq!(object, assemble(assembler, "plain", &translate(&bytes, &plain).expect("translates")));
            }
        }
    }
}

fn compare_file(file: &Path, options: &Options, assemblers: &[Assembler]) {
    let bytes = std::fs::read(file).expect("readable");
    let name = file.file_name().expect("a file").to_string_lossy();
    compare(&name, options, assemblers, |options| translate(&bytes, options).unwrap_or_else(|error| panic!("{name}: {error}")));
}

/// Of how many files one is translated by the recipes that emit the same forms as the others, in another order: O0 and O3.
const STEP: usize = 4;

/// Of how many files a recipe translates one.
fn step(opt: OptLevel) -> usize {
    if matches!(opt, OptLevel::Om1 | OptLevel::O2) { 1 } else { STEP }
}

/// The files that a recipe translates for a target.
fn tried(files: &[PathBuf], isa: Isa, opt: OptLevel) -> impl Iterator<Item = &PathBuf> {
    let turn = isa as usize + opt as usize;
    files.iter().step_by(step(opt)).enumerate().filter(move |&(number, _)| takes_turn(number, 2, turn)).map(|(_, file)| file)
}

/// Compares files, each translated for one target in `of`; options that change nothing of a text are not tried with it again.
fn compare_files(files: &[PathBuf], of: usize) {
    for (turn, (isa, assemblers)) in targets().into_iter().enumerate() {
        for (number, file) in files.iter().enumerate().filter(|&(number, _)| takes_turn(number, of, turn)) {
            let bytes = std::fs::read(file).expect("readable");
            let mut seen = HashSet::new();
            for options in variants(isa).into_iter().filter(|options| (number / of).is_multiple_of(step(options.opt))) {
                let text = translate(&bytes, &Options { file_type: FileType::Asm, ..options.clone() });
                if seen.insert(text.unwrap_or_else(|error| panic!("{}: {error}", file.display()))) {
                    compare_file(file, &options, &assemblers);
                }
            }
        }
    }
}

#[test]
fn the_corpus_assembles_to_its_objects() {
    compare_files(&testing::corpus(), 2);
}

/// With everything that a seed decides: forms that plain code never has.
#[test]
fn diversified_code_assembles_to_its_object() {
    let files: Vec<PathBuf> =
        testing::corpus().into_iter().step_by(9).chain(testing::programs().into_iter().step_by(4)).collect();
    for (isa, assemblers) in targets() {
        for (seed, plain) in OptLevel::ALL.into_iter().map(|opt| Options::new(isa, opt)).enumerate() {
            for immediates in [Immediates::Randomize, Immediates::Pool] {
                let diversity = Diversity { immediates, nop_percentage: 50, threshold: 0x1000, ..Diversity::all() };
                let controls = Controls { diversity, randomize_regalloc: true, seed: seed as u64, ..Controls::default() };
                let options = Options { controls, ..plain.clone() };
                tried(&files, isa, plain.opt).for_each(|file| compare_file(file, &options, &assemblers));
            }
        }
    }
}

/// Code in the bundles of a sandbox, with what fills them.
#[test]
fn sandboxed_code_assembles_to_its_object() {
    let files: Vec<PathBuf> =
        testing::corpus().into_iter().step_by(8).chain(testing::programs().into_iter().step_by(4)).collect();
    let features = Features { sandbox: true, ..Features::default() };
    for (isa, assemblers) in targets() {
        for options in OptLevel::ALL.map(|opt| Options { features, ..Options::new(isa, opt) }) {
            compare(RUNTIME, &options, &assemblers, |options| translate_runtime(options).expect("the runtime translates"));
            compare_odd_names(&options, &assemblers);
            tried(&files, isa, options.opt).for_each(|file| compare_file(file, &options, &assemblers));
        }
    }
}

#[test]
fn the_runtime_assembles_to_its_object() {
    for (isa, assemblers) in targets() {
        for options in variants(isa) {
            compare(RUNTIME, &options, &assemblers, |options| translate_runtime(options).expect("the runtime translates"));
        }
    }
}

#[test]
fn the_programs_assemble_to_their_objects() {
    compare_files(&testing::programs(), 4);
}

/// Names that mean something to assemblers, that are no identifiers, or that two symbols share.
const ODD_NAMES: &str = r#"
@cst4 = internal constant [3 x i8] c"\01\02\03", align 2
@eax = global [4 x i8] c"\01\02\03\04", align 4
@offset = internal global <{ i32, i32 }> <{ i32 ptrtoint ([4 x i8]* @eax to i32), i32 add (i32 ptrtoint (void ()* @and to i32), i32 7) }>
@"two words" = internal constant [3 x i8] c"\22\\\0a", align 1
declare i32 @r8d(i32)
define void @and() {
  %a = ptrtoint [4 x i8]* @eax to i32
  %b = call i32 @r8d(i32 %a)
  %c = ptrtoint [3 x i8]* @"two words" to i32
  %d = call i32 @r8d(i32 %c)
  %e = ptrtoint <{ i32, i32 }>* @offset to i32
  %f = call i32 @r8d(i32 %e)
  call void @"a \22b\22"()
  ret void
}
define internal void @"a \22b\22"() {
  call void @and()
  ret void
}
"#;

/// LLVM's assembler keeps the backslashes of a name in quotes.
fn compare_odd_names(options: &Options, assemblers: &[Assembler]) {
    let gnu: Vec<_> = assemblers.iter().copied().filter(|assembler| !assembler.is_llvm).collect();
    compare("odd names", options, &gnu, |options| translate(ODD_NAMES.as_bytes(), options).expect("valid"));
}

#[test]
fn odd_names_assemble() {
    for (isa, assemblers) in targets() {
        compare_odd_names(&Options::new(isa, OptLevel::Om1), &assemblers);
    }
}
