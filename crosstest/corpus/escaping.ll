; Addresses of stack objects and functions that leave their function: kept in globals at any alignment, hidden by arithmetic, passed
; outside. Engines place them differently, and only what does not depend on that is compared.
; run: @stored() -> i32 0
; run: @stored_unaligned() -> i32 0
; run: @hidden(i32 0x55555555) -> i32 77
; run: @hidden(i32 -1) -> i32 77
; run: @passed_outside() -> i32 5
; run: @function_stored(i32 4) -> i32 12
; run: @function_hidden(i32 4) -> i32 12

@text = internal constant [32 x i8] c"0123456789abcdefghijklmnopqrstuv", align 1
@counter = internal global [4 x i8] zeroinitializer, align 4
@kept = internal global [16 x i8] zeroinitializer, align 4
declare void @outside(i32, i32)

define internal i32 @thrice(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}
define i32 @stored() {
  %p = alloca i8, i32 16, align 8
  %a = ptrtoint i8* %p to i32
  %k = bitcast [16 x i8]* @kept to i32*
  store i32 %a, i32* %k, align 1
  %b = load i32* %k, align 1
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @stored_unaligned() {
  %p = alloca i8, i32 16, align 8
  %a = ptrtoint i8* %p to i32
  %base = ptrtoint [16 x i8]* @kept to i32
  %odd = add i32 %base, 5
  %k = inttoptr i32 %odd to i32*
  store i32 %a, i32* %k, align 1
  %b = load i32* %k, align 1
  %c = bitcast [4 x i8]* @counter to i32*
  store i32 99, i32* %c, align 1
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @hidden(i32 %key) {
  %p = alloca i8, i32 4, align 4
  %a = ptrtoint i8* %p to i32
  %q = bitcast i8* %p to i32*
  store i32 77, i32* %q, align 1
  %h = xor i32 %a, %key
  %k = bitcast [16 x i8]* @kept to i32*
  store i32 %h, i32* %k, align 1
  %b = load i32* %k, align 1
  %u = xor i32 %b, %key
  %v = inttoptr i32 %u to i32*
  %r = load i32* %v, align 1
  ret i32 %r
}
define i32 @passed_outside() {
  %p = alloca i8, i32 4, align 4
  %a = ptrtoint i8* %p to i32
  %q = bitcast i8* %p to i32*
  store i32 5, i32* %q, align 1
  call void @outside(i32 %a, i32 17)
  %m = mul i32 %a, 3
  call void @outside(i32 %m, i32 18)
  %r = load i32* %q, align 1
  ret i32 %r
}
define i32 @function_stored(i32 %x) {
  %f = ptrtoint i32 (i32)* @thrice to i32
  %k = bitcast [16 x i8]* @kept to i32*
  store i32 %f, i32* %k, align 1
  %g = load i32* %k, align 1
  %h = inttoptr i32 %g to i32 (i32)*
  %r = call i32 %h(i32 %x)
  ret i32 %r
}
define i32 @function_hidden(i32 %x) {
  %p = alloca i8, i32 4, align 4
  %q = bitcast i8* %p to i32*
  %f = ptrtoint i32 (i32)* @thrice to i32
  %n = xor i32 %f, -1
  store i32 %n, i32* %q, align 1
  %m = load i32* %q, align 1
  %g = xor i32 %m, -1
  %h = inttoptr i32 %g to i32 (i32)*
  %r = call i32 %h(i32 %x)
  ret i32 %r
}
