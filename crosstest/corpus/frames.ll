; Large frames, also several of them at a time.
; run: @frame4000(i32 0)
; run: @frame5000(i32 3) -> i32 171
; run: @frame33000(i32 0)
; run: @frame70000(i32 2)
; run: @frame200000(i32 4)
; run: @frame200000(i32 9) -> i32 113

define i32 @frame4000(i32 %a) {
entry:
  %p = alloca i8, i32 4000, align 16
  %b = ptrtoint i8* %p to i32
  %e = add i32 %b, 3996
  %bp = inttoptr i32 %b to i32*
  %ep = inttoptr i32 %e to i32*
  store i32 %a, i32* %bp, align 1
  store i32 17, i32* %ep, align 1
  %q = alloca i8, i32 8, align 8
  %qp = bitcast i8* %q to i32*
  store i32 5, i32* %qp, align 1
  %x = load i32* %bp, align 1
  %y = load i32* %ep, align 1
  %z = load i32* %qp, align 1
  %s = add i32 %x, %y
  %t = mul i32 %s, %z
  %c = icmp ugt i32 %a, 3
  br i1 %c, label %end, label %again
again:
  %a1 = add i32 %a, 1
  %deeper = call i32 @frame4000(i32 %a1)
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %deeper, %again ]
  %w = load i32* %ep, align 1
  %u = add i32 %r, %t
  %v = sub i32 %u, %w
  ret i32 %v
}
define i32 @frame5000(i32 %a) {
entry:
  %p = alloca i8, i32 5000, align 16
  %b = ptrtoint i8* %p to i32
  %e = add i32 %b, 4996
  %bp = inttoptr i32 %b to i32*
  %ep = inttoptr i32 %e to i32*
  store i32 %a, i32* %bp, align 1
  store i32 17, i32* %ep, align 1
  %q = alloca i8, i32 8, align 8
  %qp = bitcast i8* %q to i32*
  store i32 5, i32* %qp, align 1
  %x = load i32* %bp, align 1
  %y = load i32* %ep, align 1
  %z = load i32* %qp, align 1
  %s = add i32 %x, %y
  %t = mul i32 %s, %z
  %c = icmp ugt i32 %a, 3
  br i1 %c, label %end, label %again
again:
  %a1 = add i32 %a, 1
  %deeper = call i32 @frame5000(i32 %a1)
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %deeper, %again ]
  %w = load i32* %ep, align 1
  %u = add i32 %r, %t
  %v = sub i32 %u, %w
  ret i32 %v
}
define i32 @frame33000(i32 %a) {
entry:
  %p = alloca i8, i32 33000, align 16
  %b = ptrtoint i8* %p to i32
  %e = add i32 %b, 32996
  %bp = inttoptr i32 %b to i32*
  %ep = inttoptr i32 %e to i32*
  store i32 %a, i32* %bp, align 1
  store i32 17, i32* %ep, align 1
  %q = alloca i8, i32 8, align 8
  %qp = bitcast i8* %q to i32*
  store i32 5, i32* %qp, align 1
  %x = load i32* %bp, align 1
  %y = load i32* %ep, align 1
  %z = load i32* %qp, align 1
  %s = add i32 %x, %y
  %t = mul i32 %s, %z
  %c = icmp ugt i32 %a, 3
  br i1 %c, label %end, label %again
again:
  %a1 = add i32 %a, 1
  %deeper = call i32 @frame33000(i32 %a1)
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %deeper, %again ]
  %w = load i32* %ep, align 1
  %u = add i32 %r, %t
  %v = sub i32 %u, %w
  ret i32 %v
}
define i32 @frame70000(i32 %a) {
entry:
  %p = alloca i8, i32 70000, align 16
  %b = ptrtoint i8* %p to i32
  %e = add i32 %b, 69996
  %bp = inttoptr i32 %b to i32*
  %ep = inttoptr i32 %e to i32*
  store i32 %a, i32* %bp, align 1
  store i32 17, i32* %ep, align 1
  %q = alloca i8, i32 8, align 8
  %qp = bitcast i8* %q to i32*
  store i32 5, i32* %qp, align 1
  %x = load i32* %bp, align 1
  %y = load i32* %ep, align 1
  %z = load i32* %qp, align 1
  %s = add i32 %x, %y
  %t = mul i32 %s, %z
  %c = icmp ugt i32 %a, 3
  br i1 %c, label %end, label %again
again:
  %a1 = add i32 %a, 1
  %deeper = call i32 @frame70000(i32 %a1)
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %deeper, %again ]
  %w = load i32* %ep, align 1
  %u = add i32 %r, %t
  %v = sub i32 %u, %w
  ret i32 %v
}
define i32 @frame200000(i32 %a) {
entry:
  %p = alloca i8, i32 200000, align 16
  %b = ptrtoint i8* %p to i32
  %e = add i32 %b, 199996
  %bp = inttoptr i32 %b to i32*
  %ep = inttoptr i32 %e to i32*
  store i32 %a, i32* %bp, align 1
  store i32 17, i32* %ep, align 1
  %q = alloca i8, i32 8, align 8
  %qp = bitcast i8* %q to i32*
  store i32 5, i32* %qp, align 1
  %x = load i32* %bp, align 1
  %y = load i32* %ep, align 1
  %z = load i32* %qp, align 1
  %s = add i32 %x, %y
  %t = mul i32 %s, %z
  %c = icmp ugt i32 %a, 3
  br i1 %c, label %end, label %again
again:
  %a1 = add i32 %a, 1
  %deeper = call i32 @frame200000(i32 %a1)
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %deeper, %again ]
  %w = load i32* %ep, align 1
  %u = add i32 %r, %t
  %v = sub i32 %u, %w
  ret i32 %v
}
