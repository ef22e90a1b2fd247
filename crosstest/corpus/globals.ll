; Global variables: bytes, zeros, alignments, pointers with offsets, mixed contents, addresses of functions.
; run: @read_bytes(i32 4) -> i32 -1
; run: @through_pointer() -> i32 0x04030201
; run: @through_inside() -> i32 0xfcfdfeff
; run: @offset_before() -> i32 8
; run: @through_mixed(i32 5) -> i32 119
; run: @self_reference() -> i32 0
; run: @alignment() -> i32 0
; run: @change(i32 77)
; run: @write_constant() -> traps
; edges: @read_bytes @change

@bytes = internal constant [8 x i8] c"\01\02\03\04\FF\FE\FD\FC", align 1
@zeros = internal global [40 x i8] zeroinitializer, align 16
@data = internal global [5 x i8] c"hello", align 1
@odd = internal global [3 x i8] c"\07\08\09", align 1
@aligned = internal global [4 x i8] c"\2A\00\00\00", align 64
@pointer = internal global i32 ptrtoint ([8 x i8]* @bytes to i32), align 4
@inside = internal constant i32 add (i32 ptrtoint ([8 x i8]* @bytes to i32), i32 4), align 4
@before = internal constant i32 add (i32 ptrtoint ([40 x i8]* @zeros to i32), i32 -8), align 4
@mixed = internal global <{ [2 x i8], i32, [3 x i8], i32 }> <{ [2 x i8] c"ab", i32 ptrtoint ([5 x i8]* @data to i32), [3 x i8] zeroinitializer, i32 ptrtoint (i32 (i32)* @callee to i32) }>, align 1
@self = internal global i32 ptrtoint (i32* @self to i32), align 4
@empty = internal constant [0 x i8] zeroinitializer, align 1
define internal i32 @callee(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}
define i32 @read_bytes(i32 %i) {
  %k = and i32 %i, 7
  %b = ptrtoint [8 x i8]* @bytes to i32
  %a = add i32 %b, %k
  %p = inttoptr i32 %a to i8*
  %v = load i8* %p, align 1
  %r = sext i8 %v to i32
  ret i32 %r
}
define i32 @through_pointer() {
  %a = load i32* @pointer, align 1
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @through_inside() {
  %a = load i32* @inside, align 1
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @offset_before() {
  %a = load i32* @before, align 1
  %z = ptrtoint [40 x i8]* @zeros to i32
  %r = sub i32 %z, %a
  ret i32 %r
}
define i32 @through_mixed(i32 %x) {
  %b = ptrtoint <{ [2 x i8], i32, [3 x i8], i32 }>* @mixed to i32
  %d = add i32 %b, 2
  %dp = inttoptr i32 %d to i32*
  %data = load i32* %dp, align 1
  %q = inttoptr i32 %data to i8*
  %h = load i8* %q, align 1
  %hw = zext i8 %h to i32
  %f = add i32 %b, 9
  %fp = inttoptr i32 %f to i32*
  %callee = load i32* %fp, align 1
  %c = inttoptr i32 %callee to i32 (i32)*
  %r = call i32 %c(i32 %x)
  %s = add i32 %r, %hw
  ret i32 %s
}
define i32 @self_reference() {
  %a = load i32* @self, align 1
  %p = inttoptr i32 %a to i32*
  %b = load i32* %p, align 1
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @alignment() {
  %a = ptrtoint [4 x i8]* @aligned to i32
  %z = ptrtoint [40 x i8]* @zeros to i32
  %x = and i32 %a, 63
  %y = and i32 %z, 15
  %r = add i32 %x, %y
  ret i32 %r
}
define void @change(i32 %a) {
  %p = bitcast [3 x i8]* @odd to i16*
  %v = trunc i32 %a to i16
  store i16 %v, i16* %p, align 1
  %z = ptrtoint [40 x i8]* @zeros to i32
  %z1 = add i32 %z, 36
  %q = inttoptr i32 %z1 to i32*
  store i32 %a, i32* %q, align 1
  %s = ptrtoint i32* @self to i32
  store i32 %s, i32* @pointer, align 1
  ret void
}
define void @write_constant() {
  %p = bitcast [8 x i8]* @bytes to i32*
  store i32 5, i32* %p, align 1
  ret void
}
