; What is constant cannot be written.
; run: @read() -> i32 0x64636261
; run: @write(i32 1) -> traps

@text = internal constant [4 x i8] c"abcd", align 4

define i32 @read() {
  %p = bitcast [4 x i8]* @text to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define void @write(i32 %a) {
  %p = bitcast [4 x i8]* @text to i32*
  store i32 %a, i32* %p, align 1
  ret void
}
