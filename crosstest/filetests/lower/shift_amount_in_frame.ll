; An amount of 64 bits that is kept in the frame: the register that its lower half is loaded to does not have all of it.
; recipes: Om1 O0 O2 O3
; run: @amount(i64 81985529216486913, i64 5, i64 7, i64 11, i64 13, i64 17, i64 19) -> i64 163971058432973826
@out = internal global [16 x i8] zeroinitializer, align 8
define i64 @amount(i64 %v, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f) {
entry:
  %o0 = ptrtoint [16 x i8]* @out to i32
  %o1 = add i32 %o0, 8
  %p0 = inttoptr i32 %o0 to i64*
  %p1 = inttoptr i32 %o1 to i64*
  %w = add i64 %v, %v
  %g = mul i64 %a, %f
  %h = mul i64 %b, %e
  %i = mul i64 %c, %d
  %j = mul i64 %d, %b
  %k = mul i64 %e, %c
  %l = mul i64 %f, %b
  %m = mul i64 %a, %e
  %n = mul i64 %a, %d
  br label %loop
; Everything but the amount is used here.
loop:
  %x = phi i64 [ 0, %entry ], [ %x15, %loop ]
  %x1 = add i64 %x, %a
  %x2 = xor i64 %x1, %b
  %x3 = add i64 %x2, %c
  %x4 = xor i64 %x3, %d
  %x5 = add i64 %x4, %e
  %x6 = xor i64 %x5, %f
  %x7 = add i64 %x6, %g
  %x8 = xor i64 %x7, %h
  %x9 = add i64 %x8, %i
  %x10 = xor i64 %x9, %j
  %x11 = add i64 %x10, %k
  %x12 = xor i64 %x11, %l
  %x13 = add i64 %x12, %m
  %x14 = xor i64 %x13, %n
  %x15 = add i64 %x14, 1000
  %more = icmp ult i64 %x15, 9999
  br i1 %more, label %loop, label %done
done:
  %t = shl i64 %x15, %w
  store i64 %w, i64* %p0, align 1
  store i64 %t, i64* %p1, align 1
  %again = load i64, i64* %p0, align 1
  ret i64 %again
}
