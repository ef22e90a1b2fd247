; error: 4:7: this function returns void, not i32

define void @f(i32 %a) {
  ret i32 %a
}
