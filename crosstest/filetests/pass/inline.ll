; Small functions that call nothing stand in place of calls at O3.
; run: @arguments(i32 9, i32 4) -> i32 37
; run: @arguments(i32 -3, i32 5) -> i32 -25
; run: @arguments(i32 -9, i32 2) -> i32 -77
; run: @chain(i32 7, i32 1) -> i32 9977
; run: @stores(i32 11, i32 1000) -> i32 1131
; run: @loop(i32 5) -> i32 -495
; run: @loop(i32 0) -> i32 0
; run: @traps(i32 6, i32 0) -> traps
; run: @traps(i32 6, i32 4) -> i32 1
; run: @twice(i64 3) -> i64 3000000303
; run: @stack(i32 3) -> i32 6
; run: @recursive(i32 5) -> i32 15
; run: @through(i32 4, i32 1) -> i32 3
; run: @through(i32 4, i32 0) -> i32 -21
; run: @unused(i32 8) -> i32 8
; run: @floats(double 2.0, float 0.5) -> double -0.75
@cells = internal global [16 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00", align 4
declare i32 @llvm.ctpop.i32(i32)
declare double @llvm.sqrt.f64(double)
define internal i32 @weighted(i32 %a, i32 %b) {
entry:
  %a5 = mul i32 %a, 5
  %b2 = mul i32 %b, 2
  %r = sub i32 %a5, %b2
  ret i32 %r
}
define internal i32 @first(i32 %a, i32 %b) {
entry:
  %unused = add i32 %a, %b
  ret i32 %a
}
define internal i32 @number() {
entry:
  ret i32 9977
}
define internal i32 @other_number() {
entry:
  ret i32 1005
}
define i32 @arguments(i32 %a, i32 %b) {
entry:
  %x = call i32 @weighted(i32 %a, i32 %b)
  %y = call i32 @weighted(i32 %b, i32 %a)
  %s = add i32 %x, %y
  %t = sub i32 %x, %y
  %n = call i32 @first(i32 %s, i32 %t)
  %c = icmp sgt i32 %n, 0
  %r = select i1 %c, i32 %x, i32 %t
  ret i32 %r
}
; What one returns is what the next one takes, and constants of several bodies are theirs.
define i32 @chain(i32 %a, i32 %b) {
entry:
  %n = call i32 @number()
  %m = call i32 @other_number()
  %f = call i32 @first(i32 %n, i32 %m)
  %g = call i32 @first(i32 %f, i32 %a)
  %d = sub i32 %m, 1005
  %r = add i32 %g, %d
  ret i32 %r
}
; Stores and loads stay in their order with those around them.
define internal i32 @exchange(i32 %place, i32 %value) {
entry:
  %p = inttoptr i32 %place to i32*
  %old = load i32* %p, align 1
  store i32 %value, i32* %p, align 1
  %count = add i32 %place, 4
  %q = inttoptr i32 %count to i32*
  %n = load i32* %q, align 1
  %next = add i32 %n, 100
  store i32 %next, i32* %q, align 1
  ret i32 %old
}
define i32 @stores(i32 %a, i32 %b) {
entry:
  %where = ptrtoint [16 x i8]* @cells to i32
  %p = bitcast [16 x i8]* @cells to i32*
  store i32 %a, i32* %p, align 1
  %q = add i32 %where, 4
  %qp = inttoptr i32 %q to i32*
  store i32 20, i32* %qp, align 1
  %old = call i32 @exchange(i32 %where, i32 %b)
  %new = load i32* %p, align 1
  %count = load i32* %qp, align 1
  store i32 1, i32* %p, align 1
  store i32 2, i32* %qp, align 1
  %s = add i32 %old, %new
  %r = add i32 %s, %count
  ret i32 %r
}
define internal i32 @step(i32 %s, i32 %i) {
entry:
  %b = call i32 @llvm.ctpop.i32(i32 %i)
  %d = sub i32 %s, 100
  %r = add i32 %d, %b
  %z = sub i32 %r, %b
  %y = add i32 %z, 1
  ret i32 %y
}
define i32 @loop(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %t = call i32 @step(i32 %s, i32 %i)
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 %s
}
; A body that traps does so where it is called; nobody looks at what it gives.
define internal i32 @quotient(i32 %a, i32 %b) {
entry:
  %q = udiv i32 %a, %b
  ret i32 %q
}
define i32 @traps(i32 %a, i32 %b) {
entry:
  %q = call i32 @quotient(i32 %a, i32 %b)
  ret i32 1
}
define internal i64 @wide(i64 %a) {
entry:
  %m = mul i64 %a, 1000000000
  %r = add i64 %m, 100
  %s = add i64 %r, 1
  ret i64 %s
}
define i64 @twice(i64 %a) {
entry:
  %x = call i64 @wide(i64 %a)
  %y = call i64 @wide(i64 0)
  %z = call i64 @wide(i64 0)
  %s = add i64 %x, %y
  %t = add i64 %s, %z
  ret i64 %t
}
; Memory of the stack is that of the call.
define internal i32 @own_stack(i32 %a) {
entry:
  %p = alloca i8, i32 4, align 4
  %q = bitcast i8* %p to i32*
  store i32 %a, i32* %q, align 1
  %v = load i32* %q, align 1
  ret i32 %v
}
define i32 @stack(i32 %a) {
entry:
  %x = call i32 @own_stack(i32 %a)
  %y = call i32 @own_stack(i32 %x)
  %r = add i32 %x, %y
  ret i32 %r
}
define i32 @recursive(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %more
more:
  %m = call i32 @less(i32 %n)
  %r = call i32 @recursive(i32 %m)
  %s = add i32 %r, %n
  ret i32 %s
end:
  ret i32 0
}
define internal i32 @less(i32 %n) {
entry:
  %m = sub i32 %n, 1
  ret i32 %m
}
; One call by name, one by an address, of the same functions.
define i32 @through(i32 %a, i32 %b) {
entry:
  %c = icmp eq i32 %b, 1
  %l = ptrtoint i32 (i32)* @less to i32
  %s = ptrtoint i32 (i32)* @seven_less to i32
  %f = select i1 %c, i32 %l, i32 %s
  %p = inttoptr i32 %f to i32 (i32)*
  %r = call i32 %p(i32 %a)
  %d = call i32 @less(i32 %r)
  %e = sub i32 %d, %r
  %t = add i32 %r, %e
  %u = add i32 %t, 1
  ret i32 %u
}
define internal i32 @seven_less(i32 %n) {
entry:
  %m = sub i32 %n, 25
  ret i32 %m
}
define internal void @nothing(i32 %a) {
entry:
  ret void
}
define i32 @unused(i32 %a) {
entry:
  call void @nothing(i32 %a)
  ret i32 %a
}
define internal double @mixed(double %a, float %b) {
entry:
  %w = fpext float %b to double
  %s = call double @llvm.sqrt.f64(double 4.0)
  %p = fmul double %w, %w
  %d = fsub double %p, %s
  %e = fadd double %d, 1.0
  ret double %e
}
define double @floats(double %a, float %b) {
entry:
  %r = call double @mixed(double %a, float %b)
  ret double %r
}
