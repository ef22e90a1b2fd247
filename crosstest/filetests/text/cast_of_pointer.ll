; error: 4:13: `zext` does not convert this type to this one

define void @f(i32 %a) {
  %b = zext i8* null to i64
  ret void
}
