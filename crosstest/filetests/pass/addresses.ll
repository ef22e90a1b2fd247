; A sum that is an address, in blocks behind the one that makes it, is part of each access, and takes neither an instruction nor a register.
; recipes: O2
; run: @swap_if(i32 1) -> i32 9
; run: @swap_if(i32 0) -> i32 7
; check x8632 x8664 @swap_if: [...+8]
; check-not x8632 x8664 @swap_if: add
; check arm32 @swap_if: [r...#8]
; check mips32 @swap_if: 8($
; run: @chain(i32 5) -> i32 4
; check x8632 x8664 @chain: +0xc]
; check arm32 @chain: #0xc]
; check mips32 @chain: 0xc($
; check-not x8632 x8664 @chain: add
@record = internal global [16 x i8] c"\00\00\00\00\00\00\00\00\07\00\00\00\00\00\00\00", align 4
@place = internal global [4 x i8] zeroinitializer, align 4
define i32 @swap_if(i32 %c) {
entry:
  %place = bitcast [4 x i8]* @place to i32*
  %record = ptrtoint [16 x i8]* @record to i32
  store i32 %record, i32* %place, align 1
  %base = load i32* %place, align 1
  %at = add i32 %base, 8
  %is = icmp ne i32 %c, 0
  br i1 %is, label %then, label %end
then:
  %p = inttoptr i32 %at to i32*
  store i32 9, i32* %p, align 1
  store i32 0, i32* %place, align 1
  br label %end
end:
  %q = inttoptr i32 %at to i32*
  %r = load i32* %q, align 1
  ret i32 %r
}
; Nobody needs the first sum but its accesses and the second sum.
define i32 @chain(i32 %c) {
  %place = bitcast [4 x i8]* @place to i32*
  %record = ptrtoint [16 x i8]* @record to i32
  store i32 %record, i32* %place, align 1
  %base = load i32* %place, align 1
  %first = add i32 %base, 8
  %p = inttoptr i32 %first to i32*
  %x = load i32* %p, align 1
  %second = add i32 %first, 4
  %q = inttoptr i32 %second to i32*
  store i32 %c, i32* %q, align 1
  %y = load i32* %q, align 1
  %r = shl i32 %x, %y
  %s = xor i32 %r, 228
  ret i32 %s
}
