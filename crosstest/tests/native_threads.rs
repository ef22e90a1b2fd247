//! What `pnacl-run` has and no other engine: threads that run at once, the system's time and chance, input that others wait for. The
//! program is `programs/library/native.c`; without the C library that the tests of `c_library` build, the tests say so.
#![cfg(all(feature = "emulator", target_arch = "x86_64", target_os = "linux"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use crosstest::repository;
use tempfile::TempDir;
use translator::testing::skipped;

/// The program, in a directory that stays as long as the test.
static PROGRAM: LazyLock<Option<(TempDir, String)>> = LazyLock::new(|| {
    let sysroot = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sysroot");
    let dir = tempfile::tempdir().expect("a directory");
    let product = dir.path().join("native.pexe").to_str().expect("UTF-8").to_string();
    let mut build = Command::new(env!("CARGO_BIN_EXE_crosstest"));
    build.args(["pnacl-clang", "-O2", "-w", "--sysroot"]).arg(&sysroot);
    build.arg(repository::root().expect("inside the repository").join("programs/library/native.c")).args(["-o", &product]);
    if !sysroot.is_dir() || !build.output().is_ok_and(|output| output.status.success()) {
        skipped("threads and time of native programs: the C library is not built (the tests of c_library build it)");
        return None;
    }
    Some((dir, product))
});

/// The kinds of code that this system runs: that of 64 bits, and mostly that of 32 in the same process.
static KINDS: LazyLock<Vec<&[&str]>> = LazyLock::new(|| {
    let small = &["--target", "x8632"][..];
    let output = start(small, "processors").map(|child| child.wait_with_output().expect("it ends"));
    match output.filter(|output| output.status.code() == Some(126)) {
        Some(output) => {
            skipped(format_args!("32-bit programs on this processor: {}", String::from_utf8_lossy(&output.stderr)));
            vec![&[]]
        }
        None => vec![&[], small],
    }
});

/// Starts the program; nothing if it could not be built.
fn start(options: &[&str], what: &str) -> Option<Child> {
    let (_, product) = PROGRAM.as_ref()?;
    // Not every system has the wall, and it has tests of its own. Nothing here takes long: a limit ends what hangs.
    let mut run = Command::new(env!("CARGO_BIN_EXE_pnacl-run"));
    run.args(["--no-wall", "--timeout", "60"]).args(options).args([product, what]);
    Some(run.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
}

/// What it prints, and its exit status.
fn run(options: &[&str], what: &str) -> Option<(String, i32)> {
    let output = start(options, what)?.wait_with_output().expect("it ends");
    Some((String::from_utf8(output.stdout).expect("UTF-8"), output.status.code().expect("a status")))
}

#[test]
fn who_reads_does_not_keep_the_others_waiting() {
    let Some(mut child) = start(&[], "input") else { return };
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    // The input comes only after this: a thread that kept the lock while it reads would be waited for in vain.
    output.read_line(&mut line).expect("it is read");
    assert_eq!(line, "the other thread speaks\n");
    child.stdin.take().expect("a pipe").write_all(b"a line\n").expect("it is written");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("it is read");
    assert_eq!((&*rest, child.wait().expect("it ends").code()), ("read: a line\n", Some(0)));
}

#[test]
fn a_thread_that_ends_may_leave_the_others_waiting_for_ever() {
    for kind in &*KINDS {
        let Some((_, status)) = run(kind, "deadlock") else { return };
        assert_eq!(status, 123, "{kind:?}");
    }
}

#[test]
fn threads_run_at_once() {
    for kind in &*KINDS {
        for sandbox in [&[][..], &["--no-sandbox"]] {
            let Some(both) = run(&[kind, sandbox].concat(), "spin") else { return };
            assert_eq!(both, ("both ran\n".into(), 0), "{kind:?} {sandbox:?}");
        }
    }
}

#[test]
fn time_is_the_systems() {
    let Some((text, _)) = run(&[], "time") else { return };
    let (slept, now) = text.trim().split_once(' ').expect("two numbers");
    assert!(slept.parse::<u64>().expect("a number") >= 50_000_000, "{text}");
    let system = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    assert!(system.abs_diff(now.parse().expect("a number")) < 60, "{text}");
}

#[test]
fn chance_and_processors_are_the_systems() {
    let (Some(one), Some(other)) = (run(&[], "chance"), run(&[], "chance")) else { return };
    assert!(one.0.len() == 33 && one != other, "{one:?}");
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    assert_eq!(run(&[], "processors"), Some((format!("{count}\n"), 0)));
}

#[test]
fn memory_is_bounded_and_the_program_is_told() {
    let blocks = |limit| run(&["--max-memory", limit], "memory").map(|(text, _)| text.trim().parse::<u32>().expect("a number"));
    let (Some(few), Some(more)) = (blocks("32M"), blocks("64M")) else { return };
    assert!((16..32).contains(&few) && (48..64).contains(&more), "{few} {more}");
}
