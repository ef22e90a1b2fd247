//! The validator refuses what could leave the sandbox, by the rule that is about it, and accepts what is almost the same and harmless.
//!
//! The inputs are assembled by LLVM's assembler and compiled by clang: by neither the translator nor the validator.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use crosstest::validate::attacks::{attacks, llvm_mc};
use crosstest::validate::{Rule, object};
use translator::options::Isa;
use translator::testing::skipped;

/// The rules that are about files, not about instructions: `object.rs` has their tests.
const OF_FILES: [&str; 8] = ["x86-C1", "x86-C4", "x64-2", "x64-13", "arm-1", "arm-11", "mips-1", "mips-11"];

/// Assembles text to an object; `None` if there is no assembler.
fn assemble(isa: Isa, text: &str) -> Option<Vec<u8>> {
    let align = if matches!(isa, Isa::X8632 | Isa::X8664) { 5 } else { 4 };
    let head = if isa == Isa::Mips32 { ".set noreorder\n.set noat\n.set nomacro\n" } else { "" };
    let text = format!("{head}.text\n.p2align {align}\n{text}");
    let mut command = Command::new("llvm-mc-14");
    command.args(llvm_mc(isa)).arg("-filetype=obj").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{isa}: {text}\n{}", String::from_utf8_lossy(&output.stderr));
    Some(output.stdout)
}

/// What is said of the text of an object: nothing, or each violation with its rule.
fn judge(object: &[u8], isa: Isa) -> Vec<(Rule, String)> {
    let parts = object::validate(object, Some(isa)).unwrap();
    let violations = parts.into_iter().filter_map(|part| part.result.err());
    violations.flat_map(|violations| violations.first).map(|violation| (violation.rule, violation.to_string())).collect()
}

/// Every attack is refused by its rule and by no other: without that rule it would pass. Its sibling is accepted.
fn refused(isa: Isa, at_least: usize) {
    let attacks = attacks(isa).unwrap();
    assert!(attacks.len() >= at_least, "{} attacks", attacks.len());
    let (mut problems, mut hit) = (Vec::new(), BTreeSet::new());
    for attack in &attacks {
        let (Some(bad), Some(good)) = (assemble(isa, attack.attack), assemble(isa, attack.sibling)) else {
            return skipped("llvm-mc-14 is missing: no attack is assembled");
        };
        let found = judge(&bad, isa);
        if found.is_empty() {
            problems.push(format!("{}: accepted", attack.name));
        }
        for (_, other) in found.iter().filter(|(rule, _)| *rule != attack.rule) {
            problems.push(format!("{}: expected {}: {other}", attack.name, attack.rule.id()));
        }
        hit.extend(found.into_iter().map(|(rule, _)| rule));
        problems.extend(judge(&good, isa).into_iter().map(|(_, text)| format!("{}: the sibling: {text}", attack.name)));
    }
    let rules = Rule::ALL.iter().filter(|rule| rule.isa() == isa && !OF_FILES.contains(&rule.id()));
    problems.extend(rules.filter(|rule| !hit.contains(rule)).map(|rule| format!("{}: no attack", rule.id())));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn attacks_on_x86_64_are_refused() {
    refused(Isa::X8664, 60);
}

#[test]
fn attacks_on_arm_are_refused() {
    refused(Isa::Arm32, 60);
}

#[test]
fn attacks_on_mips_are_refused() {
    refused(Isa::Mips32, 45);
}
