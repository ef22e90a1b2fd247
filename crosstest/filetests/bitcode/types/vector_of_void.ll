; input: records
; error: 8: types block: record 12: <4 x type 0> is not a PNaCl type

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,1;                    ; count
    12,4,0;                 ; type 0: <4 x type 0>
  65534;
65534;
