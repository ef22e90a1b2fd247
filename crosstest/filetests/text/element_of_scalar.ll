; error: 4:23: i32 is not a vector type

define void @f(i32 %a) {
  %b = extractelement i32 %a, i32 0
  ret void
}
