//! Reductions that are interrupted, cut short, or asked for again: what is found is never lost, and
//! never replaced by something worse.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::bench::{Bench, MODULE, faulty_sz};

/// A script that takes its time while there is a file `slow`; it works, since waiting is not
/// counted.
const SLOW: &str = "i=0; while test -e slow -a $i -lt 50000; do i=$((i+1)); done; ! grep -q 'icmp slt'";

fn lines(text: &str) -> usize {
    text.lines().count()
}

/// Whether the best module that is on disk is a whole one that the script calls bad.
fn is_whole(text: &str) -> bool {
    text.contains("icmp slt") && text.starts_with("; run: @main(") && text.ends_with("}\n")
}

#[test]
fn a_reduction_that_is_ended_has_its_best_on_disk_and_the_same_command_goes_on() {
    for (signal, code) in [(libc::SIGTERM, Some(130)), (libc::SIGINT, Some(130)), (libc::SIGKILL, None)] {
        let bench = Bench::new();
        bench.write("module.ll", MODULE);
        bench.write("slow", "");
        let args = ["reduce", "module.ll", "--test", SLOW, "--out", "small.ll", "--jobs", "1"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_bisect"));
        let child = command.args(args).current_dir(&bench.dir).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let small = || fs::read_to_string(bench.path("small.ll")).unwrap_or_default();
        while !is_whole(&small()) || lines(&small()) + 5 > lines(MODULE) {
            std::thread::sleep(Duration::from_millis(20));
        }
        // SAFETY: the process is a child that was not waited for, so that the number is its own.
        unsafe { libc::kill(child.id() as libc::pid_t, signal) };
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), code, "{said}");
        assert!(code.is_none() || said.contains("; interrupted: the same command goes on"), "{said}");
        let (before, journal) = (small(), bench.read("small.ll.journal"));
        assert!(is_whole(&before) && journal.contains("reduction\tis\t"), "{before}{journal}");
        fs::remove_file(bench.path("slow")).unwrap();
        let (status, said) = bench.run("", &args);
        assert_eq!(status, 0, "{said}");
        assert!(is_whole(&small()) && lines(&small()) <= lines(&before), "{}", small());
    }
}

#[test]
fn what_has_finished_is_not_done_again() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    let args = ["reduce", "module.ll", "--test", SLOW, "--out", "small.ll"];
    let (status, first) = bench.run("", &args);
    assert_eq!(status, 0, "{first}");
    let small = bench.read("small.ll");
    // Now the script takes so long that nothing could be done in time.
    bench.write("slow", "");
    let (status, said) = bench.run("", &[&args[..], &["--reduce-seconds", "1"]].concat());
    assert!(status == 0 && said.contains("it finished before") && !said.contains("cut short"), "{said}");
    assert_eq!(bench.read("small.ll"), small);
    // Another module is another reduction, and a result that somebody has changed is none.
    fs::remove_file(bench.path("slow")).unwrap();
    bench.write("small.ll", &small.replace("ret i32", "ret i32 ; edited\n; "));
    let (status, said) = bench.run("", &args);
    assert!(status == 0 && !said.contains("it finished before"), "{said}");
    assert_eq!(bench.read("small.ll"), small);
    let (status, said) = bench.run("", &[&args[..], &["--fresh"]].concat());
    assert!(status == 0 && !said.contains("it finished before"), "{said}");
}

#[test]
fn a_reduction_that_was_cut_short_says_so_and_the_next_one_begins_where_it_was() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    bench.write("slow", "");
    let args = ["reduce", "module.ll", "--test", SLOW, "-o", "small.ll", "--reduce-seconds", "1"];
    let (status, said) = bench.run("", &args);
    assert!(status == 3 && said.contains("; cut short by --reduce-seconds: the same command goes on"), "{said}");
    let first = bench.read("small.ll");
    assert!(is_whole(&first), "{first}");
    let (_, said) = bench.run("", &args);
    let second = bench.read("small.ll");
    assert!(is_whole(&second) && lines(&second) <= lines(&first), "{said}: {second}");
}

/// The translator with faults, once a reduction has begun slow enough that a second is not enough for it.
fn slow_sz() -> String {
    format!("i=0; while test -e slow -a -e out/reduced.ll -a $i -lt 30000; do i=$((i+1)); done; {}", faulty_sz().display())
}

#[test]
fn a_bisection_given_again_keeps_its_reduced_module_and_its_report_says_what_was_cut_short() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    bench.write("slow", "");
    let slow = slow_sz();
    let args = |seconds| ["pexe", "module.ll", "--bad-translator", &slow, "--out", "out", "--reduce-seconds", seconds];
    let (status, said) = bench.run("two:sub", &args("1"));
    assert!(status == 0 && said.contains("; cut short by --reduce-seconds: it could be smaller"), "{said}");
    assert!(bench.read("out/report.md").contains("; cut short by --reduce-seconds: it could be smaller"));
    let first = bench.read("out/reduced.ll");
    fs::remove_file(bench.path("slow")).unwrap();
    let (status, said) = bench.run("two:sub", &args("60"));
    assert!(status == 0 && !said.contains("cut short"), "{said}");
    let second = bench.read("out/reduced.ll");
    assert!(lines(&second) <= lines(&first) && second.contains("; run: @two("), "{second}");
    // What has finished stays, however little time there is.
    bench.write("slow", "");
    let (status, said) = bench.run("two:sub", &args("1"));
    assert!(status == 0 && !said.contains("cut short"), "{said}");
    assert_eq!(bench.read("out/reduced.ll"), second);
}

#[test]
fn an_interrupted_bisection_ends_with_its_report() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    bench.write("slow", "");
    let slow = slow_sz();
    let args = ["pexe", "module.ll", "--bad-translator", &slow, "--out", "out", "--reduce-seconds", "1000", "--jobs", "1"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_bisect"));
    command.args(args).current_dir(&bench.dir).env("FAULTS", "two:sub").stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    while !bench.path("out/reduced.ll").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    // SAFETY: the process is a child that was not waited for, so that the number is its own.
    unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGTERM) };
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("  two\n") && said.contains("; interrupted: it could be smaller"), "{said}");
    assert!(bench.read("out/report.md").contains("; interrupted: it could be smaller"));
}

#[test]
fn old_names_of_options_are_understood() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    let test = "! grep -q 'icmp slt'";
    let (status, said) = bench.run("", &["reduce", "module.ll", "--test", test, "--output", "a.ll", "--seconds", "60"]);
    assert!(status == 0 && bench.path("a.ll").exists(), "{said}");
    let (_, said) = bench.pexe("two:sub", &["--seconds", "0"]);
    assert!(said.contains("  two\n"), "{said}");
    let help = bench.run("", &["reduce", "--help"]).1;
    assert!(help.contains("--out <FILE>") && help.contains("--reduce-seconds <N>") && !help.contains("--output"), "{help}");
}
