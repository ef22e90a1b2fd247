; Lanes that a block has written are read from variables on MIPS, where vectors live in memory: what one block makes and uses needs no memory, and what
; is written again, by an index, or on another way is what it was written last.
; run: @apart(<4 x i32> <1, 2, 3, 4>, <4 x i32> <10, 20, 30, 40>) -> i32 44
define i32 @apart(<4 x i32> %a, <4 x i32> %b) {
  %s = add <4 x i32> %a, %b
  %t = xor <4 x i32> %s, %a
  %u = xor <4 x i32> %t, %a
  %x = extractelement <4 x i32> %u, i32 3
  ret i32 %x
}
; What is read of memory is the arguments; nothing is written.
; check mips32/O2 @apart: lw
; check-not mips32/O2 @apart: sw ... ($sp)
; check mips32/O2 @apart: jr $ra

; run: @again(<4 x i32> <1, 2, 3, 4>, i32 7, i32 2) -> i32 1423
; run: @again(<4 x i32> <1, 2, 3, 4>, i32 7, i32 0) -> i32 7423
define i32 @again(<4 x i32> %a, i32 %x, i32 %at) {
  %b = add <4 x i32> %a, %a
  %c = insertelement <4 x i32> %b, i32 %x, i32 1
  %d = sub <4 x i32> %c, %a
  %e = insertelement <4 x i32> %d, i32 4, i32 1
  %f = insertelement <4 x i32> %e, i32 2, i32 2
  %g = insertelement <4 x i32> %f, i32 %x, i32 %at
  %h = insertelement <4 x i32> %g, i32 2, i32 2
  %e0 = extractelement <4 x i32> %h, i32 0
  %e1 = extractelement <4 x i32> %h, i32 1
  %e2 = extractelement <4 x i32> %h, i32 2
  %e3 = extractelement <4 x i32> %a, i32 2
  %m0 = mul i32 %e0, 1000
  %m1 = mul i32 %e1, 100
  %m2 = mul i32 %e2, 10
  %s0 = add i32 %m0, %m1
  %s1 = add i32 %s0, %m2
  %s2 = add i32 %s1, %e3
  ret i32 %s2
}

; run: @joined(<4 x float> <1.0, 2.0, 3.0, 4.0>, i32 0) -> float 5.0
; run: @joined(<4 x float> <1.0, 2.0, 3.0, 4.0>, i32 3) -> float 40.0
define float @joined(<4 x float> %a, i32 %n) {
entry:
  %first = fadd <4 x float> %a, %a
  br label %loop
loop:
  %v = phi <4 x float> [ %first, %entry ], [ %next, %step ]
  %old = phi <4 x float> [ %a, %entry ], [ %v, %step ]
  %i = phi i32 [ 0, %entry ], [ %j, %step ]
  %done = icmp uge i32 %i, %n
  br i1 %done, label %end, label %step
step:
  %next = fadd <4 x float> %v, %v
  %j = add i32 %i, 1
  br label %loop
end:
  %x = extractelement <4 x float> %v, i32 1
  %y = extractelement <4 x float> %old, i32 0
  %s = fadd float %x, %y
  ret float %s
}

; Narrow lanes have anything above them until they are read; what reads whole words finds them in memory.
; run: @narrow(<8 x i16> <-1, 2, 3, 4, 5, 6, 7, 8>) -> i32 131069
define i32 @narrow(<8 x i16> %a) {
  %s = add <8 x i16> %a, %a
  %x = extractelement <8 x i16> %s, i32 0
  %wide = zext i16 %x to i32
  %m = and <8 x i16> %s, %a
  %y = extractelement <8 x i16> %m, i32 1
  %z = sext i16 %y to i32
  %c = icmp slt <8 x i16> %s, %a
  %t = sext <8 x i1> %c to <8 x i16>
  %u = extractelement <8 x i16> %t, i32 0
  %v = zext i16 %u to i32
  %r = add i32 %wide, %z
  %q = add i32 %r, %v
  ret i32 %q
}

; The words of floats go to integers, and back.
; run: @cast(<4 x float> <1.0, 2.0, 3.0, -4.0>, <4 x i32> <0, 0, 0, 2147483647>) -> float 8.0
define float @cast(<4 x float> %a, <4 x i32> %mask) {
  %d = fadd <4 x float> %a, %a
  %w = bitcast <4 x float> %d to <4 x i32>
  %m = and <4 x i32> %w, %mask
  %f = bitcast <4 x i32> %m to <4 x float>
  %x = extractelement <4 x float> %f, i32 3
  ret float %x
}

; A lane in the middle of a word that is known: the word is another one then.
; run: @within(<8 x i16> <1, 2, 3, 4, 5, 6, 7, 8>, <8 x i16> <-1, -1, -1, -1, -1, -1, -1, -1>, i16 99) -> i16 99
define i16 @within(<8 x i16> %a, <8 x i16> %mask, i16 %x) {
  %b = and <8 x i16> %a, %mask
  %c = insertelement <8 x i16> %b, i16 %x, i32 3
  %d = and <8 x i16> %c, %mask
  %e = extractelement <8 x i16> %d, i32 3
  ret i16 %e
}
