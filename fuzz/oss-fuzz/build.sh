#!/usr/bin/env bash
# Builds every fuzz target into $OUT, with its seed corpus, dictionary and options, as OSS-Fuzz and ClusterFuzzLite expect it.
#
# They set SRC, OUT, WORK, SANITIZER (address, coverage or none here), FUZZING_ENGINE, CC, CXX, CFLAGS, CXXFLAGS and RUSTFLAGS. To try it
# elsewhere, in the repository:
#   SRC=$(dirname "$PWD") OUT=/tmp/out WORK=/tmp/work SANITIZER=none FUZZING_ENGINE=libfuzzer fuzz/oss-fuzz/build.sh
# FUZZ_TARGETS names some targets only. fuzz/oss-fuzz/test.sh tries each step with tools that only write down what they are asked for.
set -euo pipefail

fail() { printf 'build.sh: error: %s\n' "$*" >&2; exit 1; }

# The repository: in OSS-Fuzz this script lies beside the checkout.
find_repository() {
    local here
    here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
    for dir in "$here/../.." "${SRC:+$SRC/pnacl-sz}"; do
        if [ -n "$dir" ] && [ -f "$dir/fuzz/fuzz_targets/read.rs" ]; then
            (cd "$dir" && pwd)
            return
        fi
    done
    fail "no repository around $here and none at \$SRC/pnacl-sz"
}

# The name that cargo-fuzz has for OSS-Fuzz's sanitizer. Coverage builds are instrumented by RUSTFLAGS, which OSS-Fuzz sets.
sanitizer_flag() {
    case $1 in
        address | memory | thread) echo "$1" ;;
        none | coverage) echo none ;;
        *) fail "sanitizer $1 is not available for Rust" ;;
    esac
}

# The builders' image pins a nightly by RUSTUP_TOOLCHAIN, which takes precedence over rust-toolchain.toml. If it is older than the code asks
# for, a newer one is brought along: sanitizers need a nightly.
choose_toolchain() {
    local wanted found
    wanted=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
    [ -n "$wanted" ] || fail "Cargo.toml states no rust-version"
    found=$(rustc --version 2>/dev/null | sed -n 's/^rustc \([0-9.]*\).*/\1/p')
    if [ "$(printf '%s\n%s\n' "$wanted" "${found:-0}" | sort -V | head -n 1)" = "$wanted" ]; then
        return
    fi
    echo "build.sh: rustc ${found:-none} is older than $wanted: installing a nightly" >&2
    rustup toolchain install nightly --profile minimal --component rust-src
    export RUSTUP_TOOLCHAIN=nightly
}

# cargo-fuzz builds with optimisation and with debug assertions. Flags for C and C++ are for OSS-Fuzz's own fuzzers: Unicorn and libFuzzer
# bring theirs, and instrumenting the emulator would drown the translator's coverage in it.
build_targets() {
    local flag=$1 host=$2
    command -v cargo-fuzz >/dev/null || cargo install cargo-fuzz --locked --root "$WORK/tools"
    export PATH=$WORK/tools/bin:$PATH
    for target in $targets; do
        env -u CFLAGS -u CXXFLAGS cargo fuzz build "$target" --features emulator --sanitizer "$flag" --target "$host"
    done
}

make_seeds() {
    rm -rf "$WORK/seeds"
    env -u RUSTFLAGS -u CFLAGS -u CXXFLAGS cargo run -p fuzz --bin seeds -- "$WORK/seeds"
}

# A target with its seeds (regressions are the best of all), dictionary and options.
pack() {
    local target=$1 flag=$2 host=$3 limit
    cp "$CARGO_TARGET_DIR/$host/release/$target" "$OUT/$target"
    if [ -d "fuzz/regressions/$target" ]; then
        cp "fuzz/regressions/$target"/* "$WORK/seeds/$target/"
    fi
    rm -f "$OUT/${target}_seed_corpus.zip"
    (cd "$WORK/seeds/$target" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
    if [ -f "fuzz/dictionaries/$target.dict" ]; then
        cp "fuzz/dictionaries/$target.dict" "$OUT/$target.dict"
    fi
    # A sanitizer keeps some times more memory than the target: `read` 516 MB instead of some 40.
    limit=$([ "$flag" = none ] && echo '&' || echo 'rss_limit_mb = 2560')
    sed "s/^rss_limit_mb = .*/$limit/" "fuzz/options/$target.options" >"$OUT/$target.options"
    echo "build.sh: $target: $(find "$WORK/seeds/$target" -type f | wc -l) seeds"
}

main() {
    local repository flag host
    : "${OUT:?where the fuzzers go}" "${WORK:?where intermediate files go}"
    [ "${FUZZING_ENGINE:-libfuzzer}" = libfuzzer ] || fail "Rust targets are built for libFuzzer only, not $FUZZING_ENGINE"
    repository=$(find_repository)
    cd "$repository"
    flag=$(sanitizer_flag "${SANITIZER:-address}")
    mkdir -p "$OUT" "$WORK"
    choose_toolchain
    # The programs' names follow the package's, which no program has.
    targets=${FUZZ_TARGETS:-$(sed -n '/^\[\[bin\]\]/,$s/^name = "\(.*\)"$/\1/p' fuzz/Cargo.toml)}
    export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$WORK/target}
    host=$(rustc -vV | sed -n 's/^host: //p')
    build_targets "$flag" "$host"
    make_seeds
    for target in $targets; do
        pack "$target" "$flag" "$host"
    done
}

main
