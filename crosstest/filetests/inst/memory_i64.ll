; Loads and stores of i64: little-endian, at any address.
; run: @load(i32 0) -> i64 578437695752307201
; run: @load(i32 3) -> i64 795458214266537220
; run: @store(i32 1, i64 72623859790382856) -> i64 72623859790382856
; run: @first_byte(i64 72623859790382856) -> i32 8
; run: @last_byte(i64 72623859790382856) -> i32 1
; run: @align1(i64 72623859790382856) -> i64 72623859790382856
; run: @store(i32 1, i64 -2) -> i64 -2
; run: @first_byte(i64 -2) -> i32 254
; run: @last_byte(i64 -2) -> i32 255
; run: @align1(i64 -2) -> i64 -2
; check x8632 @load: mov e
; check x8632 @load: mov e
; check x8664 @load: mov r
; check arm32 @load: ldr r

@data = internal constant [16 x i8] c"\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10", align 1
@cell = internal global [32 x i8] zeroinitializer, align 8

define i64 @load(i32 %i) {
  %b = ptrtoint [16 x i8]* @data to i32
  %s = add i32 %b, %i
  %p = inttoptr i32 %s to i64*
  %v = load i64* %p, align 1
  ret i64 %v
}
define i64 @store(i32 %i, i64 %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, %i
  %p = inttoptr i32 %s to i64*
  store i64 %a, i64* %p, align 1
  %v = load i64* %p, align 1
  ret i64 %v
}
define i32 @first_byte(i64 %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, 1
  %p = inttoptr i32 %s to i64*
  store i64 %a, i64* %p, align 1
  %t = add i32 %b, 1
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
define i32 @last_byte(i64 %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, 1
  %p = inttoptr i32 %s to i64*
  store i64 %a, i64* %p, align 1
  %t = add i32 %b, 8
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
define i64 @align1(i64 %a) {
  %p = bitcast [32 x i8]* @cell to i64*
  store i64 %a, i64* %p, align 1
  %v = load i64* %p, align 1
  ret i64 %v
}
