; error: 3:18: a body without instructions

define void @f() {
}
