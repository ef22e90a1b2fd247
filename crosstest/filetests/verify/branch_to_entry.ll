; error: f: b0: `br b0`: branches to the entry block

define void @f() {
entry:
  br label %entry
}
