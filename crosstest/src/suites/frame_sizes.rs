//! Functions with frames of every size near those at which instructions for the stack pointer, for variables and for arguments change
//! their forms, as texts: with a call and without, with a stack pointer that moves, with arguments that lie beyond the frame. Objects of
//! every alignment.

use std::fmt::Write;

use super::Made;
use crate::case::Case;

/// Bytes of an object in the frame, step by step: up to where ARM's immediates have gaps, around x86's byte, ARM's 12 bits and its
/// 8 bits of words, MIPS's 16 bits.
const SIZES: [(u32, u32, u32); 6] =
    [(4, 140, 4), (220, 300, 4), (980, 1044, 4), (4044, 4116, 4), (32_712, 32_800, 8), (65_480, 65_560, 8)];

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let one = |name: String, text: fn(&str) -> String, middle: &'static str| {
        Made::new(name.clone(), move || Case::parse(&text(middle), &format!("limits/{name}")))
    };
    let mut all: Vec<Made> = [("leaf", ""), ("call", "  %t = call i32 @other(i32 %e)\n"), ("moving", MOVING)]
        .map(|(name, middle)| one(format!("frames of every size, {name}"), module, middle))
        .into();
    all.extend(["7", "%x"].map(|size| one(format!("objects of every alignment, {size} bytes"), alignments, size)));
    all
}

/// Memory below the frame, which is written, and a call.
const MOVING: &str = "  %n = and i32 %e, 63\n  %below = alloca i8, i32 %n, align 8\n  %lowest = ptrtoint i8* %below to i32\n  \
                      call void @llvm.memset.p0i8.i32(i8* %below, i8 17, i32 %n, i32 1, i1 false)\n  %t = call i32 @other(i32 %e)\n";

fn module(middle: &str) -> String {
    let sizes: Vec<u32> = SIZES.iter().flat_map(|&(first, end, step)| (first..end).step_by(step as usize)).collect();
    let mut text = "; Frames of sizes at which instructions change their forms.\n".to_string();
    for size in &sizes {
        let _ = writeln!(
            text,
            "; run: @f{size}(i32 5, i64 0x123456789abcdef0, double 1.5, i32 -7, i32 1000003, i32 77, i64 -3, double -2.25, i32 99, float 0.5, \
             i32 -100, i64 0x7fffffff00000001, i32 12)"
        );
    }
    text += "declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)\n\
             define i32 @other(i32 %x) {\n  %r = mul i32 %x, 31\n  ret i32 %r\n}\n";
    sizes.iter().for_each(|&size| text += &function(size, middle));
    text
}

/// A function whose object is filled, with everything that it was given needed afterwards.
fn function(size: u32, middle: &str) -> String {
    let last = size - 4;
    let result = if middle.is_empty() { "%e" } else { "%t" };
    format!(
        "define i64 @f{size}(i32 %a, i64 %b, double %c, i32 %d, i32 %e, i32 %f, i64 %g, double %h, i32 %i, float %j, i32 %k, i64 %l, \
         i32 %m) {{\n  %object = alloca i8, i32 {size}, align 8\n  %at = ptrtoint i8* %object to i32\n  %early = mul i32 %d, %e\n  \
         call void @llvm.memset.p0i8.i32(i8* %object, i8 -91, i32 {size}, i32 1, i1 false)\n\
         {middle}  %end = add i32 %at, {last}\n  %p = inttoptr i32 %at to i32*\n  %q = inttoptr i32 %end to i32*\n  \
         %first = load i32* %p, align 1\n  store i32 %a, i32* %p, align 1\n  store i32 %m, i32* %q, align 1\n  \
         %s1 = load i32* %p, align 1\n  %s2 = load i32* %q, align 1\n  %s3 = xor i32 %s1, %first\n  %s4 = mul i32 %s2, 7\n  \
         %s5 = add i32 %s3, %s4\n  %s6 = add i32 %s5, {result}\n  %s7 = sub i32 %s6, %early\n  %x1 = xor i32 %s7, %f\n  \
         %x2 = mul i32 %x1, %i\n  %x3 = add i32 %x2, %k\n  %w = zext i32 %x3 to i64\n  %fd = fpext float %j to double\n  \
         %f1 = fadd double %c, %h\n  %f2 = fmul double %f1, %fd\n  %bits = bitcast double %f2 to i64\n  %l1 = add i64 %b, %g\n  \
         %l2 = mul i64 %l1, %l\n  %l3 = xor i64 %l2, %bits\n  %l4 = add i64 %l3, %w\n  ret i64 %l4\n}}\n"
    )
}

/// Alignments of an object: up to what is kept for the whole frame, and beyond what a target does in it.
const ALIGNMENTS: [u32; 12] = [1, 2, 4, 8, 16, 32, 64, 1024, 2048, 4096, 8192, 16_384];

/// Functions with an object of so many bytes at every alignment, between two others: it is aligned, and lies over none.
fn alignments(size: &str) -> String {
    let mut text = "; Objects of the stack at every alignment.\n".to_string();
    for align in ALIGNMENTS {
        let _ = writeln!(text, "; run: @f{align}(i32 5) -> i32 1234565\n; run: @f{align}(i32 0) -> i32 1234560");
    }
    text += "declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)\n";
    for align in ALIGNMENTS {
        let _ = write!(
            text,
            "define i32 @f{align}(i32 %x) {{\n  %a = alloca i8, i32 4, align 4\n  %o = alloca i8, i32 {size}, align {align}\n  \
             %b = alloca i8, i32 4, align 4\n  %p = bitcast i8* %a to i32*\n  %q = bitcast i8* %b to i32*\n  \
             store i32 1200000, i32* %p, align 1\n  store i32 34560, i32* %q, align 1\n  \
             call void @llvm.memset.p0i8.i32(i8* %o, i8 -1, i32 {size}, i32 1, i1 false)\n  %at = ptrtoint i8* %o to i32\n  \
             %low = and i32 %at, {}\n  %s = load i32* %p, align 1\n  %t = load i32* %q, align 1\n  %u = add i32 %s, %t\n  \
             %v = add i32 %u, %x\n  %r = add i32 %v, %low\n  ret i32 %r\n}}\n",
            align - 1
        );
    }
    text
}
