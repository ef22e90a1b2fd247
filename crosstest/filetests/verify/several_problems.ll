; error: f: b0: `v6 = extractelement <4 x i32> undef, i32 9`: <4 x i32> has no lane 9
; error: f: b0: `br b0`: branches to the entry block
; error: f: b0: `v3 = add i32 v1, 1`: uses v1, whose definition in b0 does not dominate the use in b0

; The verifier says all that it finds.
define i32 @f(i32 %a) {
entry:
  %b = add i32 %d, 1
  %c = extractelement <4 x i32> undef, i32 9
  %d = add i32 %a, 1
  br label %entry
}
