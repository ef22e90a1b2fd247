; error: Function0: two declarations have this symbol

@Function0 = internal global i32 0, align 4
define internal void @0() {
  ret void
}
