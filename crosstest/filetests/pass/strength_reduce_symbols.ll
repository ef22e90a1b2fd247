; Variables whose addresses are made with one multiple have one pointer, which has the address of one only if that is needed itself.
; recipes: O3
; run: @arrays(i32 4)
; run: @kept(i32 4)
; run: @limit()
; run: @kept_little()
; check x8632 @kept_little: L0:
; check-not x8632 @kept_little: mul
; run: @number(i32 4)
; check x8632 @number: L0:
; check-not x8632 @number: mul
; run: @kept_next(i32 4)
; check x8632 @kept_next: L0:
; check x8632 @kept_next: mov [eax]
; run: @constant(i32 0)
; check x8632 @constant: L0:
; check x8632 @constant: *4
; check x8632 @arrays: L0:
; check x8632 @arrays: +cells
; check x8632 @arrays: +more
; check x8632 @arrays: 0x14
; check-not x8632 @arrays: 0x14
; check x8632 @kept: L0:
; check x8632 @kept: mov [eax]
; check x8632 @single: L0:
; check x8632 @single: +cells
; check x8632 @limit: L0:
; check x8632 @limit: imul
; run: @single(i32 4)
@cells = internal global [800 x i8] zeroinitializer, align 4
@more = internal global [800 x i8] zeroinitializer, align 4
define internal void @see(i32 %x) {
entry:
  br label %loop
loop:
  %p = inttoptr i32 %x to i32*
  %v = load i32* %p, align 1
  %w = add i32 %v, 100
  store i32 %w, i32* %p, align 1
  %c = icmp ult i32 %w, 100
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @arrays(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %m = ptrtoint [800 x i8]* @more to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %c = add i32 %m, %o
  %p2 = inttoptr i32 %c to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @kept(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %m = ptrtoint [800 x i8]* @more to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %z = phi i32 [ 0, %entry ], [ %a, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %c = add i32 %a, 4
  %p2 = inttoptr i32 %c to i32*
  store i32 %z, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @limit() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %m = ptrtoint [800 x i8]* @more to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %c = add i32 %m, %o
  %p2 = inttoptr i32 %c to i32*
  store i32 %i, i32* %p2, align 1
  call void @see(i32 %a)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @kept_little() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %a, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; A multiple that is stored and added to an address.
define void @number(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %m = ptrtoint [800 x i8]* @more to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %c = add i32 %m, 4
  %p2 = inttoptr i32 %c to i32*
  store i32 %o, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @kept_next(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %m = ptrtoint [800 x i8]* @more to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %z = phi i32 [ 0, %entry ], [ %a, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %z, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; All of this is the access.
define void @constant(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %c = or i32 %b, %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = shl i32 %j, 2
  %f = add i32 %c, %o
  %a = add i32 %f, 4
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @single(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %m = ptrtoint [800 x i8]* @more to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
