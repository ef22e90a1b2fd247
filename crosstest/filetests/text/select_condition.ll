; error: 4:15: <4 x i1> cannot choose between values of type i32

define void @f(i32 %a) {
  %c = select <4 x i1> undef, i32 1, i32 2
  ret void
}
