; Operations in memory must not move over other stores.
; run: @change_past_store(i32 5) -> i32 16
; run: @change_past_call(i32 5) -> i32 19
; run: @change_used_twice(i32 5) -> i32 256

@cell = internal global [4 x i8] zeroinitializer, align 4

define internal void @set(i32 %v) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %v, i32* %p, align 1
  ret void
}
define i32 @change_past_store(i32 %a) {
  call void @set(i32 11)
  %p = bitcast [4 x i8]* @cell to i32*
  %v = load i32* %p, align 1
  %w = add i32 %v, %a
  store i32 100, i32* %p, align 1
  store i32 %w, i32* %p, align 1
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @change_past_call(i32 %a) {
  call void @set(i32 14)
  %p = bitcast [4 x i8]* @cell to i32*
  %v = load i32* %p, align 1
  %w = add i32 %v, %a
  call void @set(i32 100)
  store i32 %w, i32* %p, align 1
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @change_used_twice(i32 %a) {
  call void @set(i32 11)
  %p = bitcast [4 x i8]* @cell to i32*
  %v = load i32* %p, align 1
  %w = add i32 %v, %a
  store i32 %w, i32* %p, align 1
  %x = load i32* %p, align 1
  %r = mul i32 %w, %x
  ret i32 %r
}
