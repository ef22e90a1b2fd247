; input: records
; A program that is well-formed, down to its symbol tables and abbreviations.
; exit: 0
; dump module:
;| target datalayout = "e-p:32:32-i64:64"
;| target triple = "le32-unknown-nacl"
;|
;| define void @_start(i32 %v0) {
;| b0:
;|   br label %b1
;| b1:
;|   ret void
;| }

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,0,2;              ; abbreviations
    3,1,12;                 ; for functions:
    2,65533,1,1,10;         ; define: the literal 10
  0,65534;
  1,65535,17,3;             ; types
    3,1,3;                  ; count
    3,2;                    ; type 0: void
    3,7,32;                 ; type 1: i32
    2,65533,4,1,21,1,0,0,3,0,1,2; ; define: 21, 0, array of two bits
    4,21,0,0,1;             ; type 2: void (i32)
  0,65534;
  3,8,2,0,0,0;              ; @0: function, external
  1,65535,19,2;             ; globals
    3,5,0;                  ; count
  0,65534;
  1,65535,14,2;             ; symbol table
    3,1,0,95,115,116,97,114,116; ; 0 is called `_start`
  0,65534;
  1,65535,12,3;             ; function
    3,1,2;                  ; blocks
    3,11,1;                 ; br
    4,10;                   ; ret, by the abbreviation
    1,65535,14,2;           ; symbol table
      3,1,1,97;             ; 1 is called `a`
      3,2,1,98;             ; block 1 is called `b`
    0,65534;
  0,65534;
0,65534;
