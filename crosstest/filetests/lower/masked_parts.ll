; Words under a mask of which a part is compared with zero: x86's flags of the mask say it only if nothing is left above the part, nor of its
; highest bit.
; edges: @f8_eq_127 @f8_slt_127 @f8_eq_128 @f8_slt_128 @f8_eq_384 @f8_slt_384
; edges: @f8_eq_383 @f8_slt_383 @f8_eq_256 @f8_slt_256 @f8_eq_m128 @f8_slt_m128
; edges: @f16_eq_32767 @f16_slt_32767 @f16_eq_32768 @f16_slt_32768 @f16_eq_98304 @f16_slt_98304
; edges: @f16_eq_65536 @f16_slt_65536 @f16_eq_m32768 @f16_slt_m32768
; check x8632/O2 @f8_eq_127: and e
; check-not x8632/O2 @f8_eq_127: test
; check x8632/O2 @f8_eq_127: jne
; run: @f8_eq_384(i32 256) -> i32 263
; run: @f8_slt_128(i32 128) -> i32 135
; run: @f16_eq_98304(i32 65536) -> i32 65543
; run: @f8_eq_127(i32 256) -> i32 7
define i32 @f8_eq_127(i32 %x) {
  %a = and i32 %x, 127
  %t = trunc i32 %a to i8
  %c = icmp eq i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_slt_127(i32 %x) {
  %a = and i32 %x, 127
  %t = trunc i32 %a to i8
  %c = icmp slt i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_eq_128(i32 %x) {
  %a = and i32 %x, 128
  %t = trunc i32 %a to i8
  %c = icmp eq i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_slt_128(i32 %x) {
  %a = and i32 %x, 128
  %t = trunc i32 %a to i8
  %c = icmp slt i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_eq_384(i32 %x) {
  %a = and i32 %x, 384
  %t = trunc i32 %a to i8
  %c = icmp eq i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_slt_384(i32 %x) {
  %a = and i32 %x, 384
  %t = trunc i32 %a to i8
  %c = icmp slt i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_eq_383(i32 %x) {
  %a = and i32 %x, 383
  %t = trunc i32 %a to i8
  %c = icmp eq i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_slt_383(i32 %x) {
  %a = and i32 %x, 383
  %t = trunc i32 %a to i8
  %c = icmp slt i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_eq_256(i32 %x) {
  %a = and i32 %x, 256
  %t = trunc i32 %a to i8
  %c = icmp eq i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_slt_256(i32 %x) {
  %a = and i32 %x, 256
  %t = trunc i32 %a to i8
  %c = icmp slt i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_eq_m128(i32 %x) {
  %a = and i32 %x, -128
  %t = trunc i32 %a to i8
  %c = icmp eq i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f8_slt_m128(i32 %x) {
  %a = and i32 %x, -128
  %t = trunc i32 %a to i8
  %c = icmp slt i8 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_eq_32767(i32 %x) {
  %a = and i32 %x, 32767
  %t = trunc i32 %a to i16
  %c = icmp eq i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_slt_32767(i32 %x) {
  %a = and i32 %x, 32767
  %t = trunc i32 %a to i16
  %c = icmp slt i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_eq_32768(i32 %x) {
  %a = and i32 %x, 32768
  %t = trunc i32 %a to i16
  %c = icmp eq i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_slt_32768(i32 %x) {
  %a = and i32 %x, 32768
  %t = trunc i32 %a to i16
  %c = icmp slt i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_eq_98304(i32 %x) {
  %a = and i32 %x, 98304
  %t = trunc i32 %a to i16
  %c = icmp eq i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_slt_98304(i32 %x) {
  %a = and i32 %x, 98304
  %t = trunc i32 %a to i16
  %c = icmp slt i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_eq_65536(i32 %x) {
  %a = and i32 %x, 65536
  %t = trunc i32 %a to i16
  %c = icmp eq i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_slt_65536(i32 %x) {
  %a = and i32 %x, 65536
  %t = trunc i32 %a to i16
  %c = icmp slt i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_eq_m32768(i32 %x) {
  %a = and i32 %x, -32768
  %t = trunc i32 %a to i16
  %c = icmp eq i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
define i32 @f16_slt_m32768(i32 %x) {
  %a = and i32 %x, -32768
  %t = trunc i32 %a to i16
  %c = icmp slt i16 %t, 0
  br i1 %c, label %y, label %n
y:
  %r = xor i32 %a, 7
  ret i32 %r
n:
  ret i32 %a
}
