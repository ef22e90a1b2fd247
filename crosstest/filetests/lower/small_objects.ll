; The largest object that lies before larger ones in the frame, where short displacements reach, and the next one.
; recipes: O2
; run: @of_64(i32 7) -> i32 8
; run: @of_65(i32 7) -> i32 8
; check x8632 @of_64: mov [esp+0x10]
; check-not x8632 @of_64: esp+0x1a0
; check x8632 @of_65: mov [esp+0x1a0]
define void @add_to(i32 %at) {
  %p = inttoptr i32 %at to i32*
  %v = load i32* %p, align 1
  %w = add i32 %v, 1
  store i32 %w, i32* %p, align 1
  ret void
}
define i32 @of_64(i32 %x) {
  %large = alloca i8, i32 400, align 4
  %small = alloca i8, i32 64, align 4
  %l = ptrtoint i8* %large to i32
  %s = ptrtoint i8* %small to i32
  %p = bitcast i8* %large to i32*
  %q = bitcast i8* %small to i32*
  store i32 1, i32* %p, align 1
  store i32 %x, i32* %q, align 1
  call void @add_to(i32 %l)
  call void @add_to(i32 %s)
  %r = load i32* %q, align 1
  ret i32 %r
}
define i32 @of_65(i32 %x) {
  %large = alloca i8, i32 400, align 4
  %small = alloca i8, i32 65, align 4
  %l = ptrtoint i8* %large to i32
  %s = ptrtoint i8* %small to i32
  %p = bitcast i8* %large to i32*
  %q = bitcast i8* %small to i32*
  store i32 1, i32* %p, align 1
  store i32 %x, i32* %q, align 1
  call void @add_to(i32 %l)
  call void @add_to(i32 %s)
  %r = load i32* %q, align 1
  ret i32 %r
}
