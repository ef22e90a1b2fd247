; A pointer that is made of what another pointer was made for, a distance away from it: it starts from what that is before the loop.
; recipes: O3
; run: @nested(i32 1)
; check arm32 mips32 @nested: L0:
; check-not arm32 mips32 @nested: mul
@bytes = internal global [512 x i8] zeroinitializer, align 4
@seen = internal global i32 0, align 4
define void @note(i32 %x) {
  %old = load i32, i32* @seen, align 1
  %twice = mul i32 %old, 3
  %new = add i32 %twice, %x
  store i32 %new, i32* @seen, align 1
  ret void
}
; Calls, and is therefore not inlined.
define void @see(i32 %x) {
  call void @note(i32 %x)
  call void @note(i32 7)
  ret void
}
define i32 @nested(i32 %start) {
entry:
  %b = ptrtoint [512 x i8]* @bytes to i32
  br label %head
head:
  %i = phi i32 [ %start, %entry ], [ %next, %head ]
  %sum = phi i32 [ 0, %entry ], [ %more, %head ]
  %once = mul i32 %i, 12
  %again = add i32 %i, 8
  %both = add i32 %once, %again
  %third = add i32 %both, %b
  %next = add i32 %i, 1
  %p = inttoptr i32 %third to i32*
  %got = load i32, i32* %p, align 1
  %far = mul i32 %next, 12
  %near = add i32 %far, 240
  call void @see(i32 %near)
  call void @see(i32 %once)
  %last = add i32 %i, 2
  %behind = mul i32 %last, 12
  %later = add i32 %behind, 244
  call void @see(i32 %later)
  %change = add i32 %got, %i
  store i32 %change, i32* %p, align 1
  %more = add i32 %sum, %got
  %go = icmp ult i32 %next, 9
  br i1 %go, label %head, label %exit
exit:
  ret i32 %more
}
