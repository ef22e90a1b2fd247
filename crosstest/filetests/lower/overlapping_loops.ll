; Loops of which three end where the fourth begins: from behind that, control comes back into all three. What is made within the second, for the third, lives to
; the very end, although all loops around it and behind its making seem to end before.
; recipes: Om1 O0 O2 O3
; run: @f(i32 5) -> i32 -7054
; run: @f(i32 -3) -> i32 -7534
@round = internal global [4 x i8] zeroinitializer, align 4
@sum = internal global [4 x i8] zeroinitializer, align 4
define i32 @f(i32 %x) {
entry:
  %round = bitcast [4 x i8]* @round to i32*
  %sum = bitcast [4 x i8]* @sum to i32*
  store i32 0, i32* %round, align 1
  store i32 0, i32* %sum, align 1
  br label %first
first:
  %one = load i32* %round, align 1
  %one.more = add i32 %one, 8
  store i32 %one.more, i32* %round, align 1
  br label %second
second:
  %two = load i32* %round, align 1
  %two.more = add i32 %two, 8
  store i32 %two.more, i32* %round, align 1
  br label %made
made:
  %made.round = load i32* %round, align 1
  %made.part = mul i32 %x, 3
  %v = add i32 %made.part, %made.round
  br label %third
third:
  %s = load i32* %sum, align 1
  %t0 = add i32 %s, %v
  %t1 = xor i32 %t0, %v
  %t2 = sub i32 %t1, %v
  %t3 = xor i32 %t2, %v
  %t4 = add i32 %t3, %v
  store i32 %t4, i32* %sum, align 1
  br label %fourth
fourth:
  %r = load i32* %round, align 1
  %n = add i32 %r, 1
  store i32 %n, i32* %round, align 1
  %which = and i32 %r, 7
  switch i32 %which, label %work [
    i32 1, label %third
    i32 3, label %second
    i32 5, label %first
  ]
work:
  %a = load i32* %round, align 1
  %b = add i32 %a, 11
  %c = mul i32 %a, 7
  %d = xor i32 %a, 21
  %e = sub i32 %a, 5
  %g = shl i32 %a, 2
  %h = lshr i32 %a, 1
  %odd = and i32 %a, 1
  %is.even = icmp eq i32 %odd, 0
  br i1 %is.even, label %even, label %both
even:
  %even.0 = add i32 %a, %b
  %even.1 = add i32 %even.0, %c
  %even.2 = add i32 %even.1, %d
  %even.3 = add i32 %even.2, %e
  %even.4 = add i32 %even.3, %g
  %even.5 = add i32 %even.4, %h
  %even.sum = load i32* %sum, align 1
  %even.all = add i32 %even.sum, %even.5
  store i32 %even.all, i32* %sum, align 1
  br label %both
both:
  %both.0 = sub i32 %a, %b
  %both.1 = xor i32 %both.0, %c
  %both.2 = sub i32 %both.1, %d
  %both.3 = xor i32 %both.2, %e
  %both.4 = sub i32 %both.3, %g
  %both.5 = xor i32 %both.4, %h
  %both.sum = load i32* %sum, align 1
  %both.all = add i32 %both.sum, %both.5
  store i32 %both.all, i32* %sum, align 1
  br label %last
last:
  %last.round = load i32* %round, align 1
  %goes.on = icmp ult i32 %last.round, 99
  br i1 %goes.on, label %fourth, label %end
end:
  %result = load i32* %sum, align 1
  ret i32 %result
}
