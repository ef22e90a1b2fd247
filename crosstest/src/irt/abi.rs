//! The numbers and structure layouts that NaCl's newlib agreed on with its runtime: error numbers,
//! flags, modes, `stat`, `timespec`.
//!
//! Everything is little-endian with ILP32 types, a 64-bit `time_t`, `off_t`, `dev_t` and `ino_t`,
//! and 64-bit integers aligned to 8. Source: [NACL-SOURCE]
//! `src/trusted/service_runtime/include/{sys,bits}/*.h` (`errno.h`, `stat.h`, `fcntl.h`, `mman.h`,
//! `time.h`, `unistd.h`, `dirent.h`). The error numbers are those that agree with Linux
//! (native_client since 2013).

use std::io;

use crate::guest::Fault;

/// An error number, as interface functions return it; zero is success and has no `Errno`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Errno(pub u32);

macro_rules! errnos {
    ($($name:ident = $number:literal, $text:literal;)*) => {
        impl Errno {
            $(#[doc = $text] pub const $name: Errno = Errno($number);)*
        }
    };
}

errnos! {
    EPERM = 1, "Operation not permitted.";
    ENOENT = 2, "No such file or directory.";
    EIO = 5, "Input or output error.";
    EBADF = 9, "Not an open descriptor, or not open for this.";
    EAGAIN = 11, "Try again; also a futex that has another value.";
    ENOMEM = 12, "Out of memory.";
    EACCES = 13, "Permission denied.";
    EFAULT = 14, "Bad address.";
    EBUSY = 16, "Resource in use.";
    EEXIST = 17, "File exists.";
    EXDEV = 18, "Not within one mapped directory.";
    ENODEV = 19, "Not possible with this kind of descriptor.";
    ENOTDIR = 20, "Not a directory.";
    EISDIR = 21, "Is a directory.";
    EINVAL = 22, "Invalid argument.";
    EMFILE = 24, "Too many open descriptors.";
    EFBIG = 27, "File too large.";
    ENOSPC = 28, "No space left.";
    ESPIPE = 29, "Not seekable.";
    EROFS = 30, "Mapped read-only.";
    EPIPE = 32, "Nobody reads what is written.";
    ERANGE = 34, "Result does not fit.";
    EDEADLK = 35, "Would wait for itself.";
    ENAMETOOLONG = 36, "File name too long.";
    ENOSYS = 38, "Not provided.";
    ENOTEMPTY = 39, "Directory not empty.";
    ELOOP = 40, "A symbolic link, which is never followed.";
    EOVERFLOW = 75, "Value too large for its type.";
    ETIMEDOUT = 110, "Time ran out.";
}

impl From<Fault> for Errno {
    fn from(_: Fault) -> Errno {
        Errno::EFAULT
    }
}

impl From<io::Error> for Errno {
    fn from(error: io::Error) -> Errno {
        match error.kind() {
            io::ErrorKind::NotFound => Errno::ENOENT,
            io::ErrorKind::PermissionDenied => Errno::EACCES,
            io::ErrorKind::AlreadyExists => Errno::EEXIST,
            io::ErrorKind::BrokenPipe => Errno::EPIPE,
            io::ErrorKind::InvalidInput => Errno::EINVAL,
            io::ErrorKind::NotADirectory => Errno::ENOTDIR,
            io::ErrorKind::IsADirectory => Errno::EISDIR,
            io::ErrorKind::DirectoryNotEmpty => Errno::ENOTEMPTY,
            io::ErrorKind::ReadOnlyFilesystem => Errno::EROFS,
            io::ErrorKind::StorageFull => Errno::ENOSPC,
            io::ErrorKind::FileTooLarge => Errno::EFBIG,
            _ => Errno::EIO,
        }
    }
}

/// Flags of `open`.
pub mod open_flags {
    /// Mask of the access mode.
    pub const ACCMODE: u32 = 0o3;
    /// Access mode: reading only.
    pub const RDONLY: u32 = 0;
    /// Access mode: writing only.
    pub const WRONLY: u32 = 1;
    /// Access mode: both.
    pub const RDWR: u32 = 2;
    /// Make the file if it does not exist.
    pub const CREAT: u32 = 0o100;
    /// With `CREAT`: fail if it exists.
    pub const EXCL: u32 = 0o200;
    /// Empty the file.
    pub const TRUNC: u32 = 0o1000;
    /// Every write goes to the end.
    pub const APPEND: u32 = 0o2000;
    /// Fail unless it is a directory.
    pub const DIRECTORY: u32 = 0o20_0000;
}

/// Flags of `mmap`.
pub mod map_flags {
    /// Pages can be read.
    pub const PROT_READ: u32 = 1;
    /// Pages can be written.
    pub const PROT_WRITE: u32 = 2;
    /// Writes reach the file.
    pub const SHARED: u32 = 1;
    /// Writes stay here.
    pub const PRIVATE: u32 = 2;
    /// The address is no hint.
    pub const FIXED: u32 = 0x10;
    /// Zeroed memory, no file.
    pub const ANONYMOUS: u32 = 0x20;
}

/// File types and permissions in `st_mode`.
pub mod mode {
    /// Regular file.
    pub const REGULAR: u32 = 0o10_0000;
    /// Directory.
    pub const DIRECTORY: u32 = 0o4_0000;
    /// Character device: the standard streams.
    pub const CHARACTER: u32 = 0o2_0000;
    /// Symbolic link.
    pub const LINK: u32 = 0o12_0000;
    /// Anything else that a host directory may hold: never opened.
    pub const UNSUPPORTED: u32 = 0o37_0000;
}

/// Keys of `sysconf`.
pub mod sysconf {
    /// Number of processors.
    pub const NPROCESSORS_ONLN: u32 = 1;
    /// Size of a page.
    pub const PAGESIZE: u32 = 2;
}

/// Clocks of `clock_gettime` have the numbers 0 (real time), 1 (monotonic), 2 (process) and 3
/// (thread).
pub const CLOCK_COUNT: u32 = 4;

/// Nanoseconds in a second.
pub const SECOND: u64 = 1_000_000_000;

/// The user and the group that a program is and whose every file is. The C library's `getuid` says so, too.
pub const USER: u32 = 1000;

/// What `stat` tells. Owners and devices are constants: they would differ from one host to the next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stat {
    /// Identifies the file.
    pub ino: u64,
    /// Type and permissions.
    pub mode: u32,
    /// Size in bytes.
    pub size: u64,
    /// The number of the device that it is; 0 for what is none.
    pub special: u64,
    /// When it was changed, in nanoseconds of Unix time, and so for all three times; 0 where none are told.
    pub changed: u64,
}

impl Stat {
    /// Size of `struct stat`.
    pub const BYTES: usize = 104;

    /// The structure as it lies in guest memory.
    pub fn encode(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let mut put = |offset: usize, field: &[u8]| bytes[offset..offset + field.len()].copy_from_slice(field);
        put(8, &self.ino.to_le_bytes());
        put(16, &self.mode.to_le_bytes());
        put(20, &1u32.to_le_bytes()); // links
        put(24, &USER.to_le_bytes());
        put(28, &USER.to_le_bytes()); // group
        put(32, &self.special.to_le_bytes());
        put(40, &self.size.to_le_bytes());
        put(48, &4096u32.to_le_bytes()); // preferred block
        put(52, &u32::try_from(self.size.div_ceil(512)).unwrap_or(u32::MAX).to_le_bytes());
        for time in [56, 72, 88] {
            put(time, &encode_time(self.changed / SECOND, (self.changed % SECOND) as u32));
        }
        bytes
    }
}

/// Size of `struct timespec` and `struct timeval`: 64-bit seconds, a 32-bit fraction, padding.
pub const TIME_BYTES: usize = 16;

/// Seconds and a fraction (nanoseconds of a `timespec`, microseconds of a `timeval`) as they lie in
/// guest memory.
pub fn encode_time(seconds: u64, fraction: u32) -> [u8; TIME_BYTES] {
    let mut bytes = [0; TIME_BYTES];
    bytes[..8].copy_from_slice(&seconds.to_le_bytes());
    bytes[8..12].copy_from_slice(&fraction.to_le_bytes());
    bytes
}

/// The nanoseconds that a `timeval` states; `EINVAL` for what is before 1970 or has a bad fraction.
pub fn parse_timeval(bytes: &[u8]) -> Result<u64, Errno> {
    let (seconds, micros) = decode_time(bytes);
    let nanos = u64::try_from(seconds).ok().and_then(|seconds| seconds.checked_mul(SECOND));
    nanos.filter(|_| micros < 1_000_000).and_then(|nanos| nanos.checked_add(u64::from(micros) * 1000)).ok_or(Errno::EINVAL)
}

/// The seconds and the fraction of what [`encode_time`] makes.
fn decode_time(bytes: &[u8]) -> (i64, u32) {
    let (seconds, rest) = bytes.split_at(8);
    let fraction = rest[..4].try_into().expect("four bytes");
    (i64::from_le_bytes(seconds.try_into().expect("split at 8")), u32::from_le_bytes(fraction))
}

/// The nanoseconds that a `timespec` states. Negative times count as zero if `clamp`, else as an
/// error, as bad fractions always do.
pub fn parse_timespec(bytes: &[u8; TIME_BYTES], clamp: bool) -> Result<u64, Errno> {
    let (seconds, nanos) = decode_time(bytes);
    if u64::from(nanos) >= SECOND {
        return Err(Errno::EINVAL);
    }
    match u64::try_from(seconds) {
        Ok(seconds) => Ok(seconds.saturating_mul(SECOND).saturating_add(u64::from(nanos))),
        Err(_) if clamp => Ok(0),
        Err(_) => Err(Errno::EINVAL),
    }
}

/// A directory entry as `getdents` writes it: number, offset of the next, record length, name,
/// zero; padded to 8 bytes.
pub fn encode_dirent(ino: u64, next: u64, name: &[u8]) -> Vec<u8> {
    let length = (18 + name.len() + 1).next_multiple_of(8);
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(ino.to_le_bytes());
    bytes.extend(next.to_le_bytes());
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(name);
    bytes.resize(length, 0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_has_the_layout_of_newlib() {
        let bytes =
            Stat { ino: 0x1122_3344_5566_7788, mode: mode::REGULAR | 0o644, size: 1025, special: 0x103, changed: 5_000_000_007 }
                .encode();
        assert_eq!(bytes[8..16], 0x1122_3344_5566_7788u64.to_le_bytes());
        assert_eq!(bytes[16..20], 0o10_0644u32.to_le_bytes());
        assert_eq!(bytes[20..24], 1u32.to_le_bytes());
        assert_eq!(bytes[24..32], [0xe8, 3, 0, 0, 0xe8, 3, 0, 0], "user and group");
        assert_eq!(bytes[32..40], 0x103u64.to_le_bytes());
        assert_eq!(bytes[40..48], 1025u64.to_le_bytes());
        assert_eq!(bytes[52..56], 3u32.to_le_bytes(), "blocks of 512 bytes, rounded up");
        for time in bytes[56..].chunks(16) {
            assert_eq!((time[..8] == 5u64.to_le_bytes(), time[8..] == 7u64.to_le_bytes()), (true, true), "three times");
        }
    }

    #[test]
    fn times_saturate_instead_of_wrapping() {
        let time = |seconds: i64, nanos: u32| encode_time(seconds as u64, nanos);
        assert_eq!(parse_timespec(&time(2, 5), false), Ok(2_000_000_005));
        assert_eq!(parse_timespec(&time(i64::MAX, 999_999_999), false), Ok(u64::MAX));
        assert_eq!(parse_timespec(&time(0, 1_000_000_000), true), Err(Errno::EINVAL));
        assert_eq!(parse_timespec(&time(-1, 0), false), Err(Errno::EINVAL));
        assert_eq!(parse_timespec(&time(-1, 0), true), Ok(0));
        assert_eq!(parse_timeval(&time(2, 5)), Ok(2_000_005_000));
        for wrong in [time(2, 1_000_000), time(-1, 0), time(i64::MAX, 0)] {
            assert_eq!(parse_timeval(&wrong), Err(Errno::EINVAL));
        }
    }

    #[test]
    fn directory_entries_are_padded_to_eight() {
        let entry = encode_dirent(7, 1, b"abcdef");
        assert_eq!(entry.len(), 32);
        assert_eq!(entry[16..18], 32u16.to_le_bytes());
        assert_eq!(&entry[18..25], b"abcdef\0");
        assert_eq!(encode_dirent(7, 1, b"abcde").len(), 24);
    }
}
