; error: 4:12: expected a block, found `5`

define void @f(i32 %a) {
  br label 5
}
