; error: 4:16: no value has this type

define void @f(i32 %a) {
  %b = bitcast [2 x i8] undef to i16
  ret void
}
