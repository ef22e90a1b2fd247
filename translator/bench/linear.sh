#!/bin/sh
# How the cost of translating grows with the size of one function: for each shape of function (translator/examples/shapes.rs) the
# instructions that pnacl-sz executes (valgrind's callgrind) for a size and for twice that size, and their ratio. Linear is 2; more than
# LIMIT (default 2.3) is reported and makes the exit status 1.
#
# The loops of the shape "loops" come one after the other, those of "nest" one in the other: each has a phi that lives through all inner ones.
#
#   translator/bench/linear.sh [OPTION...]
#
# OPTIONs go to pnacl-sz (default: -O2). TARGETS="x8632 mips32" and SHAPES="phis blocks" choose; SZ=PROGRAM measures that pnacl-sz instead of
# building the release one. Needs valgrind. Takes some minutes: a line appears as soon as it is known.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
(cd "$root" && cargo build --quiet -p translator --bin pnacl-freeze --example shapes)
if [ -z "${SZ:-}" ]; then
    (cd "$root" && cargo build --release --quiet -p translator --bin pnacl-sz)
    SZ=$target/release/pnacl-sz
fi
[ $# -gt 0 ] || set -- -O2
: "${TARGETS:=x8632 x8664 arm32 mips32}" "${LIMIT:=2.3}" "${SHAPES:=}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Shapes and the sizes that are compared, each with its half. Frames are large at both: from 32 KiB on MIPS takes more instructions for a slot.
shapes() {
    cat <<SIZES
block 100000 200000
mixed 100000 200000
blocks 10000 20000
ladder 10000 20000
phis 10000 20000
swaps 10000 20000
live 10000 20000
through 4000 8000
calls 10000 20000
loops 5000 10000
nest 8000 16000
switch 5000 10000
stores 10000 20000
wide 20000 40000
SIZES
}

# Instructions that a command executes.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p'
}

echo "pnacl-sz $*"
printf '%-8s %-7s %8s %10s %8s %10s %7s\n' shape isa size 'M instr.' size 'M instr.' ratio
shapes | while read -r shape small large; do
    case " ${SHAPES:-$shape} " in *" $shape "*) ;; *) continue ;; esac
    for size in "$small" "$large"; do
        "$target/debug/examples/shapes" "$shape" "$size" >"$scratch/$size.ll"
        "$target/debug/pnacl-freeze" "$scratch/$size.ll" -o "$scratch/$size.pexe"
    done
    for isa in $TARGETS; do
        first=$(instructions "$SZ" -threads=0 "$@" -target="$isa" -o /dev/null "$scratch/$small.pexe")
        second=$(instructions "$SZ" -threads=0 "$@" -target="$isa" -o /dev/null "$scratch/$large.pexe")
        echo "$shape $isa $small $first $large $second" | awk -v limit="$LIMIT" '{
            ratio = $6 / $4
            printf "%-8s %-7s %8d %10.2f %8d %10.2f %7.3f%s\n", $1, $2, $3, $4 / 1e6, $5, $6 / 1e6, ratio, (ratio > limit) ? "  TOO MUCH" : ""
        }' | tee -a "$scratch/table"
    done
done
! grep -q 'TOO MUCH' "$scratch/table"
