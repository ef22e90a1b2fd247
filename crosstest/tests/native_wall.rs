//! The wall around a process that runs a program natively: what is asked for behind it is refused, and what programs need is not. Each
//! look behind it is a process of its own, this test started again.
#![cfg(all(feature = "emulator", target_arch = "x86_64", target_os = "linux"))]

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use crosstest::exec::native::wall;
use crosstest::irt::MappedDir;
use translator::testing::skipped;

/// Says to the process that it is the one behind the wall, and where its directories are.
const BEHIND: &str = "NATIVE_WALL_TEST";

/// Starts one test again, behind the wall, and says whether there is one.
fn look_behind(test: &str, dir: &Path) {
    let mut again = Command::new(std::env::current_exe().expect("this program"));
    again.args(["--exact", "--nocapture", "--test-threads=1", &format!("native_wall::{test}")]);
    let output = again.env(BEHIND, dir).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if said.contains("NO WALL") {
        skipped(format_args!("the wall around native programs: {said}"));
        return;
    }
    assert!(output.status.success() && said.contains("ALL WAS LOOKED AT"), "{said}");
}

#[test]
fn the_process_can_do_what_programs_need_and_no_more() {
    if let Some(dir) = std::env::var_os(BEHIND) {
        behind(Path::new(&dir));
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    for name in ["read", "write", "other"] {
        fs::create_dir(dir.path().join(name)).expect("a directory");
        fs::write(dir.path().join(name).join("file"), name).expect("it is written");
    }
    look_behind("the_process_can_do_what_programs_need_and_no_more", dir.path());
}

#[test]
fn without_a_directory_no_file_can_be_named() {
    let Some(dir) = std::env::var_os(BEHIND) else {
        let dir = tempfile::tempdir().expect("a directory");
        fs::write(dir.path().join("file"), "x").expect("it is written");
        look_behind("without_a_directory_no_file_can_be_named", dir.path());
        return;
    };
    let open = fs::File::open(Path::new(&dir).join("file")).expect("it is there");
    if let Err(why) = wall::build(&[]) {
        println!("NO WALL: {why}");
        return;
    }
    is_refused(fs::read(Path::new(&dir).join("file")).map(drop), "reading a file");
    is_refused(fs::metadata(Path::new(&dir).join("file")).map(drop), "looking at a file");
    is_refused(open.set_modified(std::time::UNIX_EPOCH), "changing the time of an open file");
    println!("ALL WAS LOOKED AT");
}

fn is_refused(result: std::io::Result<()>, what: &str) {
    let error = result.expect_err(what);
    assert!([Some(libc::EPERM), Some(libc::EACCES)].contains(&error.raw_os_error()), "{what}: {error}");
}

fn behind(dir: &Path) {
    let map = |name: &str, writable| MappedDir { guest: format!("/{name}"), host: dir.join(name), writable };
    // The test's own thread is the only one that the wall has to hold.
    if let Err(why) = wall::build(&[map("read", false), map("write", true)]) {
        println!("NO WALL: {why}");
        return;
    }
    assert_eq!(fs::read_to_string(dir.join("read/file")).expect("it may be read"), "read");
    is_refused(fs::write(dir.join("read/file"), "x"), "writing what may only be read");
    is_refused(fs::remove_file(dir.join("read/file")), "removing what may only be read");
    let by_name = std::ffi::CString::new(dir.join("read/file").into_os_string().into_encoded_bytes()).expect("no zero byte");
    // SAFETY: a string that ends with a zero byte is passed.
    let failed = unsafe { libc::truncate(by_name.as_ptr(), 0) } != 0;
    is_refused(if failed { Err(std::io::Error::last_os_error()) } else { Ok(()) }, "truncating what may only be read");
    fs::write(dir.join("write/new"), "x").expect("it may be written");
    let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let new = fs::File::open(dir.join("write/new")).expect("it may be read");
    new.set_modified(long_ago).expect("its time may be changed");
    assert_eq!(new.metadata().expect("it is open").modified().expect("it has one"), long_ago);
    let name = std::ffi::CString::new(dir.join("write/new").into_os_string().into_encoded_bytes()).expect("no zero byte");
    // SAFETY: a string that ends with a zero byte is passed, and no times.
    let failed = unsafe { libc::utimensat(libc::AT_FDCWD, name.as_ptr(), std::ptr::null(), 0) } != 0;
    is_refused(if failed { Err(std::io::Error::last_os_error()) } else { Ok(()) }, "changing the time of a file by name");
    fs::remove_file(dir.join("write/new")).expect("it may be removed");
    is_refused(fs::read(dir.join("other/file")).map(drop), "reading what was not named");
    is_refused(fs::read("/etc/passwd").map(drop), "reading a file of the system");
    is_refused(fs::write("/tmp/native-wall-test", "x"), "writing a file of the system");
    is_refused(TcpListener::bind("127.0.0.1:0").map(drop), "a socket");
    is_refused(Command::new("/bin/true").status().map(drop), "a program");
    let mapped = |protection: libc::c_int| {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at an address of the system's choice touches nothing that exists.
        let got = unsafe { libc::mmap(std::ptr::null_mut(), 4096, protection, flags, -1, 0) };
        if got == libc::MAP_FAILED { Err(std::io::Error::last_os_error()) } else { Ok(got) }
    };
    let memory = mapped(libc::PROT_READ | libc::PROT_WRITE).expect("memory may be had");
    is_refused(mapped(libc::PROT_READ | libc::PROT_EXEC).map(drop), "executable memory");
    // SAFETY: the memory was mapped just now, and nothing is in it.
    let failed = unsafe { libc::mprotect(memory, 4096, libc::PROT_READ | libc::PROT_EXEC) } != 0;
    is_refused(if failed { Err(std::io::Error::last_os_error()) } else { Ok(()) }, "making memory executable");
    for (call, what) in [
        (libc::SYS_fork, "a process"),
        (libc::SYS_ptrace, "ptrace"),
        (libc::SYS_io_uring_setup, "io_uring"),
        (libc::SYS_kill, "kill"),
        (libc::SYS_modify_ldt, "the table of segments"),
    ] {
        // SAFETY: refused calls do nothing; of these, with these arguments, none would do harm: `kill` of process 0 with signal 0.
        let failed = unsafe { libc::syscall(call, 0, 0, 0, 0) } != 0;
        is_refused(if failed { Err(std::io::Error::last_os_error()) } else { Ok(()) }, what);
    }
    let sum = std::thread::spawn(|| (1..=4).sum::<u32>()).join().expect("threads may be started");
    assert_eq!(sum, 10);
    println!("ALL WAS LOOKED AT");
}
