#!/usr/bin/env bash
# Builds the smallest pnacl-sz and checks it: its size, that its objects are those of the whole program, byte for byte, and that it
# refuses what it lacks in one line that names the feature.
#
#   translator/bench/small.sh [--prebuilt-std] [ISA]
#
# ISA is the only target (default x8632). The standard library is built anew, for size and without the printing of backtraces: that takes
# rustup's component rust-src, and RUSTC_BOOTSTRAP=1, as the toolchain that rust-toolchain.toml names is a stable one. With
# --prebuilt-std it is the one that comes with the toolchain, 300 KB of any program. The limits are 600 KB and 1,051 KB; the C library is
# linked dynamically and not counted. The last line is the size in bytes. What each setting is worth: translator/docs/cost.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

std="-Z build-std=std,panic_abort -Z build-std-features=optimize_for_size"
limit=600000
if [ "${1:-}" = --prebuilt-std ]; then
    std=""
    limit=1051000
    shift
fi
isa=${1:-x8632}
target=${CARGO_TARGET_DIR:-target}
host=$(rustc -vV | sed -n 's/^host: //p')

if [ -n "$std" ] && [ ! -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ]; then
    rustup component add rust-src
fi
# Addresses are fixed when the program is linked: no relocations, which take 45 KB. Nothing is unwound: no tables for that.
build() {
    # shellcheck disable=SC2086
    ${std:+env RUSTC_BOOTSTRAP=1} env RUSTFLAGS="-C relocation-model=static -C force-unwind-tables=no" \
        cargo build --quiet --profile small -p translator --bin pnacl-sz --no-default-features --features "$1" \
        --target "$host" --target-dir "$target/small" $std
}
built=$target/small/$host/small/pnacl-sz
# The same with the reader of texts: most tests are texts, and many of them cannot be frozen.
build "minimal,target-$isa,text"
reader=$target/small/pnacl-sz-text
cp "$built" "$reader"
build "minimal,target-$isa"
small=$built
cargo build --quiet -p translator --bins
whole=$target/debug/pnacl-sz

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
fail() {
    echo "FAILED: $*"
    failed=1
}

# A small program and the whole one, with the same arguments, write the same file.
same() {
    local program=$1
    shift
    "$whole" "$@" -o "$scratch/whole.o" && "$program" "$@" -o "$scratch/small.o" && cmp "$scratch/whole.o" "$scratch/small.o" ||
        fail "$*"
    compared=$((compared + 1))
}
compared=0
for recipe in -Om1 -O2; do
    same "$small" "$recipe" "-target=$isa" -emit-runtime
    same "$small" "$recipe" "-target=$isa" -threads=2 translator/bench/everything.pexe
    for input in crosstest/programs/*.pexe translator/bench/*.pexe; do
        same "$small" "$recipe" "-target=$isa" "$input"
    done
    for input in $(find crosstest/corpus crosstest/filetests -name '*.ll'); do
        # Some are there to be refused.
        "$whole" "$recipe" "-target=$isa" -o /dev/null "$input" 2>/dev/null || continue
        same "$reader" "$recipe" "-target=$isa" "$input"
    done
done
[ "$compared" -gt 500 ] || fail "only $compared objects were compared"
echo "$compared objects are those of the whole program"

# What is left out is refused: one line, with the feature, and status 1.
refused() {
    local feature=$1 status=0
    shift
    "$small" "$@" -o "$scratch/none" >"$scratch/message" 2>&1 || status=$?
    if [ $status != 1 ] || [ "$(wc -l <"$scratch/message")" != 1 ] || ! grep -q "without the feature \`$feature\`" "$scratch/message"; then
        fail "$* is not refused for the lack of $feature (status $status): $(cat "$scratch/message")"
    fi
}
pexe=translator/bench/everything.pexe
for other in x8632 x8664 arm32 mips32; do
    [ "$other" = "$isa" ] || refused "target-$other" "-target=$other" "$pexe"
done
refused o0 "-target=$isa" -O0 "$pexe"
refused o3 "-target=$isa" -O3 "$pexe"
refused asm "-target=$isa" -filetype=asm "$pexe"
refused text "-target=$isa" translator/examples/gcd.ll
refused text "-target=$isa" -bitcode-as-text "$pexe"
for option in -verify-each -stats -timing -disable-pass=cfg -print-after=lower -pass-fuel=1; do
    refused dumps "-target=$isa" "$option" "$pexe"
done

size=$(stat -c %s "$small")
[ "$size" -le $limit ] || fail "more than $limit bytes"
echo "$size bytes: $small"
exit $failed
