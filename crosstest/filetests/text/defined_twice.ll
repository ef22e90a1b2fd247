; error: 4:13: `@f` is defined twice

declare void @f()
define void @f() {
  ret void
}
