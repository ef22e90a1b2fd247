; input: records
; error: 8: module block: no version record (1) so far; one must stand before the function blocks

65535,8,2;    ; module
  65535,17,2;
    1,0;
  65534;
65534;
