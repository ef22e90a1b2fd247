#!/usr/bin/env bash
# Tries build.sh with the variables that the builders of OSS-Fuzz and ClusterFuzzLite set, and with tools in the place of cargo, rustc and
# rustup that do next to nothing and write down what they were asked for. Needs no network and no Docker; takes a second.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

check() {
    if [ "$2" = "$3" ]; then
        echo "ok: $1"
    else
        printf 'FAILED: %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}

# Tools that write down their arguments, the toolchain, and which flags they see.
mkdir -p "$scratch/bin" "$scratch/src"
cat >"$scratch/bin/cargo" <<'TOOL'
#!/usr/bin/env bash
echo "cargo $* [toolchain=${RUSTUP_TOOLCHAIN:-} cflags=${CFLAGS:-} rustflags=${RUSTFLAGS:-}]" >>"$LOG"
case "$1 $2" in
    "fuzz build")
        mkdir -p "$CARGO_TARGET_DIR/x86_64-unknown-linux-gnu/release"
        echo "$3" >"$CARGO_TARGET_DIR/x86_64-unknown-linux-gnu/release/$3" ;;
    "run -p")
        for target in "$REPOSITORY"/fuzz/fuzz_targets/*.rs; do
            mkdir -p "${@: -1}/$(basename "$target" .rs)"
            echo seed >"${@: -1}/$(basename "$target" .rs)/one"
        done ;;
esac
TOOL
cat >"$scratch/bin/rustc" <<'TOOL'
#!/usr/bin/env bash
if [ "$1" = -vV ]; then
    echo "host: x86_64-unknown-linux-gnu"
else
    echo "rustc $RUSTC_VERSION (0000000 2026-01-01)"
fi
TOOL
printf '#!/usr/bin/env bash\necho "rustup $*" >>"$LOG"\n' >"$scratch/bin/rustup"
printf '#!/usr/bin/env bash\n' >"$scratch/bin/cargo-fuzz"
if ! command -v zip >/dev/null; then
    printf '#!/usr/bin/env bash\nfind . -type f | sort >"$3"\n' >"$scratch/bin/zip"
fi
chmod +x "$scratch"/bin/*

# Runs a build script as a builder does. $1 is the script, the rest are variables.
build() {
    local script=$1
    shift
    : >"$scratch/log"
    env -i PATH="$scratch/bin:/usr/bin:/bin" HOME="$scratch" LOG="$scratch/log" REPOSITORY="$repository" RUSTC_VERSION=1.97.0-nightly \
        SRC="$scratch/src" OUT="$scratch/out" WORK="$scratch/work" FUZZING_ENGINE=libfuzzer SANITIZER=address ARCHITECTURE=x86_64 \
        CC=clang CXX=clang++ CFLAGS="-O1 -fno-omit-frame-pointer" CXXFLAGS="-O1 -stdlib=libc++" \
        RUSTFLAGS="--cfg fuzzing -Zsanitizer=address" RUSTUP_TOOLCHAIN=nightly-2026-01-01 "$@" bash "$script" 2>&1
}

# OSS-Fuzz: the script lies beside the checkout.
ln -s "$repository" "$scratch/src/pnacl-sz"
cp "$here/build.sh" "$scratch/src/build.sh"
output=$(build "$scratch/src/build.sh")
count=$(find "$repository/fuzz/fuzz_targets" -name '*.rs' | wc -l)
check "every target is built" "$count" "$(grep -c '^cargo fuzz build' "$scratch/log")"
check "with the sanitizer, and without flags for C" \
    "cargo fuzz build read --features emulator --sanitizer address --target x86_64-unknown-linux-gnu [toolchain=nightly-2026-01-01 cflags= rustflags=--cfg fuzzing -Zsanitizer=address]" \
    "$(grep '^cargo fuzz build read ' "$scratch/log")"
check "seeds are made without the fuzzers' flags" 1 "$(grep -c 'seeds.*rustflags=\]' "$scratch/log")"
check "each is packed with seeds and options" "$count $count $count" \
    "$(grep -c 'seeds$' <<<"$output") $(find "$scratch/out" -name '*_seed_corpus.zip' | wc -l) $(find "$scratch/out" -name '*.options' | wc -l)"
check "a sanitizer gets more memory" "rss_limit_mb = 2560" "$(grep rss_limit "$scratch/out/read.options")"
check "no toolchain is brought along where the builder's is new enough" 0 "$(grep -c rustup "$scratch/log" || true)"

# ClusterFuzzLite: its own script, which finds the repository in $SRC.
output=$(build "$repository/.clusterfuzzlite/build.sh" FUZZ_TARGETS="read object" SANITIZER=none)
check "ClusterFuzzLite's script builds the same" 2 "$(grep -c '^cargo fuzz build .*--sanitizer none' "$scratch/log")"
check "without a sanitizer the limit stays" "$(grep rss_limit "$repository/fuzz/options/read.options")" \
    "$(grep rss_limit "$scratch/out/read.options")"

# A builder with an older compiler.
build "$scratch/src/build.sh" RUSTC_VERSION=1.80.0-nightly FUZZ_TARGETS=read >/dev/null
check "an old builder brings its own toolchain" 1 "$(grep -c '^rustup toolchain install nightly' "$scratch/log")"
check "... and uses it" 1 "$(grep -c '^cargo fuzz build read .*toolchain=nightly ' "$scratch/log")"
build "$scratch/src/build.sh" RUSTC_VERSION=1.95.0 FUZZ_TARGETS=read >/dev/null
check "the version that the code asks for is new enough" 0 "$(grep -c rustup "$scratch/log" || true)"

# What cannot be built is said.
check "another engine is refused" "build.sh: error: Rust targets are built for libFuzzer only, not afl" \
    "$(build "$scratch/src/build.sh" FUZZING_ENGINE=afl || true)"
check "another sanitizer is refused" "build.sh: error: sanitizer undefined is not available for Rust" \
    "$(build "$scratch/src/build.sh" SANITIZER=undefined || true)"
rm "$scratch/src/pnacl-sz"
check "a checkout that is not there is missed" "build.sh: error: no repository around $scratch/src and none at \$SRC/pnacl-sz" \
    "$(build "$scratch/src/build.sh" || true)"

# Each image copies or clones what its own builder gives it.
check "OSS-Fuzz's image clones" 1 "$(grep -c '^RUN git clone' "$here/Dockerfile")"
check "ClusterFuzzLite's image copies" 1 "$(grep -c '^COPY \. ' "$repository/.clusterfuzzlite/Dockerfile")"

[ "$failures" -eq 0 ] || { echo "$failures failed"; exit 1; }
echo "all passed"
