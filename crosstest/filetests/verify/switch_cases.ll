; error: f: b1: `switch i32 v0, default b0 [-1: b0, -1: b0]`: two cases for the bits 0xffffffff

define void @f(i32 %a) {
  switch i32 %a, label %x [
    i32 -1, label %x
    i32 4294967295, label %x
  ]
x:
  ret void
}
