; Steps of a loop that are made where their sums are first read, for their phis are read until then.
; run: @both_ends(i32 12) -> i32 34
; run: @both_ends(i32 4) -> i32 22

@words = internal global [16 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00", align 4

define i32 @both_ends(i32 %size) {
entry:
  %begin = ptrtoint [16 x i8]* @words to i32
  %end = add i32 %begin, %size
  br label %loop
loop:
  %up = phi i32 [ %begin, %entry ], [ %up_next, %loop ]
  %down = phi i32 [ %end, %entry ], [ %down_next, %loop ]
  %up_next = add i32 %up, 4
  %down_next = sub i32 %down, 4
  %from = inttoptr i32 %down to i32*
  %value = load i32* %from, align 1
  %to = inttoptr i32 %up to i32*
  store i32 %value, i32* %to, align 1
  %more = icmp ult i32 %up_next, %down_next
  br i1 %more, label %loop, label %done
done:
  %first = inttoptr i32 %begin to i32*
  %a = load i32* %first, align 1
  %next = add i32 %begin, 4
  %second = inttoptr i32 %next to i32*
  %b = load i32* %second, align 1
  %tens = mul i32 %b, 10
  %r = add i32 %a, %tens
  ret i32 %r
}

; The step is made before the test of the counter, and needed only where the loop goes on: the two share a register.
; run: @bytes(i32 5) -> i32 3
; check x8632/O2 x8664/O2 @bytes: add ..., 1
; check-not x8632/O2 x8664/O2 @bytes: lea
define i32 @bytes(i32 %n) {
entry:
  %table = ptrtoint [16 x i8]* @words to i32
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %byte = phi i8 [ 1, %entry ], [ %loaded, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %more, %latch ]
  %wide = zext i8 %byte to i32
  %more = add i32 %sum, %wide
  %next = add i32 %i, 1
  %goes = icmp ult i32 %i, %n
  br i1 %goes, label %latch, label %exit
latch:
  %at = add i32 %table, %next
  %p = inttoptr i32 %at to i8*
  %loaded = load i8* %p, align 1
  br label %head
exit:
  ret i32 %more
}

; Behind the loop it is needed, too: it stays where it is made for both.
; run: @and_behind(i32 5) -> i32 603
; run: @and_behind(i32 0) -> i32 101
define i32 @and_behind(i32 %n) {
entry:
  %table = ptrtoint [16 x i8]* @words to i32
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %byte = phi i8 [ 1, %entry ], [ %loaded, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %more, %latch ]
  %wide = zext i8 %byte to i32
  %more = add i32 %sum, %wide
  %next = add i32 %i, 1
  %goes = icmp ult i32 %i, %n
  br i1 %goes, label %latch, label %exit
latch:
  %at = add i32 %table, %next
  %p = inttoptr i32 %at to i8*
  %loaded = load i8* %p, align 1
  br label %head
exit:
  %hundreds = mul i32 %next, 100
  %r = add i32 %hundreds, %more
  ret i32 %r
}

; The steps are made at the top, and the phis are read until further down: the counter's step is made where the next round begins,
; the pointer's behind the access, which does its work on ARM.
; run: @far_steps(i32 4) -> i32 401
; run: @far_steps(i32 1) -> i32 101
; check-not x8632/O2 x8664/O2 @far_steps: lea ..., [...-1]
; check arm32/O2 @far_steps: ldrb ..., #1
define i32 @far_steps(i32 %n) {
entry:
  %first = ptrtoint [16 x i8]* @words to i32
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %i_next, %latch ]
  %from = phi i32 [ %first, %entry ], [ %from_next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %total, %latch ]
  %i_next = add i32 %i, -1
  %from_next = add i32 %from, 1
  %p = inttoptr i32 %from to i8*
  %byte = load i8* %p, align 1
  %is_zero = icmp eq i8 %byte, 0
  br i1 %is_zero, label %latch, label %counted
counted:
  %wide = zext i8 %byte to i32
  %more = add i32 %sum, %wide
  br label %latch
latch:
  %total_of = phi i32 [ %sum, %head ], [ %more, %counted ]
  %hundred = add i32 %total_of, 100
  %total = add i32 %hundred, 0
  %goes = icmp sgt i32 %i, 1
  br i1 %goes, label %head, label %exit
exit:
  ret i32 %total
}
