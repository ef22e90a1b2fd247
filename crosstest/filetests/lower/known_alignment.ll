; How an address is computed says what it is a multiple of, four instructions back: MIPS needs one load for an aligned word and two for any
; other. The results are right without it; only the code tells.
; recipes: O2
; run: @aligned(i32 1, i32 2, i32 3) -> i32 100992259
; run: @unknown(i32 1, i32 2, i32 3) -> i32 100992259
; check mips32 @aligned: lw $
; check-not mips32 @aligned: lwl
; check mips32 @unknown: lwl $
@bytes = internal constant [64 x i8] c"\00\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\00\01\02\03\04\05\06\07\03\05\05\06\08\09\0A\0B\0C\0D\0E\0F\00\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\00\01\02\03\04\05\06\07\08\09\0A\0B", align 4
define i32 @aligned(i32 %a, i32 %b, i32 %c) {
  %start = ptrtoint [64 x i8]* @bytes to i32
  %a4 = shl i32 %a, 2
  %b4 = shl i32 %b, 2
  %c4 = shl i32 %c, 2
  %first = add i32 %start, %a4
  %second = add i32 %first, %b4
  %third = add i32 %second, %c4
  %at = inttoptr i32 %third to i32*
  %word = load i32* %at, align 1
  ret i32 %word
}
define i32 @unknown(i32 %a, i32 %b, i32 %c) {
  %start = ptrtoint [64 x i8]* @bytes to i32
  %a4 = mul i32 %a, 4
  %sum = add i32 %a4, %b
  %b4 = mul i32 %b, 3
  %c4 = shl i32 %c, 2
  %first = add i32 %start, %sum
  %second = add i32 %first, %b4
  %third = add i32 %second, %c4
  %at = inttoptr i32 %third to i32*
  %word = load i32* %at, align 1
  ret i32 %word
}
