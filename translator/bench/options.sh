#!/bin/sh
# What each option of pnacl-sz costs: the instructions that translating executes (valgrind's callgrind) and the bytes of code, relative to
# the recipe alone. A row for each option that changes either; a table as in translator/docs/cost.md, "What options cost".
#
#   translator/bench/options.sh [PROGRAM.pexe]
#
# PROGRAM is translator/bench/everything.pexe if it is not given. TARGETS="x8632 mips32" chooses; SZ=PROGRAM measures that pnacl-sz instead
# of building the release one. Needs valgrind and binutils. Takes some minutes: a line appears as soon as it is known. The exit status is 1
# if an option was refused.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
if [ -z "${SZ:-}" ]; then
    (cd "$root" && cargo build --release --quiet -p translator --bin pnacl-sz)
    SZ=$target/release/pnacl-sz
fi
: "${TARGETS:=x8632 x8664 arm32 mips32}"
program=${1:-$root/translator/bench/everything.pexe}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Recipes, and each option at the recipe that it is used with.
rows() {
    cat <<ROWS
-O2
-O2 -lcse=0
-O2 -lcse=no-ssa
-O2 -lcse-max-iters=2
-O2 -licm=0
-O2 -enable-sc=0
-O2 -fmem-intrin-opt=0
-O2 -split-local-vars
-O2 -split-global-vars
-O2 -ffunction-sections -fdata-sections
-O2 -mattr=base
-O2 -sandbox
-O2 -nop-insertion
-O2 -randomize-pool-immediates=randomize
-O2 -randomize-pool-immediates=pool
-O2 -randomize-regalloc
-O2 -reorder-basic-blocks
-O2 -reorder-functions
-O2 -reorder-global-variables
-O2 -reorder-pooled-constants
-O2 -randomize-selection
-O2 -enable-block-profile
-O2 -fsanitize-address
-O2 -mock-bounds-check
-O2 -verify-each
-O2 -szstats
-O2 -timing
-O2 -filetype=iasm
-O2 -filetype=asm
-O2 -filetype=asm -asm-verbose
-O0
-Om1
-Om1 -fsanitize-address
-Om1 -filetype=asm
ROWS
}

# Instructions of a translation to a file, and the bytes of the file's sections of code; 0 for text.
measure() {
    out=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$SZ" -threads=0 "$@" -o "$out" "$program" >"$scratch/said" 2>&1 || return 1
    instructions=$(sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p' "$scratch/said")
    bytes=$(size -A "$out" 2>/dev/null | awk '$1 ~ /^\.text/ { sum += $2 } END { print sum + 0 }')
}

status=0
printf '%-45s' 'option (translating, code)'
for isa in $TARGETS; do printf ' %15s' "$isa"; done
printf '\n'
rows >"$scratch/rows"
while read -r options; do
    printf '%-45s' "$options"
    for isa in $TARGETS; do
        recipe=${options%% *}
        # The row of the recipe alone comes before; $options is a list of words.
        # shellcheck disable=SC2086
        if ! measure "$scratch/out" -target="$isa" $options </dev/null; then
            printf ' %15s' refused
            status=1
            continue
        fi
        if [ "$options" = "$recipe" ] || [ ! -f "$scratch/$isa$recipe" ]; then
            echo "$instructions $bytes" >"$scratch/$isa$recipe"
            printf ' %7.2f M %5d' "$(echo "$instructions" | awk '{ print $1 / 1e6 }')" "$bytes"
            continue
        fi
        read -r alone code <"$scratch/$isa$recipe"
        echo "$instructions $alone $bytes $code" | awk '{ printf " %7.3f %7s", $1 / $2, $3 ? sprintf("%.3f", $3 / $4) : "text" }'
    done
    printf '\n'
done <"$scratch/rows"
exit $status
