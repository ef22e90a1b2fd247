; error: 5:3: expected `,` and the address to load from, found `ret`

define void @f(i32 %a) {
  %b = load i32
  ret void
}
