#!/bin/sh
# Line coverage of `translator` under the corpus and five minutes of campaign, and every function that neither reached.
#
#   fuzz/coverage.sh [SECONDS]            (default: 300)
#
# Writes measured/coverage.md: lines by folder, then the functions that were not reached, each with the reason that fuzz/coverage.txt gives for
# its file or itself; a function without a reason is listed first, and makes the exit status 1. Needs cargo-llvm-cov
# (cargo install cargo-llvm-cov; rustup component add llvm-tools) and c++filt (binutils). Takes about 15 minutes on 2 cores.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
seconds=${1:-300}
command -v cargo-llvm-cov >/dev/null || { echo "coverage.sh: cargo-llvm-cov is not installed: cargo install cargo-llvm-cov" >&2; exit 2; }
mkdir -p measured
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Optimised without inlining across crates: a line stays a line.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
run() { cargo llvm-cov run --no-report --release --quiet -p crosstest --bin crosstest -- "$@"; }
cargo llvm-cov clean --workspace
status=0
run >"$scratch/corpus.log" 2>&1 || status=$?
tail -n 4 "$scratch/corpus.log"
run campaign --seconds "$seconds" --dir "$scratch/campaign" >"$scratch/campaign.log" 2>&1 || status=$?
tail -n 1 "$scratch/campaign.log"
[ "$status" -eq 0 ] || { echo "coverage.sh: a run did not pass; its coverage counts all the same" >&2; }
cargo llvm-cov report --release --lcov --output-path "$scratch/lcov" >/dev/null

# lcov: SF file, FN line,name, FNDA count,name, DA line,count. Generic functions come once for each instance: one that ran is enough.
awk -v root="$root/" '
    /^SF:/ { file = substr($0, 4); sub(root, "", file); keep = file ~ /^translator\/src\// && file !~ /tests?(\.rs|\/)/ && file !~ /_tests\.rs|\/testing/ }
    !keep { next }
    /^FN:/ {
        split(substr($0, 4), part, ",")
        at = file ":" part[1]
        place[part[2]] = at
        if (!(at in name)) { name[at] = part[2]; count[at] = 0 }
    }
    /^FNDA:/ { split(substr($0, 6), part, ","); if (part[1] > 0) count[place[part[2]]] += part[1] }
    /^DA:/ { split(substr($0, 4), part, ","); folder = file; sub(/\/[^\/]*$/, "", folder); lines[folder]++; if (part[2] > 0) hit[folder]++ }
    END {
        for (folder in lines) printf "L\t%s\t%d\t%d\n", folder, hit[folder], lines[folder]
        for (at in name) printf "%s\t%s\t%s\n", (count[at] > 0 ? "H" : "U"), at, name[at]
    }' "$scratch/lcov" | sort >"$scratch/table"

awk -F '\t' '$1 == "U" { print $3 }' "$scratch/table" | c++filt -s rust | sed 's/\[[0-9a-f]*\]//g; s/::{closure#.*//; s/::h[0-9a-f]\{16\}$//' >"$scratch/names"
awk -F '\t' '$1 == "U" { print $2 }' "$scratch/table" | paste - "$scratch/names" >"$scratch/uncovered"

# A line of coverage.txt: a pattern (awk) on "file:line<TAB>function", a tab, the reason.
awk -F '\t' '
    NR == FNR { if ($0 !~ /^#/ && NF == 2) { pattern[++n] = $1; why[n] = $2 } next }
    { reason = ""; for (i = 1; i <= n; i++) if ($1 "\t" $2 ~ pattern[i]) { reason = why[i]; break }
      file = $1; sub(/:[0-9]*$/, "", file); printf "%s\t%s\t%s\n", reason, file, $2 }' fuzz/coverage.txt "$scratch/uncovered" | sort -u >"$scratch/reasons"

{
    echo "# Line coverage of the translator"
    echo
    echo "Made by \`fuzz/coverage.sh $seconds\`; do not edit. Under the corpus (\`crosstest\`) and a campaign of $seconds seconds"
    grep -o '^[0-9]* cases' "$scratch/campaign.log" | tail -n 1 | sed 's/.*/(&)/'
    echo
    awk -F '\t' '$1 == "L" { hit += $3; all += $4 } $1 == "H" { reached++ } $1 == "U" { not++ }
        END { printf "**%d of %d lines (%.1f %%), %d of %d functions**\n", hit, all, 100 * hit / all, reached, reached + not }' "$scratch/table"
    echo
    echo "| folder | lines reached | lines | % |"
    echo "|---|---:|---:|---:|"
    awk -F '\t' '$1 == "L" { printf "| `%s` | %d | %d | %.1f |\n", $2, $3, $4, 100 * $3 / $4 }' "$scratch/table"
    echo
    echo "## Functions that were not reached"
    awk -F '\t' '$1 != last || NR == 1 { printf "\n%s\n\n", ($1 == "" ? "Without a reason:" : $1 ":"); last = $1 } { printf "- `%s` (%s)\n", $3, $2 }' "$scratch/reasons"
} >measured/coverage.md
grep '^\*\*' measured/coverage.md
if awk -F '\t' '$1 == "" { found = 1 } END { exit !found }' "$scratch/reasons"; then
    echo "coverage.sh: functions without a reason stand first in measured/coverage.md: name one in fuzz/coverage.txt, or test them" >&2
    exit 1
fi
