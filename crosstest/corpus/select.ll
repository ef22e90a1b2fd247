; Selection of scalars of every type.
; run: @select_constants(i32 1) -> i64 81985529216486895
; run: @constant_condition(i32 5, i32 3) -> i32 2
; edges: @select_i32 @nested_i32 @select_i64 @nested_i64 @select_float @nested_float @select_double @nested_double @select_i8 @select_i16 @select_constants @select_float_constants @constant_condition @same_operands

define i32 @select_i32(i32 %c, i32 %a, i32 %b) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, i32 %a, i32 %b
  ret i32 %r
}
define i32 @nested_i32(i32 %c, i32 %a, i32 %b) {
  %t = icmp sgt i32 %c, 1
  %u = icmp eq i32 %c, 0
  %r = select i1 %t, i32 %a, i32 %b
  %s = select i1 %u, i32 %b, i32 %r
  ret i32 %s
}
define i64 @select_i64(i32 %c, i64 %a, i64 %b) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, i64 %a, i64 %b
  ret i64 %r
}
define i64 @nested_i64(i32 %c, i64 %a, i64 %b) {
  %t = icmp sgt i32 %c, 1
  %u = icmp eq i32 %c, 0
  %r = select i1 %t, i64 %a, i64 %b
  %s = select i1 %u, i64 %b, i64 %r
  ret i64 %s
}
define float @select_float(i32 %c, float %a, float %b) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, float %a, float %b
  ret float %r
}
define float @nested_float(i32 %c, float %a, float %b) {
  %t = icmp sgt i32 %c, 1
  %u = icmp eq i32 %c, 0
  %r = select i1 %t, float %a, float %b
  %s = select i1 %u, float %b, float %r
  ret float %s
}
define double @select_double(i32 %c, double %a, double %b) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, double %a, double %b
  ret double %r
}
define double @nested_double(i32 %c, double %a, double %b) {
  %t = icmp sgt i32 %c, 1
  %u = icmp eq i32 %c, 0
  %r = select i1 %t, double %a, double %b
  %s = select i1 %u, double %b, double %r
  ret double %s
}
define i32 @select_i8(i32 %c, i32 %a, i32 %b) {
  %t = icmp ne i32 %c, 0
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %r = select i1 %t, i8 %x, i8 %y
  %w = sext i8 %r to i32
  ret i32 %w
}
define i32 @select_i16(i32 %c, i32 %a, i32 %b) {
  %t = icmp ne i32 %c, 0
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %r = select i1 %t, i16 %x, i16 %y
  %w = sext i16 %r to i32
  ret i32 %w
}
define i64 @select_constants(i32 %c) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, i64 81985529216486895, i64 -1
  ret i64 %r
}
define double @select_float_constants(i32 %c) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, double 0.1, double -0.0
  ret double %r
}
define i32 @constant_condition(i32 %a, i32 %b) {
  %r = select i1 true, i32 %a, i32 %b
  %s = select i1 false, i32 %a, i32 %b
  %d = sub i32 %r, %s
  ret i32 %d
}
define i32 @same_operands(i32 %c, i32 %a) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, i32 %a, i32 %a
  ret i32 %r
}
