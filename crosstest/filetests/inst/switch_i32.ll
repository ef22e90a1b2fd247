; A switch on i32: the first and last numbers, and what is no case.
; run: @f(i32 0) -> i32 10
; run: @f(i32 1) -> i32 11
; run: @f(i32 -2147483648) -> i32 12
; run: @f(i32 -1) -> i32 13
; run: @f(i32 2147483647) -> i32 14
; run: @f(i32 100) -> i32 15
; run: @f(i32 2) -> i32 -1
; run: @f(i32 99) -> i32 -1
; run: @f(i32 101) -> i32 -1
; run: @only_default(i32 5) -> i32 1
; run: @shared(i32 3) -> i32 7
; run: @shared(i32 4) -> i32 7
; run: @shared(i32 5) -> i32 8

define i32 @f(i32 %a) {
  switch i32 %a, label %other [
    i32 0, label %l10
    i32 1, label %l11
    i32 -2147483648, label %l12
    i32 -1, label %l13
    i32 2147483647, label %l14
    i32 100, label %l15
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
other:
  ret i32 -1
}
define i32 @only_default(i32 %a) {
  switch i32 %a, label %other [
  ]
other:
  ret i32 1
}
define i32 @shared(i32 %a) {
  switch i32 %a, label %other [
    i32 3, label %yes
    i32 4, label %yes
  ]
yes:
  ret i32 7
other:
  ret i32 8
}
