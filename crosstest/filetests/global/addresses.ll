; Initial addresses: of variables and functions, before and after their definition, with offsets in both directions, of itself.
; run: @read_to_variable() -> i32 7
; run: @read_inside() -> i32 9
; run: @read_before() -> i32 4
; run: @read_to_function(i32 4) -> i32 12
; run: @read_to_itself() -> i32 1
; run: @read_with_bytes() -> i32 7
; check module: @inside = ... @words to i32), i32 8)
; check-not module: @nothing

@to_variable = internal global i32 ptrtoint ([12 x i8]* @words to i32), align 4
@inside = internal constant i32 add (i32 ptrtoint ([12 x i8]* @words to i32), i32 8), align 4
@before = internal constant i32 add (i32 ptrtoint ([12 x i8]* @words to i32), i32 -4), align 4
@to_function = internal constant i32 ptrtoint (i32 (i32)* @thrice to i32), align 4
@to_itself = internal global i32 ptrtoint (i32* @to_itself to i32), align 4
@with_bytes = internal constant <{ [3 x i8], i32, [2 x i8] }> <{ [3 x i8] c"abc", i32 ptrtoint ([12 x i8]* @words to i32), [2 x i8] zeroinitializer }>, align 1
@words = internal constant [12 x i8] c"\07\00\00\00\08\00\00\00\09\00\00\00", align 4

define internal i32 @thrice(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}
define i32 @read_to_variable() {
  %a = load i32* @to_variable, align 1
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @read_inside() {
  %a = load i32* @inside, align 1
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @read_before() {
  %a = load i32* @before, align 1
  %w = ptrtoint [12 x i8]* @words to i32
  %r = sub i32 %w, %a
  ret i32 %r
}
define i32 @read_to_function(i32 %x) {
  %a = load i32* @to_function, align 1
  %f = inttoptr i32 %a to i32 (i32)*
  %r = call i32 %f(i32 %x)
  ret i32 %r
}
define i32 @read_to_itself() {
  %a = load i32* @to_itself, align 1
  %w = ptrtoint i32* @to_itself to i32
  %c = icmp eq i32 %a, %w
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @read_with_bytes() {
  %b = ptrtoint <{ [3 x i8], i32, [2 x i8] }>* @with_bytes to i32
  %s = add i32 %b, 3
  %q = inttoptr i32 %s to i32*
  %a = load i32* %q, align 1
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
