; error: 4:15: this number has more than 128 bits

define void @f(i32 %a) {
  %b = add i8 340282366920938463463374607431768211456, 1
  ret void
}
