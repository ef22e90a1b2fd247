; error: 3:15: expected `global` or `constant`, found `5`

@g = internal 5
