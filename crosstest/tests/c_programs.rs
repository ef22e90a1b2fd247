//! `crosstest c`: programs in C, compiled, run everywhere and compared with the host.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use translator::testing::skipped;

fn run(args: &[&str], dir: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crosstest"));
    command.arg("c").args(args).arg("--dir").arg(dir.join("built")).arg("--bundles").arg(dir.join("bundles"));
    // The library that the tests of `c_library` build, which come before these.
    command.env("PNACL_SYSROOT", Path::new(env!("CARGO_TARGET_TMPDIR")).join("sysroot"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Whether clang and a C library for a 32-bit host are installed; if not, says so.
fn is_there() -> bool {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("empty.c");
    fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n").unwrap();
    let mut clang = Command::new("clang-14");
    clang.args(["-m32", "-o"]).arg(dir.path().join("empty")).arg(&source);
    let found = clang.output().is_ok_and(|output| output.status.success());
    if !found {
        skipped("programs in C: clang-14 or what it needs for -m32 (gcc-12-multilib) is not installed");
    }
    found
}

#[test]
fn every_area_of_c_is_right_on_every_target() {
    if !is_there() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let output = run(&["--flags=-O2"], dir.path());
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let summary = text.lines().find(|line| line.contains(" built, ")).unwrap();
    let (count, rest) = summary.split_once(' ').unwrap();
    // Areas are left out for one reason only.
    let left_out = text.lines().filter(|line| line.contains(": the C library is not built")).count() as i32 - 1;
    if left_out > 0 {
        skipped("the areas of C that need newlib: the C library is not built");
    }
    assert_eq!(rest, format!("built, 0 refused, {} not tried", left_out.max(0)), "{text}");
    assert!(count.parse::<usize>().unwrap() >= 60, "{text}");
}

#[test]
fn what_is_refused_and_what_is_wrong_is_said() {
    if !is_there() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let assembly = file("assembly.c", "int main(void) { __asm__(\"nop\"); return 0; }\n");
    let odd = file(
        "odd.c",
        "#include <stdio.h>\nint main(void) {\n#ifdef __pnacl__\n  puts(\"a\");\n#else\n  puts(\"b\");\n#endif\n  return 0;\n}\n",
    );
    let output = run(&["--flags=-O1", "--target=x8632", "--opt=O2", &assembly, &odd], dir.path());
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for line in [
        "refused  assembly -O1: pnacl-clang: ",
        "wrong    odd -O1: ",
        "  again:  crosstest c ",
        "  reduce: ",
        "1 built, 1 refused, 0 not tried\n",
        "     1 refused: inline assembly \"nop\" cannot be PNaCl\n",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    let missing = run(&["missing.c"], dir.path());
    assert_eq!(missing.status.code(), Some(2));
    assert!(self::text(&missing).starts_with("crosstest: missing.c: "), "{}", self::text(&missing));
}
