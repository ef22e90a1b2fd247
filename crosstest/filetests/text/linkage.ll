; error: 3:8: `weak` is not in the PNaCl subset

define weak void @f() {
  ret void
}
