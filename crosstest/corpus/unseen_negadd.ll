; An index that starts at one, so that the constant part of the address is negative.
; run: @f(i32 1) -> i64 578437695752307201
@g = internal global [32 x i8] c"\01\02\03\04\05\06\07\08\02\02\03\03\03\03\03\03\03\03\03\03\03\03\03\03\03\03\03\03\03\03\03\03", align 8
define i64 @f(i32 %i) {
  %p = ptrtoint [32 x i8]* @g to i32
  %j = mul i32 %i, 8
  %k = add i32 %j, -8
  %a = add i32 %p, %k
  %q = inttoptr i32 %a to i64*
  %r = load i64* %q, align 1
  ret i64 %r
}
