//! `pnacl-run --ppapi=log`: a program for the browser is named as one, and with the option it runs: what it asks is logged, messages go
//! both ways, the picture is what it drew. What a bad program asks harms nobody.
#![cfg(all(feature = "emulator", target_arch = "x86_64", target_os = "linux"))]

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Output, Stdio};

use crosstest::repository;
use translator::driver::clang::{Language, main as compile};
use translator::testing::skipped;

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pnacl-run"));
    // Whether there is a wall is looked at elsewhere.
    let wall = Command::new(env!("CARGO_BIN_EXE_pnacl-run")).args(args).stdin(Stdio::null()).output().expect("it starts");
    if !text(&wall.stderr).contains("cannot bound what the program does") {
        return wall;
    }
    command.arg("--no-wall").args(args).stdin(Stdio::null()).output().expect("it starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The program in C, compiled; `None` if nothing compiles it.
fn program(dir: &Path) -> Option<String> {
    if !["clang-14", "clang"].iter().any(|clang| Command::new(clang).arg("--version").output().is_ok()) {
        skipped("a program for the browser: clang-14 is not installed");
        return None;
    }
    let source = repository::root().expect("inside the repository").join("programs/browser/browser.c");
    let product = dir.join("browser.pexe");
    let args = ["pnacl-clang", "-O2", "-nodefaultlibs", path(&source), "-o", path(&product)];
    let compiled = compile(Language::C, args.map(Into::into));
    assert_eq!(format!("{compiled:?}"), format!("{:?}", ExitCode::SUCCESS));
    Some(path(&product).to_string())
}

const MESSAGES: &str = r#"message: "created \"here\"\n"
console (warning): "look out"
message: "640x480, scale 10, time 1"
message: "later: 7"
message: "loaded: -12"
message: 10
message: "echo hello \"there\" 13"
message: "echo b 1"
over
"#;

/// Lines that the log has, in this order.
const LOG: [&str; 10] = [
    r#"ppapi: get_interface("PPB_Core;1.0") = there"#,
    r#"ppapi: get_interface("nonsense") = none"#,
    "ppapi: PPP_InitializeModule(1, get_interface) = 0",
    r#"ppapi: PPB_Messaging;1.0 PostMessage(1, "created \"here\"\n") = 0"#,
    r#"ppapi: PPB_Console;1.0 Log(1, 2, "look out") = 0"#,
    r#"ppapi: get_interface("PPB_Unheard_Of;0.3") = there, its functions are not known"#,
    "ppapi: PPP_Instance DidCreate(1, 0, [], []) = 1",
    "ppapi: PPB_Instance;1.0 BindGraphics(1, ",
    "{3, 0}, null) = 0",
    r#"ppapi: PPP_Messaging;1.0 HandleMessage("b")"#,
];

#[test]
fn a_program_for_the_browser_is_seen_live() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(program) = program(dir.path()) else { return };
    let named = run(&[&program]);
    assert_eq!(named.status.code(), Some(9));
    assert!(text(&named.stderr).contains("this is a program for the browser"), "{}", text(&named.stderr));
    let picture = dir.path().join("picture.png");
    for way in [&["--opt", "O2"][..], &["--opt", "Om1"], &["--opt", "O2", "--target", "x8632"]] {
        let shown = ["--ppapi-image", path(&picture), "--ppapi-message", "hello \"there\"", "--ppapi-message", "b"];
        let output = run(&[&["--ppapi=log"], way, &shown[..], &[&program]].concat());
        let log = text(&output.stderr);
        if log.contains("runs no code of 32 bits") {
            skipped(format_args!("32-bit programs for the browser: {log}"));
            continue;
        }
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), MESSAGES), "{log}");
        let mut lines = log.lines();
        for expected in LOG {
            assert!(lines.any(|line| line.contains(expected)), "{expected} in {log}");
        }
    }
    // Behind the stored block's head: a row of eight pixels, of which the first three are not drawn and the last is outside of the picture.
    let file = fs::read(picture).expect("it is written");
    let data = file.windows(4).position(|window| window == b"IDAT").expect("there is one") + 4 + 2 + 5;
    let row = &file[data..data + 1 + 8 * 4];
    let expected = [[0; 4], [0; 4], [0; 4], [0, 0, 255, 255], [0, 16, 255, 255], [0, 32, 255, 255], [0, 48, 255, 255], [0; 4]];
    assert!(row[0] == 0 && row[1..] == *expected.as_flattened(), "{row:?}");
}

/// Asks `get_interface`, at its address, for an interface, and calls function `index` of it with an argument.
fn asking(name: &str, index: u32, argument: u32) -> String {
    let (len, at) = (name.len() + 1, 4 * index);
    format!(
        "@name = internal constant [{len} x i8] c\"{name}\\00\", align 1\n\
         @hook = internal constant [23 x i8] c\"nacl-irt-ppapihook-0.1\\00\", align 1\n\
         @table = internal global [8 x i8] zeroinitializer, align 4\n\
         @functions = internal global [12 x i8] zeroinitializer, align 4\n\
         define internal i32 @initialize(i32 %module, i32 %get.i) {{\n  %get = inttoptr i32 %get.i to i32 (i32)*\n\
         \x20 %name = ptrtoint [{len} x i8]* @name to i32\n  %interface = call i32 %get(i32 %name)\n  %at = add i32 %interface, {at}\n\
         \x20 %p = inttoptr i32 %at to i32*\n  %f.i = load i32, i32* %p, align 1\n\
         \x20 %f = inttoptr i32 %f.i to i32 (i32, i32, i32, i32, i32, i32)*\n\
         \x20 %r = call i32 %f(i32 {argument}, i32 {argument}, i32 {argument}, i32 {argument}, i32 0, i32 0)\n  ret i32 -2\n}}\n\
         define void @_start(i32 %info) {{\n  %vector.at = add i32 %info, 28\n  %v.p = inttoptr i32 %vector.at to i32*\n  %query.i = load i32, i32* %v.p, align 1\n\
         \x20 %query = inttoptr i32 %query.i to i32 (i32, i32, i32)*\n  %hook = ptrtoint [23 x i8]* @hook to i32\n\
         \x20 %table = ptrtoint [8 x i8]* @table to i32\n  %got = call i32 %query(i32 %hook, i32 %table, i32 8)\n\
         \x20 %init = ptrtoint i32 (i32, i32)* @initialize to i32\n  %functions.p = bitcast [12 x i8]* @functions to i32*\n\
         \x20 store i32 %init, i32* %functions.p, align 1\n  %functions = ptrtoint [12 x i8]* @functions to i32\n\
         \x20 %start.p = bitcast [8 x i8]* @table to i32*\n  %start.i = load i32, i32* %start.p, align 1\n\
         \x20 %start = inttoptr i32 %start.i to i32 (i32)*\n  %r = call i32 %start(i32 %functions)\n  ret void\n}}\n"
    )
}

#[test]
fn whatever_is_asked_is_answered() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("asks.ll");
    for (name, functions) in
        [("PPB_Graphics2D;1.1", 9), ("PPB_ImageData;1.0", 7), ("PPB_Var;1.0", 4), ("PPB_Var;1.2", 6), ("PPB_Made_Up", 16)]
    {
        for index in 0..functions {
            for argument in [0, 1, 3, 0xffff_fff0] {
                fs::write(&file, asking(name, index, argument)).expect("it is written");
                let output = run(&["--ppapi=log", path(&file)]);
                let log = text(&output.stderr);
                assert_eq!(output.status.code(), Some(0), "{name} {index} {argument}: {log}");
                assert!(
                    log.contains("= -2") && log.contains(&format!("ppapi: {name} ")) || name.contains("2D"),
                    "{name} {index}: {log}"
                );
            }
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("p.ll");
    fs::write(&file, "define void @_start(i32 %info) {\n  ret void\n}\n").expect("it is written");
    let file = path(&file);
    for args in [&["--ppapi=sing", file][..], &["--ppapi=log", "--interp", file], &["--ppapi-image", "x.png", file]] {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
    let nowhere = dir.path().join("none/x.png");
    let output = run(&["--ppapi=log", "--ppapi-image", path(&nowhere), file]);
    assert!(
        output.status.code() == Some(126) && text(&output.stderr).contains("x.png: No such file"),
        "{}",
        text(&output.stderr)
    );
    // Whoever does not want a browser needs none.
    assert_eq!(run(&["--ppapi=log", file]).status.code(), Some(0));
}
