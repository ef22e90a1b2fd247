; input: records
; error: 5: a record without numbers; expected a record code first

65535,8,2;
,1;
65534;
