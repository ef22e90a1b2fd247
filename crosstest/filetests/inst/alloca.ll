; Objects on the stack: aligned as asked, of constant and of variable size, distinct, and gone after the call.
; run: @aligned(i32 5) -> i32 0
; run: @variable(i32 100) -> i32 4950
; run: @variable(i32 0) -> i32 0
; run: @distinct() -> i32 30
; run: @passed(i32 5) -> i32 6
; run: @uninitialised(i32 1) -> i32 ?
; run: @in_branch(i32 1) -> i32 9
; run: @in_branch(i32 0) -> i32 2

define i32 @aligned(i32 %n) {
  %a = alloca i8, i32 3, align 1
  %b = alloca i8, i32 4, align 16
  %c = alloca i8, i32 %n, align 64
  %x = ptrtoint i8* %b to i32
  %y = ptrtoint i8* %c to i32
  %lx = and i32 %x, 15
  %ly = and i32 %y, 63
  %r = or i32 %lx, %ly
  ret i32 %r
}
; The sum of the numbers below n, through an array of n words.
define i32 @variable(i32 %n) {
entry:
  %bytes = mul i32 %n, 4
  %p = alloca i8, i32 %bytes, align 4
  %base = ptrtoint i8* %p to i32
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %store ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %store, label %add
store:
  %o = mul i32 %i, 4
  %s = add i32 %base, %o
  %q = inttoptr i32 %s to i32*
  store i32 %i, i32* %q, align 1
  %i1 = add i32 %i, 1
  br label %fill
add:
  %j = phi i32 [ 0, %fill ], [ %j1, %next ]
  %sum = phi i32 [ 0, %fill ], [ %sum1, %next ]
  %again = icmp ult i32 %j, %n
  br i1 %again, label %next, label %end
next:
  %o2 = mul i32 %j, 4
  %s2 = add i32 %base, %o2
  %q2 = inttoptr i32 %s2 to i32*
  %v = load i32* %q2, align 1
  %sum1 = add i32 %sum, %v
  %j1 = add i32 %j, 1
  br label %add
end:
  ret i32 %sum
}
define i32 @distinct() {
  %a = alloca i8, i32 4, align 4
  %b = alloca i8, i32 4, align 4
  %p = bitcast i8* %a to i32*
  %q = bitcast i8* %b to i32*
  store i32 10, i32* %p, align 1
  store i32 20, i32* %q, align 1
  %x = load i32* %p, align 1
  %y = load i32* %q, align 1
  %r = add i32 %x, %y
  ret i32 %r
}
define internal void @increment(i32 %at) {
  %p = inttoptr i32 %at to i32*
  %v = load i32* %p, align 1
  %w = add i32 %v, 1
  store i32 %w, i32* %p, align 1
  ret void
}
define i32 @passed(i32 %a) {
  %o = alloca i8, i32 4, align 4
  %p = bitcast i8* %o to i32*
  store i32 %a, i32* %p, align 1
  %at = ptrtoint i8* %o to i32
  call void @increment(i32 %at)
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @uninitialised(i32 %a) {
  %o = alloca i8, i32 4, align 4
  %p = bitcast i8* %o to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @in_branch(i32 %n) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %end
yes:
  %o = alloca i8, i32 16, align 8
  %p = bitcast i8* %o to i32*
  store i32 9, i32* %p, align 1
  %v = load i32* %p, align 1
  br label %end
end:
  %r = phi i32 [ %v, %yes ], [ 2, %entry ]
  ret i32 %r
}
