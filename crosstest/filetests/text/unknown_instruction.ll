; error: 4:8: `getelementptr` is not an instruction of the PNaCl subset

define void @f(i32 %a) {
  %p = getelementptr i8* null, i32 1
  ret void
}
