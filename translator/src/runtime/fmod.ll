; fmod and fmodf: exact, on the significands as integers.
;
; With x = mx * 2^ex and y = my * 2^ey, mx and my normalised, the result has the sign of x and is (mx * 2^(ex-ey) mod my) * 2^ey.
; The exponents' difference is worked off in steps of some bits. The result is never rounded: it is a multiple of y's last place
; and less than y. NaNs come from the multiplication and division (x*y)/(x*y), which is 0/0, inf/inf or an operation on a NaN.
;
; A step of fmod takes k <= 16 bits: r becomes (r * 2^k) mod my. The quotient is estimated from the high 32 bits of r (53 bits) and
; the high 16 bits of my, plus one: q = floor(floor(r/2^21) / (floor(my/2^37) + 1)) is at most r*2^16/my and more than that minus 3.
; So q/2^(16-k) is the quotient or less than 3 too small, r*2^k - q*my lies in [0, 3*my), where it fits 55 bits, and two conditional
; subtractions finish. (r*2^k and q*my overflow; their difference does not.)

define double @fmod(double %x, double %y) {
entry:
  %x.bits = bitcast double %x to i64
  %y.bits = bitcast double %y to i64
  %sign = and i64 %x.bits, -9223372036854775808
  %x.abs = and i64 %x.bits, 9223372036854775807
  %y.abs = and i64 %y.bits, 9223372036854775807
  %x.special = icmp uge i64 %x.abs, 9218868437227405312
  %y.nan = icmp ugt i64 %y.abs, 9218868437227405312
  %y.zero = icmp eq i64 %y.abs, 0
  %special.1 = or i1 %x.special, %y.nan
  %special = or i1 %special.1, %y.zero
  br i1 %special, label %invalid, label %valid

invalid:
  %product = fmul double %x, %y
  %nan = fdiv double %product, %product
  ret double %nan

valid:
  %less = icmp ult i64 %x.abs, %y.abs
  br i1 %less, label %same, label %x.split

same:
  ret double %x

x.split:
  %x.exponent.64 = lshr i64 %x.abs, 52
  %x.exponent.raw = trunc i64 %x.exponent.64 to i32
  %x.fraction = and i64 %x.abs, 4503599627370495
  %x.subnormal = icmp eq i32 %x.exponent.raw, 0
  br i1 %x.subnormal, label %x.normalise, label %x.normal

x.normalise:
  %x.zeros.64 = call i64 @llvm.ctlz.i64(i64 %x.fraction, i1 false)
  %x.zeros = trunc i64 %x.zeros.64 to i32
  %x.shift = sub i32 %x.zeros, 11
  %x.shift.64 = zext i32 %x.shift to i64
  %x.shifted = shl i64 %x.fraction, %x.shift.64
  %x.exponent.sub = sub i32 1, %x.shift
  br label %y.split

x.normal:
  %x.implicit = or i64 %x.fraction, 4503599627370496
  br label %y.split

y.split:
  %mx = phi i64 [ %x.shifted, %x.normalise ], [ %x.implicit, %x.normal ]
  %ex = phi i32 [ %x.exponent.sub, %x.normalise ], [ %x.exponent.raw, %x.normal ]
  %y.exponent.64 = lshr i64 %y.abs, 52
  %y.exponent.raw = trunc i64 %y.exponent.64 to i32
  %y.fraction = and i64 %y.abs, 4503599627370495
  %y.subnormal = icmp eq i32 %y.exponent.raw, 0
  br i1 %y.subnormal, label %y.normalise, label %y.normal

y.normalise:
  %y.zeros.64 = call i64 @llvm.ctlz.i64(i64 %y.fraction, i1 true)
  %y.zeros = trunc i64 %y.zeros.64 to i32
  %y.shift = sub i32 %y.zeros, 11
  %y.shift.64 = zext i32 %y.shift to i64
  %y.shifted = shl i64 %y.fraction, %y.shift.64
  %y.exponent.sub = sub i32 1, %y.shift
  br label %reduce

y.normal:
  %y.implicit = or i64 %y.fraction, 4503599627370496
  br label %reduce

reduce:
  %my = phi i64 [ %y.shifted, %y.normalise ], [ %y.implicit, %y.normal ]
  %ey = phi i32 [ %y.exponent.sub, %y.normalise ], [ %y.exponent.raw, %y.normal ]
  %bits.all = sub i32 %ex, %ey
  %first.less = sub i64 %mx, %my
  %first.keep = icmp ult i64 %mx, %my
  %r.first = select i1 %first.keep, i64 %mx, i64 %first.less
  %my.high.64 = lshr i64 %my, 37
  %my.high = trunc i64 %my.high.64 to i32
  %divisor = add i32 %my.high, 1
  %done.already = icmp eq i32 %bits.all, 0
  br i1 %done.already, label %finish, label %step

step:
  %r = phi i64 [ %r.first, %reduce ], [ %r.next, %step ]
  %bits = phi i32 [ %bits.all, %reduce ], [ %bits.left, %step ]
  %is.last = icmp ult i32 %bits, 16
  %k = select i1 %is.last, i32 %bits, i32 16
  %r.high.64 = lshr i64 %r, 21
  %r.high = trunc i64 %r.high.64 to i32
  %q.16 = udiv i32 %r.high, %divisor
  %k.unused = sub i32 16, %k
  %q = lshr i32 %q.16, %k.unused
  %q.64 = zext i32 %q to i64
  %k.64 = zext i32 %k to i64
  %r.shifted = shl i64 %r, %k.64
  %q.my = mul i64 %q.64, %my
  %r.0 = sub i64 %r.shifted, %q.my
  %r.0.less = sub i64 %r.0, %my
  %r.0.keep = icmp ult i64 %r.0, %my
  %r.1 = select i1 %r.0.keep, i64 %r.0, i64 %r.0.less
  %r.1.less = sub i64 %r.1, %my
  %r.1.keep = icmp ult i64 %r.1, %my
  %r.next = select i1 %r.1.keep, i64 %r.1, i64 %r.1.less
  %bits.left = sub i32 %bits, %k
  %finished = icmp eq i32 %bits.left, 0
  br i1 %finished, label %finish, label %step

finish:
  %rest = phi i64 [ %r.first, %reduce ], [ %r.next, %step ]
  %exact = icmp eq i64 %rest, 0
  br i1 %exact, label %zero, label %pack

zero:
  %signed.zero = bitcast i64 %sign to double
  ret double %signed.zero

pack:
  %zeros.64 = call i64 @llvm.ctlz.i64(i64 %rest, i1 true)
  %zeros = trunc i64 %zeros.64 to i32
  %shift = sub i32 %zeros, 11
  %exponent = sub i32 %ey, %shift
  %is.normal = icmp sgt i32 %exponent, 0
  br i1 %is.normal, label %pack.normal, label %pack.subnormal

pack.normal:
  %shift.64 = zext i32 %shift to i64
  %significand = shl i64 %rest, %shift.64
  %exponent.less = sub i32 %exponent, 1
  %exponent.64 = zext i32 %exponent.less to i64
  %exponent.field = shl i64 %exponent.64, 52
  %normal.abs = add i64 %significand, %exponent.field
  %normal.bits = or i64 %normal.abs, %sign
  %normal = bitcast i64 %normal.bits to double
  ret double %normal

; Only a divisor below 2^-1022+52 gets here: its exponent ey may itself be less than one.
pack.subnormal:
  %ey.positive = icmp sgt i32 %ey, 0
  br i1 %ey.positive, label %pack.left, label %pack.right

pack.left:
  %left.by = sub i32 %ey, 1
  %left.by.64 = zext i32 %left.by to i64
  %left = shl i64 %rest, %left.by.64
  %left.bits = or i64 %left, %sign
  %left.double = bitcast i64 %left.bits to double
  ret double %left.double

pack.right:
  %right.by = sub i32 1, %ey
  %right.by.64 = zext i32 %right.by to i64
  %right = lshr i64 %rest, %right.by.64
  %right.bits = or i64 %right, %sign
  %right.double = bitcast i64 %right.bits to double
  ret double %right.double
}

; A step of fmodf takes k <= 8 bits: the 24-bit remainder then still fits a 32-bit division, which is exact.

define float @fmodf(float %x, float %y) {
entry:
  %x.bits = bitcast float %x to i32
  %y.bits = bitcast float %y to i32
  %sign = and i32 %x.bits, -2147483648
  %x.abs = and i32 %x.bits, 2147483647
  %y.abs = and i32 %y.bits, 2147483647
  %x.special = icmp uge i32 %x.abs, 2139095040
  %y.nan = icmp ugt i32 %y.abs, 2139095040
  %y.zero = icmp eq i32 %y.abs, 0
  %special.1 = or i1 %x.special, %y.nan
  %special = or i1 %special.1, %y.zero
  br i1 %special, label %invalid, label %valid

invalid:
  %product = fmul float %x, %y
  %nan = fdiv float %product, %product
  ret float %nan

valid:
  %less = icmp ult i32 %x.abs, %y.abs
  br i1 %less, label %same, label %x.split

same:
  ret float %x

x.split:
  %x.exponent.raw = lshr i32 %x.abs, 23
  %x.fraction = and i32 %x.abs, 8388607
  %x.subnormal = icmp eq i32 %x.exponent.raw, 0
  br i1 %x.subnormal, label %x.normalise, label %x.normal

x.normalise:
  %x.zeros = call i32 @llvm.ctlz.i32(i32 %x.fraction, i1 false)
  %x.shift = sub i32 %x.zeros, 8
  %x.shifted = shl i32 %x.fraction, %x.shift
  %x.exponent.sub = sub i32 1, %x.shift
  br label %y.split

x.normal:
  %x.implicit = or i32 %x.fraction, 8388608
  br label %y.split

y.split:
  %mx = phi i32 [ %x.shifted, %x.normalise ], [ %x.implicit, %x.normal ]
  %ex = phi i32 [ %x.exponent.sub, %x.normalise ], [ %x.exponent.raw, %x.normal ]
  %y.exponent.raw = lshr i32 %y.abs, 23
  %y.fraction = and i32 %y.abs, 8388607
  %y.subnormal = icmp eq i32 %y.exponent.raw, 0
  br i1 %y.subnormal, label %y.normalise, label %y.normal

y.normalise:
  %y.zeros = call i32 @llvm.ctlz.i32(i32 %y.fraction, i1 true)
  %y.shift = sub i32 %y.zeros, 8
  %y.shifted = shl i32 %y.fraction, %y.shift
  %y.exponent.sub = sub i32 1, %y.shift
  br label %reduce

y.normal:
  %y.implicit = or i32 %y.fraction, 8388608
  br label %reduce

reduce:
  %my = phi i32 [ %y.shifted, %y.normalise ], [ %y.implicit, %y.normal ]
  %ey = phi i32 [ %y.exponent.sub, %y.normalise ], [ %y.exponent.raw, %y.normal ]
  %bits.all = sub i32 %ex, %ey
  %first.less = sub i32 %mx, %my
  %first.keep = icmp ult i32 %mx, %my
  %r.first = select i1 %first.keep, i32 %mx, i32 %first.less
  %done.already = icmp eq i32 %bits.all, 0
  br i1 %done.already, label %finish, label %step

step:
  %r = phi i32 [ %r.first, %reduce ], [ %r.next, %step ]
  %bits = phi i32 [ %bits.all, %reduce ], [ %bits.left, %step ]
  %is.last = icmp ult i32 %bits, 8
  %k = select i1 %is.last, i32 %bits, i32 8
  %r.shifted = shl i32 %r, %k
  %r.next = urem i32 %r.shifted, %my
  %bits.left = sub i32 %bits, %k
  %finished = icmp eq i32 %bits.left, 0
  br i1 %finished, label %finish, label %step

finish:
  %rest = phi i32 [ %r.first, %reduce ], [ %r.next, %step ]
  %exact = icmp eq i32 %rest, 0
  br i1 %exact, label %zero, label %pack

zero:
  %signed.zero = bitcast i32 %sign to float
  ret float %signed.zero

pack:
  %zeros = call i32 @llvm.ctlz.i32(i32 %rest, i1 true)
  %shift = sub i32 %zeros, 8
  %exponent = sub i32 %ey, %shift
  %is.normal = icmp sgt i32 %exponent, 0
  br i1 %is.normal, label %pack.normal, label %pack.subnormal

pack.normal:
  %significand = shl i32 %rest, %shift
  %exponent.less = sub i32 %exponent, 1
  %exponent.field = shl i32 %exponent.less, 23
  %normal.abs = add i32 %significand, %exponent.field
  %normal.bits = or i32 %normal.abs, %sign
  %normal = bitcast i32 %normal.bits to float
  ret float %normal

pack.subnormal:
  %ey.positive = icmp sgt i32 %ey, 0
  br i1 %ey.positive, label %pack.left, label %pack.right

pack.left:
  %left.by = sub i32 %ey, 1
  %left = shl i32 %rest, %left.by
  %left.bits = or i32 %left, %sign
  %left.float = bitcast i32 %left.bits to float
  ret float %left.float

pack.right:
  %right.by = sub i32 1, %ey
  %right = lshr i32 %rest, %right.by
  %right.bits = or i32 %right, %sign
  %right.float = bitcast i32 %right.bits to float
  ret float %right.float
}

declare void @llvm.trap()
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
