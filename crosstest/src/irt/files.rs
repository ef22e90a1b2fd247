//! Functions that take file names, over the mapped directories ([`Tree`](super::Tree)).
//!
//! With nothing mapped there is an empty root directory: every file is absent, but for the devices ([`Device`]) and the names of
//! descriptors (`/dev/stdin` and its kind, `/dev/fd/3`), which duplicate them when they are opened. Permissions are those of the
//! mapping, and there are no times, which would differ from one run to the next: to change either of a file that may be written
//! succeeds and keeps nothing, as on file systems that have none, since programs that write files take an error for a loss (bzip2
//! removes what it has written). For a program that is run for its own sake times are the host's ([`Tree::of_the_system`]). There
//! are no links (`ENOSYS`), which let a later path lead elsewhere.

use super::abi::{Errno, Stat, TIME_BYTES, mode, open_flags as flag, parse_timeval};
use super::device::Device;
use super::tree::{FILE_LIMIT, GuestPath, Opened};
use super::{Answer, Call, OK, Served};

/// The path in argument `index`; `/dev/fd/3/x` is what lies at `x` of the directory that descriptor 3 has (`openat` asks so).
fn path(call: &mut Call, index: usize) -> Result<GuestPath, Errno> {
    let text = call.text(index)?;
    if let Some((number, rest)) = inside_descriptor(&text) {
        let directory = call.world.files.directory(number).map_err(absent)?;
        let rest = rest.iter().position(|byte| *byte != b'/').map_or(&b"."[..], |start| &rest[start..]);
        return call.world.tree.resolve_in(&directory, rest);
    }
    call.world.tree.resolve(&text)
}

/// The descriptor that a name begins with, and what follows it behind a slash.
fn inside_descriptor(text: &[u8]) -> Option<(u32, &[u8])> {
    let text = text.strip_prefix(b"/dev/fd/")?;
    let end = text.iter().position(|byte| *byte == b'/')?;
    Some((descriptor_of(str::from_utf8(&text[..end]).ok()?)?, &text[end + 1..]))
}

/// The descriptor of this number, in decimal digits.
fn descriptor_of(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The descriptor that a path is a name of.
fn descriptor(path: &GuestPath) -> Option<u32> {
    match &*path.text() {
        "/dev/stdin" => Some(0),
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        text => descriptor_of(text.strip_prefix("/dev/fd/")?),
    }
}

/// A name of a descriptor that is not open is the name of nothing.
fn absent(error: Errno) -> Errno {
    if error == Errno::EBADF { Errno::ENOENT } else { error }
}

/// `int open(const char *pathname, int oflag, mode_t cmode, int *newfd)`
pub fn open(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    call.put(3, 0)?;
    if !call.world.files.has_room() {
        return Err(Errno::EMFILE);
    }
    if let Some(number) = descriptor(&path) {
        look(call, &path)?;
        let fd = call.world.files.duplicate(number)?;
        call.put(3, fd)?;
        return OK;
    }
    if let Some(device) = Device::at(&path) {
        look(call, &path)?;
        let fd = call.world.files.add_device(device)?;
        call.put(3, fd)?;
        return OK;
    }
    let opened = call.world.tree.open(&path, call.arg(1))?;
    if let Opened::Dir(entries) = &opened {
        call.work += entries.len() as u64 * 64;
    }
    let fd = call.world.files.add(opened, path)?;
    call.put(3, fd)?;
    OK
}

/// What is told of what lies at a path.
fn look(call: &mut Call, path: &GuestPath) -> Result<Stat, Errno> {
    let stat = match (descriptor(path), Device::at(path)) {
        (Some(number), _) => call.world.files.stat(number, &call.world.tree).map_err(absent)?,
        (None, Some(device)) => device.stat(),
        (None, None) => return call.world.tree.lstat(path),
    };
    if path.names_directory() && stat.mode & mode::UNSUPPORTED != mode::DIRECTORY { Err(Errno::ENOTDIR) } else { Ok(stat) }
}

fn put_stat(call: &mut Call, stat: Stat) -> Served {
    call.memory.write(call.arg(1), &stat.encode())?;
    OK
}

/// `int stat(const char *pathname, struct stat *)`
pub fn stat(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    let stat = look(call, &path)?;
    if stat.mode & mode::UNSUPPORTED == mode::LINK {
        return Err(Errno::ELOOP);
    }
    put_stat(call, stat)
}

/// `int lstat(const char *pathname, struct stat *)`
pub fn lstat(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    let stat = look(call, &path)?;
    put_stat(call, stat)
}

/// `int mkdir(const char *pathname, mode_t mode)`
pub fn mkdir(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    call.world.tree.mkdir(&path)?;
    OK
}

/// `int rmdir(const char *pathname)`
pub fn rmdir(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    call.world.tree.rmdir(&path)?;
    OK
}

/// `int chdir(const char *pathname)`
pub fn chdir(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    call.world.tree.chdir(&path)?;
    OK
}

/// `int fchdir(int fd)`
pub fn fchdir(call: &mut Call) -> Served {
    let path = call.world.files.directory(call.arg(0))?;
    call.world.tree.chdir(&path)?;
    OK
}

/// `int getcwd(char *pathname, size_t len)`
pub fn getcwd(call: &mut Call) -> Served {
    let mut text = call.world.tree.cwd().text().into_bytes();
    text.push(0);
    if text.len() > call.arg(1) as usize {
        return Err(Errno::ERANGE);
    }
    call.memory.write(call.arg(0), &text)?;
    OK
}

/// `int unlink(const char *pathname)`
pub fn unlink(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    call.world.tree.unlink(&path)?;
    OK
}

/// `int truncate(const char *pathname, off_t length)`
pub fn truncate(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    let length = u64::try_from(call.arg64(1)).map_err(|_| Errno::EINVAL)?;
    if length > FILE_LIMIT {
        return Err(Errno::EFBIG);
    }
    match call.world.tree.open(&path, flag::WRONLY)? {
        Opened::File { file, .. } => file.set_len(length)?,
        Opened::Dir(_) => return Err(Errno::EISDIR),
    }
    OK
}

/// `int rename(const char *oldpath, const char *newpath)`
pub fn rename(call: &mut Call) -> Served {
    let (from, to) = (path(call, 0)?, path(call, 1)?);
    call.world.tree.rename(&from, &to)?;
    OK
}

/// `int utimes(const char *path, const struct timeval times[2])`: the time of access is not kept; without times it is now.
pub fn utimes(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    let changed = if call.arg(1) == 0 {
        call.world.chance.now()
    } else {
        let [accessed, changed] = [0, TIME_BYTES].map(|at| at..at + TIME_BYTES);
        let times = call.bytes::<{ 2 * TIME_BYTES }>(1)?;
        parse_timeval(&times[accessed])?;
        parse_timeval(&times[changed])?
    };
    call.world.tree.set_changed(&path, changed)?;
    OK
}

/// `int chmod(const char *path, mode_t mode)`: nothing is kept.
pub fn chmod(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    call.world.tree.may_change(&path)?;
    OK
}

/// `int access(const char *path, int amode)`: what `open` would allow.
pub fn access(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    let wanted = call.arg(1);
    if wanted > 7 {
        return Err(Errno::EINVAL);
    }
    let granted = look(call, &path)?.mode & 7;
    if wanted & !granted != 0 {
        return Err(if wanted & 2 != 0 && granted & 2 == 0 { Errno::EROFS } else { Errno::EACCES });
    }
    OK
}

/// `int readlink(const char *path, char *buf, size_t count, size_t *nread)`: where a link leads is the host's business.
pub fn readlink(call: &mut Call) -> Served {
    let path = path(call, 0)?;
    Err(if look(call, &path)?.mode & mode::UNSUPPORTED == mode::LINK { Errno::EACCES } else { Errno::EINVAL })
}

/// Functions that exist so that the interface is complete.
pub fn not_provided(_: &mut Call) -> Served {
    Err::<Answer, _>(Errno::ENOSYS)
}
