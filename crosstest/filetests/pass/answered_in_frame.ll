; A counter that lives in the frame: its step makes the flags that decide, in whichever form the step is encoded
; (crosstest/tests/diversify.rs). Found by crosstest campaign --seed 20261201, case 10932.
; run: @rounds(i32 3) -> i32 1110
; run: @rounds(i32 1) -> i32 0

@cells = internal global [64 x i8] zeroinitializer, align 4

define i32 @rounds(i32 %n) {
entry:
  %cells = ptrtoint [64 x i8]* @cells to i32
  %a = add i32 %n, 1
  %b = mul i32 %n, 3
  %c = xor i32 %n, 77
  %d = shl i32 %n, 2
  br label %head
body:
  %two = add i32 %sum, 555
  %called = call i32 @same(i32 %two)
  %p0 = inttoptr i32 %cells to i32*
  store i32 %a, i32* %p0, align 1
  %e1 = add i32 %cells, 4
  %p1 = inttoptr i32 %e1 to i32*
  store i32 %b, i32* %p1, align 1
  %e2 = add i32 %cells, 8
  %p2 = inttoptr i32 %e2 to i32*
  store i32 %c, i32* %p2, align 1
  %e3 = add i32 %cells, 12
  %p3 = inttoptr i32 %e3 to i32*
  store i32 %d, i32* %p3, align 1
  %odd = icmp eq i32 %called, 12345
  br i1 %odd, label %done, label %latch
latch:
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %called, %latch ]
  %next = add i32 %i, -1
  %p0x = inttoptr i32 %cells to i32*
  %e1x = add i32 %cells, 52
  %p1x = inttoptr i32 %e1x to i32*
  %e2x = add i32 %cells, 56
  %p2x = inttoptr i32 %e2x to i32*
  %e4 = add i32 %cells, 16
  %p4 = inttoptr i32 %e4 to i32*
  store i32 %d, i32* %p4, align 1
  %x20 = add i32 %cells, 20
  %y20 = inttoptr i32 %x20 to i32*
  store i32 %a, i32* %y20, align 1
  %x24 = add i32 %cells, 24
  %y24 = inttoptr i32 %x24 to i32*
  store i32 %a, i32* %y24, align 1
  %x28 = add i32 %cells, 28
  %y28 = inttoptr i32 %x28 to i32*
  store i32 %b, i32* %y28, align 1
  %x32 = add i32 %cells, 32
  %y32 = inttoptr i32 %x32 to i32*
  store i32 %b, i32* %y32, align 1
  %x36 = add i32 %cells, 36
  %y36 = inttoptr i32 %x36 to i32*
  store i32 %c, i32* %y36, align 1
  %x40 = add i32 %cells, 40
  %y40 = inttoptr i32 %x40 to i32*
  store i32 %c, i32* %y40, align 1
  %x44 = add i32 %cells, 44
  %y44 = inttoptr i32 %x44 to i32*
  store i32 %d, i32* %y44, align 1
  %x48 = add i32 %cells, 48
  %y48 = inttoptr i32 %x48 to i32*
  store i32 %d, i32* %y48, align 1
  store i32 %a, i32* %p0x, align 1
  store i32 %a, i32* %p1x, align 1
  store i32 %a, i32* %p2x, align 1
  %goes = icmp ne i32 %next, 0
  br i1 %goes, label %body, label %done
done:
  %result = phi i32 [ %sum, %head ], [ %called, %body ]
  ret i32 %result
}

define internal i32 @same(i32 %x) {
  ret i32 %x
}
