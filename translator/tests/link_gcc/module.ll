; Functions that a C program calls, and that call back into it, with arguments of every type. See main.rs.

declare i32 @c_mixed(i32, i64, float, double, i32, i64, float, double, i32, i64, float, double)
declare i64 @c_i64(i64)
declare float @c_float(float)
declare double @c_double(double)
declare <4 x i32> @c_vectors(<4 x i32>, i32, <4 x float>, <8 x i16>, <16 x i8>, <4 x i32>)

; Every scalar type, often enough to fill every register file and go on on the stack; the result depends on each.
define i32 @t_mixed(i32 %a, i64 %b, float %c, double %d, i32 %e, i64 %f, float %g, double %h, i32 %i, i64 %j, float %k, double %l) {
entry:
  %b32 = trunc i64 %b to i32
  %bh = lshr i64 %b, 32
  %bh32 = trunc i64 %bh to i32
  %f32 = trunc i64 %f to i32
  %fh = lshr i64 %f, 32
  %fh32 = trunc i64 %fh to i32
  %j32 = trunc i64 %j to i32
  %jh = lshr i64 %j, 32
  %jh32 = trunc i64 %jh to i32
  %ci = fptosi float %c to i32
  %di = fptosi double %d to i32
  %gi = fptosi float %g to i32
  %hi = fptosi double %h to i32
  %ki = fptosi float %k to i32
  %li = fptosi double %l to i32
  %s1 = mul i32 %a, 3
  %s2 = mul i32 %b32, 5
  %s3 = mul i32 %bh32, 7
  %s4 = mul i32 %ci, 11
  %s5 = mul i32 %di, 13
  %s6 = mul i32 %e, 17
  %s7 = mul i32 %f32, 19
  %s8 = mul i32 %fh32, 23
  %s9 = mul i32 %gi, 29
  %s10 = mul i32 %hi, 31
  %s11 = mul i32 %i, 37
  %s12 = mul i32 %j32, 41
  %s13 = mul i32 %jh32, 43
  %s14 = mul i32 %ki, 47
  %s15 = mul i32 %li, 53
  %t1 = add i32 %s1, %s2
  %t2 = add i32 %t1, %s3
  %t3 = add i32 %t2, %s4
  %t4 = add i32 %t3, %s5
  %t5 = add i32 %t4, %s6
  %t6 = add i32 %t5, %s7
  %t7 = add i32 %t6, %s8
  %t8 = add i32 %t7, %s9
  %t9 = add i32 %t8, %s10
  %t10 = add i32 %t9, %s11
  %t11 = add i32 %t10, %s12
  %t12 = add i32 %t11, %s13
  %t13 = add i32 %t12, %s14
  %t14 = add i32 %t13, %s15
  ret i32 %t14
}

; The same arguments handed on to C.
define i32 @t_forward(i32 %a, i64 %b, float %c, double %d, i32 %e, i64 %f, float %g, double %h, i32 %i, i64 %j, float %k, double %l) {
entry:
  %r = call i32 @c_mixed(i32 %a, i64 %b, float %c, double %d, i32 %e, i64 %f, float %g, double %h, i32 %i, i64 %j, float %k, double %l)
  ret i32 %r
}

define i64 @t_i64(i64 %a, i64 %b) {
entry:
  %q = sdiv i64 %a, %b
  %r = srem i64 %a, %b
  %s = mul i64 %q, 1000003
  %t = add i64 %s, %r
  %u = call i64 @c_i64(i64 %t)
  ret i64 %u
}

define float @t_float(float %a, float %b) {
entry:
  %r = frem float %a, %b
  %s = call float @c_float(float %r)
  ret float %s
}

define double @t_double(i64 %a, double %b) {
entry:
  %x = uitofp i64 %a to double
  %y = fadd double %x, %b
  %s = call double @c_double(double %y)
  ret double %s
}

; Five vectors: more than 32-bit mode passes in registers.
define <4 x i32> @t_vectors(<4 x i32> %a, i32 %n, <4 x float> %f, <8 x i16> %h, <16 x i8> %b, <4 x i32> %c) {
entry:
  %r = call <4 x i32> @c_vectors(<4 x i32> %a, i32 %n, <4 x float> %f, <8 x i16> %h, <16 x i8> %b, <4 x i32> %c)
  %s = sub <4 x i32> %r, %c
  ret <4 x i32> %s
}

; C's function pointers are the addresses that indirect calls take, and the other way round.
define i32 @t_apply(i32 %callback, i32 %x) {
entry:
  %f = inttoptr i32 %callback to i32 (i32)*
  %r = call i32 %f(i32 %x)
  ret i32 %r
}

@table = internal constant [4 x i8] c"\01\02\03\04", align 4
@words = global <{ i32, [4 x i8] }> <{ i32 ptrtoint ([4 x i8]* @table to i32), [4 x i8] zeroinitializer }>, align 4

; A table with a pointer in it, exported.
define i32 @t_words() {
entry:
  %p = ptrtoint <{ i32, [4 x i8] }>* @words to i32
  ret i32 %p
}

; Callee-saved registers are kept, also where the frame changes size.
define i32 @t_alloca(i32 %n) {
entry:
  %p = alloca i8, i32 %n, align 16
  %a = ptrtoint i8* %p to i32
  call void @llvm.memset.p0i8.i32(i8* %p, i8 7, i32 %n, i32 1, i1 false)
  %last = add i32 %a, %n
  %at = sub i32 %last, 1
  %q = inttoptr i32 %at to i8*
  %v = load i8* %q, align 1
  %w = zext i8 %v to i32
  %misaligned = and i32 %a, 15
  %r = add i32 %w, %misaligned
  ret i32 %r
}

declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)
