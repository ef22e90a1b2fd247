; error: 4:13: `volatile` is spelled `llvm.nacl.atomic.*` in the PNaCl subset

define void @f(i32 %a) {
  %b = load volatile i32* null
  ret void
}
