//! How much code the suites' tests become, against what is written down: an optimisation that is
//! lost changes no answer.

use std::path::Path;

use crosstest::suites::sizes::Sizes;

/// What a translator of this source emits, looked at whenever it changed.
const WRITTEN_DOWN: &str = "code_sizes.txt";

#[test]
fn code_is_as_long_as_is_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(WRITTEN_DOWN);
    let now = Sizes::measure().unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, now.table()).unwrap();
        return;
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let before = Sizes::parse(&text).expect("a table of sizes for all targets; BLESS=1 writes one");
    let changes = now.changes(&before);
    assert!(
        changes.is_empty(),
        "other code than {} says; if that is meant, and worth it: BLESS=1 cargo test -p crosstest --test code_size\n{}",
        path.display(),
        changes.join("\n")
    );
}
