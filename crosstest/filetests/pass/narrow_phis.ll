; Bytes and half-words that phis carry are extended without an instruction if all that comes to the phis is extended: what was loaded,
; shifted right or masked, and numbers. Sums are not.
; run: @last(i32 3) -> i32 203
; run: @last(i32 0) -> i32 250
; check-not x8632 x8664 @last: movzx eax, al
; check-not arm32 @last: uxt
; run: @sums(i32 3) -> i32 1
; run: @sums(i32 0) -> i32 254
; run: @sums(i32 2) -> i32 0
; run: @mixed(i32 1, i32 511) -> i32 255
; run: @mixed(i32 0, i32 511) -> i32 7
; run: @turned(i32 2) -> i32 201
; run: @turned(i32 3) -> i32 1201
; recipes: O2
; edges: @last @mixed
@bytes = internal constant [4 x i8] c"\C8\C9\CA\CB", align 1
define i32 @last(i32 %n) {
entry:
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %end, label %some
some:
  %base = ptrtoint [4 x i8]* @bytes to i32
  %i = and i32 %n, 3
  %a = add i32 %base, %i
  %p = inttoptr i32 %a to i8*
  %b = load i8* %p, align 1
  br label %end
end:
  %v = phi i8 [ -6, %entry ], [ %b, %some ]
  %r = zext i8 %v to i32
  ret i32 %r
}
define i32 @sums(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %left, %loop ]
  %v = phi i8 [ -2, %entry ], [ %next, %loop ]
  %r = zext i8 %v to i32
  %next = add i8 %v, 1
  %left = sub i32 %i, 1
  %more = icmp sgt i32 %i, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %r
}
define i32 @mixed(i32 %c, i32 %x) {
entry:
  %is = icmp eq i32 %c, 0
  br i1 %is, label %end, label %some
some:
  %t = trunc i32 %x to i8
  br label %end
end:
  %v = phi i8 [ 7, %entry ], [ %t, %some ]
  %r = zext i8 %v to i32
  ret i32 %r
}
; Two phis that change places, and a third of them that is no byte that was loaded.
define i32 @turned(i32 %n) {
entry:
  %base = ptrtoint [4 x i8]* @bytes to i32
  %p = inttoptr i32 %base to i8*
  %b = load i8* %p, align 1
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %left, %loop ]
  %u = phi i8 [ %b, %entry ], [ %w, %loop ]
  %w = phi i8 [ 1, %entry ], [ %u, %loop ]
  %uu = zext i8 %u to i32
  %ww = zext i8 %w to i32
  %u5 = mul i32 %uu, 5
  %s = add i32 %u5, %ww
  %left = sub i32 %i, 1
  %more = icmp sgt i32 %left, 0
  br i1 %more, label %loop, label %end
end:
  %odd = and i32 %n, 1
  %is = icmp eq i32 %odd, 0
  %t = add i32 %uu, %ww
  %s1 = add i32 %s, 200
  %r = select i1 %is, i32 %t, i32 %s1
  ret i32 %r
}
