//! The devices that every program finds, whatever is mapped: `/dev/null`, `/dev/zero`, `/dev/full`, `/dev/random` and `/dev/urandom`.
//!
//! They are made up here, and are nothing of the host's: the bytes of the last two come from the world's [`Chance`]. A mapped
//! directory does not hide them, and has no others: what is neither a file nor a directory cannot be opened there.

use super::Chance;
use super::abi::{Errno, Stat, mode};
use super::tree::GuestPath;

/// An open device.
pub enum Device {
    /// Has nothing, takes anything.
    Null,
    /// Has zeros, takes anything.
    Zero,
    /// Has zeros, and is full.
    Full,
    /// Has random bytes, takes anything.
    Random(Chance),
}

impl Device {
    /// Whether there is one of this name.
    pub fn is_at(path: &GuestPath) -> bool {
        matches!(&*path.text(), "/dev/null" | "/dev/zero" | "/dev/full" | "/dev/random" | "/dev/urandom")
    }

    /// The device of this name.
    pub fn open(path: &GuestPath, chance: &mut Chance) -> Option<Self> {
        match &*path.text() {
            "/dev/null" => Some(Self::Null),
            "/dev/zero" => Some(Self::Zero),
            "/dev/full" => Some(Self::Full),
            "/dev/random" | "/dev/urandom" => Some(Self::Random(chance.split())),
            _ => None,
        }
    }

    /// What is told of it.
    pub fn stat(path: &GuestPath) -> Stat {
        Stat { ino: path.ino(), mode: mode::CHARACTER | 0o666, size: 0 }
    }

    /// The next bytes, at most `limit` of them.
    pub fn read(&mut self, limit: usize) -> Vec<u8> {
        match self {
            Self::Null => Vec::new(),
            Self::Zero | Self::Full => vec![0; limit],
            Self::Random(chance) => {
                let mut bytes = vec![0; limit];
                chance.fill(&mut bytes);
                bytes
            }
        }
    }

    /// Takes some bytes.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Errno> {
        if matches!(self, Self::Full) && !bytes.is_empty() { Err(Errno::ENOSPC) } else { Ok(()) }
    }
}
