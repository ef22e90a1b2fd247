//! The C library, where it is built (`pnacl-clang --build-libc`): all of it is read, linked and lowered.

use std::path::PathBuf;
use std::process::Command;

use translator::ice::verify::{Level, Verifier};
use translator::llvm::{Exports, Linker, lower, parse};
use translator::testing::skipped;

/// The archives of the library; nothing if it is not built.
fn archives() -> Option<Vec<PathBuf>> {
    let archives: Option<Vec<PathBuf>> = ["libc.a", "libm.a"]
        .iter()
        .map(|name| {
            let output = Command::new(env!("CARGO_BIN_EXE_pnacl-clang")).arg(format!("-print-file-name={name}")).output().ok()?;
            let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
            path.is_absolute().then_some(path)
        })
        .collect();
    if archives.is_none() {
        skipped(format_args!("the C library: it is not built (`pnacl-clang --build-libc`)"));
    }
    archives
}

/// The members of an archive that holds text, but for its two tables.
fn members(archive: &[u8]) -> Vec<String> {
    let (mut members, mut at) = (Vec::new(), 8);
    while let Some(header) = archive.get(at..at + 60) {
        let size: usize = String::from_utf8_lossy(&header[48..58]).trim_end().parse().expect("a size");
        let is_table = header.starts_with(b"/ ") || header.starts_with(b"//");
        if !is_table {
            members.push(String::from_utf8(archive[at + 60..at + 60 + size].to_vec()).expect("text"));
        }
        at += 60 + size.next_multiple_of(2);
    }
    members
}

#[test]
fn the_whole_c_library_is_lowered() {
    let Some(archives) = archives() else { return };
    let (mut linker, mut count) = (Linker::default(), 0);
    let main = "define i32 @main() {\n  ret i32 0\n}\n".to_string();
    let texts = archives.iter().flat_map(|path| members(&std::fs::read(path).expect("it is there")));
    for text in texts.chain([main]) {
        let name = text.lines().next().unwrap_or_default();
        let module = parse(&text, name, linker.types()).unwrap_or_else(|error| panic!("{error}"));
        linker.add(module).unwrap_or_else(|error| panic!("{error}"));
        count += 1;
    }
    assert!(count > 900, "{count} members");
    let (module, bodies) = lower(&linker.finish(), Exports::All).unwrap_or_else(|error| panic!("{error}"));
    let mut verifier = Verifier::default();
    for body in &bodies {
        verifier.function(&module, body, Level::PnaclAbi).unwrap_or_else(|errors| panic!("{errors}"));
    }
}
