; Stores that nobody can see, at O0: overwritten before anything reads them, or into an object of the frame that nothing reads.
; recipes: O0
; run: @overwritten(i32 3) -> i32 21
; check x8632 x8664 @overwritten: mov ... cell
; check x8632 x8664 @overwritten: ret
; run: @seen(i32 3) -> i32 24
; check x8632 x8664 @seen: mov ... [
; check x8632 x8664 @seen: mov ... [
; run: @private(i32 5) -> i32 5
; check-not x8632 @private: sub esp
; run: @halves(i32 7) -> i64 9
; run: @partly(i32 16909060) -> i32 16908292
; run: @called(i32 5) -> i32 5

@cell = internal global [8 x i8] zeroinitializer, align 8

; x = a + b; x = y + z: the first assignment goes.
define i32 @overwritten(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %b = add i32 %a, 100
  store i32 %b, i32* %p, align 1
  %c = mul i32 %a, 7
  store i32 %c, i32* %p, align 1
  ret i32 %c
}
; The first is read in between.
define i32 @seen(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  store i32 %a, i32* %p, align 1
  %b = load i32* %p, align 1
  %c = mul i32 %b, 8
  store i32 %c, i32* %p, align 1
  ret i32 %c
}
define i32 @private(i32 %a) {
  %object = alloca i8, i32 8, align 4
  %p = bitcast i8* %object to i32*
  store i32 %a, i32* %p, align 1
  ret i32 %a
}
; The two halves are overwritten at once.
define i64 @halves(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %base = ptrtoint [8 x i8]* @cell to i32
  %next = add i32 %base, 4
  %q = inttoptr i32 %next to i32*
  store i32 %a, i32* %p, align 1
  store i32 %a, i32* %q, align 1
  %whole = bitcast [8 x i8]* @cell to i64*
  store i64 9, i64* %whole, align 1
  %r = load i64* %whole, align 1
  ret i64 %r
}
; A part of it is overwritten.
define i32 @partly(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %base = ptrtoint [8 x i8]* @cell to i32
  %second = add i32 %base, 1
  %q = inttoptr i32 %second to i8*
  store i32 %a, i32* %p, align 1
  store i8 0, i8* %q, align 1
  %r = load i32* %p, align 1
  ret i32 %r
}
; Who is called reads the first.
define i32 @called(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  store i32 %a, i32* %p, align 1
  %r = call i32 @content()
  store i32 0, i32* %p, align 1
  ret i32 %r
}
define internal i32 @content() {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
