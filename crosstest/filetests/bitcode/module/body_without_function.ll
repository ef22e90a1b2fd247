; input: records
; error: 6: module block: a function block without a function record that it defines

65535,8,2;                  ; module
  1,1;                      ; version
  65535,12,2;               ; function
  65534;
65534;
