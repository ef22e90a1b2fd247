; A loop: labels where branches go, and the phi's copies on the edges.
; run: @sum(i32 4) -> i32 10
; asm x8632/Om1 @sum:
;|   push ebp
;|   mov ebp, esp
;|   sub esp, 0x28
;|   mov eax, [ebp+8]
;|   mov [ebp-0x28], eax
;|   mov dword ptr [ebp-0x24], 0
;| L0:
;|   mov eax, [ebp-0x28]
;|   mov [ebp-0x20], eax
;|   mov eax, [ebp-0x24]
;|   mov [ebp-0x1c], eax
;|   mov eax, [ebp-0x20]
;|   cmp eax, 0
;|   je L1
;|   mov eax, [ebp-0x1c]
;|   add eax, [ebp-0x20]
;|   mov [ebp-0x18], eax
;|   mov eax, [ebp-0x20]
;|   sub eax, 1
;|   mov [ebp-0x28], eax
;|   mov eax, [ebp-0x18]
;|   mov [ebp-0x24], eax
;|   jmp L0
;| L1:
;|   mov eax, [ebp-0x1c]
;|   lea esp, [ebp]
;|   pop ebp
;|   ret

define i32 @sum(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %j, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %c = icmp eq i32 %i, 0
  br i1 %c, label %end, label %body
body:
  %t = add i32 %s, %i
  %j = sub i32 %i, 1
  br label %head
end:
  ret i32 %s
}
