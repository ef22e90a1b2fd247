//! Refuses to build against an installed libunicorn.
//!
//! unicorn-engine-sys links whatever libunicorn >= 2 pkg-config knows, silently, and Debian's 2.0.1
//! lacks fixes that the executors rely on. The workspace's `.cargo/config.toml` sets
//! `UNICORN_NO_PKG_CONFIG`, which makes it build its own copy; cargo does not read that file when
//! it is run from outside of the workspace, and then this script looks whether harm was done. The
//! executors check the linked library's version once more when they start.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=UNICORN_NO_PKG_CONFIG");
    println!("cargo::rerun-if-env-changed=PKG_CONFIG_PATH");
    if std::env::var_os("CARGO_FEATURE_EMULATOR").is_none() || std::env::var_os("UNICORN_NO_PKG_CONFIG").is_some() {
        return ExitCode::SUCCESS;
    }
    let found = Command::new("pkg-config").args(["--modversion", "unicorn"]).output();
    // No pkg-config, or no such package: unicorn-engine-sys built its own copy.
    let Some(output) = found.ok().filter(|output| output.status.success()) else { return ExitCode::SUCCESS };
    let version = String::from_utf8_lossy(&output.stdout);
    println!(
        "cargo::error=pkg-config finds libunicorn {}, which unicorn-engine-sys links instead of its own copy: set UNICORN_NO_PKG_CONFIG=1, \
         or run cargo inside the workspace",
        version.trim()
    );
    ExitCode::FAILURE
}
