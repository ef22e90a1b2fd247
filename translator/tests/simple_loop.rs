//! The worked example of [SUBZERO-LOOP] throughout (the sum of an array, on x86-32 with eax, ecx
//! and edx): our loop is no longer than the one at the end of that text.

use translator::driver::translate;
use translator::options::{Controls, FileType, Isa, OptLevel, Options, RegisterChoice};

/// As the text has it, in today's spelling of `load`.
const SOURCE: &str = "\
define internal i32 @simple_loop(i32 %a, i32 %n) {
entry:
  %cmp4 = icmp sgt i32 %n, 0
  br i1 %cmp4, label %for.body, label %for.end
for.body:
  %i.06 = phi i32 [ %inc, %for.body ], [ 0, %entry ]
  %sum.05 = phi i32 [ %add, %for.body ], [ 0, %entry ]
  %gep_array = mul i32 %i.06, 4
  %gep = add i32 %a, %gep_array
  %gep.asptr = inttoptr i32 %gep to i32*
  %0 = load i32, i32* %gep.asptr, align 1
  %add = add i32 %0, %sum.05
  %inc = add i32 %i.06, 1
  %cmp = icmp slt i32 %inc, %n
  br i1 %cmp, label %for.body, label %for.end
for.end:
  %sum.0.lcssa = phi i32 [ 0, %entry ], [ %add, %for.body ]
  ret i32 %sum.0.lcssa
}
";

/// The text's loop, from `l_body_split1` to `blt l_body_split1`: mov, mov, mov, mov, add, add, cmp,
/// blt.
const IN_THE_TEXT: usize = 8;
/// What ours takes: the array's address comes from the stack, where the third register is needed.
const OURS: usize = 5;

/// The instructions of the loop: from the label that a later branch leads back to, to that branch.
fn loop_body(asm: &str) -> Vec<&str> {
    let lines: Vec<&str> = asm.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for (end, line) in lines.iter().enumerate() {
        let Some((_, target)) = line.split_once(char::is_whitespace).filter(|(name, _)| name.starts_with('j')) else { continue };
        let label = format!("{}:", target.trim());
        if let Some(start) = lines[..end].iter().position(|line| *line == label) {
            return lines[start + 1..=end].to_vec();
        }
    }
    panic!("no loop:\n{asm}");
}

#[test]
fn the_loop_of_the_worked_example_is_no_longer_than_in_the_text() {
    for opt in [OptLevel::O0, OptLevel::O2] {
        check_loop(opt);
    }
}

fn check_loop(opt: OptLevel) {
    let only = ["eax", "ecx", "edx"].map(String::from).to_vec();
    let registers = RegisterChoice { only, without: Vec::new() };
    let controls = Controls { registers, ..Controls::default() };
    let options = Options { file_type: FileType::Asm, controls, ..Options::new(Isa::X8632, opt) };
    let asm = translate(SOURCE.as_bytes(), &options).unwrap_or_else(|error| panic!("{error}"));
    let asm = String::from_utf8(asm).expect("text");
    let body = loop_body(&asm);
    assert!(body.iter().all(|line| !line.ends_with(':')), "one block:\n{asm}");
    assert!(body.len() <= OURS && OURS <= IN_THE_TEXT, "{} instructions:\n{}\n\n{asm}", body.len(), body.join("\n"));
    // A phi that were moved in the loop, or a value that were stored, would show.
    assert!(
        !body.iter().any(|line| line.starts_with("mov") && line.split(',').next().is_some_and(|to| to.contains('['))),
        "{asm}"
    );
}

/// What O0's walk has in each register after each instruction of the loop, by the names that the text has: the phis are in the registers
/// of their next values, so that the loop ends in the state that it began with.
const STATES: &[&str] = &[
    "eax={sum} ecx={i} edx={}",
    "eax={add} ecx={i} edx={}",
    "eax={add} ecx={i} edx={a}",
    "eax={add} ecx={i,i'} edx={a}",
    "eax={add} ecx={i} edx={}",
    "eax={add'} ecx={i} edx={}",
    "eax={add'} ecx={inc} edx={}",
    "eax={add'} ecx={inc} edx={}",
    "eax={add'} ecx={inc,inc'} edx={}",
    "eax={add'} ecx={inc'} edx={}",
    "eax={add'} ecx={inc'} edx={}",
];

#[test]
fn o0_shows_what_each_register_holds() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(dir.path().join("loop.ll"), SOURCE).expect("a file");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_pnacl-sz"))
        .args(["-O0", "-target=x8632", "-reg-use=eax,ecx,edx", "-verbose=regstate", "-filetype=obj", "-o", "loop.o", "loop.ll"])
        .current_dir(dir.path())
        .output()
        .expect("pnacl-sz runs");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{said}");
    let body = said.split("L1:").nth(1).and_then(|rest| rest.split("\nL2:").next()).expect("the loop's block");
    let found: Vec<String> = body.lines().map(str::trim).filter(|line| line.starts_with("eax={")).map(named).collect();
    // The branch, and the jump to the end, follow the comparison.
    assert_eq!(found[..STATES.len()], *STATES, "{said}");
}

/// A line of states with the text's names for the variables of lowered code.
fn named(line: &str) -> String {
    let mut line = line.to_string();
    for (var, name) in
        [("t10", "inc'"), ("t2", "i"), ("t3", "sum"), ("t5", "add"), ("t6", "a"), ("t7", "i'"), ("t8", "add'"), ("t9", "inc")]
    {
        line = line.replace(var, name);
    }
    line
}
