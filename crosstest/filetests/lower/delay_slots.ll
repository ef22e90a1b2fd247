; What goes into a delay slot. A stack object is read before its room is given back, although nothing but the stack pointer says so: the load does
; not go behind that.
; recipes: O2
; run: @given_back(float 1.0) -> float 8.0
define float @given_back(float %x) {
entry:
  %r = call float @of_object(float %x, i32 4)
  ret float %r
}
define internal float @of_object(float %x, i32 %size) {
entry:
  %saved = call i8* @llvm.stacksave()
  %number = ptrtoint i8* %saved to i32
  %object = alloca i8, i32 %size, align 32
  %address = ptrtoint i8* %object to i32
  %p = inttoptr i32 %address to i32*
  store i32 7, i32* %p, align 1
  %word = load i32* %p, align 1
  %back = inttoptr i32 %number to i8*
  call void @llvm.stackrestore(i8* %back)
  %c = fcmp ord float 0.0, %x
  %one = select i1 %c, float 1.0, float 0.0
  %f = uitofp i32 %word to float
  %s = fadd float %f, %one
  ret float %s
}
declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)
