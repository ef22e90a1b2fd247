; Conversions between 64-bit integers and floating point, without any operation that a 32-bit target would turn into these calls.
; Conversions to an integer that are out of range give some number and do not trap.

; A double below 2^31 in magnitude goes through i32. Any other has an exponent of at least 31, so that its 53-bit significand, an
; integer scaled by 2^(exponent - 52), is shifted into place.

define i64 @__fixdfdi(double %x) {
entry:
  %bits = bitcast double %x to i64
  %hi.64 = lshr i64 %bits, 32
  %hi = trunc i64 %hi.64 to i32
  %exponent.shifted = lshr i32 %hi, 20
  %exponent = and i32 %exponent.shifted, 2047
  %small = icmp ult i32 %exponent, 1054
  br i1 %small, label %word, label %large

word:
  %word.int = fptosi double %x to i32
  %word.result = sext i32 %word.int to i64
  ret i64 %word.result

large:
  %fraction = and i64 %bits, 4503599627370495
  %significand = or i64 %fraction, 4503599627370496
  %has.fraction = icmp ult i32 %exponent, 1075
  br i1 %has.fraction, label %right, label %left

right:
  %right.by = sub i32 1075, %exponent
  %right.by.64 = zext i32 %right.by to i64
  %right.int = lshr i64 %significand, %right.by.64
  br label %done

left:
  %left.by = sub i32 %exponent, 1075
  %left.by.64 = zext i32 %left.by to i64
  %left.int = shl i64 %significand, %left.by.64
  br label %done

done:
  %magnitude = phi i64 [ %right.int, %right ], [ %left.int, %left ]
  %sign = ashr i64 %bits, 63
  %flipped = xor i64 %magnitude, %sign
  %result = sub i64 %flipped, %sign
  ret i64 %result
}

define i64 @__fixunsdfdi(double %x) {
entry:
  %bits = bitcast double %x to i64
  %hi.64 = lshr i64 %bits, 32
  %hi = trunc i64 %hi.64 to i32
  %exponent.shifted = lshr i32 %hi, 20
  %exponent = and i32 %exponent.shifted, 2047
  %small = icmp ult i32 %exponent, 1054
  br i1 %small, label %word, label %large

word:
  %word.int = fptosi double %x to i32
  %word.result = sext i32 %word.int to i64
  ret i64 %word.result

large:
  %fraction = and i64 %bits, 4503599627370495
  %significand = or i64 %fraction, 4503599627370496
  %has.fraction = icmp ult i32 %exponent, 1075
  br i1 %has.fraction, label %right, label %left

right:
  %right.by = sub i32 1075, %exponent
  %right.by.64 = zext i32 %right.by to i64
  %right.int = lshr i64 %significand, %right.by.64
  ret i64 %right.int

left:
  %left.by = sub i32 %exponent, 1075
  %left.by.64 = zext i32 %left.by to i64
  %left.int = shl i64 %significand, %left.by.64
  ret i64 %left.int
}

; Every float is a double.

define i64 @__fixsfdi(float %x) {
entry:
  %wide = fpext float %x to double
  %result = call i64 @__fixdfdi(double %wide)
  ret i64 %result
}

define i64 @__fixunssfdi(float %x) {
entry:
  %wide = fpext float %x to double
  %result = call i64 @__fixunsdfdi(double %wide)
  ret i64 %result
}

; The two words convert exactly, and so does scaling the high one by 2^32: only their sum is rounded.

define double @__floatdidf(i64 %x) {
entry:
  %hi.64 = lshr i64 %x, 32
  %hi = trunc i64 %hi.64 to i32
  %lo = trunc i64 %x to i32
  %hi.double = sitofp i32 %hi to double
  %hi.scaled = fmul double %hi.double, 4294967296.0
  %lo.double = uitofp i32 %lo to double
  %result = fadd double %hi.scaled, %lo.double
  ret double %result
}

define double @__floatundidf(i64 %x) {
entry:
  %hi.64 = lshr i64 %x, 32
  %hi = trunc i64 %hi.64 to i32
  %lo = trunc i64 %x to i32
  %hi.double = uitofp i32 %hi to double
  %hi.scaled = fmul double %hi.double, 4294967296.0
  %lo.double = uitofp i32 %lo to double
  %result = fadd double %hi.scaled, %lo.double
  ret double %result
}

; To float, by way of double, must round once only. A number below 2^53 in magnitude is exact as a double. In any other, the low 11
; bits are first folded into bit 11 (rounding to odd), which leaves at most 53 bits and cannot move it across or onto the midpoint
; of two floats: those lie 2^30 apart or more.

define float @__floatdisf(i64 %x) {
entry:
  %hi.64 = lshr i64 %x, 32
  %hi = trunc i64 %hi.64 to i32
  %hi.offset = add i32 %hi, 2097152
  %exact = icmp ult i32 %hi.offset, 4194304
  br i1 %exact, label %convert, label %fold

fold:
  %lo = trunc i64 %x to i32
  %dropped = and i32 %lo, 2047
  %carry = add i32 %dropped, 2047
  %sticky = and i32 %carry, 2048
  %sticky.64 = zext i32 %sticky to i64
  %kept = and i64 %x, -2048
  %odd = or i64 %kept, %sticky.64
  br label %convert

convert:
  %number = phi i64 [ %x, %entry ], [ %odd, %fold ]
  %number.hi.64 = lshr i64 %number, 32
  %number.hi = trunc i64 %number.hi.64 to i32
  %number.lo = trunc i64 %number to i32
  %hi.double = sitofp i32 %number.hi to double
  %hi.scaled = fmul double %hi.double, 4294967296.0
  %lo.double = uitofp i32 %number.lo to double
  %sum = fadd double %hi.scaled, %lo.double
  %result = fptrunc double %sum to float
  ret float %result
}

define float @__floatundisf(i64 %x) {
entry:
  %hi.64 = lshr i64 %x, 32
  %hi = trunc i64 %hi.64 to i32
  %exact = icmp ult i32 %hi, 2097152
  br i1 %exact, label %convert, label %fold

fold:
  %lo = trunc i64 %x to i32
  %dropped = and i32 %lo, 2047
  %carry = add i32 %dropped, 2047
  %sticky = and i32 %carry, 2048
  %sticky.64 = zext i32 %sticky to i64
  %kept = and i64 %x, -2048
  %odd = or i64 %kept, %sticky.64
  br label %convert

convert:
  %number = phi i64 [ %x, %entry ], [ %odd, %fold ]
  %number.hi.64 = lshr i64 %number, 32
  %number.hi = trunc i64 %number.hi.64 to i32
  %number.lo = trunc i64 %number to i32
  %hi.double = uitofp i32 %number.hi to double
  %hi.scaled = fmul double %hi.double, 4294967296.0
  %lo.double = uitofp i32 %number.lo to double
  %sum = fadd double %hi.scaled, %lo.double
  %result = fptrunc double %sum to float
  ret float %result
}
