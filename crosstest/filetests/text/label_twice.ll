; error: 7:1: this label is defined twice

define void @f(i32 %a) {
  br label %x
x:
  ret void
x:
  ret void
}
