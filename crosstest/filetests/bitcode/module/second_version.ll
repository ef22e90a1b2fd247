; A second version record that says the same does no harm.
; input: records
; do: read

65535,8,2;                  ; module
  1,1;                      ; version
  1,1;                      ; version
65534;
