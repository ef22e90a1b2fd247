; Loads and stores of i32: little-endian, at any address.
; run: @load(i32 0) -> i32 67305985
; run: @load(i32 3) -> i32 117835012
; run: @store(i32 1, i32 16909060) -> i32 16909060
; run: @first_byte(i32 16909060) -> i32 4
; run: @last_byte(i32 16909060) -> i32 1
; run: @align1(i32 16909060) -> i32 16909060
; run: @store(i32 1, i32 -2) -> i32 -2
; run: @first_byte(i32 -2) -> i32 254
; run: @last_byte(i32 -2) -> i32 255
; run: @align1(i32 -2) -> i32 -2
; check arm32 @load: ldr r

@data = internal constant [16 x i8] c"\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10", align 1
@cell = internal global [32 x i8] zeroinitializer, align 8

define i32 @load(i32 %i) {
  %b = ptrtoint [16 x i8]* @data to i32
  %s = add i32 %b, %i
  %p = inttoptr i32 %s to i32*
  %v = load i32* %p, align 1
  ret i32 %v
}
define i32 @store(i32 %i, i32 %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, %i
  %p = inttoptr i32 %s to i32*
  store i32 %a, i32* %p, align 1
  %v = load i32* %p, align 1
  ret i32 %v
}
define i32 @first_byte(i32 %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, 1
  %p = inttoptr i32 %s to i32*
  store i32 %a, i32* %p, align 1
  %t = add i32 %b, 1
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
define i32 @last_byte(i32 %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, 1
  %p = inttoptr i32 %s to i32*
  store i32 %a, i32* %p, align 1
  %t = add i32 %b, 4
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
define i32 @align1(i32 %a) {
  %p = bitcast [32 x i8]* @cell to i32*
  store i32 %a, i32* %p, align 1
  %v = load i32* %p, align 1
  ret i32 %v
}
