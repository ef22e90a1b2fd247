//! Definitions in LLVM's representation that printed modules call: what ICE defines and LLVM does
//! not.

use translator::ice::{BinOp, Type};

/// `cmpxchg` of 64 bits by the runtime's function, which gives the old value in memory.
pub const WIDE_EXCHANGE: &str = "\
declare i32 @__atomic_compare_exchange_8(ptr, ptr, i64, i32, i32) #0
define internal i64 @crosstest.cmpxchg8(ptr %addr, i64 %expected, i64 %desired) #0 {
  %slot = alloca i64, align 8
  store volatile i64 %expected, ptr %slot, align 8
  %same = call i32 @__atomic_compare_exchange_8(ptr %addr, ptr %slot, i64 %desired, i32 5, i32 5)
  %old = load volatile i64, ptr %slot, align 8
  ret i64 %old
}";

/// A division or remainder that traps if a divisor is zero, and divides by 1 where the result does
/// not fit: its name and definition. `letters` stand for the type in a name; `one` and `smallest`
/// are numbers in every lane of it.
pub fn division(op: BinOp, ty: Type, letters: &str, one: &str, smallest: &str) -> (String, String) {
    let name = format!("@crosstest.{op}.{letters}");
    let truth = ty.comparison_result();
    let any_zero = match ty.lanes() {
        1 => "  %any = or i1 %zero, false\n".to_string(),
        lanes => format!("  %bits = bitcast {truth} %zero to i{lanes}\n  %any = icmp ne i{lanes} %bits, 0\n"),
    };
    let divisor = if matches!(op, BinOp::SDiv | BinOp::SRem) {
        format!(
            "  %minus = sub {ty} zeroinitializer, {one}\n  %first = icmp eq {ty} %a, {smallest}\n  \
             %second = icmp eq {ty} %b, %minus\n  %large = and {truth} %first, %second\n  \
             %divisor = select {truth} %large, {ty} {one}, {ty} %b\n"
        )
    } else {
        format!("  %divisor = or {ty} %b, zeroinitializer\n")
    };
    let definition = format!(
        "define internal {ty} {name}({ty} %a, {ty} %b) #0 {{\n  %zero = icmp eq {ty} %b, zeroinitializer\n{any_zero}  \
         br i1 %any, label %bad, label %good\nbad:\n  call void @llvm.trap()\n  unreachable\ngood:\n{divisor}  \
         %result = {op} {ty} %a, %divisor\n  ret {ty} %result\n}}"
    );
    (name, definition)
}
