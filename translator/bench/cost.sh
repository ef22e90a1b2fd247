#!/bin/sh
# What translating costs, in instructions that pnacl-sz executes (valgrind's callgrind: the counts repeat exactly), and how large the
# code is, beside the figures of Subzero (Google's C++ translator of 2018, measured by the same means).
#
#   translator/bench/cost.sh [OPTION...]
#
# OPTIONs go to pnacl-sz (default: -Om1). The programs are everything.pexe, which is all of crosstest/programs in one module, and two of
# those by themselves. PEXE_DIR=DIR measures fannkuchredux.pexe, nbody.pexe and fasta.pexe of DIR, too: those are the programs that
# Subzero's figures are known for. Needs valgrind and size (binutils).
# SZ=PROGRAM measures that pnacl-sz instead of building the release one.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
[ -z "${PEXE_DIR:-}" ] || [ -d "$PEXE_DIR" ] || { echo "cost.sh: PEXE_DIR: no directory $PEXE_DIR" >&2; exit 2; }
if [ -z "${SZ:-}" ]; then
    (cd "$root" && cargo build --release --quiet -p translator --bin pnacl-sz)
    SZ=${CARGO_TARGET_DIR:-$root/target}/release/pnacl-sz
fi
[ $# -gt 0 ] || set -- -Om1
case " $* " in *" -O2 "* | *" --O2 "*) level=O2 ;; *) level=Om1 ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Subzero: program ISA recipe, instructions in millions, .text bytes.
subzero() {
    grep "^$1 $2 $3 " <<FIGURES
fannkuchredux x8632 O2 142.5 62784
fannkuchredux x8632 Om1 75.6 187008
fannkuchredux x8664 O2 147.0 60384
fannkuchredux x8664 Om1 80.4 213664
fannkuchredux arm32 O2 159.1 59424
fannkuchredux arm32 Om1 119.9 183440
fannkuchredux mips32 O2 192.9 85120
fannkuchredux mips32 Om1 127.2 172816
nbody x8632 O2 146.0 64288
nbody x8632 Om1 78.0 194112
nbody x8664 O2 150.8 61856
nbody x8664 Om1 82.7 221440
nbody arm32 O2 163.4 61040
nbody arm32 Om1 123.7 188592
nbody mips32 O2 199.3 87424
nbody mips32 Om1 131.1 178640
fasta x8632 O2 72.1 29184
fasta x8632 Om1 42.7 101312
fasta x8664 O2 74.4 29088
fasta x8664 Om1 46.1 116320
fasta arm32 O2 79.2 32000
fasta arm32 Om1 66.5 95280
fasta mips32 O2 96.6 49712
fasta mips32 Om1 72.9 103552
start x8632 O2 4.2 0
FIGURES
}

# One line of the table: program, ISA, instructions, .text bytes, input bytes, and a line of `subzero`.
row() {
    echo "$@" | awk '
        function ratio(ours, theirs) { return theirs > 0 ? sprintf("%.3f", ours / theirs) : "-" }
        function known(figure) { return figure > 0 ? figure : "-" }
        { printf "%-14s %-6s %10.2f %10s %7s %9.0f %10d %10s %7s\n", $1, $2, $3 / 1e6, known($9), ratio($3 / 1e6, $9), $3 / $5,
              $4, known($10), ratio($4, $10) }'
}

# Instructions that a command executes.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p'
}

echo "pnacl-sz $* (Subzero: $level)"
printf '%-14s %-6s %10s %10s %7s %9s %10s %10s %7s\n' \
    program isa 'M instr.' Subzero ratio per-byte .text Subzero ratio
own="$root/translator/bench/everything.pexe $root/crosstest/programs/lisp.pexe $root/crosstest/programs/numbers.pexe"
for input in $own ${PEXE_DIR:+"$PEXE_DIR/fannkuchredux.pexe" "$PEXE_DIR/nbody.pexe" "$PEXE_DIR/fasta.pexe" "$PEXE_DIR/start.pexe"}; do
    [ -f "$input" ] || { echo "cost.sh: $input: no such file" >&2; exit 2; }
    program=$(basename "$input" .pexe)
    for isa in x8632 x8664 arm32 mips32; do
        object=$scratch/$program.$isa.o
        if ! "$SZ" "$@" -target=$isa -o "$object" "$input" 2>"$scratch/error"; then
            printf '%-14s %-6s %s\n' "$program" "$isa" "$(head -n 1 "$scratch/error")"
            continue
        fi
        count=$(instructions "$SZ" "$@" -target=$isa -o "$object" "$input")
        text=$(size -A "$object" | awk '$1 == ".text" { print $2 }')
        row "$program" "$isa" "$count" "$text" "$(wc -c <"$input")" $(subzero "$program" "$isa" "$level" || echo "- - - 0 0")
    done
done
