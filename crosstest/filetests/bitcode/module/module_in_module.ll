; input: records
; error: 5: module block: module block directly inside the module block

65535,8,2;                  ; module
  65535,8,2;                ; module
  65534;
65534;
