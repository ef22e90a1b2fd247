; input: records
; The lowest bit of a call's convention marks a tail call, which is a hint.
; do: read
; dump module:
;| target datalayout = "e-p:32:32-i64:64"
;| target triple = "le32-unknown-nacl"
;|
;| define void @_start(i32 %v0) {
;| b0:
;|   call void @_start(i32 %v0)
;|   %p0 = inttoptr i32 %v0 to ptr
;|   call void %p0(i32 %v0)
;|   ret void
;| }

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,3;                    ; count
    2;                      ; type 0: void
    7,32;                   ; type 1: i32
    21,0,0,1;               ; type 2: void (i32)
  65534;
  8,2,0,0,0;                ; @0: function, external
  65535,14,2;               ; symbol table
    1,0,95,115,116,97,114,116; ; 0 is called `_start`
  65534;
  65535,12,2;               ; function
    1,1;                    ; blocks
    34,1,2,1;               ; call @0
    44,1,1,0,1;             ; call the argument
    10;                     ; ret
    65535,14,2;             ; symbol table
      1,1,255;              ; 1 is called by the greatest byte
    65534;
  65534;
65534;
