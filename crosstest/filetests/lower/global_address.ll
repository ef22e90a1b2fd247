; An access to a global names it in the instruction, where the instruction has room for an address.
; run: @read() -> i32 5
; run: @offset() -> i32 6
; check x8632 x8664 @read: mov eax, [cell]
; check x8632 x8664 @offset: cell
; check arm32 @read: movw ... cell
; check arm32 @read: movt ... cell

@cell = internal global [8 x i8] c"\05\00\00\00\06\00\00\00", align 4

define i32 @read() {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @offset() {
  %b = ptrtoint [8 x i8]* @cell to i32
  %a = add i32 %b, 4
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
