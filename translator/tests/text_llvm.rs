//! What we print, LLVM 14 reads; and what LLVM makes of it, we read as the same module. In: the
//! corpus of the cross-tester, the frozen programs of `shared/pexe`, the runtime, and some text
//! that has every construct. Without LLVM's tools (Debian: `llvm-14`) these tests say so and have
//! nothing to do.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use translator::bitcode::read_module;
use translator::ice::equality::difference;
use translator::ice::{Function, Module};
use translator::testing::{self, skipped};
use translator::text::{parse_module, print_module};

/// One of LLVM's programs, under the name that Debian gives it; `None`, with a word about it, where
/// it is not installed.
fn llvm(tool: &str) -> Option<String> {
    let name = format!("{tool}-14");
    let found = Command::new(&name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        skipped(format_args!("what LLVM reads and prints: there is no {name} (Debian: llvm-14)"));
    }
    found.then_some(name)
}

/// Standard output of a filter that must accept its input.
#[track_caller]
fn filter(program: &str, what: &str, input: &[u8]) -> Vec<u8> {
    let mut child = Command::new(program)
        .args(["-opaque-pointers", "-o", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_vec());
    // From a thread of its own: the filter writes while it still has to read.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    assert!(output.status.success(), "{program} on {what}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn parse(text: &str, what: &str) -> (Module, Vec<Function>) {
    parse_module(text, what).unwrap_or_else(|error| panic!("{error}"))
}

/// Everything that these tests look at: a name and a module with its bodies.
fn modules() -> Vec<(String, (Module, Vec<Function>))> {
    let mut all = Vec::new();
    for path in testing::corpus() {
        let name = path.display().to_string();
        let module = parse(&fs::read_to_string(&path).unwrap(), &name);
        all.push((name, module));
    }
    for path in testing::programs() {
        let module = read_module(&fs::read(&path).unwrap()).unwrap();
        all.push((path.display().to_string(), module));
    }
    all.push(("runtime".into(), translator::runtime::module(true)));
    all.push(("everything".into(), parse(EVERYTHING, "everything")));
    all
}

/// Names that need quotes, constants of all kinds, casts, calls, terminators.
const EVERYTHING: &str = "
@\"a b\\22\\5C\\C3\\A9\" = internal global [4 x i8] c\"\\00\\22\\5C\\FF\", align 1
@0 = internal constant <{ [2 x i8], i32, i32, [8 x i8] }> <{ [2 x i8] c\"xy\", i32 ptrtoint (void ()* @\"1st\" to i32),
    i32 add (i32 ptrtoint ([4 x i8]* @table to i32), i32 -3), [8 x i8] zeroinitializer }>, align 16
@table = internal global [4 x i8] zeroinitializer, align 4
@outside = external global [7 x i8]
declare i32 @\"ext.1$-_\"(i32, double)
declare void @llvm.nacl.longjmp(i8*, i32)
declare i32 @llvm.nacl.setjmp(i8*)
declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)
declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)
define void @\"1st\"() {
  ret void
}
define internal double @1(i64 %\"l\\C3\\A9\", <4 x float> %v, i1 %c) {
  %nan = fadd double 0x7FF8000000000001, 0xFFF0000000000000
  %small = fmul double %nan, 4.9406564584124654e-324
  %f = fadd float 0x36A0000000000000, -0.0
  %g = fadd float %f, 0x7FFFFFFFE0000000
  %lane = extractelement <4 x float> %v, i32 3
  %w = insertelement <4 x float> %v, float %g, i32 0
  %b = bitcast <4 x float> %w to <16 x i8>
  %m = icmp slt <16 x i8> %b, zeroinitializer
  %s = select <16 x i1> %m, <16 x i8> %b, <16 x i8> undef
  %n = fcmp une float %lane, %g
  %z = zext i1 %n to i64
  %d = sitofp i64 %z to double
  %p = inttoptr i32 65536 to i8*
  %sp = call i8* @llvm.stacksave()
  call void @llvm.memset.p0i8.i32(i8* %p, i8 -1, i32 7, i32 4, i1 false)
  call void @llvm.stackrestore(i8* %sp)
  %r = call i32 @llvm.nacl.setjmp(i8* %p)
  %x = call i32 @\"ext.1$-_\"(i32 ptrtoint ([7 x i8]* @outside to i32), double 1.5e300)
  %fp = inttoptr i32 %x to double (i32, i1)*
  %y = call double %fp(i32 %r, i1 true)
  switch i64 %\"l\\C3\\A9\", label %a [ i64 -9223372036854775808, label %e
                                      i64 9223372036854775807, label %a ]
a:
  %phi = phi double [ %y, %0 ], [ %y, %0 ], [ %t, %a ]
  %t = fsub double %phi, %d
  %u = fptrunc double %t to float
  %h = fpext float %u to double
  br i1 %c, label %a, label %q
q:
  ret double %h
e:
  unreachable
}
";

#[test]
fn llvm_reads_what_we_print_and_we_what_it_prints() {
    let (Some(assembler), Some(disassembler)) = (llvm("llvm-as"), llvm("llvm-dis")) else { return };
    for (name, (module, bodies)) in modules() {
        let printed = print_module(&module, &bodies);
        let (again, bodies_again) = parse(&printed, &name);
        assert_eq!(difference((&module, &bodies), (&again, &bodies_again)), None, "{name}");
        let bitcode = filter(&assembler, &name, printed.as_bytes());
        let text = String::from_utf8(filter(&disassembler, &name, &bitcode)).unwrap();
        let (again, bodies_again) = parse(&text, &name);
        assert_eq!(items(&printed), items(&print_module(&again, &bodies_again)), "{name}");
    }
}

/// The functions, declarations and globals of a printed module, sorted: LLVM moves the declarations
/// of intrinsics to the end.
fn items(printed: &str) -> Vec<&str> {
    let mut items: Vec<&str> = printed.split("\n\n").map(str::trim).collect();
    items.sort_unstable();
    items
}
