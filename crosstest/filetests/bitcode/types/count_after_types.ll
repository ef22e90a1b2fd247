; input: records
; error: 8: types block: record 1: the type count must be the first record, and the only count

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,1;                    ; count
    1,1;                    ; count
  65534;
65534;
