; error: 4:3: this value is defined as a copy of itself

define void @f(i32 %a) {
  %b = bitcast i32* %b to i8*
  ret void
}
