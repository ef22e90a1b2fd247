//! Links `pnacl-sz` statically where that can be done: most of what a small program costs would else be
//! the dynamic loader's work (translator/docs/cost.md, "Start").
//!
//! In: the target, and the archives of the C compiler that links. Out: arguments for the linker, for this
//! one program. The target feature `crt-static` cannot be used for that: given to all crates, it
//! would meet procedural macros, which cannot be static. So the linker is told that it is static, and
//! finds, in a directory that it searches first, linker scripts that name the archives in place of
//! the shared libraries that the standard library asks for. Where an archive is missing the program
//! is linked as any other.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the standard library asks for on this target, and where that is in an archive.
const LIBRARIES: [(&str, &[&str]); 7] = [
    ("gcc_s", &["gcc_eh", "gcc", "c"]),
    ("c", &["c", "gcc_eh", "gcc"]),
    ("m", &["m"]),
    ("dl", &["dl"]),
    ("pthread", &["pthread"]),
    ("rt", &["rt"]),
    ("util", &["util"]),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PNACL_SZ_DYNAMIC");
    let scripts = PathBuf::from(variable("OUT_DIR")).join("static");
    if !is_wanted() || make_scripts(&scripts).is_err() {
        return;
    }
    for argument in ["-static".into(), "-no-pie".into(), format!("-L{}", scripts.display())] {
        println!("cargo::rustc-link-arg-bin=pnacl-sz={argument}");
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Whether this is a build for a machine like this one, by the C compiler that is here, and nothing says
/// otherwise: `PNACL_SZ_DYNAMIC` in the environment, or the smallest program, to which the C library
/// would add more than half of its size.
fn is_wanted() -> bool {
    let is_here = variable("TARGET") == "x86_64-unknown-linux-gnu" && variable("HOST") == variable("TARGET");
    let says_otherwise =
        ["PNACL_SZ_DYNAMIC", "CARGO_FEATURE_MINIMAL", "RUSTC_LINKER"].iter().any(|name| env::var_os(name).is_some());
    is_here && !says_otherwise && !variable("CARGO_CFG_TARGET_FEATURE").contains("crt-static")
}

/// Writes a linker script for each library.
fn make_scripts(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    for (library, archives) in LIBRARIES {
        let archives: Vec<String> = archives.iter().map(|name| archive(name)).collect::<io::Result<_>>()?;
        fs::write(dir.join(format!("lib{library}.so")), format!("GROUP ( {} )\n", archives.join(" ")))?;
    }
    Ok(())
}

/// Where the C compiler finds an archive.
fn archive(name: &str) -> io::Result<String> {
    let output = Command::new("cc").arg(format!("-print-file-name=lib{name}.a")).output()?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_string();
    // One that it does not find it repeats as it was given.
    if Path::new(&path).is_absolute() { Ok(path) } else { Err(io::ErrorKind::NotFound.into()) }
}
