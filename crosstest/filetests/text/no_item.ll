; error: 3:1: expected `define`, `declare` or a global, found `ret`

ret void
