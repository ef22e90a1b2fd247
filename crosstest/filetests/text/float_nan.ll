; A float is written as the double with its value; a NaN keeps its sign and payload on the way.
; run: @negative() -> i32 -4194303
; run: @positive() -> i32 2143289345
; check module: bitcast float 0xFFF8000020000000
; check module: bitcast float 0x7FF8000020000000
define i32 @negative() {
  %r = bitcast float 0xFFF8000020000000 to i32
  ret i32 %r
}
define i32 @positive() {
  %r = bitcast float 0x7FF8000020000000 to i32
  ret i32 %r
}
