; Where a counter, its step and its comparison have to be for a loop to count to zero.
; recipes: O2
; run: @skips(i32 5, i32 20)
; check x8632 x8664 arm32 @skips: cmp
; run: @early(i32 4, i32 20)
; check x8664 @early: cmp
; check x8664 @early: cmp
@cells = internal global [160 x i8] zeroinitializer, align 4
; Another step than that which is compared.
define void @skips(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j2, %loop ]
  %j = add i32 %i, 1
  %s1 = add i32 %i, %p
  %p1 = inttoptr i32 %s1 to i8*
  store i8 7, i8* %p1, align 1
  %j2 = add i32 %i, 2
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; The step in another block.
define void @early(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %j = add i32 %i, 1
  %a = add i32 %p, %i
  %q = inttoptr i32 %a to i8*
  %v = load i8* %q, align 1
  %is = icmp eq i8 %v, 0
  br i1 %is, label %then, label %latch
then:
  store i8 7, i8* %q, align 1
  br label %latch
latch:
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
