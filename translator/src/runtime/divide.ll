; 64-bit division. A zero divisor ends in a 32-bit division by zero, which traps.
;
; Division of the 64-bit number n by d, by the size of d:
;   both below 2^32      one 32-bit division;
;   d below 2^16         schoolbook division in 16-bit digits: three 32-bit divisions;
;   d below 2^32         one 32-bit division for the high word, then the 64-by-32 step below for the low word;
;   else                 an estimate from the 64-by-32 step with n/2 and the high word of the normalised d. It is one too large at
;                        most (Hacker's Delight, section 9-5), so it is lowered by one and corrected once against n - q*d.
; The 64-by-32 step divides u = (u1,u0) by v, where v >= 2^31 and u1 < v, in two 16-bit digits, each estimated from the high half of
; v and corrected twice at most (Knuth, TAOCP volume 2, algorithm D).

define i64 @__udivdi3(i64 %n, i64 %d) {
entry:
  %n.hi.64 = lshr i64 %n, 32
  %n.hi = trunc i64 %n.hi.64 to i32
  %n.lo = trunc i64 %n to i32
  %d.hi.64 = lshr i64 %d, 32
  %d.hi = trunc i64 %d.hi.64 to i32
  %d.lo = trunc i64 %d to i32
  %any.hi = or i32 %n.hi, %d.hi
  %small = icmp eq i32 %any.hi, 0
  br i1 %small, label %word, label %large

word:
  %word.q = udiv i32 %n.lo, %d.lo
  %word.q.64 = zext i32 %word.q to i64
  ret i64 %word.q.64

large:
  %d.is.word = icmp eq i32 %d.hi, 0
  br i1 %d.is.word, label %by.word, label %by.long

by.word:
  %q.hi = udiv i32 %n.hi, %d.lo
  %q.hi.d = mul i32 %q.hi, %d.lo
  %rem = sub i32 %n.hi, %q.hi.d
  %q.hi.64 = zext i32 %q.hi to i64
  %q.hi.shifted = shl i64 %q.hi.64, 32
  %d.is.half = icmp ult i32 %d.lo, 65536
  br i1 %d.is.half, label %by.half, label %normalise.word

by.half:
  %half.rem.shifted = shl i32 %rem, 16
  %half.n.lo.hi = lshr i32 %n.lo, 16
  %half.u1 = or i32 %half.rem.shifted, %half.n.lo.hi
  %half.q1 = udiv i32 %half.u1, %d.lo
  %half.q1.d = mul i32 %half.q1, %d.lo
  %half.r1 = sub i32 %half.u1, %half.q1.d
  %half.r1.shifted = shl i32 %half.r1, 16
  %half.n.lo.lo = and i32 %n.lo, 65535
  %half.u0 = or i32 %half.r1.shifted, %half.n.lo.lo
  %half.q0 = udiv i32 %half.u0, %d.lo
  %half.q1.shifted = shl i32 %half.q1, 16
  %half.q.lo = or i32 %half.q1.shifted, %half.q0
  %half.q.lo.64 = zext i32 %half.q.lo to i64
  %half.q = or i64 %q.hi.shifted, %half.q.lo.64
  ret i64 %half.q

normalise.word:
  %word.shift = call i32 @llvm.ctlz.i32(i32 %d.lo, i1 true)
  %word.v = shl i32 %d.lo, %word.shift
  %word.shift.64 = zext i32 %word.shift to i64
  %rem.64 = zext i32 %rem to i64
  %rem.shifted = shl i64 %rem.64, 32
  %n.lo.64 = zext i32 %n.lo to i64
  %word.n = or i64 %rem.shifted, %n.lo.64
  %word.u = shl i64 %word.n, %word.shift.64
  br label %step

by.long:
  %less = icmp ult i64 %n, %d
  br i1 %less, label %zero, label %normalise.long

zero:
  ret i64 0

normalise.long:
  %long.shift = call i32 @llvm.ctlz.i32(i32 %d.hi, i1 true)
  %long.shift.64 = zext i32 %long.shift to i64
  %d.normal = shl i64 %d, %long.shift.64
  %d.normal.hi = lshr i64 %d.normal, 32
  %long.v = trunc i64 %d.normal.hi to i32
  %long.u = lshr i64 %n, 1
  br label %step

step:
  %u = phi i64 [ %word.u, %normalise.word ], [ %long.u, %normalise.long ]
  %v = phi i32 [ %word.v, %normalise.word ], [ %long.v, %normalise.long ]
  %shift = phi i32 [ %word.shift, %normalise.word ], [ %long.shift, %normalise.long ]
  %q.hi.part = phi i64 [ %q.hi.shifted, %normalise.word ], [ 0, %normalise.long ]
  %u.hi.64 = lshr i64 %u, 32
  %u1 = trunc i64 %u.hi.64 to i32
  %u0 = trunc i64 %u to i32
  %v1 = lshr i32 %v, 16
  %v0 = and i32 %v, 65535
  %u0.hi = lshr i32 %u0, 16
  %u0.lo = and i32 %u0, 65535
  %a.q.0 = udiv i32 %u1, %v1
  %a.q.0.v1 = mul i32 %a.q.0, %v1
  %a.r.0 = sub i32 %u1, %a.q.0.v1
  br label %a.check

; The digit is too large while it is 2^16 or more, or while its product with v0 exceeds the remainder. As soon as the remainder
; itself reaches 2^16 it is right.
a.check:
  %a.q = phi i32 [ %a.q.0, %step ], [ %a.q.less, %a.lower ]
  %a.r = phi i32 [ %a.r.0, %step ], [ %a.r.more, %a.lower ]
  %a.large = icmp ugt i32 %a.q, 65535
  br i1 %a.large, label %a.lower, label %a.compare

a.compare:
  %a.product = mul i32 %a.q, %v0
  %a.r.shifted = shl i32 %a.r, 16
  %a.bound = or i32 %a.r.shifted, %u0.hi
  %a.exceeds = icmp ugt i32 %a.product, %a.bound
  br i1 %a.exceeds, label %a.lower, label %b.start

a.lower:
  %a.q.less = sub i32 %a.q, 1
  %a.r.more = add i32 %a.r, %v1
  %a.again = icmp ult i32 %a.r.more, 65536
  br i1 %a.again, label %a.check, label %b.start

b.start:
  %q1 = phi i32 [ %a.q, %a.compare ], [ %a.q.less, %a.lower ]
  %u1.shifted = shl i32 %u1, 16
  %b.u.sum = add i32 %u1.shifted, %u0.hi
  %q1.v = mul i32 %q1, %v
  %b.u = sub i32 %b.u.sum, %q1.v
  %b.q.0 = udiv i32 %b.u, %v1
  %b.q.0.v1 = mul i32 %b.q.0, %v1
  %b.r.0 = sub i32 %b.u, %b.q.0.v1
  br label %b.check

b.check:
  %b.q = phi i32 [ %b.q.0, %b.start ], [ %b.q.less, %b.lower ]
  %b.r = phi i32 [ %b.r.0, %b.start ], [ %b.r.more, %b.lower ]
  %b.large = icmp ugt i32 %b.q, 65535
  br i1 %b.large, label %b.lower, label %b.compare

b.compare:
  %b.product = mul i32 %b.q, %v0
  %b.r.shifted = shl i32 %b.r, 16
  %b.bound = or i32 %b.r.shifted, %u0.lo
  %b.exceeds = icmp ugt i32 %b.product, %b.bound
  br i1 %b.exceeds, label %b.lower, label %done

b.lower:
  %b.q.less = sub i32 %b.q, 1
  %b.r.more = add i32 %b.r, %v1
  %b.again = icmp ult i32 %b.r.more, 65536
  br i1 %b.again, label %b.check, label %done

done:
  %q0 = phi i32 [ %b.q, %b.compare ], [ %b.q.less, %b.lower ]
  %q1.shifted = shl i32 %q1, 16
  %digits = add i32 %q1.shifted, %q0
  br i1 %d.is.word, label %done.word, label %done.long

done.word:
  %digits.64 = zext i32 %digits to i64
  %word.result = or i64 %q.hi.part, %digits.64
  ret i64 %word.result

done.long:
  %unshift = sub i32 31, %shift
  %estimate = lshr i32 %digits, %unshift
  %positive = icmp ne i32 %estimate, 0
  %one = zext i1 %positive to i32
  %lowered = sub i32 %estimate, %one
  %lowered.64 = zext i32 %lowered to i64
  %lowered.d = mul i64 %lowered.64, %d
  %left = sub i64 %n, %lowered.d
  %too.low = icmp uge i64 %left, %d
  %correction = zext i1 %too.low to i64
  %long.result = add i64 %lowered.64, %correction
  ret i64 %long.result
}

define i64 @__umoddi3(i64 %n, i64 %d) {
entry:
  %any = or i64 %n, %d
  %any.hi.64 = lshr i64 %any, 32
  %any.hi = trunc i64 %any.hi.64 to i32
  %small = icmp eq i32 %any.hi, 0
  br i1 %small, label %word, label %large

word:
  %n.lo = trunc i64 %n to i32
  %d.lo = trunc i64 %d to i32
  %word.r = urem i32 %n.lo, %d.lo
  %word.r.64 = zext i32 %word.r to i64
  ret i64 %word.r.64

large:
  %q = call i64 @__udivdi3(i64 %n, i64 %d)
  %q.d = mul i64 %q, %d
  %r = sub i64 %n, %q.d
  ret i64 %r
}

; The signed forms work on magnitudes: x ^ s - s, with s all ones for a negative number and zero else, is its magnitude, and applied
; again gives the sign back.

define i64 @__divdi3(i64 %n, i64 %d) {
entry:
  %n.sign = ashr i64 %n, 63
  %d.sign = ashr i64 %d, 63
  %n.flipped = xor i64 %n, %n.sign
  %n.abs = sub i64 %n.flipped, %n.sign
  %d.flipped = xor i64 %d, %d.sign
  %d.abs = sub i64 %d.flipped, %d.sign
  %q.abs = call i64 @__udivdi3(i64 %n.abs, i64 %d.abs)
  %sign = xor i64 %n.sign, %d.sign
  %q.flipped = xor i64 %q.abs, %sign
  %q = sub i64 %q.flipped, %sign
  ret i64 %q
}

define i64 @__moddi3(i64 %n, i64 %d) {
entry:
  %n.sign = ashr i64 %n, 63
  %d.sign = ashr i64 %d, 63
  %n.flipped = xor i64 %n, %n.sign
  %n.abs = sub i64 %n.flipped, %n.sign
  %d.flipped = xor i64 %d, %d.sign
  %d.abs = sub i64 %d.flipped, %d.sign
  %r.abs = call i64 @__umoddi3(i64 %n.abs, i64 %d.abs)
  %r.flipped = xor i64 %r.abs, %n.sign
  %r = sub i64 %r.flipped, %n.sign
  ret i64 %r
}
