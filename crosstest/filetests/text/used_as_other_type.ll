; error: 9:3: this value has type i32, but was used as i64

define void @f(i32 %a) {
  br label %second
first:
  %c = add i64 %b, 1
  ret void
second:
  %b = add i32 %a, 1
  br label %first
}
