; An empty block between a branch and a phi.
; run: @empty_block(i32 1) -> i32 11
; run: @empty_block(i32 2) -> i32 22

define i32 @empty_block(i32 %a) {
entry:
  %c = icmp eq i32 %a, 1
  br i1 %c, label %empty, label %other
empty:
  br label %end
other:
  %x = mul i32 %a, 11
  br label %end
end:
  %r = phi i32 [ 11, %empty ], [ %x, %other ]
  ret i32 %r
}
