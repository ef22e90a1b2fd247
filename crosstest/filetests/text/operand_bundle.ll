; error: 4:24: operand bundles are not in the PNaCl subset

define void @f(i32 %a) {
  call void @f(i32 %a) [ "deopt"(i32 1) ]
  ret void
}
