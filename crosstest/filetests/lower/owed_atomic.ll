; An atomic access adds up its address itself, and so reads what the sum was made of once more: its home has to be written though its only
; user, the sum, has taken it from its register. gcc's torture program 20010518-2 found it.
; recipes: O2
; run: @last(i32 3) -> i32 99
declare void @llvm.nacl.atomic.store.i8(i8, i8*, i32)
declare i8 @llvm.nacl.atomic.load.i8(i8*, i32)
@cells = internal global [64 x i8] zeroinitializer, align 4
@place = internal global [4 x i8] zeroinitializer, align 4
define i32 @last(i32 %at) {
  %cells = ptrtoint [64 x i8]* @cells to i32
  %start = add i32 %cells, %at
  %place = bitcast [4 x i8]* @place to i32*
  store i32 %start, i32* %place, align 1
  %again = load i32* %place, align 1
  %to = add i32 %again, 14
  %cell = inttoptr i32 %to to i8*
  call void @llvm.nacl.atomic.store.i8(i8 99, i8* %cell, i32 6)
  %third = load i32* %place, align 1
  %from = add i32 %third, 14
  %same = inttoptr i32 %from to i8*
  %byte = call i8 @llvm.nacl.atomic.load.i8(i8* %same, i32 6)
  %word = zext i8 %byte to i32
  ret i32 %word
}
