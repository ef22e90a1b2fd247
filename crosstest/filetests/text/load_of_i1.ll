; error: 4:13: no value of this type can be in memory

define void @f(i32 %a) {
  %b = load i1* null
  ret void
}
