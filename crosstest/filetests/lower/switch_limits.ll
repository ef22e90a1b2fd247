; The least cases, the least dense ones and the farthest ones of which switches are tables and bit tests, and those beyond.
; run: @table_of_four(i32 -1) -> i32 0
; run: @table_of_four(i32 0) -> i32 1
; run: @table_of_four(i32 1) -> i32 2
; run: @table_of_four(i32 2) -> i32 3
; run: @table_of_four(i32 3) -> i32 4
; run: @table_of_four(i32 4) -> i32 0
; check x8632/O2 @table_of_four: jmp dword ptr
; run: @no_table_of_three(i32 -1) -> i32 0
; run: @no_table_of_three(i32 0) -> i32 1
; run: @no_table_of_three(i32 1) -> i32 2
; run: @no_table_of_three(i32 2) -> i32 3
; run: @no_table_of_three(i32 3) -> i32 0
; check-not x8632/O2 @no_table_of_three: jmp dword ptr
; check-not x8632/O2 @no_table_of_three: jb
; check-not x8632/O2 @no_table_of_three: jae
; run: @dense_enough(i32 -1) -> i32 0
; run: @dense_enough(i32 0) -> i32 1
; run: @dense_enough(i32 3) -> i32 2
; run: @dense_enough(i32 4) -> i32 0
; run: @dense_enough(i32 6) -> i32 3
; run: @dense_enough(i32 9) -> i32 4
; run: @dense_enough(i32 10) -> i32 0
; check x8632/O2 @dense_enough: jmp dword ptr
; run: @not_dense(i32 -1) -> i32 0
; run: @not_dense(i32 0) -> i32 1
; run: @not_dense(i32 3) -> i32 2
; run: @not_dense(i32 4) -> i32 0
; run: @not_dense(i32 6) -> i32 3
; run: @not_dense(i32 10) -> i32 4
; run: @not_dense(i32 11) -> i32 0
; check-not x8632/O2 @not_dense: jmp dword ptr
; run: @three_bits(i32 -1) -> i32 0
; run: @three_bits(i32 0) -> i32 1
; run: @three_bits(i32 2) -> i32 1
; run: @three_bits(i32 3) -> i32 0
; run: @three_bits(i32 4) -> i32 1
; run: @three_bits(i32 5) -> i32 0
; check x8632/O2 @three_bits: bt e
; run: @two_bits(i32 -1) -> i32 0
; run: @two_bits(i32 0) -> i32 1
; run: @two_bits(i32 2) -> i32 1
; run: @two_bits(i32 3) -> i32 0
; check-not x8632/O2 @two_bits: bt e
; run: @two_targets_five(i32 -1) -> i32 0
; run: @two_targets_five(i32 0) -> i32 1
; run: @two_targets_five(i32 2) -> i32 2
; run: @two_targets_five(i32 3) -> i32 0
; run: @two_targets_five(i32 4) -> i32 1
; run: @two_targets_five(i32 6) -> i32 2
; run: @two_targets_five(i32 8) -> i32 1
; run: @two_targets_five(i32 9) -> i32 0
; check x8632/O2 @two_targets_five: bt e
; run: @two_targets_four(i32 -1) -> i32 0
; run: @two_targets_four(i32 0) -> i32 1
; run: @two_targets_four(i32 6) -> i32 2
; run: @two_targets_four(i32 7) -> i32 0
; run: @two_targets_four(i32 12) -> i32 1
; run: @two_targets_four(i32 18) -> i32 2
; run: @two_targets_four(i32 19) -> i32 0
; check-not x8632/O2 @two_targets_four: bt e
; run: @three_targets_six(i32 -1) -> i32 0
; run: @three_targets_six(i32 0) -> i32 1
; run: @three_targets_six(i32 5) -> i32 2
; run: @three_targets_six(i32 6) -> i32 0
; run: @three_targets_six(i32 10) -> i32 3
; run: @three_targets_six(i32 15) -> i32 1
; run: @three_targets_six(i32 20) -> i32 2
; run: @three_targets_six(i32 25) -> i32 3
; run: @three_targets_six(i32 26) -> i32 0
; check x8632/O2 @three_targets_six: bt e
; run: @three_targets_five(i32 -1) -> i32 0
; run: @three_targets_five(i32 0) -> i32 1
; run: @three_targets_five(i32 5) -> i32 2
; run: @three_targets_five(i32 6) -> i32 0
; run: @three_targets_five(i32 10) -> i32 3
; run: @three_targets_five(i32 15) -> i32 1
; run: @three_targets_five(i32 20) -> i32 2
; run: @three_targets_five(i32 21) -> i32 0
; check-not x8632/O2 @three_targets_five: bt e
; run: @bits_of_a_word(i32 -1) -> i32 0
; run: @bits_of_a_word(i32 0) -> i32 1
; run: @bits_of_a_word(i32 15) -> i32 1
; run: @bits_of_a_word(i32 16) -> i32 0
; run: @bits_of_a_word(i32 31) -> i32 1
; run: @bits_of_a_word(i32 32) -> i32 0
; check x8632/O2 @bits_of_a_word: bt e
; run: @bits_beyond_a_word(i32 -1) -> i32 0
; run: @bits_beyond_a_word(i32 0) -> i32 1
; run: @bits_beyond_a_word(i32 15) -> i32 1
; run: @bits_beyond_a_word(i32 16) -> i32 0
; run: @bits_beyond_a_word(i32 32) -> i32 1
; run: @bits_beyond_a_word(i32 33) -> i32 0
; check-not x8632/O2 @bits_beyond_a_word: bt e
; run: @ends_are_known(i32 -2) -> i32 4
; run: @ends_are_known(i32 -1) -> i32 4
; run: @ends_are_known(i32 0) -> i32 1
; run: @ends_are_known(i32 2) -> i32 0
; run: @ends_are_known(i32 33) -> i32 0
; run: @ends_are_known(i32 102) -> i32 0
; run: @ends_are_known(i32 999) -> i32 0
; run: @ends_are_known(i32 1002) -> i32 0
; run: @table_beyond_a_word(i32 0) -> i32 1
; run: @table_beyond_a_word(i32 2) -> i32 1
; run: @table_beyond_a_word(i32 31) -> i32 0
; run: @table_beyond_a_word(i32 32) -> i32 1
; run: @table_beyond_a_word(i32 33) -> i32 0
; check x8632/O2 @table_beyond_a_word: jmp dword ptr
; check-not x8632/O2 @ends_are_known: sub
; check-not x8632/O2 @ends_are_known: lea
; check x8632/O2 @ends_are_known: sub eax, 0x64
; check-not x8632/O2 @ends_are_known: sub
; check-not x8632/O2 @ends_are_known: lea
define i32 @table_of_four(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
d:
  ret i32 4
none:
  ret i32 0
}
define i32 @no_table_of_three(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
none:
  ret i32 0
}
define i32 @dense_enough(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 3, label %b
    i32 6, label %c
    i32 9, label %d
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
d:
  ret i32 4
none:
  ret i32 0
}
define i32 @not_dense(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 3, label %b
    i32 6, label %c
    i32 10, label %d
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
d:
  ret i32 4
none:
  ret i32 0
}
define i32 @three_bits(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 2, label %a
    i32 4, label %a
  ]
a:
  ret i32 1
none:
  ret i32 0
}
define i32 @two_bits(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 2, label %a
  ]
a:
  ret i32 1
none:
  ret i32 0
}
define i32 @two_targets_five(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 2, label %b
    i32 4, label %a
    i32 6, label %b
    i32 8, label %a
  ]
a:
  ret i32 1
b:
  ret i32 2
none:
  ret i32 0
}
define i32 @two_targets_four(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 6, label %b
    i32 12, label %a
    i32 18, label %b
  ]
a:
  ret i32 1
b:
  ret i32 2
none:
  ret i32 0
}
define i32 @three_targets_six(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 5, label %b
    i32 10, label %c
    i32 15, label %a
    i32 20, label %b
    i32 25, label %c
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
none:
  ret i32 0
}
define i32 @three_targets_five(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 5, label %b
    i32 10, label %c
    i32 15, label %a
    i32 20, label %b
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
none:
  ret i32 0
}
define i32 @bits_of_a_word(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 15, label %a
    i32 31, label %a
  ]
a:
  ret i32 1
none:
  ret i32 0
}
define i32 @bits_beyond_a_word(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 15, label %a
    i32 32, label %a
  ]
a:
  ret i32 1
none:
  ret i32 0
}
define i32 @ends_are_known(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 1, label %a
    i32 100, label %b
    i32 101, label %b
    i32 1000, label %c
    i32 1001, label %c
    i32 -2, label %d
    i32 -1, label %d
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
d:
  ret i32 4
none:
  ret i32 0
}
define i32 @table_beyond_a_word(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 2, label %a
    i32 4, label %a
    i32 6, label %a
    i32 8, label %a
    i32 10, label %a
    i32 12, label %a
    i32 14, label %a
    i32 16, label %a
    i32 18, label %a
    i32 20, label %a
    i32 22, label %a
    i32 24, label %a
    i32 26, label %a
    i32 28, label %a
    i32 30, label %a
    i32 32, label %a
  ]
a:
  ret i32 1
none:
  ret i32 0
}
