//! The directories that a program may see: host directories mapped at guest paths, and nothing else
//! of the host.
//!
//! In: a guest path. Out: a host path inside of a mapped directory, or an error. A program cannot
//! leave a mapped directory: `..` is resolved in the guest path before the host is asked, and stops
//! at the guest's root; every component is looked at before the next is entered, and symbolic links
//! are never followed (`ELOOP`); only regular files and directories are opened. This holds as long
//! as no other process exchanges components of the path during a call, for which the opened file is
//! compared with the one looked at. Cost: a host look-up per component.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use super::abi::{Errno, Stat, mode, open_flags as flag};

/// Longest component of a path.
const NAME_LIMIT: usize = 255;
/// Most entries of a directory that a program sees.
const ENTRY_LIMIT: usize = 0x1_0000;
/// Largest file that a program can make.
pub const FILE_LIMIT: u64 = 1 << 32;

/// A host directory that the program may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MappedDir {
    /// Where the program sees it, as an absolute path; `/` is fine.
    pub guest: String,
    /// The host directory.
    pub host: PathBuf,
    /// Whether the program may change what is in it.
    pub writable: bool,
}

/// All mapped directories, and the working directory.
#[derive(Default)]
pub struct Tree {
    mounts: Vec<Mount>,
    cwd: GuestPath,
    /// Whether programs see, and change, when files were changed.
    has_times: bool,
}

struct Mount {
    at: GuestPath,
    host: PathBuf,
    writable: bool,
}

/// A path from the guest's root, without `.`, `..` and empty components; and whether its text named a directory, as `a/` and `a/.` do.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GuestPath {
    names: Vec<String>,
    is_directory: bool,
}

impl GuestPath {
    /// Whether the text was of a kind that names directories alone.
    pub fn names_directory(&self) -> bool {
        self.is_directory
    }

    /// The path as text.
    pub fn text(&self) -> String {
        format!("/{}", self.names.join("/"))
    }

    /// The number that identifies the file: a hash of its path (FNV-1a).
    pub fn ino(&self) -> u64 {
        self.text().bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }
}

/// What lies at a path.
enum Resolved<'a> {
    /// A directory that exists only because something is mapped below it; the names in it.
    Virtual(Vec<String>),
    /// A path in a mapped directory, where nothing need exist.
    Host { path: PathBuf, mount: &'a Mount, root: bool, found: Option<Metadata> },
}

/// An entry of a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Identifies the file.
    pub ino: u64,
    /// Its name.
    pub name: String,
}

/// What `open` made.
pub enum Opened {
    /// A regular file.
    File {
        /// The host's file.
        file: File,
        /// Opened for reading.
        readable: bool,
        /// Opened for writing.
        writable: bool,
        /// Writes go to the end.
        append: bool,
        /// It may be changed, if not by this descriptor.
        changeable: bool,
    },
    /// A directory, with the entries that it had.
    Dir(Vec<Entry>),
}

impl Tree {
    /// Maps directories. Fails on one that does not exist, or on a guest path that is not absolute.
    pub fn new(dirs: &[MappedDir]) -> Result<Tree, String> {
        let mut tree = Tree::default();
        for dir in dirs {
            let about = |what: String| format!("mapping {} to {}: {what}", dir.guest, dir.host.display());
            if !dir.guest.starts_with('/') {
                return Err(about("the program's path is not absolute".into()));
            }
            let at = tree.resolve(dir.guest.as_bytes()).map_err(|_| about("bad path".into()))?;
            let host = fs::canonicalize(&dir.host).map_err(|error| about(error.to_string()))?;
            if !host.is_dir() {
                return Err(about("not a directory".into()));
            }
            tree.mounts.push(Mount { at, host, writable: dir.writable });
        }
        Ok(tree)
    }

    /// The same, with the host's times of files.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn of_the_system(dirs: &[MappedDir]) -> Result<Tree, String> {
        Ok(Tree { has_times: true, ..Tree::new(dirs)? })
    }

    /// The working directory.
    pub fn cwd(&self) -> &GuestPath {
        &self.cwd
    }

    /// Makes a path absolute and removes `.` and `..` from it.
    pub fn resolve(&self, path: &[u8]) -> Result<GuestPath, Errno> {
        self.resolve_in(&self.cwd, path)
    }

    /// The same from another directory than the working directory.
    pub fn resolve_in(&self, directory: &GuestPath, path: &[u8]) -> Result<GuestPath, Errno> {
        let path = str::from_utf8(path).map_err(|_| Errno::ENOENT)?;
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        let mut out = if path.starts_with('/') { GuestPath::default() } else { directory.clone() };
        for component in path.split('/') {
            match component {
                "" | "." => {}
                ".." => drop(out.names.pop()),
                name if name.len() > NAME_LIMIT => return Err(Errno::ENAMETOOLONG),
                name if !is_plain(name) => return Err(Errno::EINVAL),
                name => out.names.push(name.into()),
            }
        }
        out.is_directory = matches!(path.rsplit('/').next(), Some("" | "."));
        Ok(out)
    }

    /// Finds what lies at a path; nothing but a directory, and nothing yet, where it names one.
    fn find(&self, path: &GuestPath) -> Result<Resolved<'_>, Errno> {
        let resolved = self.look(path)?;
        match &resolved {
            Resolved::Host { found: Some(found), .. } if path.is_directory && found.is_symlink() => Err(Errno::ELOOP),
            Resolved::Host { found: Some(found), .. } if path.is_directory && !found.is_dir() => Err(Errno::ENOTDIR),
            _ => Ok(resolved),
        }
    }

    fn look(&self, path: &GuestPath) -> Result<Resolved<'_>, Errno> {
        let mounts = self.mounts.iter().filter(|mount| path.names.starts_with(&mount.at.names));
        let Some(mount) = mounts.max_by_key(|mount| mount.at.names.len()) else {
            return self.find_virtual(path);
        };
        let rest = &path.names[mount.at.names.len()..];
        let mut host = mount.host.clone();
        let mut found = fs::symlink_metadata(&host).ok();
        for name in rest {
            let parent = found.ok_or(Errno::ENOENT)?;
            if parent.is_symlink() {
                return Err(Errno::ELOOP);
            }
            if !parent.is_dir() {
                return Err(Errno::ENOTDIR);
            }
            host.push(name);
            found = match fs::symlink_metadata(&host) {
                Ok(metadata) => Some(metadata),
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(error.into()),
            };
        }
        Ok(Resolved::Host { path: host, mount, root: rest.is_empty(), found })
    }

    fn find_virtual(&self, path: &GuestPath) -> Result<Resolved<'_>, Errno> {
        let below = self.mounts.iter().filter(|mount| mount.at.names.starts_with(&path.names));
        let mut names: Vec<String> = below.filter_map(|mount| mount.at.names.get(path.names.len()).cloned()).collect();
        names.sort();
        names.dedup();
        if names.is_empty() && !path.names.is_empty() {
            return Err(Errno::ENOENT);
        }
        Ok(Resolved::Virtual(names))
    }

    /// Tells about what lies at a path; links are told about, not followed.
    pub fn lstat(&self, path: &GuestPath) -> Result<Stat, Errno> {
        let (mode, size, changed) = match self.find(path)? {
            Resolved::Virtual(_) => (mode::DIRECTORY | 0o555, 4096, 0),
            Resolved::Host { found, mount, .. } => {
                let found = found.ok_or(Errno::ENOENT)?;
                let (mode, size) = describe(&found, mount.writable);
                (mode, size, self.changed(&found))
            }
        };
        Ok(Stat { ino: path.ino(), mode, size, special: 0, changed })
    }

    /// When a file was changed, in nanoseconds of Unix time; 0 if programs see no times, or it was before.
    pub fn changed(&self, found: &Metadata) -> u64 {
        let since = found.modified().ok().filter(|_| self.has_times).and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
    }

    /// Sets when what lies at a path was changed, in nanoseconds of Unix time, if it may be changed. Without times nothing is kept.
    pub fn set_changed(&self, path: &GuestPath, changed: u64) -> Result<(), Errno> {
        let (host, found) = self.changeable(path)?;
        // To open anything else could wait for ever.
        if !found.is_file() && !found.is_dir() {
            return Err(Errno::EACCES);
        }
        if self.has_times {
            let file = File::open(host)?;
            if !is_same(&found, &file.metadata()?) {
                return Err(Errno::EAGAIN);
            }
            file.set_modified(UNIX_EPOCH + Duration::from_nanos(changed))?;
        }
        Ok(())
    }

    /// Opens a file or a directory.
    pub fn open(&self, path: &GuestPath, flags: u32) -> Result<Opened, Errno> {
        let (host, mount, found) = match self.find(path)? {
            Resolved::Virtual(names) => return open_dir(path, names, flags),
            Resolved::Host { path, mount, found, .. } => (path, mount, found),
        };
        let access = flags & flag::ACCMODE;
        if access == flag::ACCMODE {
            return Err(Errno::EINVAL);
        }
        if path.is_directory && flags & flag::CREAT != 0 {
            return Err(Errno::EISDIR);
        }
        match found {
            Some(found) if found.is_symlink() => Err(Errno::ELOOP),
            Some(_) if flags & (flag::CREAT | flag::EXCL) == flag::CREAT | flag::EXCL => Err(Errno::EEXIST),
            Some(found) if found.is_dir() => open_dir(path, list(&host)?, flags),
            Some(found) if !found.is_file() => Err(Errno::EACCES),
            _ if flags & flag::DIRECTORY != 0 => Err(if found.is_some() { Errno::ENOTDIR } else { Errno::ENOENT }),
            None if flags & flag::CREAT == 0 => Err(Errno::ENOENT),
            _ if !mount.writable && (access != flag::RDONLY || flags & flag::TRUNC != 0 || found.is_none()) => Err(Errno::EROFS),
            found => open_file(&host, found, flags, mount.writable),
        }
    }

    /// Makes a directory.
    pub fn mkdir(&self, path: &GuestPath) -> Result<(), Errno> {
        // Whatever is there is in the way.
        let (host, found) = self.find_writable(&GuestPath { is_directory: false, ..path.clone() })?;
        if found.is_some() { Err(Errno::EEXIST) } else { Ok(fs::create_dir(host)?) }
    }

    /// Removes an empty directory.
    pub fn rmdir(&self, path: &GuestPath) -> Result<(), Errno> {
        match self.find_writable(path)? {
            (_, None) => Err(Errno::ENOENT),
            (host, Some(found)) if found.is_dir() => Ok(fs::remove_dir(host)?),
            _ => Err(Errno::ENOTDIR),
        }
    }

    /// Removes what is no directory. A link is removed itself.
    pub fn unlink(&self, path: &GuestPath) -> Result<(), Errno> {
        match self.find_writable(path)? {
            (_, None) => Err(Errno::ENOENT),
            (_, Some(found)) if found.is_dir() => Err(Errno::EISDIR),
            (host, _) => Ok(fs::remove_file(host)?),
        }
    }

    /// Renames within one mapped directory.
    pub fn rename(&self, from: &GuestPath, to: &GuestPath) -> Result<(), Errno> {
        let owner = |path: &GuestPath| {
            let place = self.find(path)?;
            let Resolved::Host { mount, .. } = place else { return Err(Errno::EBUSY) };
            Ok(std::ptr::from_ref(mount))
        };
        if owner(from)? != owner(to)? {
            return Err(Errno::EXDEV);
        }
        let (source, found) = self.find_writable(from)?;
        let (target, _) = self.find_writable(to)?;
        match found {
            None => return Err(Errno::ENOENT),
            Some(found) if to.is_directory && !found.is_dir() => return Err(Errno::ENOTDIR),
            Some(_) => {}
        }
        Ok(fs::rename(source, target)?)
    }

    /// Changes the working directory.
    pub fn chdir(&mut self, path: &GuestPath) -> Result<(), Errno> {
        if self.lstat(path)?.mode & mode::UNSUPPORTED != mode::DIRECTORY {
            return Err(Errno::ENOTDIR);
        }
        self.cwd = path.clone();
        Ok(())
    }

    /// Whether what lies at a path may be changed: a file or a directory of a writable mapped directory, or such a directory itself.
    pub fn may_change(&self, path: &GuestPath) -> Result<(), Errno> {
        self.changeable(path).map(drop)
    }

    /// Such a file or directory, on the host.
    fn changeable(&self, path: &GuestPath) -> Result<(PathBuf, Metadata), Errno> {
        match self.find(path)? {
            Resolved::Virtual(_) => Err(Errno::EROFS),
            Resolved::Host { found: None, .. } => Err(Errno::ENOENT),
            Resolved::Host { found: Some(found), .. } if found.is_symlink() => Err(Errno::ELOOP),
            Resolved::Host { mount, .. } if !mount.writable => Err(Errno::EROFS),
            Resolved::Host { path, found: Some(found), .. } => Ok((path, found)),
        }
    }

    /// A path below a writable mapped directory.
    fn find_writable(&self, path: &GuestPath) -> Result<(PathBuf, Option<Metadata>), Errno> {
        match self.find(path)? {
            Resolved::Virtual(_) | Resolved::Host { root: true, .. } => Err(Errno::EBUSY),
            Resolved::Host { mount, .. } if !mount.writable => Err(Errno::EROFS),
            Resolved::Host { path, found, .. } => Ok((path, found)),
        }
    }
}

/// Whether the host, too, takes this name for the name of one entry.
fn is_plain(name: &str) -> bool {
    let mut components = Path::new(name).components();
    matches!((components.next(), components.next()), (Some(Component::Normal(_)), None)) && !name.contains('\\')
}

/// Mode and size.
fn describe(found: &Metadata, writable: bool) -> (u32, u64) {
    let kind = match found.file_type() {
        kind if kind.is_file() => mode::REGULAR,
        kind if kind.is_dir() => mode::DIRECTORY | 0o111,
        kind if kind.is_symlink() => mode::LINK,
        _ => mode::UNSUPPORTED,
    };
    // A directory's size is the host file system's own.
    let size = if found.is_dir() { 4096 } else { found.len() };
    (kind | if writable { 0o666 } else { 0o444 }, size)
}

/// The names in a host directory, sorted.
fn list(host: &Path) -> Result<Vec<String>, Errno> {
    let mut names = Vec::new();
    for entry in fs::read_dir(host)?.take(ENTRY_LIMIT) {
        names.extend(entry?.file_name().into_string());
    }
    names.sort();
    Ok(names)
}

fn open_dir(path: &GuestPath, names: Vec<String>, flags: u32) -> Result<Opened, Errno> {
    if flags & flag::ACCMODE != flag::RDONLY || flags & (flag::CREAT | flag::TRUNC) != 0 {
        return Err(Errno::EISDIR);
    }
    let entry = |name: String| {
        let mut inside = path.clone();
        inside.names.push(name.clone());
        Entry { ino: inside.ino(), name }
    };
    Ok(Opened::Dir(names.into_iter().map(entry).collect()))
}

/// Opens the regular file that was found, or makes it.
fn open_file(host: &Path, found: Option<Metadata>, flags: u32, changeable: bool) -> Result<Opened, Errno> {
    let access = flags & flag::ACCMODE;
    let (readable, writable) = (access != flag::WRONLY, access != flag::RDONLY);
    let mut options = OpenOptions::new();
    options.read(readable).write(writable);
    let file = match found {
        None => options.write(true).create_new(true).open(host)?,
        Some(found) => {
            let truncate = flags & flag::TRUNC != 0;
            let file = options.write(writable || truncate).open(host)?;
            if !is_same(&found, &file.metadata()?) {
                return Err(Errno::EAGAIN);
            }
            if truncate {
                file.set_len(0)?;
            }
            file
        }
    };
    Ok(Opened::File { file, readable, writable, append: flags & flag::APPEND != 0, changeable })
}

/// Whether two descriptions are of one file.
fn is_same(looked_at: &Metadata, opened: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        looked_at.dev() == opened.dev() && looked_at.ino() == opened.ino()
    }
    #[cfg(not(unix))]
    {
        looked_at.file_type() == opened.file_type() && looked_at.len() == opened.len()
    }
}
