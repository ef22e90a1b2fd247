; Switches over 64, 8 and 16 bits; cases that differ in the upper half only.
; run: @wide(i64 0) -> i32 100
; run: @wide(i64 1) -> i32 101
; run: @wide(i64 -1) -> i32 102
; run: @wide(i64 4294967296) -> i32 103
; run: @wide(i64 4294967297) -> i32 104
; run: @wide(i64 -4294967296) -> i32 105
; run: @wide(i64 9223372036854775807) -> i32 106
; run: @wide(i64 -9223372036854775808) -> i32 100
; run: @wide(i64 2147483648) -> i32 101
; run: @wide(i64 -2147483648) -> i32 102
; run: @same_low(i64 5) -> i32 100
; run: @same_low(i64 4294967301) -> i32 101
; run: @same_low(i64 8589934597) -> i32 102
; run: @same_low(i64 12884901893) -> i32 -1
; run: @bytes(i32 127) -> i32 102
; run: @bytes(i32 128) -> i32 103
; run: @bytes(i32 255) -> i32 104
; run: @bytes(i32 -1) -> i32 104
; run: @bytes(i32 256) -> i32 100
; run: @bytes(i32 321) -> i32 106
; run: @halves(i32 65536) -> i32 100
; edges: @wide @same_low @dense @bytes @halves

define i32 @wide(i64 %a) {
  switch i64 %a, label %default [
    i64 0, label %case0
    i64 1, label %case1
    i64 -1, label %case2
    i64 4294967296, label %case3
    i64 4294967297, label %case4
    i64 -4294967296, label %case5
    i64 9223372036854775807, label %case6
    i64 -9223372036854775808, label %case0
    i64 2147483648, label %case1
    i64 -2147483648, label %case2
  ]
case0:
  ret i32 100
case1:
  ret i32 101
case2:
  ret i32 102
case3:
  ret i32 103
case4:
  ret i32 104
case5:
  ret i32 105
case6:
  ret i32 106
default:
  ret i32 -1
}
define i32 @same_low(i64 %a) {
  switch i64 %a, label %default [
    i64 5, label %case0
    i64 4294967301, label %case1
    i64 8589934597, label %case2
  ]
case0:
  ret i32 100
case1:
  ret i32 101
case2:
  ret i32 102
default:
  ret i32 -1
}
define i32 @dense(i64 %a) {
  switch i64 %a, label %default [
    i64 2, label %case0
    i64 3, label %case1
    i64 4, label %case2
    i64 5, label %case3
    i64 6, label %case4
    i64 7, label %case5
    i64 8, label %case6
    i64 9, label %case0
  ]
case0:
  ret i32 100
case1:
  ret i32 101
case2:
  ret i32 102
case3:
  ret i32 103
case4:
  ret i32 104
case5:
  ret i32 105
case6:
  ret i32 106
default:
  ret i32 -1
}
define i32 @bytes(i32 %a) {
  %x = trunc i32 %a to i8
  switch i8 %x, label %default [
    i8 0, label %case0
    i8 1, label %case1
    i8 127, label %case2
    i8 -128, label %case3
    i8 -1, label %case4
    i8 64, label %case5
    i8 65, label %case6
    i8 66, label %case0
  ]
case0:
  ret i32 100
case1:
  ret i32 101
case2:
  ret i32 102
case3:
  ret i32 103
case4:
  ret i32 104
case5:
  ret i32 105
case6:
  ret i32 106
default:
  ret i32 -1
}
define i32 @halves(i32 %a) {
  %x = trunc i32 %a to i16
  switch i16 %x, label %default [
    i16 0, label %case0
    i16 1, label %case1
    i16 32767, label %case2
    i16 -32768, label %case3
    i16 -1, label %case4
    i16 256, label %case5
  ]
case0:
  ret i32 100
case1:
  ret i32 101
case2:
  ret i32 102
case3:
  ret i32 103
case4:
  ret i32 104
case5:
  ret i32 105
default:
  ret i32 -1
}
