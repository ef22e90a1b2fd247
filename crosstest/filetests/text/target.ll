; error: 3:8: expected `datalayout` or `triple`, found `os`

target os = "nacl"
