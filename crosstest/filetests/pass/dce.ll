; A load that nobody uses still traps.
; run: @dead_load(i32 0) -> traps

define i32 @dead_load(i32 %a) {
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  ret i32 5
}
