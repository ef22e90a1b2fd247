//! `crosstest mutants`: without the feature `mutants`, that the command says what it needs; with
//! it, that it lists what it would measure.

use std::process::{Command, Output};

fn crosstest(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crosstest")).args(arguments).output().unwrap()
}

#[cfg(not(feature = "mutants"))]
#[test]
fn a_normal_build_says_how_to_build_one_with_mutants() {
    let output = crosstest(&["mutants"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cargo run --release -p crosstest --features mutants -- mutants"));
}

#[cfg(feature = "mutants")]
#[test]
fn a_sample_is_listed_and_a_larger_one_has_it_in_it() {
    let list = |count: &str| {
        let output = crosstest(&["mutants", "--list", "--room", "opt,regalloc", "--sample", count, "--seed", "7"]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let (small, large) = (list("5"), list("20"));
    assert_eq!((small.lines().count(), large.lines().count()), (5, 20));
    assert!(large.starts_with(&small), "{small}{large}");
    assert!(
        large.lines().all(|line| line.contains(" opt/") || line.contains(" opt.rs") || line.contains(" regalloc")),
        "{large}"
    );
}

#[cfg(feature = "mutants")]
#[test]
fn what_is_not_there_is_refused_by_name() {
    for (arguments, message) in [
        (["--room", "attic"], "no mutant is in attic: neither a part of the translator (bitcode, text,"),
        (["--channel", "luck"], "there is no channel luck"),
    ] {
        let output = crosstest(&[&["mutants", "--list"][..], &arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[cfg(feature = "mutants")]
#[test]
fn a_report_builds_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let output = crosstest(&["mutants", "--report", "--dir", dir.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("nothing was built of this source; leave out --report"), "{message}");
    assert_eq!(dir.path().read_dir().unwrap().count(), 0);
}
