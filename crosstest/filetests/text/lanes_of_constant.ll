; error: 4:22: 3 lanes in a constant of type <4 x i32>

define void @f(i32 %a) {
  %b = add <4 x i32> <i32 1, i32 2, i32 3>, zeroinitializer
  ret void
}
