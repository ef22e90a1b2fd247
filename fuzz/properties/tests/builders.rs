//! The scripts that OSS-Fuzz and ClusterFuzzLite run, step by step, with the variables that they
//! set and with tools that only write down what they are asked for. And what building the fuzz
//! targets takes: those that run no translated code do not build the emulator.

use std::path::{Path, PathBuf};
use std::process::Command;

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_builders_scripts_do_what_the_builders_expect() {
    let output = Command::new("bash").arg(fuzz_folder().join("oss-fuzz/test.sh")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.ends_with("all passed\n"), "{text}");
}

/// What cargo would build for the fuzz targets with these features.
fn tree(features: &[&str]) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--prefix", "none", "-e", "normal,build", "--manifest-path"]);
    let output = cargo.arg(fuzz_folder().join("Cargo.toml")).args(features).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn targets_that_run_no_code_build_no_emulator() {
    let without = tree(&[]);
    assert!(without.contains("libfuzzer-sys") && !without.contains("unicorn"), "{without}");
    assert!(tree(&["--features", "emulator"]).contains("unicorn-engine"));
}

/// The programs of cargo-fuzz are those of the properties, and say when they need the emulator.
#[test]
fn every_property_has_its_program() {
    let manifest = std::fs::read_to_string(fuzz_folder().join("Cargo.toml")).unwrap();
    let programs: Vec<&str> = manifest.split("[[bin]]").skip(1).collect();
    assert_eq!(programs.len(), fuzz::TARGETS.len());
    for target in fuzz::TARGETS {
        let entry = programs.iter().find(|entry| entry.contains(&format!("name = \"{}\"", target.name)));
        let entry = entry.unwrap_or_else(|| panic!("no program {}", target.name));
        let needs_emulator = ["differential", "passes", "validate_escape"].contains(&target.name);
        assert_eq!(entry.contains("required-features = [\"emulator\"]"), needs_emulator, "{}", target.name);
    }
}
