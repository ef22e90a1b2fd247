//! Builds the C library: unpacks newlib's sources to a temporary directory, compiles what the recipe
//! names and the glue on all processors, makes archives, and renames the whole into its place. What
//! fails or is interrupted leaves no library.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{fs, io};

use super::recipe::{CPLUSPLUS_OPTIONS, Choice, DIRECTORIES, GLUE_OPTIONS, Library, OPTIONS, VARIANTS, WITH_VA_LIST};
use super::{Sysroot, glue, libcxx};
use crate::driver::clang::archive;
use crate::driver::clang::commands::Compiler;
use crate::driver::clang::symbols::defined_names;
use crate::driver::error::Error;

/// Where Debian's package has the sources.
const PACKAGED: &str = "/usr/src/newlib";

/// Something to compile.
pub(super) struct Unit {
    /// The member that it becomes.
    pub name: String,
    /// The archive that it goes to.
    pub library: Library,
    /// The source.
    pub source: PathBuf,
    /// Options of its own.
    pub options: Vec<String>,
}

/// What a library is built from, but for what is our own.
#[derive(Copy, Clone, Default, Debug)]
pub struct Sources<'a> {
    /// A directory or an archive of newlib's, other than Debian's.
    pub newlib: Option<&'a Path>,
    /// A directory or an archive of LLVM's with libc++, if that is to be compiled.
    pub libcxx: Option<&'a Path>,
}

/// Builds it, whether or not it is there; what was there is replaced.
pub fn build(sysroot: &Sysroot, compiler: &Compiler<'_>, sources: Sources<'_>) -> Result<(), Error> {
    let newlib = find_sources(sources.newlib)?;
    let parent = sysroot.dir.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(about(parent))?;
    remove_leftovers(parent);
    let work = Work(parent.join(format!(".building-{}", std::process::id())));
    fs::create_dir_all(&work.0).map_err(about(&work.0))?;
    build_in(&work.0, compiler, &newlib, sources.libcxx)?;
    install(&work.0.join("sysroot"), &sysroot.dir)?;
    say(&format!("built in {}\n", sysroot.dir.display()));
    Ok(())
}

/// A directory that goes when it is done with.
struct Work(PathBuf);

impl Drop for Work {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next build.
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn about(path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |error| Error::NotBuilt(format!("{}: {error}", path.display()))
}

pub(super) fn say(text: &str) {
    // With standard error closed there is nobody left to tell.
    let _ = write!(io::stderr(), "{text}");
}

/// Removes what builds that were killed left.
fn remove_leftovers(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(".building-"));
        if process.is_some_and(|process| Path::new("/proc/self").exists() && !Path::new("/proc").join(process).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The archive or the directory of the sources.
fn find_sources(given: Option<&Path>) -> Result<PathBuf, Error> {
    if let Some(path) = given {
        return if path.exists() {
            Ok(path.into())
        } else {
            Err(Error::NotBuilt(format!("{}: there is no such archive or directory", path.display())))
        };
    }
    let packaged = fs::read_dir(PACKAGED).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut archives: Vec<_> =
        packaged.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(".tar."))).collect();
    archives.sort();
    archives.pop().ok_or_else(|| {
        Error::NotBuilt(format!(
            "newlib's sources are not in {PACKAGED}: `apt-get install newlib-source`, or name them (--build-libc=PATH)"
        ))
    })
}

fn build_in(work: &Path, compiler: &Compiler<'_>, sources: &Path, libcxx: Option<&Path>) -> Result<(), Error> {
    let root = newlib_root(work, sources)?;
    let sysroot = work.join("sysroot");
    write_headers(&sysroot, &root)?;
    let glue = work.join("glue");
    write_glue(&glue)?;
    let units = units(&root, &glue)?;
    let includes = Sysroot { dir: sysroot.clone(), is_given: false }.include_flags();
    let cplusplus = compiler.cplusplus_headers();
    if cplusplus.is_none() {
        say("no libc++.a: libc++'s headers are not installed (`apt-get install libc++-14-dev`, for clang-14)\n");
    }
    // What the glue has of libc++ stands in for what is compiled of it, with libc++'s headers.
    let libcxx = libcxx.map(|given| compiled_libcxx(work, compiler, given)).transpose()?;
    let has_glue = cplusplus.is_some() && libcxx.is_none();
    let units = units.into_iter().filter(|unit| has_glue || unit.library != Library::CPlusPlus);
    let units: Vec<Unit> = units.chain(libcxx.into_iter().flatten()).collect();
    let texts = compile_all(&units, |unit| {
        let own: Vec<OsString> = unit.options.iter().map(Into::into).collect();
        // libc++'s headers have to come before those of C, which they wrap.
        let is_cplusplus = matches!(unit.library, Library::CPlusPlus | Library::CPlusPlusTypes);
        let first = if is_cplusplus { cplusplus.clone().unwrap_or_default() } else { Vec::new() };
        compiler.library_ir(&unit.source, own.into_iter().chain(first).chain(includes.iter().cloned()))
    })?;
    let lib = sysroot.join("lib");
    fs::create_dir_all(&lib).map_err(about(&lib))?;
    for library in Library::ALL {
        let members: Vec<_> = units.iter().zip(&texts).filter(|(unit, _)| unit.library == library).collect();
        if members.is_empty() {
            continue;
        }
        let members = members.iter().map(|(unit, text)| archive::NewMember {
            name: &unit.name,
            bytes: text.as_bytes(),
            defines: defined_names(text),
        });
        let path = lib.join(library.file());
        fs::write(&path, archive::write(members)).map_err(about(&path))?;
    }
    Ok(())
}

/// What there is to compile of libc++.
fn compiled_libcxx(work: &Path, compiler: &Compiler<'_>, given: &Path) -> Result<Vec<Unit>, Error> {
    let headers = compiler.cplusplus_dir().map_err(Error::NotBuilt)?;
    libcxx::units(&libcxx::find(work, given, &headers)?)
}

/// The directory that has `libc` and `libm`.
fn newlib_root(work: &Path, sources: &Path) -> Result<PathBuf, Error> {
    let mut unpacked = sources.to_path_buf();
    if sources.is_file() {
        unpacked = work.join("source");
        unpack(sources, &unpacked, &[])?;
    }
    // An archive has a directory of its own, in which newlib has one beside others.
    let inside = |dir: &Path| dir.join("libc/include").is_dir().then(|| dir.to_path_buf());
    let deeper = fs::read_dir(&unpacked).into_iter().flatten().flatten().map(|entry| entry.path());
    [unpacked.clone(), unpacked.join("newlib")]
        .into_iter()
        .chain(deeper.flat_map(|dir| [dir.clone(), dir.join("newlib")]))
        .find_map(|dir| inside(&dir))
        .ok_or_else(|| Error::NotBuilt(format!("{}: these are not newlib's sources (no libc/include)", sources.display())))
}

/// Unpacks an archive to a directory of its own: all of it, or what is named by patterns.
pub(super) fn unpack(archive: &Path, place: &Path, patterns: &[&str]) -> Result<(), Error> {
    say(&format!("unpacking {}\n", archive.display()));
    fs::create_dir_all(place).map_err(about(place))?;
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(archive).arg("-C").arg(place).arg("--wildcards").args(patterns).stdin(Stdio::null());
    // What it has to say is the reason, and one line of it is enough.
    let output = tar.output().map_err(|error| Error::NotBuilt(format!("tar cannot be run: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().next().unwrap_or("it does not say why");
    Err(Error::NotBuilt(format!("{}: tar cannot unpack it ({first})", archive.display())))
}

/// Headers of newlib that programs must not find: the compiler's own stands in the same place, or it includes what is there for other
/// systems alone, so that whoever asks whether there is such a header is told that there is none.
const LEFT_OUT: &[&str] = &["regdef.h", "stdatomic.h", "sys/custom_file.h", "termios.h", "threads.h", "utmp.h"];

fn write_headers(sysroot: &Path, root: &Path) -> Result<(), Error> {
    let newlib = sysroot.join("newlib");
    copy_headers(&root.join("libc/include"), &newlib)?;
    for name in LEFT_OUT {
        let path = newlib.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(about(&path)(error)),
            _ => {}
        }
    }
    for header in glue::HEADERS {
        write(&sysroot.join("include").join(header.name), header.text)?;
    }
    write(&sysroot.join("include/_newlib_version.h"), &version_header(root)?)
}

/// The file with newlib's version, which its configure makes; the script has the number.
fn version_header(root: &Path) -> Result<String, Error> {
    let path = root.join("configure");
    let script = fs::read_to_string(&path).map_err(about(&path))?;
    let value = script.lines().find_map(|line| line.strip_prefix("PACKAGE_VERSION="));
    let version = value.map(|value| value.trim_matches(['\'', '"'])).filter(|version| !version.is_empty());
    let version = version.ok_or_else(|| Error::NotBuilt(format!("{}: it names no version of newlib", path.display())))?;
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0u32));
    let mut next = || parts.next().unwrap_or(0);
    Ok(format!(
        "#ifndef _NEWLIB_VERSION_H__\n#define _NEWLIB_VERSION_H__ 1\n#define _NEWLIB_VERSION \"{version}\"\n\
         #define __NEWLIB__ {}\n#define __NEWLIB_MINOR__ {}\n#define __NEWLIB_PATCHLEVEL__ {}\n#endif\n",
        next(),
        next(),
        next()
    ))
}

fn copy_headers(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to).map_err(about(to))?;
    for entry in fs::read_dir(from).map_err(about(from))? {
        let path = entry.map_err(about(from))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_headers(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(about(&target))?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    let dir = path.parent().unwrap_or(path);
    fs::create_dir_all(dir).map_err(about(dir))?;
    fs::write(path, text).map_err(about(path))
}

fn write_glue(dir: &Path) -> Result<(), Error> {
    for source in glue::SOURCES {
        write(&dir.join(source.name), source.text)?;
    }
    for header in glue::PRIVATE_HEADERS {
        write(&dir.join(header.name), header.text)?;
    }
    Ok(())
}

/// All that is to be compiled, in the order of the members.
fn units(root: &Path, glue_dir: &Path) -> Result<Vec<Unit>, Error> {
    let mut units = Vec::new();
    for directory in DIRECTORIES {
        let dir = root.join(directory.path);
        let mut names: Vec<String> = fs::read_dir(&dir)
            .map_err(about(&dir))?
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".c").map(str::to_string))
            .filter(|name| match directory.choice {
                Choice::Except(names) => !names.contains(&name.as_str()),
                Choice::Only(names) => names.contains(&name.as_str()),
            })
            .collect();
        names.sort();
        for name in names {
            let source = dir.join(format!("{name}.c"));
            units.push(unit(root, glue_dir, name, directory.library, source, &[]));
        }
    }
    for variant in VARIANTS {
        units.push(unit(root, glue_dir, variant.name.into(), Library::C, root.join(variant.source), variant.defines));
    }
    for source in glue::SOURCES {
        let name = format!("pnacl_{}", source.name.split('.').next().unwrap_or_default());
        let options = if source.library == Library::CPlusPlus { CPLUSPLUS_OPTIONS } else { GLUE_OPTIONS };
        let options = options.iter().map(|&option| option.into()).collect();
        units.push(Unit { name, library: source.library, source: glue_dir.join(source.name), options });
    }
    for unit in &mut units {
        unit.name.push_str(".o");
    }
    Ok(units)
}

fn unit(root: &Path, glue_dir: &Path, name: String, library: Library, source: PathBuf, defines: &[&str]) -> Unit {
    let mut options: Vec<String> = OPTIONS.iter().map(|&option| option.into()).collect();
    options.extend(defines.iter().map(|define| format!("-D{define}")));
    options.extend(source.parent().map(|dir| format!("-I{}", dir.display())));
    if library == Library::Math {
        options.push(format!("-I{}", root.join("libm/common").display()));
    }
    if source.file_name().and_then(|name| name.to_str()).is_some_and(|name| WITH_VA_LIST.contains(&name)) {
        options.extend(["-include".into(), glue_dir.join("va_list.h").display().to_string()]);
    }
    Unit { name, library, source, options }
}

/// Compiles all units; the texts in their order. After the first failure no other is begun.
fn compile_all(units: &[Unit], compile: impl Fn(&Unit) -> Result<String, Error> + Sync) -> Result<Vec<String>, Error> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let done = Mutex::new((0, vec![None; units.len()]));
    let failure = Mutex::new(None);
    let work = || {
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = units.get(index) else { break };
            match compile(unit) {
                Ok(text) => {
                    let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    done.1[index] = Some(text);
                    done.0 += 1;
                    tell_progress(done.0, units.len());
                }
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    let named = Error::NotBuilt(format!("{}: {error}", unit.source.display()));
                    failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(named);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    match failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1.into_iter().flatten().collect()),
    }
}

/// On a terminal one line that changes; elsewhere a line now and then.
fn tell_progress(done: usize, all: usize) {
    let is_last = done == all;
    if io::stderr().is_terminal() {
        say(&format!("\rcompiling: {done} of {all}{}", if is_last { "\n" } else { "" }));
    } else if is_last || done.is_multiple_of(250) {
        say(&format!("compiling: {done} of {all}\n"));
    }
}

/// Puts a complete library into its place.
fn install(built: &Path, place: &Path) -> Result<(), Error> {
    if place.exists() {
        // Beside what was built, so that it goes with the rest.
        let old = built.with_file_name("replaced");
        fs::rename(place, &old).map_err(about(place))?;
    }
    fs::rename(built, place).map_err(about(place))
}
