//! The devices that every program finds, whatever is mapped: `/dev/null`, `/dev/zero`, `/dev/full`, `/dev/random` and `/dev/urandom`.
//!
//! They are made up here, and are nothing of the host's: the bytes of the last two come from the world's [`Chance`]. A mapped
//! directory does not hide them, and has no others: what is neither a file nor a directory cannot be opened there.

use super::Chance;
use super::abi::{Errno, Stat, mode};
use super::tree::GuestPath;

/// What a device does.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    /// Has nothing, takes anything.
    Null,
    /// Has zeros, takes anything.
    Zero,
    /// Has zeros, and is full.
    Full,
    /// Has random bytes, takes anything.
    Random,
}

/// A device.
#[derive(Copy, Clone)]
pub struct Device {
    kind: Kind,
    ino: u64,
}

impl Device {
    /// The device at a path, if there is one.
    pub fn at(path: &GuestPath) -> Option<Self> {
        let kind = match &*path.text() {
            "/dev/null" => Kind::Null,
            "/dev/zero" => Kind::Zero,
            "/dev/full" => Kind::Full,
            "/dev/random" | "/dev/urandom" => Kind::Random,
            _ => return None,
        };
        Some(Self { kind, ino: path.ino() })
    }

    /// What is told of it.
    pub fn stat(self) -> Stat {
        // Linux's numbers: what writes to the null device is told by its own from what writes to a stream (cmp asks).
        let special = match self.kind {
            Kind::Null => 0x103,
            Kind::Zero => 0x105,
            Kind::Full => 0x107,
            Kind::Random => 0x108,
        };
        Stat { ino: self.ino, mode: mode::CHARACTER | 0o666, size: 0, special, changed: 0 }
    }

    /// The next bytes, at most `limit` of them; random ones come from `chance`.
    pub fn read(self, limit: usize, chance: &mut Chance) -> Vec<u8> {
        let mut bytes = vec![0; if self.kind == Kind::Null { 0 } else { limit }];
        if self.kind == Kind::Random {
            chance.fill(&mut bytes);
        }
        bytes
    }

    /// Takes some bytes.
    pub fn write(self, bytes: &[u8]) -> Result<(), Errno> {
        if self.kind == Kind::Full && !bytes.is_empty() { Err(Errno::ENOSPC) } else { Ok(()) }
    }
}
