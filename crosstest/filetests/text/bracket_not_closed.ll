; error: 3:18: this bracket is never closed

define void @f() {
  ret void
