; Constants added to the address of a stack object: accesses of every block take them in, also with an index and where others ask for
; the sum, too; as a value such a sum is made in one step.

; recipes: O2 O3
; run: @later(i32 1) -> i32 17
; run: @later(i32 0) -> i32 7
; run: @passed(i32 3) -> i32 9
; run: @indexed(i32 0) -> i32 12
; run: @indexed(i32 1) -> i32 13
; run: @indexed(i32 4) -> i32 5
; run: @below(i32 8) -> i32 21
; check-not x8664 @later: lea
; check x8664/O2 @passed: lea edi, [rsp+0x10]

define i32 @later(i32 %n) {
entry:
  %o = alloca i8, i32 32, align 4
  %p = ptrtoint ptr %o to i32
  %q = add i32 %p, 8
  %r = add i32 %p, 12
  %c = icmp eq i32 %n, 0
  br i1 %c, label %one, label %other
one:
  %a = inttoptr i32 %q to ptr
  store i32 7, ptr %a, align 1
  br label %both
other:
  %b = inttoptr i32 %q to ptr
  store i32 17, ptr %b, align 1
  br label %both
both:
  %d = inttoptr i32 %r to ptr
  store i32 99, ptr %d, align 1
  %e = inttoptr i32 %q to ptr
  %v = load i32, ptr %e, align 1
  ret i32 %v
}

define internal i32 @third(i32 %p) noinline {
  %q = add i32 %p, 8
  %a = inttoptr i32 %q to ptr
  %v = load i32, ptr %a, align 1
  store i32 9, ptr %a, align 1
  ret i32 %v
}

define i32 @passed(i32 %n) {
entry:
  %o = alloca i8, i32 32, align 4
  %p = ptrtoint ptr %o to i32
  %q = add i32 %p, 16
  %r = add i32 %p, 24
  %a = inttoptr i32 %r to ptr
  store i32 %n, ptr %a, align 1
  %u = call i32 @third(i32 %q)
  %c = icmp eq i32 %u, %n
  br i1 %c, label %same, label %other
same:
  %b = inttoptr i32 %r to ptr
  %v = load i32, ptr %b, align 1
  ret i32 %v
other:
  ret i32 0
}

define i32 @indexed(i32 %i) {
entry:
  %o = alloca i8, i32 32, align 4
  %p = ptrtoint ptr %o to i32
  %q = add i32 %p, 4
  %r = add i32 %p, 8
  %b = add i32 %p, 20
  %a1 = inttoptr i32 %q to ptr
  store i32 12, ptr %a1, align 1
  %a2 = inttoptr i32 %r to ptr
  store i32 13, ptr %a2, align 1
  %a3 = inttoptr i32 %b to ptr
  store i32 5, ptr %a3, align 1
  br label %next
next:
  %s = shl i32 %i, 2
  %t = add i32 %q, %s
  %a = inttoptr i32 %t to ptr
  %v = load i32, ptr %a, align 1
  ret i32 %v
}

; The sum lies below the object, and what is added to it comes back.
define i32 @below(i32 %n) {
entry:
  %o = alloca i8, i32 16, align 4
  %p = ptrtoint ptr %o to i32
  %q = add i32 %p, -8
  %a0 = inttoptr i32 %p to ptr
  store i32 21, ptr %a0, align 1
  br label %next
next:
  %t = add i32 %q, %n
  %a = inttoptr i32 %t to ptr
  %v = load i32, ptr %a, align 1
  ret i32 %v
}
