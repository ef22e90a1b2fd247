; 32-bit division, for targets whose processor has none. A zero divisor traps.
;
; Shift and subtract, as by hand: the divisor is aligned with the dividend's highest one by the difference of their leading zeros, and from
; there each step gives one bit of the quotient. The number of steps is the number of bits that the quotient can have. The signed
; functions divide magnitudes: the quotient is negative if the signs differ, the remainder has the dividend's sign.

define i32 @__udivsi3(i32 %n, i32 %d) {
entry:
  %d.zero = icmp eq i32 %d, 0
  br i1 %d.zero, label %zero, label %nonzero

zero:
  call void @llvm.trap()
  unreachable

nonzero:
  %less = icmp ult i32 %n, %d
  br i1 %less, label %small, label %align

small:
  ret i32 0

align:
  %n.zeros = call i32 @llvm.ctlz.i32(i32 %n, i1 true)
  %d.zeros = call i32 @llvm.ctlz.i32(i32 %d, i1 true)
  %shift = sub i32 %d.zeros, %n.zeros
  %aligned = shl i32 %d, %shift
  %top = shl i32 1, %shift
  br label %step

step:
  %rest = phi i32 [ %n, %align ], [ %rest.next, %step ]
  %part = phi i32 [ %aligned, %align ], [ %part.next, %step ]
  %bit = phi i32 [ %top, %align ], [ %bit.next, %step ]
  %quotient = phi i32 [ 0, %align ], [ %quotient.next, %step ]
  %fits = icmp uge i32 %rest, %part
  %taken = select i1 %fits, i32 %part, i32 0
  %one = select i1 %fits, i32 %bit, i32 0
  %rest.next = sub i32 %rest, %taken
  %quotient.next = or i32 %quotient, %one
  %part.next = lshr i32 %part, 1
  %bit.next = lshr i32 %bit, 1
  %more = icmp ne i32 %bit.next, 0
  br i1 %more, label %step, label %done

done:
  ret i32 %quotient.next
}

define i32 @__umodsi3(i32 %n, i32 %d) {
entry:
  %quotient = call i32 @__udivsi3(i32 %n, i32 %d)
  %product = mul i32 %quotient, %d
  %rest = sub i32 %n, %product
  ret i32 %rest
}

define i32 @__divsi3(i32 %n, i32 %d) {
entry:
  %n.sign = ashr i32 %n, 31
  %d.sign = ashr i32 %d, 31
  %n.flipped = xor i32 %n, %n.sign
  %n.magnitude = sub i32 %n.flipped, %n.sign
  %d.flipped = xor i32 %d, %d.sign
  %d.magnitude = sub i32 %d.flipped, %d.sign
  %magnitude = call i32 @__udivsi3(i32 %n.magnitude, i32 %d.magnitude)
  %sign = xor i32 %n.sign, %d.sign
  %flipped = xor i32 %magnitude, %sign
  %quotient = sub i32 %flipped, %sign
  ret i32 %quotient
}

define i32 @__modsi3(i32 %n, i32 %d) {
entry:
  %quotient = call i32 @__divsi3(i32 %n, i32 %d)
  %product = mul i32 %quotient, %d
  %rest = sub i32 %n, %product
  ret i32 %rest
}

