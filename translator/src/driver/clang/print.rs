//! `-print-…`: what build files ask a compiler.

use super::commands::Compiler;
use crate::driver::error::Error;

/// What is printed for an option.
pub fn answer(option: &str, compiler: &Compiler<'_>) -> Result<Vec<u8>, Error> {
    let libraries = compiler.sysroot().map(|sysroot| sysroot.libraries());
    let (name, value) = option.trim_start_matches('-').split_once('=').unwrap_or((option.trim_start_matches('-'), ""));
    let text = match name {
        "dumpversion" => env!("CARGO_PKG_VERSION").to_string(),
        // Compilers give a name back that they cannot find.
        "print-file-name" => {
            let found = libraries.map(|dir| dir.join(value)).filter(|path| path.is_file());
            found.map_or_else(|| value.to_string(), |path| path.display().to_string())
        }
        "print-prog-name" => match value {
            "ar" | "nm" | "ranlib" | "strip" => format!("pnacl-{value}"),
            other => other.to_string(),
        },
        "print-search-dirs" => {
            format!("libraries: ={}", libraries.map(|dir| dir.display().to_string()).unwrap_or_default())
        }
        "print-sysroot" => libraries.and_then(|dir| Some(dir.parent()?.display().to_string())).unwrap_or_default(),
        _ => return compiler.ask(option),
    };
    Ok(format!("{text}\n").into_bytes())
}
