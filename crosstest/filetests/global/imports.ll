; Functions from outside: which, and with what, is part of what is compared.
; run: @f(i32 3)
; check x8632 x8664 @f: call print
; check arm32 @f: bl print

declare void @print(i32)

define void @f(i32 %a) {
  call void @print(i32 %a)
  %b = mul i32 %a, 2
  call void @print(i32 %b)
  ret void
}
