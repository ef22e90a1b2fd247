; input: records
; error: 6: module block: record 8: function record has 3 values; expected 4

65535,8,2;                  ; module
  1,1;                      ; version
  8,11,0,0;                 ; @0: function
65534;
