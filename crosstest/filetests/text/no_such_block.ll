; error: 4:12: there is no block `%x`

define void @f(i32 %a) {
  br label %x
}
