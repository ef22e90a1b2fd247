; error: f: b1: `switch i1 v0, default b0 []`: does not switch on i1

define void @f(i1 %a) {
  switch i1 %a, label %x [
  ]
x:
  ret void
}
