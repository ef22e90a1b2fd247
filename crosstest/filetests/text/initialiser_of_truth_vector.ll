; error: 3:31: this type has no size, or one beyond 4 GiB

@g = internal global <4 x i1> <i1 1, i1 0, i1 0, i1 1>
