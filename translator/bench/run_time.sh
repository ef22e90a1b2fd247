#!/bin/sh
# How fast translated programs are, beside what a native compiler makes of the same C: instructions executed on x86-32 by the whole process
# (valgrind's callgrind: the counts repeat exactly, but for what the C library does with its environment).
#
#   translator/bench/run_time.sh [OPTION...]
#
# OPTIONs go to pnacl-sz (default: -O2). The programs are those of crosstest/programs; PEXE_DIR=DIR takes DIR/programs/NAME.pexe and the C
# in DIR/programs/src/NAME.c instead. The native program is built by clang -O2 where there is one (CLANG=clang-14), else by gcc -O2, and
# linked statically with the system's C library; the translated one brings its own, if it has any, and runs on the interface table of
# translator/tests/link_programs/irt.c. A program's start and its output are part of both.
# Programs whose output differs are named and not counted. Needs valgrind and a compiler for -m32.
# SZ=PROGRAM measures that pnacl-sz instead of building the release one.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ -n "${PEXE_DIR:-}" ]; then
    programs=$PEXE_DIR/programs sources=$PEXE_DIR/programs/src argument=
else
    programs=$root/crosstest/programs sources=$root/crosstest/programs/c argument=20
fi
[ -d "$sources" ] || { echo "run_time.sh: PEXE_DIR: no directory $sources" >&2; exit 2; }
if [ -z "${SZ:-}" ]; then
    (cd "$root" && cargo build --release --quiet -p translator --bin pnacl-sz)
    SZ=${CARGO_TARGET_DIR:-$root/target}/release/pnacl-sz
fi
[ $# -gt 0 ] || set -- -O2
for native in "${CLANG:-clang-14}" clang gcc; do
    if command -v "$native" >/dev/null; then break; fi
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

gcc -m32 -msse2 -std=gnu11 -O1 -ffreestanding -fno-pic -fno-stack-protector -c \
    -o "$scratch/irt.o" "$root/translator/tests/link_programs/irt.c"
"$SZ" "$@" -target=x8632 -emit-runtime -o "$scratch/runtime.o"

# Instructions that a program executes; its output goes to a file. Exit statuses are the programs' own affair.
instructions() {
    # Of ours, most do their work as often as an argument says.
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$scratch/log" "$1" $argument >"$2" || true
    sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p' "$scratch/log"
}

echo "pnacl-sz $* beside $native -m32 -O2"
printf '%-12s %12s %12s %7s\n' program translated native ratio
for source in "$sources"/*.c; do
    name=$(basename "$source" .c)
    [ -f "$programs/$name.pexe" ] || continue
    if ! "$native" -m32 -O2 -msse2 -mfpmath=sse -std=gnu11 -w -static -DNATIVE -o "$scratch/native" "$source" -lm 2>"$scratch/error"; then
        printf '%-12s %s\n' "$name" "does not compile natively: it uses what only PNaCl's compiler has"
        continue
    fi
    "$SZ" "$@" -target=x8632 -o "$scratch/program.o" "$programs/$name.pexe"
    gcc -m32 -static -no-pie -nostdlib -Wl,-e,irt_entry -o "$scratch/translated" "$scratch/irt.o" "$scratch/program.o" \
        "$scratch/runtime.o"
    ours=$(instructions "$scratch/translated" "$scratch/ours.out")
    theirs=$(instructions "$scratch/native" "$scratch/theirs.out")
    if cmp -s "$scratch/ours.out" "$scratch/theirs.out"; then
        echo "$name $ours $theirs" | awk '{ printf "%-12s %12d %12d %7.3f\n", $1, $2, $3, $2 / $3 }' | tee -a "$scratch/table"
    else
        printf '%-12s %s\n' "$name" "not compared: the outputs differ"
    fi
done
awk '{ sum += log($2 / $3) } END { if (NR) printf "%-12s %33.3f\n", "geometric mean", exp(sum / NR) }' "$scratch/table"
