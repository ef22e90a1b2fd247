//! The front door on any text of LLVM IR: reading, linking, lowering, verifying. It answers with a
//! module or with an error: of one line, which has the text's line if it is about the text; what
//! lowering does not check of the types in it, the verifier of PNaCl's IR refuses. It does not
//! panic, and ends.
//!
//! Bytes that are no UTF-8 become text with replacement characters.

use translator::ice::verify::{Level, Verifier};
use translator::llvm::{Error, Exports, Linker, lower, parse};

/// A text.
pub struct TestCase(String);

impl TestCase {
    /// All bytes are a case.
    pub fn new(data: &[u8]) -> Option<Self> {
        Some(Self(String::from_utf8_lossy(data).into_owned()))
    }
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let mut linker = Linker::default();
    let module = match parse(&case.0, "text.ll", linker.types()) {
        Ok(module) => module,
        Err(error) => {
            check_error(&error);
            assert!(error.line.is_some(), "an error about a text without a line: {error}");
            return;
        }
    };
    if let Err(error) = linker.add(module) {
        return check_error(&error);
    }
    match lower(&linker.finish(), Exports::All) {
        Err(error) => check_error(&error),
        Ok((module, bodies)) => {
            let mut verifier = Verifier::default();
            let mut answers = vec![verifier.module(&module, Level::Structure).err()];
            answers.extend(bodies.iter().map(|body| verifier.function(&module, body, Level::PnaclAbi).err()));
            assert!(answers.iter().flatten().all(|errors| !errors.to_string().is_empty()));
        }
    }
}

fn check_error(error: &Error) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
}

/// Modules to begin with: every kind of instruction, of type and of global, as LLVM 14 and as later
/// versions write them.
pub const SEEDS: &[&str] = &[
    "%s = type { i32, [3 x i8], %s* }\n@g = global %s { i32 1, [3 x i8] c\"ab\\00\", %s* @g }, align 4\n@h = internal constant [2 x i32*] [i32* null, \
     i32* getelementptr inbounds (%s, %s* @g, i32 0, i32 0)]\ndefine i32 @f(%s* nocapture %p, i32 %i) #0 {\nentry:\n  %a = getelementptr inbounds \
     %s, %s* %p, i32 0, i32 1, i32 %i\n  %b = load i8, i8* %a, align 1\n  %c = sext i8 %b to i32\n  ret i32 %c\n}\nattributes #0 = { nounwind }\n",
    "@x = common global i64 0, align 8\ndefine i64 @loop(i32 %n) {\nentry:\n  br label %top\ntop:\n  %i = phi i32 [ 0, %entry ], [ %j, %top ]\n  %s = phi i64 \
     [ 0, %entry ], [ %t, %top ]\n  %w = zext i32 %i to i64\n  %t = add nsw i64 %s, %w\n  %j = add i32 %i, 1\n  %d = icmp ult i32 %j, %n\n  br i1 %d, label \
     %top, label %out, !llvm.loop !1\nout:\n  store i64 %t, ptr @x, align 8\n  switch i32 %n, label %a [\n    i32 1, label %b\n    i32 7, label %a\n  ]\na:\n  \
     ret i64 %t\nb:\n  unreachable\n}\n!1 = distinct !{!1, !2}\n!2 = !{!\"llvm.loop.mustprogress\"}\n",
    "declare void @llvm.va_start(ptr)\ndeclare double @llvm.fmuladd.f64(double, double, double)\ndeclare { i32, i1 } \
     @llvm.sadd.with.overflow.i32(i32, i32)\ndefine double @v(i32 %n, ...) {\n  %l = alloca ptr, align 4\n  call void @llvm.va_start(ptr %l)\n  %d = va_arg ptr \
     %l, double\n  %e = call double @llvm.fmuladd.f64(double %d, double 2.000000e+00, double 0x3FF8000000000000)\n  %o = call { i32, i1 } \
     @llvm.sadd.with.overflow.i32(i32 %n, i32 1)\n  %q = extractvalue { i32, i1 } %o, 1\n  %r = select i1 %q, double %e, double -0.0\n  ret double %r\n}\n",
    "define <4 x float> @vec(<4 x float> %a, <4 x i32> %b) {\n  %c = sitofp <4 x i32> %b to <4 x float>\n  %d = fmul <4 x float> %a, %c\n  %e = shufflevector <4 x \
     float> %d, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>\n  %f = extractelement <4 x float> %e, i32 0\n  %g = insertelement <4 x float> %e, float \
     %f, i32 2\n  ret <4 x float> %g\n}\ndefine i128 @wide(i128 %a, i37 %b) {\n  %c = zext i37 %b to i128\n  %d = mul i128 %a, %c\n  %e = lshr i128 %d, 3\n  ret i128 %e\n}\n",
    "@t = thread_local global i32 5\n@a = weak alias i32 (i32), i32 (i32)* @f\n@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void \
     ()*, i8* } { i32 65535, void ()* @init, i8* null }]\ndefine internal void @init() {\n  %p = cmpxchg i32* @t, i32 0, i32 1 seq_cst monotonic\n  %q = atomicrmw \
     add i32* @t, i32 3 acq_rel\n  fence seq_cst\n  ret void\n}\ndefine i32 @f(i32 %x) {\n  %1 = icmp eq i32 %x, 0\n  %2 = select i1 %1, i8* blockaddress(@f, %a), i8* \
     blockaddress(@f, %b)\n  indirectbr i8* %2, [label %a, label %b]\na:\n  %3 = freeze i32 %x\n  ret i32 %3\nb:\n  %4 = call i32 @a(i32 0)\n  ret i32 %4\n}\n",
];
