//! File names and mapped directories.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::super::abi::Errno;
use super::super::tree::{MappedDir, Tree};
use super::{BAD, D, OUT, OUT_ADDR, fails, ok};
use crate::outcome::{End, Outcome};
use crate::process::Options;
use crate::process::fake::{Cpu, DATA, options, run, run_with};

pub(super) const WRONLY: u64 = 1;
pub(super) const RDWR: u64 = 2;
pub(super) const CREAT: u64 = 0o100;
const EXCL: u64 = 0o200;
const TRUNC: u64 = 0o1000;
const APPEND: u64 = 0o2000;

/// A host directory `outside` with a secret, next to a directory `in` with some files.
pub(super) fn host() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let write = |path: &str, text: &str| fs::write(dir.path().join(path), text).expect("it can be written");
    fs::create_dir_all(dir.path().join("in/sub")).expect("it can be made");
    fs::create_dir(dir.path().join("outside")).expect("it can be made");
    write("outside/secret", "secret");
    write("in/a", "alpha");
    write("in/sub/b", "beta");
    #[cfg(unix)]
    for (target, link) in [("../outside", "in/dirlink"), ("../outside/secret", "in/link"), ("a", "in/inner")] {
        std::os::unix::fs::symlink(target, dir.path().join(link)).expect("it can be linked");
    }
    dir
}

/// Runs guest code with `in` mapped at `/data`.
pub(super) fn with_dir(dir: &Path, writable: bool, code: impl Fn(&Cpu) + Send + Sync + 'static) -> Outcome {
    let dirs = vec![MappedDir { guest: "/data".into(), host: dir.join("in"), writable }];
    let outcome = run_with(Options { dirs, ..options() }, code);
    assert_eq!(outcome.end, End::Returned);
    outcome
}

/// Opens a file; its descriptor or the error.
pub(super) fn open(cpu: &Cpu, path: &str, flags: u64) -> Result<u64, Errno> {
    match cpu.call("filename.open", &[cpu.text(DATA, path), flags, 0o644, OUT]) {
        0 => Ok(cpu.get(OUT_ADDR).into()),
        errno => Err(Errno(errno)),
    }
}

pub(super) fn read(cpu: &Cpu, fd: u64) -> Vec<u8> {
    ok(cpu, "fdio.read", &[fd, D, 100, OUT]);
    cpu.read(DATA, cpu.get(OUT_ADDR) as usize)
}

pub(super) fn write(cpu: &Cpu, fd: u64, text: &str) {
    ok(cpu, "fdio.write", &[fd, cpu.text(DATA, text), text.len() as u64, OUT]);
}

/// Calls a function of one path and further arguments.
#[track_caller]
pub(super) fn on(cpu: &Cpu, name: &str, path: &str, more: &[u64]) -> Result<(), Errno> {
    let args: Vec<u64> = std::iter::once(cpu.text(DATA, path)).chain(more.iter().copied()).collect();
    match cpu.call(name, &args) {
        0 => Ok(()),
        errno => Err(Errno(errno)),
    }
}

#[test]
fn without_a_mapped_directory_there_are_no_files() {
    run(|cpu| {
        assert_eq!(open(cpu, "/etc/passwd", 0), Err(Errno::ENOENT));
        assert_eq!(open(cpu, "../../../etc/passwd", 0), Err(Errno::ENOENT));
        assert_eq!(open(cpu, "/x", WRONLY | CREAT), Err(Errno::ENOENT));
        assert_eq!(on(cpu, "filename.mkdir", "/x", &[0]), Err(Errno::ENOENT));
        assert_eq!(open(cpu, "/", 0), Ok(3), "the root is there, and empty");
        ok(cpu, "fdio.getdents", &[3, D, 1000, OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 0);
    });
}

#[test]
fn bad_paths() {
    run(|cpu| {
        fails(cpu, Errno::EFAULT, "filename.open", &[BAD, 0, 0, OUT]);
        fails(cpu, Errno::EFAULT, "filename.open", &[0, 0, 0, OUT]);
        cpu.write(DATA, b"/\0");
        fails(cpu, Errno::EFAULT, "filename.open", &[D, 0, 0, BAD]);
        assert_eq!(open(cpu, "", 0), Err(Errno::ENOENT));
        assert_eq!(open(cpu, &"x".repeat(256), 0), Err(Errno::ENAMETOOLONG));
        assert_eq!(open(cpu, &"x/".repeat(3000), 0), Err(Errno::ENAMETOOLONG));
        assert_eq!(open(cpu, "a\\..\\b", 0), Err(Errno::EINVAL), "a separator elsewhere");
        cpu.write(DATA, b"/\xff\0");
        fails(cpu, Errno::ENOENT, "filename.open", &[D, 0, 0, OUT]);
    });
}

#[test]
fn files_of_a_mapped_directory_can_be_read() {
    let dir = host();
    with_dir(dir.path(), false, |cpu| {
        assert_eq!(open(cpu, "/data/a", 0), Ok(3));
        assert_eq!(read(cpu, 3), b"alpha");
        assert_eq!(read(cpu, 3), b"");
        ok(cpu, "fdio.seek", &[3, -3i64 as u64, 2, OUT]);
        assert_eq!(cpu.get64(OUT_ADDR), 2);
        assert_eq!(read(cpu, 3), b"pha");
        fails(cpu, Errno::EINVAL, "fdio.seek", &[3, -1i64 as u64, 0, OUT]);
        fails(cpu, Errno::EINVAL, "fdio.seek", &[3, i64::MIN as u64, 1, OUT]);
        fails(cpu, Errno::EINVAL, "fdio.seek", &[3, 0, 3, OUT]);
        fails(cpu, Errno::EFAULT, "fdio.seek", &[3, 0, 0, BAD]);
        fails(cpu, Errno::EBADF, "fdio.write", &[3, D, 1, OUT]);
        ok(cpu, "fdio.fstat", &[3, D]);
        assert_eq!((cpu.get(DATA + 16), cpu.get64(DATA + 40)), (0o10_0444, 5));
        assert_eq!(open(cpu, "data/./sub//../sub/b", 0), Ok(4));
        assert_eq!(read(cpu, 4), b"beta");
        ok(cpu, "fdio.close", &[3]);
        assert_eq!(open(cpu, "/data/a", 0), Ok(3), "the number is free again");
        ok(cpu, "fdio.dup", &[3, OUT]);
        ok(cpu, "fdio.seek", &[5, 4, 0, OUT]);
        assert_eq!(read(cpu, 3), b"a", "duplicates share the position");
        assert_eq!(open(cpu, "/data/none", 0), Err(Errno::ENOENT));
        assert_eq!(open(cpu, "/data/a/x", 0), Err(Errno::ENOTDIR));
        assert_eq!(open(cpu, "/data/none/x", 0), Err(Errno::ENOENT));
        assert_eq!(open(cpu, "/data/a", 3), Err(Errno::EINVAL));
        assert_eq!(open(cpu, "/data/a", 0o20_0000), Err(Errno::ENOTDIR));
    });
}

#[test]
fn a_read_only_directory_stays_as_it_is() {
    let dir = host();
    with_dir(dir.path(), false, |cpu| {
        for flags in [WRONLY, RDWR, TRUNC, WRONLY | CREAT | TRUNC] {
            assert_eq!(open(cpu, "/data/a", flags), Err(Errno::EROFS), "{flags:o}");
        }
        assert_eq!(open(cpu, "/data/new", WRONLY | CREAT), Err(Errno::EROFS));
        assert_eq!(open(cpu, "/data/new", CREAT), Err(Errno::EROFS));
        assert_eq!(on(cpu, "filename.unlink", "/data/a", &[]), Err(Errno::EROFS));
        assert_eq!(on(cpu, "filename.mkdir", "/data/d", &[0]), Err(Errno::EROFS));
        assert_eq!(on(cpu, "filename.rmdir", "/data/sub", &[]), Err(Errno::EROFS));
        assert_eq!(on(cpu, "filename.truncate", "/data/a", &[0]), Err(Errno::EROFS));
        let to = cpu.text(DATA + 100, "/data/z");
        assert_eq!(on(cpu, "filename.rename", "/data/a", &[to]), Err(Errno::EROFS));
        assert_eq!(on(cpu, "filename.access", "/data/a", &[4]), Ok(()));
        assert_eq!(on(cpu, "filename.access", "/data/a", &[2]), Err(Errno::EROFS));
        assert_eq!(on(cpu, "filename.access", "/data/a", &[1]), Err(Errno::EACCES));
        assert_eq!(on(cpu, "filename.access", "/data/a", &[8]), Err(Errno::EINVAL));
    });
    assert_eq!(fs::read(dir.path().join("in/a")).expect("still there"), b"alpha");
    assert_eq!(fs::read_dir(dir.path().join("in")).expect("still there").count(), 5);
}

#[test]
fn a_writable_directory_can_be_changed() {
    let dir = host();
    with_dir(dir.path(), true, |cpu| {
        let new = open(cpu, "/data/new", RDWR | CREAT | EXCL).unwrap();
        write(cpu, new, "one two");
        ok(cpu, "fdio.seek", &[new, 4, 0, OUT]);
        write(cpu, new, "2");
        ok(cpu, "fdio.fsync", &[new]);
        ok(cpu, "fdio.ftruncate", &[new, 6]);
        fails(cpu, Errno::EINVAL, "fdio.ftruncate", &[new, u64::MAX]);
        fails(cpu, Errno::EFBIG, "fdio.ftruncate", &[new, 1 << 40]);
        ok(cpu, "fdio.seek", &[new, 1 << 40, 0, OUT]);
        fails(cpu, Errno::EFBIG, "fdio.write", &[new, D, 1, OUT]);
        assert_eq!(open(cpu, "/data/new", RDWR | CREAT | EXCL), Err(Errno::EEXIST));
        let append = open(cpu, "/data/a", WRONLY | APPEND).unwrap();
        write(cpu, append, "bet");
        fails(cpu, Errno::EBADF, "fdio.read", &[append, D, 1, OUT]);
        let emptied = open(cpu, "/data/sub/b", WRONLY | TRUNC).unwrap();
        write(cpu, emptied, "B");
        assert_eq!(on(cpu, "filename.mkdir", "/data/d", &[0]), Ok(()));
        assert_eq!(on(cpu, "filename.mkdir", "/data/d", &[0]), Err(Errno::EEXIST));
        let to = cpu.text(DATA + 100, "/data/d/moved");
        assert_eq!(on(cpu, "filename.rename", "/data/new", &[to]), Ok(()));
        assert_eq!(on(cpu, "filename.rmdir", "/data/d", &[]), Err(Errno::ENOTEMPTY));
        assert_eq!(on(cpu, "filename.truncate", "/data/d/moved", &[3]), Ok(()));
        assert_eq!(on(cpu, "filename.rmdir", "/data/a", &[]), Err(Errno::ENOTDIR));
        assert_eq!(on(cpu, "filename.unlink", "/data/d", &[]), Err(Errno::EISDIR));
        assert_eq!(on(cpu, "filename.unlink", "/data/none", &[]), Err(Errno::ENOENT));
        assert_eq!(on(cpu, "filename.rmdir", "/data", &[]), Err(Errno::EBUSY), "the mapped directory itself");
        let out = cpu.text(DATA + 100, "/elsewhere");
        assert_eq!(on(cpu, "filename.rename", "/data/a", &[out]), Err(Errno::ENOENT));
        assert_eq!(on(cpu, "filename.unlink", "/data/a", &[]), Ok(()));
        for name in ["filename.link", "filename.symlink"] {
            assert_eq!(on(cpu, name, "/data/sub", &[D]), Err(Errno::ENOSYS), "{name}");
        }
        assert_eq!(on(cpu, "filename.readlink", "/data/sub", &[D, 1, OUT]), Err(Errno::EINVAL));
        assert_eq!(on(cpu, "filename.readlink", "/data/none", &[D, 1, OUT]), Err(Errno::ENOENT));
    });
    let text = |path: &str| fs::read_to_string(dir.path().join("in").join(path)).unwrap_or("absent".into());
    assert_eq!([text("d/moved"), text("sub/b"), text("a")], ["one", "B", "absent"]);
}

/// What becomes of changes of what `/data` has, of what it does not have, and of the root.
fn change_attributes(cpu: &Cpu, expected: [Result<(), Errno>; 4]) {
    for (path, expected) in ["/data/a", "/data/sub", "/data/none", "/"].into_iter().zip(expected) {
        assert_eq!(on(cpu, "filename.chmod", path, &[0]), expected, "chmod {path}");
        assert_eq!(on(cpu, "filename.utimes", path, &[0]), expected, "utimes {path}");
    }
}

#[test]
fn attributes_are_taken_where_a_program_may_write_and_kept_nowhere() {
    let dir = host();
    with_dir(dir.path(), true, |cpu| {
        change_attributes(cpu, [Ok(()), Ok(()), Err(Errno::ENOENT), Err(Errno::EROFS)]);
        assert_eq!(on(cpu, "filename.access", "/data/a", &[6]), Ok(()), "it can be written as before");
        let file = open(cpu, "/data/a", RDWR).unwrap();
        ok(cpu, "fdio.fchmod", &[file, 0]);
        fails(cpu, Errno::EBADF, "fdio.fchmod", &[77, 0]);
    });
    with_dir(dir.path(), false, |cpu| {
        change_attributes(cpu, [Err(Errno::EROFS), Err(Errno::EROFS), Err(Errno::ENOENT), Err(Errno::EROFS)]);
    });
}

#[test]
fn times_are_the_hosts_if_they_are_wanted() {
    const SECOND: u64 = 1_000_000_000;
    let dir = host();
    fs::File::open(dir.path().join("in/a")).and_then(|file| file.set_modified(at(7 * SECOND + 5))).expect("it has a time");
    let tree = |writable, make: fn(&[MappedDir]) -> Result<Tree, String>| {
        make(&[MappedDir { guest: "/data".into(), host: dir.path().join("in"), writable }]).expect("it is there")
    };
    let (real, fixed, kept) = (tree(true, Tree::of_the_system), tree(true, Tree::new), tree(false, Tree::of_the_system));
    let path = real.resolve(b"/data/a").expect("a path");
    let told = [&real, &fixed, &kept].map(|tree| tree.lstat(&path).expect("it is there").changed);
    assert_eq!(told, [7 * SECOND + 5, 0, 7 * SECOND + 5]);
    assert_eq!((fixed.set_changed(&path, SECOND), kept.set_changed(&path, SECOND)), (Ok(()), Err(Errno::EROFS)));
    assert_eq!(real.lstat(&path).expect("it is there").changed, 7 * SECOND + 5, "neither did anything");
    assert_eq!(real.set_changed(&path, SECOND), Ok(()));
    assert_eq!(real.lstat(&path).expect("it is there").changed, SECOND);
    #[cfg(unix)]
    {
        let name =
            std::ffi::CString::new(dir.path().join("in/pipe").into_os_string().into_encoded_bytes()).expect("no zero byte");
        // SAFETY: a string that ends with a zero byte is passed.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        // With somebody at the other end a mistake is seen, and does not wait.
        let _writer = fs::OpenOptions::new().read(true).write(true).open(dir.path().join("in/pipe")).expect("it is there");
        let pipe = real.resolve(b"/data/pipe").expect("a path");
        assert_eq!(real.set_changed(&pipe, SECOND), Err(Errno::EACCES), "nobody waits for a writer");
    }
    let outside = real.resolve(b"/data/link").expect("a path");
    assert_eq!(real.set_changed(&outside, SECOND), Err(Errno::ELOOP));
}

/// A time, by nanoseconds since 1970.
fn at(nanos: u64) -> std::time::SystemTime {
    std::time::UNIX_EPOCH + std::time::Duration::from_nanos(nanos)
}

#[test]
#[cfg(unix)]
fn no_path_leads_out_of_a_mapped_directory() {
    let dir = host();
    with_dir(dir.path(), true, |cpu| {
        for path in
            ["/data/../outside/secret", "/data/../../outside/secret", "/../outside/secret", "/data/sub/../../outside/secret"]
        {
            assert_eq!(open(cpu, path, 0), Err(Errno::ENOENT), "{path}");
        }
        for path in ["/data/link", "/data/dirlink/secret", "/data/dirlink", "/data/inner"] {
            assert_eq!(open(cpu, path, 0), Err(Errno::ELOOP), "{path}");
            assert_eq!(open(cpu, path, WRONLY | CREAT | TRUNC), Err(Errno::ELOOP), "{path}");
            assert_eq!(on(cpu, "filename.stat", path, &[OUT]), Err(Errno::ELOOP), "{path}");
        }
        assert_eq!(on(cpu, "filename.truncate", "/data/link", &[0]), Err(Errno::ELOOP));
        assert_eq!(on(cpu, "filename.chmod", "/data/link", &[0]), Err(Errno::ELOOP));
        assert_eq!(on(cpu, "filename.readlink", "/data/link", &[D, 1, OUT]), Err(Errno::EACCES));
        assert_eq!(on(cpu, "filename.mkdir", "/data/dirlink/d", &[0]), Err(Errno::ELOOP));
        assert_eq!(on(cpu, "filename.chdir", "/data/dirlink", &[]), Err(Errno::ENOTDIR));
        assert_eq!(on(cpu, "filename.lstat", "/data/link", &[OUT]), Ok(()));
        assert_eq!(cpu.get(OUT_ADDR + 16) & 0o17_0000, 0o12_0000, "lstat tells that it is a link");
        assert_eq!(on(cpu, "filename.chdir", "/data/sub", &[]), Ok(()));
        assert_eq!(open(cpu, "../../outside/secret", 0), Err(Errno::ENOENT), "relative paths stop at the root, too");
        assert_eq!(on(cpu, "filename.unlink", "/data/link", &[]), Ok(()), "the link itself can go");
    });
    assert_eq!(fs::read(dir.path().join("outside/secret")).expect("still there"), b"secret");
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_not_opened() {
    let dir = host();
    let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("in/socket")).expect("it can be made");
    with_dir(dir.path(), true, |cpu| {
        assert_eq!(open(cpu, "/data/socket", 0), Err(Errno::EACCES));
        assert_eq!(on(cpu, "filename.stat", "/data/socket", &[OUT]), Ok(()));
        assert_eq!(cpu.get(OUT_ADDR + 16) & 0o37_0000, 0o37_0000, "unsupported");
    });
}

#[test]
fn directories_are_listed_in_order() {
    let dir = host();
    let names = |cpu: &Cpu, fd: u64, count: u64| {
        ok(cpu, "fdio.getdents", &[fd, D, count, OUT]);
        let bytes = cpu.read(DATA, cpu.get(OUT_ADDR) as usize);
        let mut rest = &bytes[..];
        let mut names = Vec::new();
        while !rest.is_empty() {
            let name = rest[18..].split(|byte| *byte == 0).next().unwrap_or_default();
            names.push(String::from_utf8(name.to_vec()).unwrap());
            rest = &rest[usize::from(u16::from_le_bytes([rest[16], rest[17]]))..];
        }
        names
    };
    let dirs = vec![
        MappedDir { guest: "/data".into(), host: dir.path().join("in/sub"), writable: false },
        MappedDir { guest: "/other/deep".into(), host: dir.path().join("outside"), writable: true },
        MappedDir { guest: "/other/copy".into(), host: dir.path().join("in"), writable: false },
    ];
    run_with(Options { dirs, ..options() }, move |cpu| {
        let root = open(cpu, "/", 0).unwrap();
        assert_eq!(names(cpu, root, 1000), ["data", "other"]);
        assert_eq!(names(cpu, root, 1000), [""; 0], "the end");
        let other = open(cpu, "/other", 0o20_0000).unwrap();
        assert_eq!(names(cpu, other, 32), ["copy"], "one record of 24 bytes fits");
        assert_eq!(names(cpu, other, 32), ["deep"]);
        ok(cpu, "fdio.seek", &[other, 0, 0, OUT]);
        fails(cpu, Errno::EINVAL, "fdio.getdents", &[other, D, 23, OUT]);
        fails(cpu, Errno::EFAULT, "fdio.getdents", &[other, BAD, 1000, OUT]);
        assert_eq!(names(cpu, other, 0xffff_ffff), ["copy", "deep"], "what failed took nothing");
        fails(cpu, Errno::EISDIR, "fdio.read", &[other, D, 1, OUT]);
        fails(cpu, Errno::EBADF, "fdio.write", &[other, D, 1, OUT]);
        assert_eq!(open(cpu, "/other", WRONLY), Err(Errno::EISDIR));
        assert_eq!(open(cpu, "/data", CREAT), Err(Errno::EISDIR));
        ok(cpu, "fdio.fstat", &[other, D]);
        assert_eq!(cpu.get(DATA + 16) & 0o17_0000, 0o4_0000);
        let from = cpu.text(DATA + 100, "/other/copy/new");
        assert_eq!(on(cpu, "filename.rename", "/other/deep/secret", &[from]), Err(Errno::EXDEV));
    });
}

#[test]
fn the_working_directory_can_be_changed() {
    let dir = host();
    with_dir(dir.path(), false, |cpu| {
        let cwd = |cpu: &Cpu| {
            ok(cpu, "filename.getcwd", &[D, 100]);
            String::from_utf8(cpu.read(DATA, 100)).unwrap().split('\0').next().unwrap_or_default().to_string()
        };
        assert_eq!(cwd(cpu), "/");
        assert_eq!(on(cpu, "filename.chdir", "data", &[]), Ok(()));
        assert_eq!(cwd(cpu), "/data");
        assert_eq!(open(cpu, "a", 0), Ok(3));
        assert_eq!(open(cpu, "sub", 0), Ok(4));
        ok(cpu, "fdio.fchdir", &[4]);
        assert_eq!(cwd(cpu), "/data/sub");
        fails(cpu, Errno::ENOTDIR, "fdio.fchdir", &[3]);
        fails(cpu, Errno::EBADF, "fdio.fchdir", &[9]);
        fails(cpu, Errno::ERANGE, "filename.getcwd", &[D, 9]);
        fails(cpu, Errno::EFAULT, "filename.getcwd", &[BAD, 100]);
        assert_eq!(on(cpu, "filename.chdir", "../a", &[]), Err(Errno::ENOTDIR));
        assert_eq!(on(cpu, "filename.chdir", "../none", &[]), Err(Errno::ENOENT));
        assert_eq!(on(cpu, "filename.stat", "b", &[OUT]), Ok(()));
        assert_eq!(cpu.get64(OUT_ADDR + 40), 4);
        assert_eq!(on(cpu, "filename.stat", "b", &[BAD]), Err(Errno::EFAULT));
    });
}

#[test]
fn files_can_be_mapped_into_memory() {
    let dir = host();
    with_dir(dir.path(), true, |cpu| {
        let fd = open(cpu, "/data/a", RDWR).unwrap();
        cpu.put(OUT_ADDR, 0);
        ok(cpu, "memory.mmap", &[OUT, 100, 3, 2, fd, 0]);
        let addr = cpu.get(OUT_ADDR);
        assert_eq!(cpu.read(addr, 6), b"alpha\0");
        cpu.write(addr, b"A");
        fails(cpu, Errno::EACCES, "memory.mmap", &[OUT, 100, 3, 1, fd, 0]);
        fails(cpu, Errno::EINVAL, "memory.mmap", &[OUT, 100, 3, 2, fd, 100]);
        fails(cpu, Errno::EINVAL, "memory.mmap", &[OUT, 100, 3, 2, fd, u64::MAX]);
        fails(cpu, Errno::EBADF, "memory.mmap", &[OUT, 100, 3, 2, 99, 0]);
        ok(cpu, "memory.mmap", &[OUT, 100, 1, 1, fd, 0]);
        assert_eq!(cpu.read(cpu.get(OUT_ADDR), 5), b"alpha", "a private mapping does not reach the file");
        fails(cpu, Errno::EFAULT, "fdio.read", &[fd, cpu.get(OUT_ADDR).into(), 1, OUT]);
        let write_only = open(cpu, "/data/a", WRONLY).unwrap();
        fails(cpu, Errno::EACCES, "memory.mmap", &[OUT, 100, 1, 2, write_only, 0]);
    });
}

#[test]
fn many_open_files_are_refused_and_their_slots_are_used_again() {
    let dir = host();
    with_dir(dir.path(), false, |cpu| {
        for round in 0..3 {
            for fd in 3..256 {
                assert_eq!(open(cpu, "/data/a", 0), Ok(fd), "round {round}");
            }
            assert_eq!(open(cpu, "/data/a", 0), Err(Errno::EMFILE));
            (3..256).for_each(|fd| ok(cpu, "fdio.close", &[fd]));
        }
    });
}

#[test]
fn mappings_that_make_no_sense_are_errors() {
    let dir = host();
    let map = |guest: &str, host: &str| {
        Tree::new(&[MappedDir { guest: guest.into(), host: dir.path().join(host), writable: false }]).is_ok()
    };
    assert!(map("/", "in"));
    assert!(map("/a/../b", "in"));
    assert!(!map("relative", "in"));
    assert!(!map("", "in"));
    assert!(!map("/x", "none"));
    assert!(!map("/x", "in/a"), "a file");
}

#[test]
fn devices_are_there_whatever_is_mapped() {
    let dir = host();
    fs::create_dir(dir.path().join("in/dev")).expect("it can be made");
    fs::write(dir.path().join("in/dev/null"), "not this").expect("it can be written");
    let dirs = vec![MappedDir { guest: "/".into(), host: dir.path().join("in"), writable: true }];
    let outcome = run_with(Options { dirs, ..options() }, |cpu| {
        let [null, zero, full, random, other] = ["/dev/null", "/dev/../dev/zero", "/dev/full", "/dev/urandom", "/dev/random"]
            .map(|name| open(cpu, name, RDWR).unwrap());
        assert_eq!((read(cpu, null), read(cpu, zero)), (Vec::new(), vec![0; 100]));
        let [first, second, third] = [random, random, other].map(|fd| read(cpu, fd));
        assert!(first.len() == 100 && first != second && second != third && first != third);
        write(cpu, null, "gone");
        fails(cpu, Errno::ENOSPC, "fdio.write", &[full, cpu.text(DATA, "x"), 1, OUT]);
        fails(cpu, Errno::ENOSPC, "fdio.write", &[full, cpu.text(DATA, "x"), 1, OUT]);
        for stat in [("filename.stat", cpu.text(DATA, "/dev/urandom")), ("fdio.fstat", random)] {
            ok(cpu, stat.0, &[stat.1, D]);
            // `st_mode`: a character device.
            assert_eq!(cpu.get(DATA + 16) & 0o170_000, 0o020_000);
        }
        assert_eq!(open(cpu, "/dev/tty", 0), Err(Errno::ENOENT));
    });
    assert_eq!(outcome.end, End::Returned);
    assert_eq!(fs::read(dir.path().join("in/dev/null")).unwrap(), b"not this");
}

#[test]
fn devices_have_the_same_numbers_in_every_engine() {
    let numbers = || {
        let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let into = std::sync::Arc::clone(&seen);
        run(move |cpu| {
            let fd = open(cpu, "/dev/urandom", 0).unwrap();
            into.lock().unwrap().extend(read(cpu, fd));
        });
        std::mem::take(&mut *seen.lock().unwrap())
    };
    let first = numbers();
    assert!(first.len() == 100 && first == numbers());
}
