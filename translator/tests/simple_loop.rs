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
    let only = ["eax", "ecx", "edx"].map(String::from).to_vec();
    let registers = RegisterChoice { only, without: Vec::new() };
    let controls = Controls { registers, ..Controls::default() };
    let options = Options { file_type: FileType::Asm, controls, ..Options::new(Isa::X8632, OptLevel::O2) };
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
