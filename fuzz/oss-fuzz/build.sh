#!/usr/bin/env bash
# Builds every fuzz target into $OUT, with its seed corpus, dictionary and options, as OSS-Fuzz and ClusterFuzzLite expect it.
#
# OSS-Fuzz sets SRC, OUT, WORK, SANITIZER (address, coverage or none here), FUZZING_ENGINE, CC, CXX, CFLAGS, CXXFLAGS and RUSTFLAGS. To try it elsewhere:
#   SRC=$(dirname "$PWD") OUT=/tmp/out WORK=/tmp/work SANITIZER=none FUZZING_ENGINE=libfuzzer fuzz/oss-fuzz/build.sh
# The toolchain is whatever rustup selects in the repository: SANITIZER=address needs a nightly one, which RUSTUP_TOOLCHAIN names.
set -euo pipefail
cd "$(dirname "$0")/../.." 2>/dev/null
# In OSS-Fuzz the script lies beside the checkout.
[ -d fuzz ] || cd "$SRC/pnacl-sz"
root=$PWD

: "${OUT:?where the fuzzers go}" "${WORK:?where intermediate files go}"
sanitizer=${SANITIZER:-address}
[ "${FUZZING_ENGINE:-libfuzzer}" = libfuzzer ] || { echo "build.sh: Rust targets are built for libFuzzer only, not $FUZZING_ENGINE" >&2; exit 1; }

# The name that cargo-fuzz has for OSS-Fuzz's sanitizer. Coverage builds are instrumented by RUSTFLAGS, which OSS-Fuzz sets.
case $sanitizer in
    address | memory | thread) flag=$sanitizer ;;
    none | coverage) flag=none ;;
    *) echo "build.sh: sanitizer $sanitizer is not available for Rust" >&2; exit 1 ;;
esac

command -v cargo-fuzz >/dev/null || cargo install cargo-fuzz --locked --root "$WORK/tools"
export PATH=$WORK/tools/bin:$PATH
# The base image pins a nightly by RUSTUP_TOOLCHAIN, which takes precedence over the repository's rust-toolchain.toml.
targets=$(cargo fuzz list)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$WORK/target}
# Eleven programs of the same crates: optimising across crates would be done eleven times, for some percent of speed.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
host=$(rustc -vV | sed -n 's/^host: //p')
# cargo-fuzz builds with optimisation and with debug assertions. Flags for C and C++ of OSS-Fuzz's own fuzzers: Unicorn and libFuzzer bring theirs, and instrumenting the emulator would drown the
# translator's coverage in it.
env -u CFLAGS -u CXXFLAGS cargo fuzz build --sanitizer "$flag" --target "$host"

mkdir -p "$OUT" "$WORK"
rm -rf "$WORK/seeds"
env -u RUSTFLAGS -u CFLAGS -u CXXFLAGS cargo run -p fuzz --bin seeds -- "$WORK/seeds"

for target in $targets; do
    cp "$CARGO_TARGET_DIR/$host/release/$target" "$OUT/$target"
    # Regressions are the best seeds of all.
    if [ -d "$root/fuzz/regressions/$target" ]; then
        cp "$root/fuzz/regressions/$target"/* "$WORK/seeds/$target/"
    fi
    rm -f "$OUT/${target}_seed_corpus.zip"
    (cd "$WORK/seeds/$target" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
    if [ -f "$root/fuzz/dictionaries/$target.dict" ]; then
        cp "$root/fuzz/dictionaries/$target.dict" "$OUT/$target.dict"
    fi
    # A sanitizer keeps some times more memory than the target: `read` 516 MB instead of some 40.
    limit=$([ "$flag" = none ] && echo '&' || echo 'rss_limit_mb = 2560')
    sed "s/^rss_limit_mb = .*/$limit/" "$root/fuzz/options/$target.options" >"$OUT/$target.options"
    echo "build.sh: $target: $(unzip -l "$OUT/${target}_seed_corpus.zip" | tail -1 | awk '{print $2}') seeds"
done
