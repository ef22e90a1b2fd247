; How much of a block is copied, and how often.
; recipes: O3
; run: @three(i32 9, i32 4) -> i32 43
; run: @three(i32 2, i32 4) -> i32 -2
; run: @four(i32 9, i32 4) -> i32 46
; run: @four_phis(i32 9, i32 4) -> i32 -5
; run: @four_phis(i32 2, i32 4) -> i32 0
; run: @five_phis(i32 9, i32 2) -> i32 -9
; run: @loads(i32 9, i32 2) -> i32 -2
; run: @loads(i32 1, i32 2) -> i32 0
; run: @calls(i32 9, i32 2) -> i32 1
; run: @ways(i32 0, i32 7) -> i32 21
; run: @ways(i32 7, i32 7) -> i32 100
; run: @ways(i32 8, i32 7) -> i32 77
; run: @ways(i32 9, i32 7) -> i32 100
; run: @ways(i32 2, i32 7) -> i32 35
; run: @ways(i32 12, i32 7) -> i32 100
; check arm32 @three: bx
; check arm32 @three: bx
; check arm32 @four_phis: bx
; check arm32 @four_phis: bx
; check arm32 @loads: bx
; check arm32 @loads: bx
; check arm32 @four: bx
; check-not arm32 @four: bx
; check arm32 @calls: bx
; check-not arm32 @calls: bx
; check arm32 @five_phis: {pc}
; check-not arm32 @five_phis: {pc}
; check arm32 @ways: str
; check arm32 @ways: str
; check arm32 @ways: str
; check arm32 @ways: str
; check arm32 @ways: str
; check arm32 @ways: str
; check arm32 @ways: str
; check arm32 @ways: str
; check arm32 @ways: str
; check-not arm32 @ways: str
@place = internal global [4 x i8] zeroinitializer, align 4
declare i32 @llvm.ctpop.i32(i32)
; Three instructions are copied, four are not.
define i32 @three(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  store i32 %a, i32* %p, align 1
  %l = icmp ugt i32 %a, 3
  br label %end
right:
  %r = icmp ugt i32 %b, 3
  br label %end
end:
  %x = phi i32 [ %a, %left ], [ %b, %right ]
  %s = xor i32 %x, %a
  %t = mul i32 %s, %b
  %u = sub i32 %t, %a
  ret i32 %u
}
define i32 @four(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  store i32 %a, i32* %p, align 1
  %l = icmp ugt i32 %a, 3
  br label %end
right:
  %r = icmp ugt i32 %b, 3
  br label %end
end:
  %x = phi i32 [ %a, %left ], [ %b, %right ]
  %s = xor i32 %x, %a
  %t = mul i32 %s, %b
  %u = sub i32 %t, %a
  %w = xor i32 %u, 5
  ret i32 %w
}
; Four phis, and five.
define i32 @four_phis(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  store i32 %a, i32* %p, align 1
  %l = icmp ugt i32 %a, 3
  br label %end
right:
  %r = icmp ugt i32 %b, 3
  br label %end
end:
  %x = phi i32 [ %a, %left ], [ %b, %right ]
  %y = phi i32 [ %b, %left ], [ 7, %right ]
  %z = phi i32 [ 4, %left ], [ %a, %right ]
  %f = phi i1 [ %l, %left ], [ %r, %right ]
  %s = select i1 %f, i32 %x, i32 %y
  %t = sub i32 %s, %z
  ret i32 %t
}
define i32 @five_phis(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  store i32 %a, i32* %p, align 1
  %l = icmp ugt i32 %a, 3
  br label %end
right:
  %r = icmp ugt i32 %b, 3
  br label %end
end:
  %x = phi i32 [ %a, %left ], [ %b, %right ]
  %y = phi i32 [ %b, %left ], [ 7, %right ]
  %z = phi i32 [ 4, %left ], [ %a, %right ]
  %v = phi i32 [ %b, %left ], [ %a, %right ]
  %f = phi i1 [ %l, %left ], [ %r, %right ]
  %s = select i1 %f, i32 %x, i32 %y
  %t = sub i32 %s, %z
  %u = xor i32 %t, %v
  ret i32 %u
}
; What reads memory is copied, what calls something is not.
define i32 @loads(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  store i32 %a, i32* %p, align 1
  %l = icmp ugt i32 %a, 3
  br label %end
right:
  %r = icmp ugt i32 %b, 3
  br label %end
end:
  %x = phi i32 [ %a, %left ], [ %b, %right ]
  %m = load i32* %p, align 1
  %s = sub i32 %m, %x
  ret i32 %s
}
define i32 @calls(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  store i32 %a, i32* %p, align 1
  %l = icmp ugt i32 %a, 3
  br label %end
right:
  %r = icmp ugt i32 %b, 3
  br label %end
end:
  %x = phi i32 [ %a, %left ], [ %b, %right ]
  %m = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %m
}
; Ten ways to a branch that each of them decides: eight get a copy.
define i32 @ways(i32 %x, i32 %a) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  switch i32 %x, label %join [
    i32 0, label %b0
    i32 1, label %b1
    i32 2, label %b2
    i32 3, label %b3
    i32 4, label %b4
    i32 5, label %b5
    i32 6, label %b6
    i32 7, label %b7
    i32 8, label %b8
    i32 9, label %b9
  ]
b0:
  %v0 = mul i32 %a, 3
  br label %join
b1:
  %v1 = mul i32 %a, 4
  br label %join
b2:
  %v2 = mul i32 %a, 5
  br label %join
b3:
  %v3 = mul i32 %a, 6
  br label %join
b4:
  %v4 = mul i32 %a, 7
  br label %join
b5:
  %v5 = mul i32 %a, 8
  br label %join
b6:
  %v6 = mul i32 %a, 9
  br label %join
b7:
  %v7 = mul i32 %a, 10
  br label %join
b8:
  %v8 = mul i32 %a, 11
  br label %join
b9:
  %v9 = mul i32 %a, 12
  br label %join
join:
  %f = phi i32 [ %x, %entry ], [ 0, %b0 ], [ 5, %b1 ], [ 0, %b2 ], [ 5, %b3 ], [ 0, %b4 ], [ 5, %b5 ], [ 0, %b6 ], [ 5, %b7 ], [ 0, %b8 ], [ 5, %b9 ]
  %v = phi i32 [ %a, %entry ], [ %v0, %b0 ], [ %v1, %b1 ], [ %v2, %b2 ], [ %v3, %b3 ], [ %v4, %b4 ], [ %v5, %b5 ], [ %v6, %b6 ], [ %v7, %b7 ], [ %v8, %b8 ], [ %v9, %b9 ]
  store i32 %v, i32* %p, align 1
  %c = icmp ult i32 %f, 3
  br i1 %c, label %yes, label %no
yes:
  %y = load i32* %p, align 1
  ret i32 %y
no:
  ret i32 100
}
