; Numbers of 64 bits whose halves are the same are one register.
; recipes: O2 O3
; run: @masked(i64 81985529216486895) -> i64 72907928994778592
; run: @words(i64 81985529216486895) -> i64 76308684000751
; run: @kept(i64 81985529216486895) -> i64 81985526906748928
; run: @flipped(i64 81985529216486895) -> i64 81740041770692266
; run: @stored(i64 5) -> i64 5
; check arm32 @masked: movw
; check-not arm32 @masked: movw
; check arm32 @words: uxth
; check arm32 @words: uxth
; check-not arm32 @words: movw
; check arm32 @stored: mov ... #0x70000000
; check-not arm32 @stored: mov ... #0x70000000
@cell = internal global [16 x i8] zeroinitializer, align 4
define i64 @masked(i64 %x) {
  %r = and i64 %x, 1085103558938791920
  ret i64 %r
}
define i64 @words(i64 %x) {
  %r = and i64 %x, 281470681808895
  ret i64 %r
}
define i64 @kept(i64 %x) {
  %r = and i64 %x, -4294967296
  ret i64 %r
}
define i64 @flipped(i64 %x) {
  %r = xor i64 %x, 320254236500805
  ret i64 %r
}
define i64 @stored(i64 %x) {
  %p = ptrtoint [16 x i8]* @cell to i32
  %q = inttoptr i32 %p to i64*
  store i64 8070450534126977024, i64* %q, align 1
  %b = add i32 %p, 8
  %c = inttoptr i32 %b to i64*
  store i64 %x, i64* %c, align 1
  %v = load i64* %q, align 1
  %w = xor i64 %v, 8070450534126977024
  %y = load i64* %c, align 1
  %z = or i64 %w, %y
  ret i64 %z
}
