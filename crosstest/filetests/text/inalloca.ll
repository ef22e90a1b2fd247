; error: 4:15: `inalloca` is not in the PNaCl subset

define void @f(i32 %a) {
  %p = alloca inalloca i8
  ret void
}
