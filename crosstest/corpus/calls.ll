; Calls: long mixed argument lists, every kind of result, values that live across calls.
; run: @call_void(i32 9) -> i32 2
; run: @call_returns_float(i32 6) -> float 2.0
; edges: @call_many @call_floats @call_returns_float @call_void @live_across

define internal i64 @many(i32 %a, i64 %b, i32 %c, i64 %d, i32 %e, i64 %f, i32 %g, i64 %h, i32 %i, i64 %j) {
  %aw = sext i32 %a to i64
  %cw = sext i32 %c to i64
  %ew = sext i32 %e to i64
  %gw = sext i32 %g to i64
  %iw = sext i32 %i to i64
  %t0 = mul i64 %aw, 3
  %t1 = mul i64 %b, 5
  %t2 = mul i64 %cw, 7
  %t3 = mul i64 %d, 11
  %t4 = mul i64 %ew, 13
  %t5 = mul i64 %f, 17
  %t6 = mul i64 %gw, 19
  %t7 = mul i64 %h, 23
  %t8 = mul i64 %iw, 29
  %t9 = mul i64 %j, 31
  %s0 = add i64 %t0, %t1
  %s1 = sub i64 %s0, %t2
  %s2 = add i64 %s1, %t3
  %s3 = sub i64 %s2, %t4
  %s4 = add i64 %s3, %t5
  %s5 = sub i64 %s4, %t6
  %s6 = add i64 %s5, %t7
  %s7 = sub i64 %s6, %t8
  %s8 = add i64 %s7, %t9
  ret i64 %s8
}
define i64 @call_many(i32 %a, i64 %b) {
  %c = add i32 %a, 1
  %d = add i64 %b, 1
  %r = call i64 @many(i32 %a, i64 %b, i32 %c, i64 %d, i32 7, i64 -7, i32 %a, i64 1311768467463790320, i32 %c, i64 %d)
  %s = call i64 @many(i32 %c, i64 %r, i32 0, i64 0, i32 %a, i64 %d, i32 -1, i64 -1, i32 %c, i64 %r)
  %t = xor i64 %r, %s
  ret i64 %t
}
define internal double @floats(float %a, double %b, i32 %c, float %d, i64 %e, double %f, float %g, double %h, float %i, double %j, float %k, double %l, i32 %m) {
  %aw = fpext float %a to double
  %dw = fpext float %d to double
  %gw = fpext float %g to double
  %iw = fpext float %i to double
  %kw = fpext float %k to double
  %cw = sitofp i32 %c to double
  %ew = sitofp i64 %e to double
  %mw = sitofp i32 %m to double
  %s0 = fadd double %aw, %b
  %s1 = fmul double %s0, %cw
  %s2 = fsub double %s1, %dw
  %s3 = fadd double %s2, %ew
  %s4 = fadd double %s3, %f
  %s5 = fsub double %s4, %gw
  %s6 = fadd double %s5, %h
  %s7 = fmul double %s6, %iw
  %s8 = fadd double %s7, %j
  %s9 = fsub double %s8, %kw
  %s10 = fadd double %s9, %l
  %s11 = fadd double %s10, %mw
  ret double %s11
}
define double @call_floats(double %x, float %y) {
  %r = call double @floats(float %y, double %x, i32 3, float 2.5, i64 -9, double %x, float %y, double -1.5, float 0.5, double %x, float 8.0, double 100.25, i32 -4)
  ret double %r
}
define internal float @returns_float(i32 %a) {
  %r = sitofp i32 %a to float
  ret float %r
}
define float @call_returns_float(i32 %a) {
  %x = call float @returns_float(i32 %a)
  %y = call float @returns_float(i32 3)
  %r = fdiv float %x, %y
  ret float %r
}
define internal void @store_it(i32 %value) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %value, i32* %p, align 1
  ret void
}
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @call_void(i32 %a) {
  call void @store_it(i32 %a)
  call void @store_it(i32 7)
  %p = bitcast [4 x i8]* @cell to i32*
  %r = load i32* %p, align 1
  %d = sub i32 %a, %r
  ret i32 %d
}
define internal i32 @clobber(i32 %a) {
  %b = mul i32 %a, 17
  %c = xor i32 %b, %a
  %d = add i32 %c, 3
  %e = mul i32 %d, %d
  ret i32 %e
}
define i64 @live_across(i32 %a, i64 %b, double %c, float %d) {
  %x = add i32 %a, 1
  %y = mul i64 %b, 3
  %z = fadd double %c, 1.0
  %w = fmul float %d, 2.0
  %r1 = call i32 @clobber(i32 %x)
  %r2 = call i32 @clobber(i32 %r1)
  %zi = bitcast double %z to i64
  %wi = bitcast float %w to i32
  %ordered = fcmp ord double %c, %c
  %zs = select i1 %ordered, i64 %zi, i64 0
  %orderedf = fcmp ord float %d, %d
  %ws = select i1 %orderedf, i32 %wi, i32 0
  %s1 = add i32 %r2, %x
  %s2 = add i32 %s1, %ws
  %s3 = zext i32 %s2 to i64
  %s4 = add i64 %s3, %y
  %s5 = xor i64 %s4, %zs
  ret i64 %s5
}
