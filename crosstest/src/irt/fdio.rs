//! Descriptors: the standard streams, files and directories, and the `fdio` functions on them.
//!
//! A descriptor names an open file; `dup` makes two that share one position. Transfers run page by
//! page and stop at the first byte that cannot be accessed: what went before is reported, or
//! `EFAULT` if nothing did. The standard streams are no terminals, so that buffering does not
//! depend on how the test was started.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};

use super::abi::{self, Errno, Stat, mode};
use super::device::Device;
use super::tree::{Entry, FILE_LIMIT, GuestPath, Opened, Tree};
use super::{Answer, Call, Chance, OK, Served};
use crate::guest::PAGE_SIZE;

/// Most open descriptors.
const DESCRIPTOR_LIMIT: usize = 256;
/// Most bytes that one call transfers, as in the NaCl runtime.
const TRANSFER_LIMIT: u32 = i32::MAX as u32;

/// Where standard input comes from.
pub enum Source {
    /// These bytes, then the end.
    Bytes(Vec<u8>),
    /// Read as the program asks for it.
    Live(Box<dyn Read + Send>),
}

/// Where standard output and standard error go.
pub enum Sink {
    /// Kept for the outcome, up to this many bytes; then writes fail with `ENOSPC`.
    Capture(usize),
    /// Passed on at once.
    Live(Box<dyn Write + Send>),
}

/// What a descriptor names.
enum OpenFile {
    Input {
        /// Bytes taken from the source that the program has not read yet, from `next` on.
        pending: Vec<u8>,
        next: usize,
        live: Option<Box<dyn Read + Send>>,
    },
    Output {
        sink: Sink,
        captured: Vec<u8>,
    },
    Regular {
        ino: u64,
        file: File,
        position: u64,
        readable: bool,
        writable: bool,
        append: bool,
        changeable: bool,
    },
    Directory {
        path: GuestPath,
        entries: Vec<Entry>,
        position: usize,
    },
    Device(Device),
}

/// The descriptor table.
pub struct Files {
    /// Indices into `open`.
    descriptors: Vec<Option<usize>>,
    /// Never more than descriptors, but for the standard streams, which stay so that the outcome
    /// can have what was captured.
    open: Vec<Option<OpenFile>>,
}

const STDOUT: usize = 1;
const STDERR: usize = 2;

impl Files {
    /// The standard streams.
    pub fn new(stdin: Source, stdout: Sink, stderr: Sink) -> Files {
        let input = match stdin {
            Source::Bytes(bytes) => OpenFile::Input { pending: bytes, next: 0, live: None },
            Source::Live(reader) => OpenFile::Input { pending: Vec::new(), next: 0, live: Some(reader) },
        };
        let output = |sink| OpenFile::Output { sink, captured: Vec::new() };
        Files { descriptors: (0..3).map(Some).collect(), open: vec![Some(input), Some(output(stdout)), Some(output(stderr))] }
    }

    /// What was captured of standard output and standard error.
    pub fn into_captured(mut self) -> (Vec<u8>, Vec<u8>) {
        let mut take = |index: usize| match self.open[index].take() {
            Some(OpenFile::Output { captured, .. }) => captured,
            _ => Vec::new(),
        };
        (take(STDOUT), take(STDERR))
    }

    fn index(&self, fd: u32) -> Result<usize, Errno> {
        self.descriptors.get(fd as usize).copied().flatten().ok_or(Errno::EBADF)
    }

    fn get(&mut self, fd: u32) -> Result<&mut OpenFile, Errno> {
        let index = self.index(fd)?;
        self.open[index].as_mut().ok_or(Errno::EBADF)
    }

    /// Names an open file by the lowest free descriptor.
    fn name(&mut self, index: usize) -> Result<u32, Errno> {
        let free = self.descriptors.iter().position(Option::is_none).unwrap_or(self.descriptors.len());
        if free >= DESCRIPTOR_LIMIT {
            return Err(Errno::EMFILE);
        }
        self.set(free, Some(index));
        Ok(free as u32)
    }

    fn set(&mut self, fd: usize, index: Option<usize>) {
        if fd >= self.descriptors.len() {
            self.descriptors.resize(fd + 1, None);
        }
        self.descriptors[fd] = index;
    }

    /// Forgets a descriptor, and its file with the last one.
    fn close(&mut self, fd: u32) -> Result<(), Errno> {
        let index = self.index(fd)?;
        self.descriptors[fd as usize] = None;
        if index > STDERR && !self.descriptors.contains(&Some(index)) {
            self.open[index] = None;
        }
        Ok(())
    }

    /// Whether reading this descriptor may wait for what others write.
    pub fn is_live_input(&self, fd: u32) -> bool {
        let file = self.index(fd).ok().and_then(|index| self.open[index].as_ref());
        matches!(file, Some(OpenFile::Input { pending, next, live: Some(_) }) if *next >= pending.len())
    }

    /// Whether another descriptor can be made.
    pub fn has_room(&self) -> bool {
        self.descriptors.len() < DESCRIPTOR_LIMIT || self.descriptors.contains(&None)
    }

    /// Adds what `Tree::open` made.
    pub fn add(&mut self, opened: Opened, path: GuestPath) -> Result<u32, Errno> {
        let file = match opened {
            Opened::File { file, readable, writable, append, changeable } => {
                OpenFile::Regular { ino: path.ino(), file, position: 0, readable, writable, append, changeable }
            }
            Opened::Dir(entries) => OpenFile::Directory { path, entries, position: 0 },
        };
        self.insert(file)
    }

    /// Adds a device.
    pub fn add_device(&mut self, device: Device) -> Result<u32, Errno> {
        self.insert(OpenFile::Device(device))
    }

    fn insert(&mut self, file: OpenFile) -> Result<u32, Errno> {
        let free = self.open.iter().skip(STDERR + 1).position(Option::is_none).map(|at| at + STDERR + 1);
        let index = free.unwrap_or_else(|| {
            self.open.push(None);
            self.open.len() - 1
        });
        let fd = self.name(index)?;
        self.open[index] = Some(file);
        Ok(fd)
    }

    /// The path of an open directory.
    pub fn directory(&mut self, fd: u32) -> Result<GuestPath, Errno> {
        match self.get(fd)? {
            OpenFile::Directory { path, .. } => Ok(path.clone()),
            _ => Err(Errno::ENOTDIR),
        }
    }

    /// Another descriptor of the same open file.
    pub fn duplicate(&mut self, fd: u32) -> Result<u32, Errno> {
        let index = self.index(fd)?;
        self.name(index)
    }

    /// What is told of what a descriptor names.
    pub fn stat(&mut self, fd: u32, tree: &Tree) -> Result<Stat, Errno> {
        let index = self.index(fd)?;
        Ok(match self.get(fd)? {
            OpenFile::Input { .. } | OpenFile::Output { .. } => {
                Stat { ino: index as u64, mode: mode::CHARACTER | 0o666, size: 0, special: 0, changed: 0 }
            }
            OpenFile::Device(device) => device.stat(),
            OpenFile::Regular { ino, file, changeable, .. } => {
                // What `stat` tells, whatever the descriptor is for: archivers keep it.
                let permissions = if *changeable { 0o666 } else { 0o444 };
                let found = file.metadata()?;
                let changed = tree.changed(&found);
                Stat { ino: *ino, mode: mode::REGULAR | permissions, size: found.len(), special: 0, changed }
            }
            OpenFile::Directory { path, .. } => tree.lstat(path)?,
        })
    }

    /// Bytes of a regular file, for a mapping of it. Past its end there are none.
    pub fn read_at(&mut self, fd: u32, offset: u64, buffer: &mut [u8]) -> Result<usize, Errno> {
        match self.get(fd)? {
            OpenFile::Regular { readable: false, .. } => Err(Errno::EACCES),
            OpenFile::Regular { file, .. } => read_file(file, offset, buffer),
            _ => Err(Errno::ENODEV),
        }
    }
}

/// Fills the buffer from a position on, as far as the file goes.
fn read_file(file: &mut File, position: u64, buffer: &mut [u8]) -> Result<usize, Errno> {
    file.seek(SeekFrom::Start(position))?;
    let mut done = 0;
    while done < buffer.len() {
        match file.read(&mut buffer[done..])? {
            0 => break,
            count => done += count,
        }
    }
    Ok(done)
}

/// Replaces the bytes by the next ones of a live source.
fn refill(reader: &mut dyn Read, pending: &mut Vec<u8>) -> Result<(), Errno> {
    pending.resize(PAGE_SIZE as usize, 0);
    let count = loop {
        match reader.read(pending) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => break result,
        }
    };
    pending.truncate(*count.as_ref().unwrap_or(&0));
    count?;
    Ok(())
}

impl OpenFile {
    /// The next bytes, at most `limit` of them; none at the end. They stay unread until
    /// [`advance`](Self::advance).
    fn peek(&mut self, limit: usize, chance: &mut Chance) -> Result<Vec<u8>, Errno> {
        match self {
            OpenFile::Input { pending, next, live } => {
                if *next == pending.len()
                    && let Some(reader) = live
                {
                    refill(reader, pending)?;
                    *next = 0;
                }
                Ok(pending[*next..].iter().take(limit).copied().collect())
            }
            OpenFile::Regular { file, position, readable: true, .. } => {
                let mut bytes = vec![0; limit];
                let count = read_file(file, *position, &mut bytes)?;
                bytes.truncate(count);
                Ok(bytes)
            }
            OpenFile::Directory { .. } => Err(Errno::EISDIR),
            OpenFile::Device(device) => Ok(device.read(limit, chance)),
            _ => Err(Errno::EBADF),
        }
    }

    fn advance(&mut self, count: usize) {
        match self {
            OpenFile::Input { next, .. } => *next += count,
            OpenFile::Regular { position, .. } => *position += count as u64,
            _ => {}
        }
    }

    /// Writes all of the bytes.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Errno> {
        match self {
            OpenFile::Output { sink: Sink::Capture(limit), captured } => {
                if captured.len() + bytes.len() > *limit {
                    return Err(Errno::ENOSPC);
                }
                captured.extend_from_slice(bytes);
            }
            OpenFile::Output { sink: Sink::Live(writer), .. } => {
                writer.write_all(bytes)?;
                writer.flush()?;
            }
            OpenFile::Regular { file, position, writable: true, append, .. } => {
                if *append {
                    *position = file.seek(SeekFrom::End(0))?;
                }
                if position.saturating_add(bytes.len() as u64) > FILE_LIMIT {
                    return Err(Errno::EFBIG);
                }
                file.seek(SeekFrom::Start(*position))?;
                file.write_all(bytes)?;
                *position += bytes.len() as u64;
            }
            OpenFile::Device(device) => device.write(bytes)?,
            _ => return Err(Errno::EBADF),
        }
        Ok(())
    }

    /// The size, where there is one.
    fn size(&self) -> Result<u64, Errno> {
        match self {
            OpenFile::Regular { file, .. } => Ok(file.metadata()?.len()),
            OpenFile::Directory { entries, .. } => Ok(entries.len() as u64),
            _ => Err(Errno::ESPIPE),
        }
    }
}

/// Number of bytes from `addr` to the end of its page, at most `left`.
pub fn piece(addr: u32, left: u32) -> u32 {
    left.min(PAGE_SIZE - addr % PAGE_SIZE)
}

/// `int close(int fd)`
pub fn close(call: &mut Call) -> Served {
    call.world.files.close(call.arg(0))?;
    OK
}

/// `int dup(int fd, int *newfd)`
pub fn dup(call: &mut Call) -> Served {
    let old = call.arg(0);
    call.world.files.index(old)?;
    call.put(1, 0)?;
    let fd = call.world.files.duplicate(old)?;
    call.put(1, fd)?;
    OK
}

/// `int dup2(int fd, int newfd)`
pub fn dup2(call: &mut Call) -> Served {
    let (old, new) = (call.arg(0), call.arg(1));
    let index = call.world.files.index(old)?;
    if new as usize >= DESCRIPTOR_LIMIT {
        return Err(Errno::EBADF);
    }
    if old != new {
        // Closing a descriptor that is not open is fine here.
        let _ = call.world.files.close(new);
        call.world.files.set(new as usize, Some(index));
    }
    OK
}

/// `int read(int fd, void *buf, size_t count, size_t *nread)`
pub fn read(call: &mut Call) -> Served {
    let (fd, mut addr, count) = (call.arg(0), call.arg(1), call.arg(2).min(TRANSFER_LIMIT));
    let file = call.world.files.get(fd)?;
    call.memory.write_u32(call.args[3].bits as u32, 0)?;
    let waits = matches!(file, OpenFile::Input { live: Some(_), .. });
    let mut done = 0;
    loop {
        let limit = piece(addr, count - done);
        let bytes = if limit == 0 { Vec::new() } else { file.peek(limit as usize, &mut call.world.chance)? };
        if call.memory.write(addr, &bytes).is_err() {
            if done == 0 {
                return Err(Errno::EFAULT);
            }
            break;
        }
        file.advance(bytes.len());
        call.work += bytes.len() as u64;
        done += bytes.len() as u32;
        addr = addr.wrapping_add(bytes.len() as u32);
        if done == count || bytes.len() < limit as usize || waits {
            break;
        }
    }
    call.put(3, done)?;
    OK
}

/// `int write(int fd, const void *buf, size_t count, size_t *nwrote)`
pub fn write(call: &mut Call) -> Served {
    let (fd, mut addr, count) = (call.arg(0), call.arg(1), call.arg(2).min(TRANSFER_LIMIT));
    let file = call.world.files.get(fd)?;
    file.put(&[])?;
    call.memory.write_u32(call.args[3].bits as u32, 0)?;
    let mut done = 0;
    while done < count {
        let mut bytes = vec![0; piece(addr, count - done) as usize];
        let result = call.memory.read(addr, &mut bytes).map_err(Errno::from).and_then(|()| file.put(&bytes));
        match result {
            Err(error) if done == 0 => return Err(error),
            Err(_) => break,
            Ok(()) => {}
        }
        call.sent.extend_from_slice(&bytes);
        call.work += bytes.len() as u64;
        done += bytes.len() as u32;
        addr = addr.wrapping_add(bytes.len() as u32);
    }
    call.put(3, done)?;
    OK
}

/// `int seek(int fd, off_t offset, int whence, off_t *new_offset)`
pub fn seek(call: &mut Call) -> Served {
    let (offset, whence, out) = (call.arg64(1), call.arg(2), call.arg(3));
    let file = call.world.files.get(call.args[0].bits as u32)?;
    let size = file.size()?;
    let current = match file {
        OpenFile::Regular { position, .. } => *position,
        OpenFile::Directory { position, .. } => *position as u64,
        _ => return Err(Errno::ESPIPE),
    };
    let base = match whence {
        0 => 0,
        1 => current,
        2 => size,
        _ => return Err(Errno::EINVAL),
    };
    let target = base.checked_add_signed(offset).ok_or(Errno::EINVAL)?;
    call.memory.write(out, &target.to_le_bytes())?;
    match file {
        OpenFile::Regular { position, .. } => *position = target,
        OpenFile::Directory { position, .. } => *position = usize::try_from(target.min(size)).unwrap_or(usize::MAX),
        _ => {}
    }
    OK
}

/// `int fstat(int fd, struct stat *)`
pub fn fstat(call: &mut Call) -> Served {
    let stat = call.world.files.stat(call.arg(0), &call.world.tree)?;
    call.memory.write(call.arg(1), &stat.encode())?;
    OK
}

/// `int getdents(int fd, struct dirent *, size_t count, size_t *nread)`
pub fn getdents(call: &mut Call) -> Served {
    let (fd, addr, count) = (call.arg(0), call.arg(1), call.arg(2));
    let OpenFile::Directory { entries, position, .. } = call.world.files.get(fd)? else { return Err(Errno::ENOTDIR) };
    let mut bytes = Vec::new();
    let mut next = *position;
    while let Some(entry) = entries.get(next) {
        let record = abi::encode_dirent(entry.ino, next as u64 + 1, entry.name.as_bytes());
        if bytes.len() + record.len() > count.min(PAGE_SIZE) as usize {
            break;
        }
        bytes.extend(record);
        next += 1;
    }
    if bytes.is_empty() && next < entries.len() {
        return Err(Errno::EINVAL);
    }
    call.memory.write(addr, &bytes)?;
    *position = next;
    call.put(3, bytes.len() as u32)?;
    OK
}

/// `int fsync(int fd)`, `int fdatasync(int fd)`
pub fn fsync(call: &mut Call) -> Served {
    match call.world.files.get(call.args[0].bits as u32)? {
        OpenFile::Regular { file, .. } => file.sync_data()?,
        OpenFile::Directory { .. } => {}
        _ => return Err(Errno::EINVAL),
    }
    OK
}

/// `int fchmod(int fd, mode_t mode)`: nothing is kept.
pub fn fchmod(call: &mut Call) -> Served {
    match call.world.files.get(call.arg(0))? {
        OpenFile::Regular { .. } | OpenFile::Directory { .. } => OK,
        _ => Err(Errno::EINVAL),
    }
}

/// `int ftruncate(int fd, off_t length)`
pub fn ftruncate(call: &mut Call) -> Served {
    let length = u64::try_from(call.arg64(1)).map_err(|_| Errno::EINVAL)?;
    if length > FILE_LIMIT {
        return Err(Errno::EFBIG);
    }
    match call.world.files.get(call.args[0].bits as u32)? {
        OpenFile::Regular { file, writable: true, .. } => file.set_len(length)?,
        _ => return Err(Errno::EINVAL),
    }
    OK
}

/// `int isatty(int fd, int *result)`: never.
pub fn isatty(call: &mut Call) -> Served {
    call.world.files.index(call.arg(0))?;
    call.put(1, 0)?;
    Ok(Answer::Return(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_files_leave_nothing_behind() {
        let mut files = Files::new(Source::Bytes(Vec::new()), Sink::Capture(0), Sink::Capture(0));
        for _ in 0..10 {
            let fd = files.add(Opened::Dir(Vec::new()), GuestPath::default()).expect("there is room");
            let index = files.index(fd).expect("it is open");
            let second = files.name(index).expect("there is room");
            files.close(fd).expect("it is open");
            assert!(files.get(second).is_ok(), "the other descriptor keeps it");
            files.close(second).expect("it is open");
        }
        assert_eq!(files.open.len(), 4, "one slot besides the standard streams");
        assert!(files.open[3].is_none());
    }
}
