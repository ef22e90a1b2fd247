//! A function whose branches reach over more than 128 KiB, on the one platform where that is more
//! than a branch can say.

use std::fmt::Write;

use super::{MIPS, command, gcc, runs};
use translator::driver::translate;
use translator::options::{OptLevel, Options};

/// Rounds of the loop body; each is four MIPS instructions.
const ROUNDS: u32 = 12000;

/// `far(n, x)` in the text form and in C.
fn far_function() -> (String, String) {
    let mut text = String::from(
        "define i32 @far(i32 %n, i32 %x) {\nentry:\n  %none = icmp eq i32 %n, 0\n  br i1 %none, label %exit, label %head\n\
         head:\n  %left = phi i32 [ %n, %entry ], [ %next, %latch ]\n  %v0 = phi i32 [ %x, %entry ], [ %sum, %latch ]\n\
         \x20 %odd = trunc i32 %v0 to i1\n  br i1 %odd, label %skip, label %body\nbody:\n",
    );
    for round in 0..ROUNDS {
        let _ = writeln!(text, "  %d{round} = add i32 %v{round}, %v{round}\n  %v{} = xor i32 %d{round}, {round}", round + 1);
    }
    let _ = write!(
        text,
        "  %even = and i32 %v{ROUNDS}, 65534\n  br label %latch\nskip:\n  %added = add i32 %v0, %left\n  br label %latch\n\
         latch:\n  %sum = phi i32 [ %even, %body ], [ %added, %skip ]\n  %next = add i32 %left, -1\n\
         \x20 %again = icmp ne i32 %next, 0\n  br i1 %again, label %head, label %exit\n\
         exit:\n  %r = phi i32 [ %x, %entry ], [ %sum, %latch ]\n  ret i32 %r\n}}\n"
    );
    let c = format!(
        "#include <stdio.h>\nextern unsigned far(unsigned n, unsigned x);\n\
         static unsigned want(unsigned n, unsigned x) {{\n  for (; n; n--) {{\n    if (x & 1) {{ x += n; continue; }}\n\
         \x20   for (unsigned i = 0; i < {ROUNDS}; i++) x = (x + x) ^ i;\n    x &= 65534;\n  }}\n  return x;\n}}\n\
         int main(void) {{\n  int wrong = 0;\n  for (unsigned n = 0; n < 9; n++)\n\
         \x20   for (unsigned x = 0; x < 20; x++) wrong += far(n, x * 7919) != want(n, x * 7919);\n\
         \x20 printf(\"%d wrong\\n\", wrong);\n  return 0;\n}}\n"
    );
    (text, c)
}

#[test]
fn branches_reach_over_any_amount_of_mips_code() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    if !runs(&MIPS, dir.path()) {
        return;
    }
    let (text, c) = far_function();
    let object = translate(text.as_bytes(), &Options::new(MIPS.isa, OptLevel::Om1)).expect("the function translates");
    assert!(object.len() > 128 << 10, "{} bytes do not ask for long branches", object.len());
    let (object_file, source) = (dir.path().join("far.o"), dir.path().join("main.c"));
    std::fs::write(&object_file, object).expect("writable");
    std::fs::write(&source, c).expect("writable");
    let output = gcc(&MIPS, dir.path(), &[&source, &object_file], "program").expect("gcc starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = command(&MIPS, &dir.path().join("program")).output().expect("qemu starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0 wrong\n");
}
