; A flag of the SDK's writer, which no browser accepted.
; input: bits
; error: 16:0: header: records aligned to bytes (header field 2): an experiment of pnacl-freeze; freeze the file without it

"PEXE" 2:16 12:16 17:16 4:16 2:32 34:16 0:16
