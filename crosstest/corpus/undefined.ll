; What the interpreter finds to have no defined behaviour, and what is merely Unspecified. Targets must still run the latter.
; run: @branch_on_undef() -> undefined
; run: @address_of_undef() -> undefined
; run: @divide_by_undef() -> undefined
; run: @least_by_minus_one(i32 -1) -> undefined
; run: @least_by_minus_one(i32 1) -> i32 -2147483648
; run: @masked() -> i32 0
; run: @masked_or() -> i32 -1
; run: @times_zero() -> i32 0
; run: @chosen(i32 1) -> i32 1
; run: @far_shift_masked(i32 40) -> i32 0
; run: @uninitialised_half() -> i64 5
; run: @vector_of_undef(i32 9) -> i32 9
; run: @promised_load(i32 0) -> <4 x i32> <1, 2, 3, 4>
; run: @promised_load(i32 4) -> <4 x i32> <2, 3, 4, 5>
; run: @promised_load(i32 2) -> undefined
; run: @promised_store(i32 8) -> double 1.5
; run: @promised_store(i32 4) -> undefined
; run: @promised_copy(i32 4) -> i32 2
; run: @promised_copy(i32 1) -> undefined
; run: @promised_nowhere(i32 2) -> traps

define i32 @branch_on_undef() {
  %c = trunc i32 undef to i1
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @address_of_undef() {
  %p = inttoptr i32 undef to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @divide_by_undef() {
  %r = udiv i32 7, undef
  ret i32 %r
}
define i32 @least_by_minus_one(i32 %a) {
  %r = sdiv i32 -2147483648, %a
  ret i32 %r
}
define i32 @masked() {
  %r = and i32 undef, 0
  ret i32 %r
}
define i32 @masked_or() {
  %r = or i32 undef, -1
  ret i32 %r
}
define i32 @times_zero() {
  %r = mul i32 undef, 0
  ret i32 %r
}
define i32 @chosen(i32 %a) {
  %c = icmp eq i32 %a, 1
  %r = select i1 %c, i32 %a, i32 undef
  ret i32 %r
}
define i32 @far_shift_masked(i32 %n) {
  %s = shl i32 1, %n
  %r = and i32 %s, 0
  ret i32 %r
}
define i64 @uninitialised_half() {
  %p = alloca i8, i32 8, align 8
  %q = bitcast i8* %p to i32*
  store i32 5, i32* %q, align 1
  %w = bitcast i8* %p to i64*
  %v = load i64* %w, align 1
  %r = and i64 %v, 4294967295
  ret i64 %r
}
define i32 @vector_of_undef(i32 %a) {
  %v = insertelement <4 x i32> undef, i32 %a, i32 2
  %r = extractelement <4 x i32> %v, i32 2
  ret i32 %r
}

; An access that memory allows, at less than the alignment it promises: MIPS traps, others do not.
@words = internal global [24 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00", align 16
@room = internal global [24 x i8] zeroinitializer, align 16
define <4 x i32> @promised_load(i32 %offset) {
  %base = ptrtoint [24 x i8]* @words to i32
  %a = add i32 %base, %offset
  %p = inttoptr i32 %a to <4 x i32>*
  %v = load <4 x i32>* %p, align 4
  ret <4 x i32> %v
}
define double @promised_store(i32 %offset) {
  %base = ptrtoint [24 x i8]* @room to i32
  %a = add i32 %base, %offset
  %p = inttoptr i32 %a to double*
  store double 1.5, double* %p, align 8
  %r = load double* %p, align 1
  ret double %r
}
define i32 @promised_copy(i32 %offset) {
  %to = bitcast [24 x i8]* @room to i8*
  %base = ptrtoint [24 x i8]* @words to i32
  %a = add i32 %base, %offset
  %from = inttoptr i32 %a to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %to, i8* %from, i32 8, i32 4, i1 false)
  %p = bitcast [24 x i8]* @room to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define double @promised_nowhere(i32 %address) {
  %p = inttoptr i32 %address to double*
  %r = load double* %p, align 8
  ret double %r
}
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
