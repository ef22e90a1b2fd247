//! Real programs, translated, linked by the code of `pnacl-translate` (each platform's gcc, a small
//! interface table in C) and run: on the kernel where that can be, else in qemu's user mode. Output and exit
//! status are those that lie beside the programs.
//!
//! Once with the translator's own runtime; once with libgcc and the memory functions of a C library
//! in its place, where the program needs nothing else; and once with runtime and libgcc, beside C
//! that needs libgcc.
//!
//! The programs are ours and, where they are, the SDK's. Says what it skipped: without a compiler or
//! qemu that platform is left out. Linking has to go without a warning, and `readelf` has to find in the linked program what
//! the psABI's attributes say.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use object::{Object, ObjectSymbol};
use translator::driver::executable::toolchain::{IRT, Toolchain};
use translator::driver::{Error, translate, translate_runtime};
use translator::mc::Helper;
use translator::options::{Controls, Features, Instruments, Isa, OptLevel, Options, OwnSections, PassSet, RegisterChoice};
use translator::testing::{self, KnownProgram, skipped, takes_turn};

/// A platform: what runs its programs, if not the kernel, and what is said of them. Its compiler is
/// that of the command `pnacl-translate`.
struct Platform {
    isa: Isa,
    gcc: &'static str,
    runner: Option<&'static str>,
    readelf: &'static str,
    /// What `readelf -A` has to say of objects and programs.
    attributes: &'static [&'static str],
    /// Debian's packages.
    packages: &'static str,
}

const PLATFORMS: [Platform; 4] = [
    Platform { isa: Isa::X8632, gcc: "gcc", runner: None, readelf: "readelf", attributes: &[], packages: "gcc-12-multilib" },
    Platform {
        isa: Isa::X8664,
        gcc: "gcc",
        runner: None,
        readelf: "readelf",
        attributes: &[],
        packages: "gcc, binutils, on x86-64",
    },
    Platform {
        isa: Isa::Arm32,
        gcc: "arm-linux-gnueabihf-gcc",
        runner: Some("qemu-arm"),
        readelf: "arm-linux-gnueabihf-readelf",
        attributes: &[
            "Tag_CPU_arch: v7",
            "Tag_ABI_VFP_args: VFP registers",
            "Tag_Advanced_SIMD_arch: NEONv1",
            "Tag_FP_arch: VFPv3",
        ],
        packages: "gcc-arm-linux-gnueabihf, qemu-user",
    },
    Platform {
        isa: Isa::Mips32,
        gcc: "mipsel-linux-gnu-gcc",
        runner: Some("qemu-mipsel"),
        readelf: "mipsel-linux-gnu-readelf",
        attributes: &["ISA: MIPS32r2", "GPR size: 32", "CPR1 size: 32", "FP ABI: Hard float (double precision)"],
        packages: "gcc-mipsel-linux-gnu, qemu-user",
    },
];

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Of a tool that has to succeed without a word.
#[track_caller]
fn succeed_silently(result: Result<Vec<u8>, Error>) {
    let words = result.unwrap_or_else(|error| panic!("{error}"));
    assert!(words.is_empty(), "{}", String::from_utf8_lossy(&words));
}

impl Platform {
    fn toolchain(&self) -> Toolchain {
        Toolchain::find(self.isa, Some(self.gcc.as_ref())).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Whether its tools are there; says so if not.
    fn is_installed(&self) -> bool {
        let answers = |program: &str| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
        let dir = tempfile::tempdir().expect("a temporary directory");
        let (source, object) = (dir.path().join("probe.c"), dir.path().join("probe.o"));
        std::fs::write(&source, "int probe;\n").expect("writable");
        let toolchain = Toolchain::find(self.isa, Some(self.gcc.as_ref()));
        let compiles = toolchain.is_ok_and(|toolchain| toolchain.compile(&source, &object).is_ok());
        let there = compiles && self.runner.is_none_or(answers);
        let native = self.runner.is_some() || cfg!(target_arch = "x86_64");
        if !there || !native {
            skipped(format_args!("linked programs on {}, which need {}", self.isa, self.packages));
        }
        there && native
    }

    /// Compiles the interface table, `irt`, or a C file of this folder, `beside` or `libc`.
    fn compile(&self, dir: &Path, name: &str) -> PathBuf {
        let object = dir.join(name).with_extension("o");
        let mut source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/link_programs").join(name).with_extension("c");
        if name == "irt" {
            source = dir.join("irt.c");
            std::fs::write(&source, IRT).expect("writable");
        }
        succeed_silently(self.toolchain().compile(&source, &object));
        object
    }

    fn write_object(&self, dir: &Path, name: &str, bytes: &[u8]) -> PathBuf {
        let path = dir.join(name);
        std::fs::write(&path, bytes).expect("writable");
        self.check_attributes(&path);
        self.toolchain().prepare(&path).unwrap_or_else(|error| panic!("{error}"));
        path
    }

    /// What readelf says of a file, and that it finds nothing wrong with it.
    fn check_attributes(&self, file: &Path) {
        let output = run(Command::new(self.readelf).args(["-A", "-S", "-s", "-r", "-W"]).arg(file));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.stderr.is_empty(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
        for attribute in self.attributes {
            assert!(text.lines().any(|line| line.trim() == *attribute), "{}: no {attribute} in:\n{text}", file.display());
        }
    }

    /// Links objects, and `libraries` (`-lgcc`), to a program; warnings are errors.
    fn link(&self, program: &Path, objects: &[PathBuf], libraries: &[&str]) {
        let objects = objects.iter().map(OsString::from);
        let inputs = ["-Wl,--fatal-warnings".into()].into_iter().chain(objects).chain(libraries.iter().map(OsString::from));
        succeed_silently(self.toolchain().link(program, &inputs.collect::<Vec<_>>()));
        self.check_attributes(program);
    }

    fn start(&self, program: &Path, name: &str, args: &[&str]) -> Output {
        let mut command = match self.runner {
            // The name by which the program knows itself.
            Some(runner) => {
                let mut command = Command::new(runner);
                command.args(["-0", name]).arg(program);
                command
            }
            None => {
                use std::os::unix::process::CommandExt;
                let mut command = Command::new(program);
                command.arg0(name);
                command
            }
        };
        run(command.args(args).stdin(std::process::Stdio::null()))
    }
}

/// The options to try for a target: with its optional instructions where whatever runs the program
/// surely has them; and with what makes poor code, which has to be right, too.
fn variants(isa: Isa) -> Vec<Options> {
    let mut all: Vec<_> = OptLevel::ALL.into_iter().flat_map(|opt| variants_of(Options::new(isa, opt))).collect();
    let only: &[&str] = match isa {
        Isa::X8632 => &["eax", "ecx", "edx", "xmm0"],
        Isa::X8664 => &["rax", "rcx", "rdx", "xmm0"],
        Isa::Arm32 => &["r0", "r1", "r2", "q0"],
        Isa::Mips32 => &["v0", "v1", "f0"],
    };
    let registers = RegisterChoice { only: only.iter().map(ToString::to_string).collect(), ..RegisterChoice::default() };
    for controls in [
        Controls { disabled: PassSet::optional(), ..Controls::default() },
        Controls { registers, lcse_in_blocks: true, ..Controls::default() },
        Controls { randomize_regalloc: true, seed: 1, ..Controls::default() },
    ] {
        all.push(Options { controls, ..Options::new(isa, OptLevel::O2) });
    }
    let own_sections = OwnSections { functions: true, data: true };
    all.push(Options { own_sections, ..Options::new(isa, OptLevel::O2) });
    all
}

fn variants_of(plain: Options) -> Vec<Options> {
    let features = match plain.isa {
        Isa::Arm32 => Features { hwdiv_arm: true, ..Features::default() },
        #[cfg(target_arch = "x86_64")]
        Isa::X8632 | Isa::X8664 if std::arch::is_x86_feature_detected!("sse4.1") => {
            Features { sse41: true, ..Features::default() }
        }
        _ => return vec![plain],
    };
    vec![plain.clone(), Options { features, ..plain }]
}

fn translated(file: &Path, options: &Options) -> Vec<u8> {
    let bytes = std::fs::read(file).expect("readable");
    translate(&bytes, options).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Links a program's object with others and libraries, runs it and compares what it does.
fn check_program(platform: &Platform, dir: &Path, known: &KnownProgram, object: &[u8], others: &[PathBuf], libraries: &[&str]) {
    let KnownProgram { name, args, stdout, status, .. } = known;
    let object = platform.write_object(dir, "program.o", object);
    let program = dir.join(name);
    platform.link(&program, &[others, &[object]].concat(), libraries);
    let output = platform.start(&program, name, args);
    let what = format!("{} {name}: {}", platform.isa, String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(stdout), "{what}");
    assert_eq!(output.status.code(), Some(*status), "{what}: {}", output.status);
}

fn check_platform(isa: Isa) {
    let platform = PLATFORMS.iter().find(|platform| platform.isa == isa).expect("every architecture has one");
    let programs = testing::known_programs();
    if !platform.is_installed() {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let irt = platform.compile(dir.path(), "irt");
    for (turn, options) in variants(isa).into_iter().enumerate() {
        let runtime = translate_runtime(&options).expect("the runtime translates");
        let runtime = platform.write_object(dir.path(), "runtime.o", &runtime);
        let flags: &[&str] = if options.own_sections.functions { &["-Wl,--gc-sections"] } else { &[] };
        for (_, known) in programs.iter().enumerate().filter(|&(number, _)| takes_turn(number, 2, turn)) {
            let others = [irt.clone(), runtime.clone()];
            check_program(platform, dir.path(), known, &translated(&known.path, &options), &others, flags);
        }
        println!("{isa}: {} programs, {options:?}", programs.len());
    }
    check_with_libgcc(platform, dir.path(), &irt, &programs);
}

/// What neither libgcc nor our three memory functions are: `pnacl-sz -help` says which library has
/// it.
const BEYOND_LIBGCC: [Helper; 13] = {
    use Helper::*;
    [
        Fmod,
        Fmodf,
        Setjmp,
        Longjmp,
        AtomicLoad8,
        AtomicStore8,
        AtomicExchange8,
        AtomicCompareExchange8,
        AtomicFetchAdd8,
        AtomicFetchSub8,
        AtomicFetchAnd8,
        AtomicFetchOr8,
        AtomicFetchXor8,
    ]
};

/// The helpers that an object refers to.
fn helpers_of(object: &[u8]) -> Vec<Helper> {
    let file = object::read::elf::ElfFile32::<object::Endianness>::parse(object).expect("an object");
    let undefined: Vec<&str> = file.symbols().filter(|s| s.is_undefined()).filter_map(|s| s.name().ok()).collect();
    Helper::ALL.iter().copied().filter(|helper| undefined.contains(&helper.name())).collect()
}

/// Programs with libgcc in the place of the runtime, where they need nothing beyond it; and with
/// both, where C needs libgcc, too.
fn check_with_libgcc(platform: &Platform, dir: &Path, irt: &Path, programs: &[KnownProgram]) {
    let (beside, libc) = (platform.compile(dir, "beside"), platform.compile(dir, "libc"));
    let (mut alone, mut more) = (0, Vec::new());
    for opt in OptLevel::ALL {
        let options = Options::new(platform.isa, opt);
        let runtime = platform.write_object(dir, "runtime.o", &translate_runtime(&options).expect("the runtime translates"));
        for (_, known) in programs.iter().enumerate().filter(|&(number, _)| takes_turn(number, 2, opt as usize)) {
            let object = translated(&known.path, &options);
            let both = [irt.into(), beside.clone(), libc.clone(), runtime.clone()];
            check_program(platform, dir, known, &object, &both, &["-lgcc"]);
            let missing: Vec<&str> =
                helpers_of(&object).iter().filter(|helper| BEYOND_LIBGCC.contains(helper)).map(|helper| helper.name()).collect();
            if missing.is_empty() {
                check_program(platform, dir, known, &object, &[irt.into(), libc.clone()], &["-lgcc"]);
                alone += 1;
            } else {
                more.push(format!("{}: {}", known.name, missing.join(" ")));
            }
        }
    }
    more.sort();
    more.dedup();
    println!("{}: {alone} programs with libgcc alone; of others, these need more:\n  {}", platform.isa, more.join("\n  "));
    assert!(alone > 0, "{}: no program could be linked with libgcc alone", platform.isa);
}

/// A program that counts its blocks says the same and prints the same counts on every platform, at both recipes.
#[test]
fn profiled_programs_print_their_counts() {
    let mut expected: Option<String> = None;
    let dir = tempfile::tempdir().expect("a temporary directory");
    let KnownProgram { path, name, args, stdout, .. } = testing::known_programs().remove(0);
    for platform in PLATFORMS.iter().filter(|platform| platform.is_installed()) {
        let irt = platform.compile(dir.path(), "irt");
        for opt in OptLevel::ALL {
            let instruments = Instruments { block_profile: true, ..Instruments::default() };
            let options = Options { instruments, ..Options::new(platform.isa, opt) };
            let runtime = translate_runtime(&options).expect("the runtime translates");
            let runtime = platform.write_object(dir.path(), "runtime.o", &runtime);
            let object = platform.write_object(dir.path(), "program.o", &translated(&path, &options));
            let program = dir.path().join("profiled");
            platform.link(&program, &[irt.clone(), runtime, object], &[]);
            let output = platform.start(&program, &name, args);
            let counts = String::from_utf8(output.stderr).expect("text");
            assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&stdout), "{} {opt}", platform.isa);
            let ran = counts.lines().filter(|line| !line.starts_with('0'));
            assert!(ran.clone().count() > 100 && ran.clone().any(|line| line.starts_with("1\t")), "{counts}");
            let expected = expected.get_or_insert_with(|| counts.clone());
            assert!(*expected == counts, "{} {opt}: other counts", platform.isa);
        }
    }
}

/// Writes one byte too far.
const BAD: &str = r#"
@bytes = internal global [5 x i8] zeroinitializer, align 1
@where = internal global [4 x i8] c"\05\00\00\00", align 4
define internal void @f() {
  %w = bitcast [4 x i8]* @where to i32*
  %offset = load i32, i32* %w, align 1
  %bytes = ptrtoint [5 x i8]* @bytes to i32
  %a = add i32 %bytes, %offset
  %p = inttoptr i32 %a to i8*
  store i8 1, i8* %p, align 1
  ret void
}
define void @_start(i32 %info) {
  call void @f()
  ret void
}
"#;

/// A program that checks its accesses does what it did; one that is wrong ends with a report.
#[test]
fn sanitized_programs_run_or_say_what_is_wrong() {
    let lisp = testing::known_programs().into_iter().find(|known| known.name == "lisp.pexe").expect("one of ours");
    let dir = tempfile::tempdir().expect("a temporary directory");
    for platform in PLATFORMS.iter().filter(|platform| platform.is_installed()) {
        let irt = platform.compile(dir.path(), "irt");
        for opt in OptLevel::ALL {
            let instruments = Instruments { sanitize_address: true, ..Instruments::default() };
            let options = Options { instruments, ..Options::new(platform.isa, opt) };
            let runtime = translate_runtime(&options).expect("the runtime translates");
            let runtime = platform.write_object(dir.path(), "runtime.o", &runtime);
            let others = [irt.clone(), runtime];
            check_program(platform, dir.path(), &lisp, &translated(&lisp.path, &options), &others, &[]);
            let bad = translate(BAD.as_bytes(), &options).expect("it is valid");
            let bad = platform.write_object(dir.path(), "bad.o", &bad);
            let program = dir.path().join("bad");
            platform.link(&program, &[&others[..], &[bad]].concat(), &[]);
            let output = platform.start(&program, "bad", &[]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(134), "{} {opt}: {said}", platform.isa);
            assert!(said.starts_with("bad access: store of 1 bytes at 0x"), "{} {opt}: {said}", platform.isa);
            assert!(said.ends_with(" in f: beside a global variable\n"), "{} {opt}: {said}", platform.isa);
        }
    }
}

#[test]
fn programs_link_and_run_on_x86_32() {
    check_platform(Isa::X8632);
}

#[test]
fn programs_link_and_run_on_x86_64() {
    check_platform(Isa::X8664);
}

#[test]
fn programs_link_and_run_on_arm() {
    check_platform(Isa::Arm32);
}

#[test]
fn programs_link_and_run_on_mips() {
    check_platform(Isa::Mips32);
}
