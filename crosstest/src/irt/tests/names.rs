//! Names that end in a slash, and names of descriptors.

use super::super::abi::Errno;
use super::files::{CREAT, RDWR, WRONLY, host, on, open, read, with_dir, write};
use super::{OUT, OUT_ADDR, ok};
use crate::process::fake::DATA;

#[test]
fn names_that_end_in_a_slash_are_those_of_directories() {
    let dir = host();
    with_dir(dir.path(), true, |cpu| {
        for path in ["/data/a/", "/data/a/.", "/data/a//", "/dev/null/", "/dev/stdin/"] {
            assert_eq!(open(cpu, path, RDWR), Err(Errno::ENOTDIR), "{path}");
            for (name, more) in [("stat", OUT), ("lstat", OUT), ("access", 0)] {
                assert_eq!(on(cpu, &format!("filename.{name}"), path, &[more]), Err(Errno::ENOTDIR), "{name} {path}");
            }
        }
        let new = cpu.text(DATA + 100, "/data/new/");
        for (name, more) in [("truncate", 0), ("chmod", 0), ("utimes", 0), ("rename", new)] {
            assert_eq!(on(cpu, &format!("filename.{name}"), "/data/a/", &[more]), Err(Errno::ENOTDIR), "{name}");
        }
        for name in ["unlink", "rmdir", "chdir"] {
            assert_eq!(on(cpu, &format!("filename.{name}"), "/data/a/", &[]), Err(Errno::ENOTDIR), "{name}");
        }
        assert_eq!(on(cpu, "filename.rename", "/data/a", &[cpu.text(DATA + 100, "/data/new/")]), Err(Errno::ENOTDIR));
        assert_eq!(on(cpu, "filename.mkdir", "/data/a/", &[0]), Err(Errno::EEXIST));
        assert_eq!(open(cpu, "/data/new/", WRONLY | CREAT), Err(Errno::EISDIR));
        assert_eq!(open(cpu, "/data/new/", 0), Err(Errno::ENOENT));
        assert_eq!(on(cpu, "filename.mkdir", "/data/new/", &[0]), Ok(()));
        assert_eq!(on(cpu, "filename.rename", "/data/new/", &[cpu.text(DATA + 100, "/data/d/")]), Ok(()));
        assert_eq!(on(cpu, "filename.stat", "/data/d/", &[OUT]), Ok(()));
        assert_eq!(on(cpu, "filename.chdir", "/data/d/./", &[]), Ok(()));
        assert_eq!(open(cpu, "../a", 0), Ok(3), "what is named from there need not be one");
        assert_eq!(on(cpu, "filename.rmdir", "/data/d/", &[]), Ok(()));
    });
    #[cfg(unix)]
    with_dir(dir.path(), true, |cpu| {
        assert_eq!(
            on(cpu, "filename.lstat", "/data/dirlink/", &[OUT]),
            Err(Errno::ELOOP),
            "the directory is asked for, not the link"
        );
    });
}

#[test]
fn descriptors_have_names() {
    let dir = host();
    let outcome = with_dir(dir.path(), true, |cpu| {
        let file = open(cpu, "/data/a", RDWR).unwrap();
        assert_eq!(open(cpu, "/dev/fd/3", 0), Ok(4));
        assert_eq!((file, read(cpu, 4), read(cpu, 3)), (3, b"alpha".to_vec(), Vec::new()), "they share the position");
        let [sub, reads] = ["/data/sub", "/data/a"].map(|path| open(cpu, path, 0).unwrap());
        for (name, descriptor) in [
            ("/data/sub", sub),
            ("/data/a", reads),
            ("/dev/stdin", 0),
            ("/dev/stdout", 1),
            ("/dev/stderr", 2),
            ("/dev/fd/3", 3),
            ("/dev/../dev/fd/1", 1),
        ] {
            assert_eq!(on(cpu, "filename.stat", name, &[OUT]), Ok(()), "{name}");
            let told = cpu.read(OUT_ADDR, 96);
            ok(cpu, "fdio.fstat", &[descriptor, OUT]);
            assert_eq!(cpu.read(OUT_ADDR, 96), told, "{name}");
        }
        let out = open(cpu, "/dev/stdout", WRONLY).unwrap();
        write(cpu, out, "said");
        for name in ["/dev/fd/77", "/dev/fd/", "/dev/fd/x", "/dev/fd/+3", "/dev/fd/99999999999", "/dev/fd/77/x", "/dev/fd//x"] {
            assert_eq!(open(cpu, name, 0), Err(Errno::ENOENT), "{name}");
        }
        let inside = open(cpu, &format!("/dev/fd/{sub}/b"), 0).unwrap();
        assert_eq!(read(cpu, inside), b"beta");
        assert_eq!(on(cpu, "filename.stat", &format!("/dev/fd/{sub}//../a"), &[OUT]), Ok(()));
        assert_eq!(cpu.get64(OUT_ADDR + 40), 5);
        assert_eq!(
            open(cpu, &format!("/dev/fd/{sub}/../../../outside/secret"), 0),
            Err(Errno::ENOENT),
            "they stop at the root, too"
        );
        assert_eq!(open(cpu, "/dev/fd/3/x", 0), Err(Errno::ENOTDIR));
        assert_eq!(on(cpu, "filename.mkdir", &format!("/dev/fd/{sub}/made"), &[0]), Ok(()));
    });
    assert_eq!(outcome.stdout, b"said");
    assert!(dir.path().join("in/sub/made").is_dir());
}
