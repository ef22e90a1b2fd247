//! Translated code that is kept: a file for each program and way to translate it.
//!
//! A file holds what it was made from and by whom, so that a name is only a hint: another program whose name happens to be the same, an
//! older translator or half a file are noticed, and translated anew. What cannot be written is said and does no harm.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use translator::options::Options;

use crate::exec::execution::Engine;
use crate::files;

/// The object of a program from the cache, or, if it has none, from `translate`, for the next time; and which of the two.
pub fn object(
    dir: &Path,
    program: &[u8],
    (options, translator): (&Options, Option<&Engine>),
    translate: impl FnOnce() -> Result<Vec<u8>, String>,
) -> Result<(Vec<u8>, bool), String> {
    let head = head(program, options, translator);
    let path = dir.join(name(&head, program));
    if let Some(object) = read(&path, &head, program) {
        return Ok((object, true));
    }
    let object = translate()?;
    let content = [head.as_bytes(), program, &object].concat();
    let written = fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()));
    if let Err(why) = written.and_then(|()| files::replace(&path, content)) {
        super::say(&format!("the cache is not used: {why}"));
    }
    Ok((object, false))
}

/// What a file begins with: who made it, how, and of how many bytes. It says more than the version, for those who change the translator.
fn head(program: &[u8], options: &Options, translator: Option<&Engine>) -> String {
    let own = std::env::current_exe().and_then(fs::metadata).ok();
    let written = own.as_ref().and_then(|own| own.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    let (size, time) = (own.map_or(0, |own| own.len()), written.map_or(0, |time| time.as_nanos()));
    let (version, Options { isa, opt, features, .. }) = (env!("CARGO_PKG_VERSION"), options);
    let by = translator.map_or("".into(), Engine::name);
    format!("pnacl-run {version} {size} {time} {isa} {opt} {features:?} {by:?} {}\n", program.len())
}

fn name(head: &str, program: &[u8]) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    (head, program).hash(&mut hasher);
    PathBuf::from(format!("{:016x}.o", hasher.finish()))
}

fn read(path: &Path, head: &str, program: &[u8]) -> Option<Vec<u8>> {
    let content = fs::read(path).ok()?;
    let object = content.strip_prefix(head.as_bytes())?.strip_prefix(program)?;
    Some(object.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use translator::options::{Isa, OptLevel};

    #[test]
    fn what_is_there_is_used_and_what_is_not_is_made() {
        let dir = tempfile::tempdir().unwrap();
        let options = Options::new(Isa::X8664, OptLevel::O2);
        let make = |object: &'static [u8]| move || Ok(object.to_vec());
        let refuse = || Err("translated again".to_string());
        assert_eq!(object(dir.path(), b"program", (&options, None), make(b"one")), Ok((b"one".to_vec(), false)));
        assert_eq!(object(dir.path(), b"program", (&options, None), refuse), Ok((b"one".to_vec(), true)));
        assert_eq!(object(dir.path(), b"another", (&options, None), make(b"two")), Ok((b"two".to_vec(), false)));
        let other = Options::new(Isa::X8664, OptLevel::Om1);
        assert_eq!(object(dir.path(), b"program", (&other, None), make(b"three")), Ok((b"three".to_vec(), false)));
        let llvm = Engine::from_name("llvm").unwrap();
        assert_eq!(object(dir.path(), b"program", (&options, Some(&llvm)), make(b"llvm's")), Ok((b"llvm's".to_vec(), false)));
        assert_eq!(object(dir.path(), b"program", (&options, Some(&llvm)), refuse), Ok((b"llvm's".to_vec(), true)));
        // Another program under the same name, and half a file.
        let head = head(b"program", &options, None);
        let path = dir.path().join(name(&head, b"program"));
        fs::write(&path, [head.as_bytes(), b"PROGRAM", b"bad"].concat()).unwrap();
        assert_eq!(object(dir.path(), b"program", (&options, None), make(b"four")), Ok((b"four".to_vec(), false)));
        fs::write(&path, &head.as_bytes()[..9]).unwrap();
        assert_eq!(object(dir.path(), b"program", (&options, None), make(b"five")), Ok((b"five".to_vec(), false)));
    }

    #[test]
    fn a_cache_that_cannot_be_written_does_no_harm() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        let options = Options::new(Isa::X8664, OptLevel::O2);
        assert_eq!(object(&file.join("below"), b"program", (&options, None), || Ok(vec![1])), Ok((vec![1], false)));
    }
}
