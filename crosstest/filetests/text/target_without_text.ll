; error: 3:17: expected a string, found `5`

target triple = 5
