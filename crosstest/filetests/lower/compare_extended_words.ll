; Words that are compared as 64 bits, extended: on x86-32 their lower halves are, and one of the two has to be in a register even if the
; allocator has none for either, the same word on both sides included. (It was left to the allocator, and there was no such instruction.)
; run: @compare(i32 5, i32 5) -> i32 11
; run: @compare(i32 5, i32 6) -> i32 1
; run: @compare(i32 -1, i32 0) -> i32 1
; run: @again(i32 7) -> i32 100
define internal i32 @hide(i32 %a) {
  ret i32 %a
}
define i32 @compare(i32 %a, i32 %b) {
  %a1 = call i32 @hide(i32 %a)
  %a2 = call i32 @hide(i32 %b)
  %a3 = call i32 @hide(i32 1)
  %a4 = call i32 @hide(i32 2)
  %a5 = call i32 @hide(i32 3)
  %a6 = call i32 @hide(i32 4)
  %a7 = call i32 @hide(i32 5)
  %a8 = call i32 @hide(i32 6)
  %z = zext i32 %a1 to i64
  %w = zext i32 %a2 to i64
  %same = icmp eq i64 %z, %z
  %c = icmp eq i64 %z, %w
  %r1 = zext i1 %c to i32
  %r2 = mul i32 %r1, 10
  %r3 = zext i1 %same to i32
  %r4 = add i32 %r2, %r3
  %s1 = add i32 %a3, %a4
  %s2 = add i32 %s1, %a5
  %s3 = add i32 %s2, %a6
  %s4 = add i32 %s3, %a7
  %s5 = add i32 %s4, %a8
  %s6 = sub i32 %s5, 21
  %s7 = mul i32 %s6, %a3
  %s8 = mul i32 %s7, %a4
  %s9 = mul i32 %s8, %a5
  %t1 = add i32 %r4, %s9
  %t2 = mul i32 %s6, %a6
  %t3 = mul i32 %t2, %a7
  %t4 = mul i32 %t3, %a8
  %t5 = add i32 %t1, %t4
  ret i32 %t5
}
define i32 @again(i32 %a) {
entry:
  %z = zext i32 %a to i64
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %n2, %loop ]
  %v = phi i32 [ 0, %entry ], [ %v2, %loop ]
  %n2 = add i32 %n, 1
  %v1 = call i32 @hide(i32 %v)
  %same = icmp ne i64 %z, %z
  %x = zext i1 %same to i32
  %v2 = add i32 %v1, %x
  %v3 = add i32 %n2, %v2
  %more = icmp ult i32 %v3, 100
  br i1 %more, label %loop, label %end
end:
  ret i32 %v3
}
