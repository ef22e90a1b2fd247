//! `-fsanitize-address`: programs with one bad access are caught on every architecture, at both recipes and in the
//! interpreter, with a report that says what and where; programs that are right are not, and do what they did.

use std::path::Path;
use std::sync::LazyLock;

use crosstest::case;
use crosstest::exec::emulate;
use crosstest::exec::link::{self, Runtimes};
use crosstest::job::{Entry, Job, Target};
use crosstest::outcome::{End, Outcome};
use crosstest::process::{self, TraceLimits};
use crosstest::subject::Subject;
use translator::instrument;
use translator::options::{Instruments, OptLevel};

/// What every program has: variables of each section, an allocator that gives 8-aligned pieces of an arena, and `@hide`,
/// so that no pass knows an address.
const COMMON: &str = r#"
@zero = internal global [11 x i8] zeroinitializer, align 1
@data = internal global [12 x i8] c"abcdefghijk\00", align 4
@text = internal constant [6 x i8] c"hello\00", align 1
@hidden = internal global [4 x i8] zeroinitializer, align 4
@arena = internal global [4096 x i8] zeroinitializer, align 16
@used = internal global [4 x i8] zeroinitializer, align 4
@last = internal global [16 x i8] zeroinitializer, align 16
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
declare void @llvm.memmove.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)
declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
declare i64 @llvm.nacl.atomic.load.i64(i64*, i32)
declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)
define internal i32 @hide(i32 %a) {
  %p = bitcast [4 x i8]* @hidden to i32*
  store i32 %a, i32* %p, align 1
  %b = load i32, i32* %p, align 1
  ret i32 %b
}
define internal i32 @malloc(i32 %size) {
  %p = bitcast [4 x i8]* @used to i32*
  %at = load i32, i32* %p, align 1
  %round = add i32 %size, 7
  %bytes = and i32 %round, -8
  %next = add i32 %at, %bytes
  store i32 %next, i32* %p, align 1
  %arena = ptrtoint [4096 x i8]* @arena to i32
  %object = add i32 %arena, %at
  ret i32 %object
}
define internal void @free(i32 %object) {
  ret void
}
define internal i32 @realloc(i32 %object, i32 %size) {
  %new = call i32 @malloc(i32 %size)
  ret i32 %new
}
define internal i32 @calloc(i32 %count, i32 %each) {
  %size = mul i32 %count, %each
  %new = call i32 @malloc(i32 %size)
  ret i32 %new
}
"#;

/// A program whose function `@f` gets the address of something of 12 bytes but where a name says otherwise.
fn program(make: &str, body: &str) -> String {
    format!(
        "{COMMON}define internal i32 @f(i32 %a) {{\n{body}\n  ret i32 0\n}}\ndefine void @_start(i32 %info) {{\n{make}\n  %a = call i32 @hide(i32 %object)\n  %r = call i32 @f(i32 %a)\n  ret void\n}}\n"
    )
}

const FRAME: &str = "  %o = alloca i8, i32 12, align 1\n  %object = ptrtoint i8* %o to i32";
/// Made where nobody knows how often.
const DYNAMIC: &str =
    "  %size = call i32 @hide(i32 12)\n  %o = alloca i8, i32 %size, align 16\n  %object = ptrtoint i8* %o to i32";
const HEAP: &str = "  %object = call i32 @malloc(i32 12)";
const DATA: &str = "  %object = ptrtoint [12 x i8]* @data to i32";
const ZERO: &str = "  %object = ptrtoint [11 x i8]* @zero to i32";
const TEXT: &str = "  %object = ptrtoint [6 x i8]* @text to i32";
const LAST: &str = "  %object = ptrtoint [16 x i8]* @last to i32";

/// A load or store of a type so many bytes into the object.
fn access(ty: &str, offset: i32, stores: bool) -> String {
    let what = if stores {
        format!("  store {ty} {}, {ty}* %p, align 1", if ty == "float" { "1.0" } else { "1" })
    } else {
        format!("  %v = load {ty}, {ty}* %p, align 1")
    };
    format!("  %b = add i32 %a, {offset}\n  %p = inttoptr i32 %b to {ty}*\n{what}")
}

static RUNTIMES: LazyLock<Runtimes> = LazyLock::new(|| Runtimes::new(&Target::all()).unwrap());

/// Runs an instrumented program in the interpreter and on every target; each gets a look.
fn run(source: &[u8], name: &str, argv: &[&str], targets: &[Target], mut look: impl FnMut(&str, &Outcome)) {
    let mut loaded = case::parse_module(source, name, false).unwrap();
    let wanted = Instruments { sanitize_address: true, ..Instruments::default() };
    instrument::apply(&mut loaded.module, &mut loaded.bodies, wanted).unwrap();
    let start = case::start(&loaded.module).expect("a program");
    let subject = Subject::new(loaded.module, loaded.bodies).unwrap();
    let options = || {
        let argv = argv.iter().map(|arg| arg.as_bytes().to_vec()).collect();
        process::Options { argv, trace: TraceLimits::NONE, ..subject.options() }
    };
    look(&format!("{name} interp"), &subject.interpret(&Entry::Program(start), options(), 0).unwrap());
    for &target in targets {
        let image = link::translated(&subject, target, &RUNTIMES).unwrap();
        let job = Job { entry: Entry::Program(start), options: options(), memory: &[] };
        emulate::plainly(&subject, target.isa, &image, [job].into_iter(), |outcome| {
            look(&format!("{name} {target}"), &outcome.unwrap());
            true
        });
    }
}

#[track_caller]
fn caught(name: &str, make: &str, body: &str, report: &str) {
    let (kind, place) = report.split_once(" / ").expect("what, and where");
    run(program(make, body).as_bytes(), name, &[], &Target::all(), |engine, outcome| {
        let said = String::from_utf8_lossy(&outcome.stderr);
        assert_eq!(outcome.end, End::Exited(134), "{engine}: {said}");
        let expected = said.starts_with(&format!("bad access: {kind} at 0x")) && said.ends_with(&format!(" in f: {place}\n"));
        assert!(expected, "{engine}: {said}");
    });
}

#[track_caller]
fn right(name: &str, make: &str, body: &str) {
    run(program(make, body).as_bytes(), name, &[], &Target::all(), |engine, outcome| {
        let said = String::from_utf8_lossy(&outcome.stderr);
        assert_eq!((&outcome.end, &*said), (&End::Returned, ""), "{engine}");
    });
}

const VARIABLE: &str = "beside a global variable";
const OBJECT: &str = "beside an object of a frame";
const ALLOCATED: &str = "beside an allocated object";

#[test]
fn accesses_beside_things_are_caught_before_and_behind_narrow_and_wide() {
    for (name, make, size, place) in [
        ("data", DATA, 12, VARIABLE),
        ("bss", ZERO, 11, VARIABLE),
        ("rodata", TEXT, 6, VARIABLE),
        ("last", LAST, 16, VARIABLE),
        ("frame", FRAME, 12, OBJECT),
        ("dynamic", DYNAMIC, 12, OBJECT),
        ("heap", HEAP, 12, ALLOCATED),
    ] {
        for (ty, bytes, stores) in [("i8", 1, true), ("i32", 4, true), ("double", 8, false)] {
            let kind = format!("{} of {bytes} bytes", if stores { "store" } else { "load" });
            let report = format!("{kind} / {place}");
            if ty == "double" {
                // A load within eight bytes may go beyond the object that it begins in.
                caught(&format!("{name} {kind} behind"), make, &access(ty, (size + 7) & !7, stores), &report);
            } else {
                caught(&format!("{name} {kind} behind"), make, &access(ty, size - bytes + 1, stores), &report);
            }
            caught(&format!("{name} {kind} before"), make, &access(ty, -bytes, stores), &report);
            right(
                &format!("{name} {kind} first"),
                make,
                &if stores && name == "rodata" { String::new() } else { access(ty, 0, stores) }.replace("double", "i32"),
            );
        }
    }
}

#[test]
fn blocks_and_atomics_are_caught() {
    let block = |call: &str, length: u32| {
        format!(
            "  %n = call i32 @hide(i32 {length})\n  %p = inttoptr i32 %a to i8*\n  %q = bitcast [16 x i8]* @last to i8*\n  call void {call}"
        )
    };
    let to = "@llvm.memcpy.p0i8.p0i8.i32(i8* %p, i8* %q, i32 %n, i32 1, i1 false)";
    let from = "@llvm.memmove.p0i8.p0i8.i32(i8* %q, i8* %p, i32 %n, i32 1, i1 false)";
    let set = "@llvm.memset.p0i8.i32(i8* %p, i8 7, i32 %n, i32 1, i1 false)";
    for (call, kind) in [(to, "store"), (from, "load"), (set, "store")] {
        for (make, place) in [(DATA, VARIABLE), (FRAME, OBJECT), (HEAP, ALLOCATED)] {
            caught(call, make, &block(call, 13), &format!("{kind} of 13 bytes / {place}"));
            right(call, make, &block(call, 12));
            right(call, make, &block(call, 0));
        }
    }
    let atomic = |offset: i32| {
        format!(
            "  %b = add i32 %a, {offset}\n  %p = inttoptr i32 %b to i32*\n  %v = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 1, i32 6)"
        )
    };
    caught("rmw", DATA, &atomic(12), &format!("atomic access of 4 bytes / {VARIABLE}"));
    right("rmw", DATA, &atomic(8));
    let wide = "  %p = inttoptr i32 %a to i64*\n  %v = call i64 @llvm.nacl.atomic.load.i64(i64* %p, i32 6)";
    caught(
        "atomic load",
        "  %o = alloca i8, i32 4, align 8\n  %object = ptrtoint i8* %o to i32",
        wide,
        &format!("atomic access of 8 bytes / {OBJECT}"),
    );
}

#[test]
fn what_is_freed_may_not_be_touched_and_what_returns_may() {
    let freed = "  %object = call i32 @malloc(i32 12)\n  call void @free(i32 %object)";
    caught("freed", freed, &access("i8", 3, false), "load of 1 bytes / memory that was freed");
    let moved = "  %old = call i32 @malloc(i32 12)\n  %object = call i32 @realloc(i32 %old, i32 40)";
    caught("realloc", moved, &access("i8", 40, true), &format!("store of 1 bytes / {ALLOCATED}"));
    right("realloc", moved, &access("i8", 39, true));
    let cleared = "  %object = call i32 @calloc(i32 3, i32 4)";
    caught("calloc", cleared, &access("i8", 12, true), &format!("store of 1 bytes / {ALLOCATED}"));
    // What a frame left behind is no object's: another one has it next, made at run time and given back.
    let again = "  %s = call i8* @llvm.stacksave()\n  %n = call i32 @hide(i32 100)\n  %x = alloca i8, i32 %n, align 8\n  %y = ptrtoint i8* %x to i32
  %e = add i32 %y, 99\n  %p = inttoptr i32 %e to i8*\n  store i8 1, i8* %p, align 1\n  call void @llvm.stackrestore(i8* %s)
  %z = alloca i8, i32 400, align 8\n  call void @llvm.memset.p0i8.i32(i8* %z, i8 1, i32 400, i32 1, i1 false)";
    right("frames", FRAME, again);
}

/// Compares before accesses change nothing but how long it takes, whatever else is asked for.
#[test]
fn mock_bounds_and_counts_change_nothing_that_a_program_does() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/machine.pexe");
    let loaded = || case::read_module(&file).unwrap();
    let plain = loaded().bodies.iter().map(|body| body.block_count()).sum::<usize>();
    for (sanitize_address, block_profile) in [(false, false), (true, true)] {
        let mut loaded = loaded();
        let wanted = Instruments { mock_bounds_check: true, sanitize_address, block_profile, revision: true };
        instrument::apply(&mut loaded.module, &mut loaded.bodies, wanted).unwrap();
        assert!(loaded.bodies.iter().map(|body| body.block_count()).sum::<usize>() > 2 * plain);
        let start = case::start(&loaded.module).unwrap();
        let subject = Subject::new(loaded.module, loaded.bodies).unwrap();
        let options = || process::Options { trace: TraceLimits::NONE, ..subject.options() };
        let reference = subject.interpret(&Entry::Program(start), options(), 0).unwrap();
        let expected = std::fs::read(file.with_extension("stdout")).unwrap();
        assert_eq!((&reference.end, &reference.stdout), (&End::Exited(42), &expected));
        assert_eq!(reference.stderr.is_empty(), !block_profile);
        for target in Target::all() {
            let image = link::translated(&subject, target, &RUNTIMES).unwrap();
            let job = Job { entry: Entry::Program(start), options: options(), memory: &[] };
            emulate::plainly(&subject, target.isa, &image, [job].into_iter(), |outcome| {
                let outcome = outcome.unwrap();
                assert_eq!((&outcome.end, &outcome.stdout), (&reference.end, &reference.stdout), "{target}");
                assert_eq!(outcome.stderr, reference.stderr, "{target}: the same counts");
                true
            });
        }
    }
}

/// Larger programs: the SDK's are where they are, among them ones with all of newlib.
#[test]
fn programs_that_are_right_do_what_they_did() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sdk = translator::testing::programs();
    let mut files = Vec::new();
    for (name, argv) in [
        ("lisp", &[][..]),
        ("machine", &[]),
        ("fasta", &["fasta", "100"]),
        ("app", &[]),
        ("frames", &[]),
        ("setjmp", &["setjmp", "10"]),
    ] {
        let own = dir.join("programs").join(name).with_extension("pexe");
        let theirs = sdk.iter().find(|file| file.file_stem().is_some_and(|stem| stem == name)).cloned();
        files.extend(theirs.or(own.exists().then_some(own)).map(|file| (file, argv)));
    }
    assert!(files.len() >= 2);
    let targets: Vec<Target> = Target::all().into_iter().filter(|target| target.opt == OptLevel::O2).collect();
    for (number, (file, argv)) in files.into_iter().enumerate() {
        let turns = targets.iter().enumerate().filter(|&(turn, _)| translator::testing::takes_turn(number, 2, turn));
        let targets: Vec<Target> = turns.map(|(_, target)| *target).collect();
        let bytes = std::fs::read(&file).unwrap();
        let loaded = case::parse_module(&bytes, "plain", false).unwrap();
        let entry = Entry::Program(case::start(&loaded.module).unwrap());
        let subject = Subject::new(loaded.module, loaded.bodies).unwrap();
        let argv_bytes = argv.iter().map(|arg| arg.as_bytes().to_vec()).collect();
        let options = process::Options { argv: argv_bytes, trace: TraceLimits::NONE, ..subject.options() };
        let expected = subject.interpret(&entry, options, 0).unwrap();
        run(&bytes, &file.display().to_string(), argv, &targets, |engine, outcome| {
            assert_eq!(String::from_utf8_lossy(&outcome.stderr), String::from_utf8_lossy(&expected.stderr), "{engine}");
            assert_eq!((&outcome.end, &outcome.stdout), (&expected.end, &expected.stdout), "{engine}");
        });
    }
}
