; Zeros take no room in the file; they can be written.
; run: @read_before() -> i32 0
; run: @after(i32 5) -> i32 5
; check module: @zeros = internal global [20000 x i8] zeroinitializer, align 8

@zeros = internal global [20000 x i8] zeroinitializer, align 8

define i32 @read_before() {
  %b = ptrtoint [20000 x i8]* @zeros to i32
  %a = add i32 %b, 19996
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @after(i32 %v) {
  %b = ptrtoint [20000 x i8]* @zeros to i32
  %a = add i32 %b, 19996
  %p = inttoptr i32 %a to i32*
  store i32 %v, i32* %p, align 1
  %r = load i32* %p, align 1
  ret i32 %r
}
