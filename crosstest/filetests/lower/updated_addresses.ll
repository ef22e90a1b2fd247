; On ARM an access makes the addition to its register that stands beside it: after the access, or before it. Not where the register is
; itself what is accessed. Others of its kind may stand between the two, and what a comparison is of.
; recipes: O2
; run: @sum(i32 3) -> i32 6
; check arm32 @sum: ], #4
; run: @backward(i32 2) -> i32 5
; check arm32 @backward: ], #-4
; run: @bytes(i32 5) -> i32 8
; check arm32 @bytes: ldrb
; run: @ahead(i32 2) -> i32 5
; check arm32 @ahead: , #4]!
; run: @itself(i32 0) -> i32 4
; run: @moved(i32 2) -> i32 8
; check arm32 @moved: L0:
; check-not arm32 @moved: cmp
; check-not arm32 @moved: add
; check arm32 @moved: bne
@words = internal constant [12 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00", align 4
@place = internal global [8 x i8] zeroinitializer, align 4
define i32 @sum(i32 %n) {
entry:
  %first = ptrtoint [12 x i8]* @words to i32
  br label %loop
loop:
  %at = phi i32 [ %first, %entry ], [ %next, %loop ]
  %left = phi i32 [ %n, %entry ], [ %less, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %p = inttoptr i32 %at to i32*
  %w = load i32* %p, align 1
  %next = add i32 %at, 4
  %t = add i32 %s, %w
  %less = sub i32 %left, 1
  %more = icmp ne i32 %less, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @backward(i32 %n) {
entry:
  %first = ptrtoint [12 x i8]* @words to i32
  %last = add i32 %first, 8
  br label %loop
loop:
  %at = phi i32 [ %last, %entry ], [ %next, %loop ]
  %left = phi i32 [ %n, %entry ], [ %less, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %p = inttoptr i32 %at to i32*
  %w = load i32* %p, align 1
  %next = add i32 %at, -4
  %t = add i32 %s, %w
  %less = sub i32 %left, 1
  %more = icmp ne i32 %less, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @bytes(i32 %stop) {
entry:
  %first = ptrtoint [12 x i8]* @words to i32
  br label %loop
loop:
  %at = phi i32 [ %first, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %p = inttoptr i32 %at to i8*
  %b = load i8* %p, align 1
  %w = zext i8 %b to i32
  %next = add i32 %at, 4
  %u = add i32 %s, %w
  %t = add i32 %u, 1
  %more = icmp ult i32 %t, %stop
  br i1 %more, label %loop, label %end
end:
  %q = inttoptr i32 %next to i8*
  %c = load i8* %q, align 1
  %d = zext i8 %c to i32
  %r = add i32 %t, %d
  ret i32 %r
}
define i32 @ahead(i32 %n) {
entry:
  %first = ptrtoint [12 x i8]* @words to i32
  br label %loop
loop:
  %at = phi i32 [ %first, %entry ], [ %next, %loop ]
  %left = phi i32 [ %n, %entry ], [ %less, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %next = add i32 %at, 4
  %p = inttoptr i32 %next to i32*
  %w = load i32* %p, align 1
  %t = add i32 %s, %w
  %less = sub i32 %left, 1
  %more = icmp ne i32 %less, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @itself(i32 %c) {
  %first = ptrtoint [8 x i8]* @place to i32
  %at = add i32 %first, %c
  %p = inttoptr i32 %at to i32*
  store i32 %at, i32* %p, align 1
  %v = load i32* %p, align 1
  %w = add i32 %v, 4
  %d = sub i32 %w, %at
  ret i32 %d
}
define i32 @moved(i32 %n) {
entry:
  %first = ptrtoint [12 x i8]* @words to i32
  %area = alloca i8, i32 16, align 4
  %second = ptrtoint i8* %area to i32
  br label %loop
loop:
  %from = phi i32 [ %first, %entry ], [ %from2, %loop ]
  %to = phi i32 [ %second, %entry ], [ %to2, %loop ]
  %left = phi i32 [ %n, %entry ], [ %less, %loop ]
  %to2 = add i32 %to, 4
  %p = inttoptr i32 %from to i32*
  %w = load i32* %p, align 1
  %less = sub i32 %left, 1
  %from2 = add i32 %from, 4
  %q = inttoptr i32 %to2 to i32*
  store i32 %w, i32* %q, align 1
  %more = icmp ne i32 %less, 0
  br i1 %more, label %loop, label %end
end:
  %distance = sub i32 %to2, %second
  ret i32 %distance
}
