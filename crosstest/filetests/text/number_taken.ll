; error: 3:25: number 0 is taken, the next one is 1

define void @f(i32, i32 %0) {
  ret void
}
