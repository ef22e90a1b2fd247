; input: records
; error: 1: a text without records; expected 65535,8,2; or 1,65535,8,2;
