; What fills bundles goes into the instructions around it, and what is left stands before a loop or behind it, and not in it.
; features: sandbox
; recipes: O2
; run: @mix(i32 0, i32 9, i32 5) -> i32 -1312845126
; check x8632 x8664 @mix: imul
; check-not x8632 x8664 @mix: nop
; check x8632 x8664 @mix: jb
; check-not x8632 x8664 @mix: nop
; check x8632 x8664 @mix: jmp
define i32 @mix(i32 %first, i32 %end, i32 %key) {
entry:
  %base = xor i32 %first, %end
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %s = phi i32 [ %base, %entry ], [ %t, %loop ]
  %a = xor i32 %s, %i
  %b = add i32 %a, %key
  %c = mul i32 %b, %b
  %d = sub i32 %c, %end
  %e = mul i32 %d, %a
  %f = sub i32 %e, %i
  %g = mul i32 %f, %s
  %t = sub i32 %g, %key
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret i32 %t
}
