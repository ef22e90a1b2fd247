; Bits that several branches and selects ask for are tested by each, or once if the flags hold still.
; run: @choose(i32 5, i32 10, i32 20) -> i32 30
; run: @choose(i32 4, i32 10, i32 20) -> i32 -10
; check x8664/O2 x8632/O2 @choose: test
; check-not x8664/O2 @choose: and
define i32 @choose(i32 %x, i32 %a, i32 %b) {
  %m = and i32 %x, 1
  %c = icmp eq i32 %m, 0
  %p = select i1 %c, i32 %a, i32 %b
  %q = select i1 %c, i32 %b, i32 %a
  %d = sub i32 %p, %q
  %n = sub i32 0, %d
  %s = add i32 %a, %b
  %r = select i1 %c, i32 %d, i32 %s
  ret i32 %r
}
; The flags are written in between.
; run: @between(i32 6, i32 10, i32 20) -> i32 230
; run: @between(i32 5, i32 10, i32 20) -> i32 410
define i32 @between(i32 %x, i32 %a, i32 %b) {
  %m = and i32 %x, 2
  %c = icmp ne i32 %m, 0
  %p = select i1 %c, i32 %a, i32 %b
  %t = mul i32 %p, %b
  %u = add i32 %t, %a
  %q = select i1 %c, i32 %b, i32 0
  %r = add i32 %u, %q
  ret i32 %r
}
