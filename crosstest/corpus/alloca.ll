; Objects on the stack: alignments up to 128, sizes known and not, in loops and branches, passed on.
; run: @alignments() -> i32 0
; run: @in_a_loop(i32 1000)
; run: @in_a_branch(i32 5) -> i32 5
; run: @dynamic(i32 100, i32 3) -> i32 14850
; edges: @small @dynamic @zero_size @passed_on @in_a_branch

define i32 @small(i32 %a) {
  %p = alloca i8, i32 4, align 4
  %q = bitcast i8* %p to i32*
  store i32 %a, i32* %q, align 1
  %r = load i32* %q, align 1
  ret i32 %r
}
define i32 @alignments() {
  %p0 = alloca i8, i32 3, align 1
  %n0 = ptrtoint i8* %p0 to i32
  %m0 = and i32 %n0, 0
  %p1 = alloca i8, i32 4, align 2
  %n1 = ptrtoint i8* %p1 to i32
  %m1 = and i32 %n1, 1
  %p2 = alloca i8, i32 5, align 4
  %n2 = ptrtoint i8* %p2 to i32
  %m2 = and i32 %n2, 3
  %p3 = alloca i8, i32 6, align 8
  %n3 = ptrtoint i8* %p3 to i32
  %m3 = and i32 %n3, 7
  %p4 = alloca i8, i32 7, align 16
  %n4 = ptrtoint i8* %p4 to i32
  %m4 = and i32 %n4, 15
  %p5 = alloca i8, i32 8, align 32
  %n5 = ptrtoint i8* %p5 to i32
  %m5 = and i32 %n5, 31
  %p6 = alloca i8, i32 9, align 64
  %n6 = ptrtoint i8* %p6 to i32
  %m6 = and i32 %n6, 63
  %p7 = alloca i8, i32 10, align 128
  %n7 = ptrtoint i8* %p7 to i32
  %m7 = and i32 %n7, 127
  %s0 = add i32 %m0, %m1
  %s1 = add i32 %s0, %m2
  %s2 = add i32 %s1, %m3
  %s3 = add i32 %s2, %m4
  %s4 = add i32 %s3, %m5
  %s5 = add i32 %s4, %m6
  %s6 = add i32 %s5, %m7
  ret i32 %s6
}
define i32 @dynamic(i32 %n, i32 %a) {
entry:
  %size = and i32 %n, 255
  %bytes = mul i32 %size, 4
  %p = alloca i8, i32 %bytes, align 16
  %base = ptrtoint i8* %p to i32
  %low = and i32 %base, 15
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %store ]
  %c = icmp ult i32 %i, %size
  br i1 %c, label %store, label %sum
store:
  %o = mul i32 %i, 4
  %addr = add i32 %base, %o
  %q = inttoptr i32 %addr to i32*
  %v = mul i32 %i, %a
  store i32 %v, i32* %q, align 1
  %i1 = add i32 %i, 1
  br label %fill
sum:
  %j = phi i32 [ 0, %fill ], [ %j1, %add ]
  %s = phi i32 [ %low, %fill ], [ %s1, %add ]
  %d = icmp ult i32 %j, %size
  br i1 %d, label %add, label %end
add:
  %o2 = mul i32 %j, 4
  %addr2 = add i32 %base, %o2
  %q2 = inttoptr i32 %addr2 to i32*
  %w = load i32* %q2, align 1
  %s1 = add i32 %s, %w
  %j1 = add i32 %j, 1
  br label %sum
end:
  ret i32 %s
}
declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)
define i32 @in_a_loop(i32 %n) {
entry:
  %count = and i32 %n, 4095
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %s = phi i32 [ 0, %entry ], [ %s1, %body ]
  %c = icmp ult i32 %i, %count
  br i1 %c, label %body, label %end
body:
  %saved = call i8* @llvm.stacksave()
  %size = add i32 %i, 1
  %p = alloca i8, i32 %size, align 8
  %q = ptrtoint i8* %p to i32
  %last = add i32 %q, %i
  %lp = inttoptr i32 %last to i8*
  %v = trunc i32 %i to i8
  store i8 %v, i8* %lp, align 1
  %w = load i8* %lp, align 1
  %x = zext i8 %w to i32
  %s1 = add i32 %s, %x
  call void @llvm.stackrestore(i8* %saved)
  %i1 = add i32 %i, 1
  br label %head
end:
  ret i32 %s
}
define i32 @zero_size(i32 %a) {
  %p = alloca i8, i32 0, align 1
  %q = alloca i8, i32 4, align 1
  %qp = bitcast i8* %q to i32*
  store i32 %a, i32* %qp, align 1
  %r = load i32* %qp, align 1
  ret i32 %r
}
define internal i32 @sum_of(i32 %p, i32 %q) {
  %pp = inttoptr i32 %p to i32*
  %qp = inttoptr i32 %q to i64*
  %x = load i32* %pp, align 1
  %y = load i64* %qp, align 1
  %z = trunc i64 %y to i32
  %r = add i32 %x, %z
  store i32 %r, i32* %pp, align 1
  ret i32 %r
}
define i32 @passed_on(i32 %a, i64 %b) {
  %p = alloca i8, i32 4, align 4
  %q = alloca i8, i32 8, align 8
  %pp = bitcast i8* %p to i32*
  %qp = bitcast i8* %q to i64*
  store i32 %a, i32* %pp, align 1
  store i64 %b, i64* %qp, align 1
  %pi = ptrtoint i8* %p to i32
  %qi = ptrtoint i8* %q to i32
  %x = call i32 @sum_of(i32 %pi, i32 %qi)
  %y = call i32 @sum_of(i32 %pi, i32 %qi)
  %z = load i32* %pp, align 1
  %d = sub i32 %y, %x
  %e = xor i32 %d, %z
  ret i32 %e
}
define i32 @in_a_branch(i32 %a) {
entry:
  %c = icmp sgt i32 %a, 0
  br i1 %c, label %with, label %without
with:
  %p = alloca i8, i32 100, align 32
  %pp = bitcast i8* %p to i32*
  store i32 %a, i32* %pp, align 1
  %n = ptrtoint i8* %p to i32
  %m = and i32 %n, 31
  %v = load i32* %pp, align 1
  %s = add i32 %v, %m
  br label %end
without:
  br label %end
end:
  %r = phi i32 [ %s, %with ], [ -1, %without ]
  ret i32 %r
}
