; input: records
; error: 6: module block: record 8: type 99 is not a function type

65535,8,2;                  ; module
  1,1;                      ; version
  8,99,0,0,3;               ; @0: function
65534;
