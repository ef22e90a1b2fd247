//! The parts of the translator: which are mutated, under which name, and which are left.
//!
//! Mutated is what a translation runs, from the reader to the frame. Left are the checks (the
//! verifier, the allocation's checker, the validator of live ranges), which find mistakes and make
//! none; what prints for people only; tests and their tools; and what stands above a translation:
//! files, threads, command lines.

/// Path in the source directory, and the room's name. The longest prefix counts; no name means that
/// it is left.
const ROOMS: &[(&str, Option<&str>)] = &[
    ("bitcode/", Some("bitcode")),
    ("bitcode/testing.rs", None),
    ("bitcode/text_records", None),
    ("text/", Some("text")),
    ("text/tests", None),
    ("ice", Some("ice")),
    ("ice/verify", None),
    ("ice/equality.rs", None),
    ("ice/print.rs", None),
    ("analysis", Some("analysis")),
    ("opt", Some("opt")),
    ("opt/testing", None),
    ("options", None),
    ("mc", Some("mc")),
    ("lir", Some("lir")),
    ("lir/print.rs", None),
    ("liveness", Some("liveness")),
    ("liveness/validate.rs", None),
    ("regalloc", Some("regalloc")),
    ("regalloc/checker", None),
    ("regalloc/testing", None),
    ("isa/common", Some("isa/common")),
    ("isa/mod.rs", Some("isa/common")),
    ("isa/x86", Some("isa/x86")),
    ("isa/arm32", Some("isa/arm32")),
    ("isa/mips32", Some("isa/mips32")),
    ("runtime", Some("runtime")),
    ("object", Some("object")),
    ("pipeline", Some("pipeline")),
    ("util", Some("util")),
];

/// The room of a file that is mutated.
pub fn room(path: &str) -> Option<&'static str> {
    if is_test(path) {
        return None;
    }
    let longest = ROOMS.iter().filter(|(prefix, _)| path.starts_with(prefix)).max_by_key(|(prefix, _)| prefix.len());
    longest.and_then(|(_, room)| *room)
}

/// Every room, in the order of the table.
pub fn all() -> Vec<&'static str> {
    let mut rooms: Vec<&str> = ROOMS.iter().filter_map(|(_, room)| *room).collect();
    rooms.dedup();
    rooms
}

/// Whether a file is there for tests only.
pub fn is_test(path: &str) -> bool {
    let is_tests = |part: &str| {
        ["tests", "testing", "tests.rs", "testing.rs", "robustness.rs"].contains(&part) || part.ends_with("_tests.rs")
    };
    path.split('/').any(is_tests)
}

/// Whether nothing at all is done to a file: no other calls its `const` functions in a constant.
pub fn is_left(path: &str) -> bool {
    path.starts_with("bin/") || path.starts_with("faults/") || path == "lib.rs"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_and_tests_are_left() {
        assert_eq!(room("opt/fold.rs"), Some("opt"));
        assert_eq!(room("options.rs"), None);
        assert_eq!(room("pipeline.rs"), Some("pipeline"));
        assert_eq!(room("regalloc/linear/scan.rs"), Some("regalloc"));
        for left in
            ["regalloc/checker/walk.rs", "ice/verify/mod.rs", "opt/testing.rs", "isa/x86/encode/tests/mod.rs", "driver/run.rs"]
        {
            assert_eq!(room(left), None, "{left}");
        }
        assert!(is_test("isa/x86/polish_tests.rs") && is_test("regalloc/tests.rs") && !is_test("regalloc/mod.rs"));
    }
}
