; Loads that must not move over a store or a call to where they are used.
; run: @load_past_store(i32 4) -> i32 15
; run: @load_past_call(i32 4) -> i32 13

@cell = internal global [4 x i8] zeroinitializer, align 4

define internal void @set(i32 %v) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %v, i32* %p, align 1
  ret void
}
define i32 @load_past_store(i32 %a) {
  call void @set(i32 11)
  %p = bitcast [4 x i8]* @cell to i32*
  %v = load i32* %p, align 1
  store i32 100, i32* %p, align 1
  %r = add i32 %a, %v
  ret i32 %r
}
define i32 @load_past_call(i32 %a) {
  call void @set(i32 9)
  %p = bitcast [4 x i8]* @cell to i32*
  %v = load i32* %p, align 1
  call void @set(i32 100)
  %r = add i32 %a, %v
  ret i32 %r
}
