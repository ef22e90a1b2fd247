; Zeros behind the values of a record that has a fixed number of them do not count.
; input: records
; do: read

65535,8,2;                  ; module
  1,1,0;                    ; version
  65535,17,2;               ; types
    1,3,0,0;                ; count
    2,0;                    ; type 0: void
    7,32,0;                 ; type 1: i32
    21,0,0,1;               ; type 2: void (i32)
  65534;
  8,2,0,0,3,0,0;            ; @0: internal void (i32)
  65535,19,2;               ; globals
    5,0,0;                  ; count
  65534;
  65535,12,2;               ; function
    1,1,0;                  ; one block
    2,1,1,0,0,0;            ; add
    10;                     ; ret void
  65534;
65534;
