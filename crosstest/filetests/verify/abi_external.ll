; verify: abi
; error: main: external, but only _start may be

define void @main() {
  ret void
}
