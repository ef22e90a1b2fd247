; Addresses of which two symbols are part: an instruction adds one of them. And the same one twice, and one with constants between.
; run: @load(i32 0) -> i32 1
; run: @load(i32 4) -> i32 2
; run: @load(i32 12) -> i32 4
; run: @twice(i32 4) -> i32 2
; run: @twice(i32 8) -> i32 3
; run: @apart(i32 0) -> i32 2
; run: @apart(i32 8) -> i32 4
; run: @store(i32 0) -> i32 77
; run: @store(i32 8) -> i32 77
; run: @scaled(i32 1) -> i32 2
; run: @scaled(i32 3) -> i32 4
@numbers = internal global [16 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00", align 4
@other = internal global [64 x i8] zeroinitializer, align 4
@away = internal global [4 x i8] zeroinitializer, align 4
; How far an index is from itself and the other symbol, as memory knows it.
define internal i32 @without(i32 %index, i32 %symbol) {
  %p = bitcast [4 x i8]* @away to i32*
  %n = sub i32 %index, %symbol
  store i32 %n, i32* %p, align 1
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @load(i32 %index) {
  %o = ptrtoint [64 x i8]* @other to i32
  %x = call i32 @without(i32 %index, i32 %o)
  %n = ptrtoint [16 x i8]* @numbers to i32
  %s = add i32 %x, %o
  %t = add i32 %s, %n
  %p = inttoptr i32 %t to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @twice(i32 %index) {
  %n = ptrtoint [16 x i8]* @numbers to i32
  %x = call i32 @without(i32 %index, i32 %n)
  %s = add i32 %n, %x
  %t = add i32 %s, %n
  %p = inttoptr i32 %t to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @apart(i32 %index) {
  %o = ptrtoint [64 x i8]* @other to i32
  %x = call i32 @without(i32 %index, i32 %o)
  %n = ptrtoint [16 x i8]* @numbers to i32
  %a = add i32 %x, 12
  %s = add i32 %a, %o
  %b = sub i32 %s, 8
  %t = add i32 %n, %b
  %p = inttoptr i32 %t to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @store(i32 %index) {
  %n = ptrtoint [16 x i8]* @numbers to i32
  %x = call i32 @without(i32 %index, i32 %n)
  %o = ptrtoint [64 x i8]* @other to i32
  %s = add i32 %x, %n
  %t = add i32 %s, %o
  %p = inttoptr i32 %t to i32*
  store i32 77, i32* %p, align 1
  %at = add i32 %o, %index
  %q = inttoptr i32 %at to i32*
  %r = load i32* %q, align 1
  ret i32 %r
}
; The other symbol is part of what is scaled.
define i32 @scaled(i32 %index) {
  %o = ptrtoint [64 x i8]* @other to i32
  %x = call i32 @without(i32 %index, i32 %o)
  %n = ptrtoint [16 x i8]* @numbers to i32
  %a = add i32 %x, %o
  %s = shl i32 %a, 2
  %t = add i32 %s, %n
  %p = inttoptr i32 %t to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
