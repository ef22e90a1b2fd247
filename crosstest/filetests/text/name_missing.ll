; error: 3:13: expected a name or a number after this

define void @() {
  ret void
}
