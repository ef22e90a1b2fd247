; A switch on i64: the first and last numbers, and what is no case.
; run: @f(i64 0) -> i32 10
; run: @f(i64 1) -> i32 11
; run: @f(i64 -9223372036854775808) -> i32 12
; run: @f(i64 -1) -> i32 13
; run: @f(i64 9223372036854775807) -> i32 14
; run: @f(i64 100) -> i32 15
; run: @f(i64 4294967296) -> i32 16
; run: @f(i64 4294967297) -> i32 17
; run: @f(i64 2) -> i32 -1
; run: @f(i64 99) -> i32 -1
; run: @f(i64 101) -> i32 -1
; run: @only_default(i64 5) -> i32 1
; run: @shared(i64 3) -> i32 7
; run: @shared(i64 4) -> i32 7
; run: @shared(i64 5) -> i32 8

define i32 @f(i64 %a) {
  switch i64 %a, label %other [
    i64 0, label %l10
    i64 1, label %l11
    i64 -9223372036854775808, label %l12
    i64 -1, label %l13
    i64 9223372036854775807, label %l14
    i64 100, label %l15
    i64 4294967296, label %l16
    i64 4294967297, label %l17
  ]
l10:
  ret i32 10
l11:
  ret i32 11
l12:
  ret i32 12
l13:
  ret i32 13
l14:
  ret i32 14
l15:
  ret i32 15
l16:
  ret i32 16
l17:
  ret i32 17
other:
  ret i32 -1
}
define i32 @only_default(i64 %a) {
  switch i64 %a, label %other [
  ]
other:
  ret i32 1
}
define i32 @shared(i64 %a) {
  switch i64 %a, label %other [
    i64 3, label %yes
    i64 4, label %yes
  ]
yes:
  ret i32 7
other:
  ret i32 8
}
