; error: 4:13: inline assembly is not in the PNaCl subset

define void @f(i32 %a) {
  call void asm "nop", ""()
  ret void
}
