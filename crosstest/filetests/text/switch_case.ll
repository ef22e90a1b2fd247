; error: 4:29: a case must be a number

define void @f(i32 %a) {
  switch i32 %a, label %x [ i32 undef, label %x ]
x:
  ret void
}
