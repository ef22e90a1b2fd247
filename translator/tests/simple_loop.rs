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

/// What a loop takes, and what it takes in the text.
struct Loop {
    opt: OptLevel,
    ours: usize,
    in_the_text: usize,
    /// Whether phis, and nothing else, are stored in the loop.
    stores_phis: bool,
}

const LOOPS: &[Loop] = &[
    // In the text the last form, after allocation over all blocks, from `l_body_split1` to `blt l_body_split1`: mov, mov, mov, mov, add, add,
    // cmp, blt. In ours the array's address comes from the stack, where the third register is needed.
    Loop { opt: OptLevel::O2, ours: 5, in_the_text: 8, stores_phis: false },
    // In the text the form of the local register manager, from `l_body` to `blt l_body`. Both have the phis in memory.
    Loop { opt: OptLevel::O0, ours: 11, in_the_text: 21, stores_phis: true },
];

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
    LOOPS.iter().for_each(check_loop);
}

fn check_loop(expected: &Loop) {
    let &Loop { opt, ours, in_the_text, stores_phis } = expected;
    let only = ["eax", "ecx", "edx"].map(String::from).to_vec();
    let registers = RegisterChoice { only, without: Vec::new() };
    let controls = Controls { registers, ..Controls::default() };
    let options = Options { file_type: FileType::Asm, controls, ..Options::new(Isa::X8632, opt) };
    let asm = translate(SOURCE.as_bytes(), &options).unwrap_or_else(|error| panic!("{error}"));
    let asm = String::from_utf8(asm).expect("text");
    let body = loop_body(&asm);
    assert!(body.iter().all(|line| !line.ends_with(':')), "one block:\n{asm}");
    assert!(body.len() <= ours && ours <= in_the_text, "{} instructions:\n{}\n\n{asm}", body.len(), body.join("\n"));
    let stores =
        body.iter().filter(|line| line.starts_with("mov") && line.split(',').next().is_some_and(|to| to.contains('['))).count();
    assert_eq!(stores, if stores_phis { 3 } else { 0 }, "{asm}");
}

/// What O0 has in each register after each instruction of the loop, by the names that the text has for what its local register manager has
/// there. As in the text, the loop begins and ends with nothing in registers, the phis are loaded and stored, the next values are made in
/// the registers that the old ones were loaded to, and the array's address is in a register from where it is needed on. Other than there,
/// a value is in its register until its last use and no longer, and `i` is loaded once more where it is changed.
const STATES: &[&str] = &[
    "eax={} ecx={} edx={}",
    "eax={add} ecx={} edx={}",
    "eax={add} ecx={a} edx={}",
    "eax={add} ecx={a} edx={i}",
    "eax={add} ecx={} edx={}",
    "eax={v_add} ecx={} edx={}",
    "eax={v_add} ecx={inc} edx={}",
    "eax={v_add} ecx={inc} edx={}",
    "eax={v_add} ecx={inc,v_inc} edx={}",
    "eax={v_add} ecx={v_inc} edx={}",
    "eax={v_add} ecx={i_phi} edx={}",
    "eax={v_add} ecx={} edx={}",
    "eax={v_add,sum_phi} ecx={} edx={}",
    "eax={v_add} ecx={} edx={}",
    "eax={sum2_phi} ecx={} edx={}",
    "eax={} ecx={} edx={}",
    "eax={} ecx={} edx={}",
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
    assert_eq!(found, *STATES, "{said}");
}

/// A line of states with the text's names for the variables of lowered code.
fn named(line: &str) -> String {
    let mut line = line.to_string();
    // Temporaries by what they are for, variables by the values that they are.
    for (var, name) in [
        ("t10", "v_inc"),
        ("t11", "i_phi"),
        ("t12", "sum_phi"),
        ("t13", "sum2_phi"),
        ("t5", "add"),
        ("t6", "a"),
        ("t7", "i"),
        ("t8", "v_add"),
        ("t9", "inc"),
    ] {
        line = line.replace(var, name);
    }
    line
}
