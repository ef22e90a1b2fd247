; error: 4:10: `switch` does not work on float

define void @f(i32 %a) {
  switch float 1.0, label %x [ ]
x:
  ret void
}
