; error: 4:12: this character has no meaning here

define void @f() {
  ret void ?
}
