; input: records
; error: 5: module block: constants block directly inside the module block

65535,8,2;                  ; module
  65535,11,2;               ; constants
  65534;
65534;
