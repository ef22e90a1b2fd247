//! What the process may still ask of the system, once a program runs in it.
//!
//! In: the directories that the program may see. Out: a process that can open files below these and no others, make no connection,
//! start no program, map no executable memory, and make only the system calls of a list. It cannot be undone. The interfaces that a
//! program calls need no more; a program whose code gets around them has no more either, but it has this process's memory and its open
//! streams.
//!
//! Landlock bounds the files and seccomp the calls (`landlock(7)`, `seccomp(2)`). A system without seccomp is an error; one without
//! Landlock if there are directories: else no call that names a file is left.

use std::collections::BTreeMap;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
    Scope,
};
use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
    apply_filter,
};

use crate::irt::MappedDir;

/// What Landlock has to have: files by name (Linux 5.13). `truncate` by name came later, and is not allowed at all.
const LEAST: ABI = ABI::V1;
/// What it is asked for where it has it.
const BEST: ABI = ABI::V5;

/// Calls that name files: only if there are any that the program may see. Which, Landlock says.
#[rustfmt::skip]
const BY_NAME: &[c_long] = &[
    libc::SYS_open, libc::SYS_openat, libc::SYS_stat, libc::SYS_lstat, libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_access,
    libc::SYS_faccessat, libc::SYS_faccessat2, libc::SYS_readlink, libc::SYS_readlinkat, libc::SYS_mkdir, libc::SYS_mkdirat,
    libc::SYS_rmdir, libc::SYS_unlink, libc::SYS_unlinkat, libc::SYS_rename, libc::SYS_renameat, libc::SYS_renameat2,
    libc::SYS_getcwd,
];

/// Calls that may be made in any case.
#[rustfmt::skip]
const ALLOWED: &[c_long] = &[
    // Streams and what is open.
    libc::SYS_read, libc::SYS_write, libc::SYS_readv, libc::SYS_writev, libc::SYS_pread64, libc::SYS_pwrite64, libc::SYS_lseek,
    libc::SYS_close, libc::SYS_dup, libc::SYS_dup2, libc::SYS_dup3, libc::SYS_fcntl, libc::SYS_poll, libc::SYS_ppoll, libc::SYS_fstat,
    libc::SYS_getdents64, libc::SYS_ftruncate, libc::SYS_fsync, libc::SYS_fdatasync,
    // Memory that is not executable; mmap and mprotect have conditions.
    libc::SYS_munmap, libc::SYS_mremap, libc::SYS_madvise, libc::SYS_brk,
    // Threads of this process; clone has a condition.
    libc::SYS_futex, libc::SYS_set_robust_list, libc::SYS_rseq, libc::SYS_gettid, libc::SYS_getpid, libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity, libc::SYS_arch_prctl, libc::SYS_set_tid_address, libc::SYS_exit, libc::SYS_exit_group,
    // Signals that arrive.
    libc::SYS_sigaltstack, libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn, libc::SYS_restart_syscall,
    // Time and chance.
    libc::SYS_nanosleep, libc::SYS_clock_nanosleep, libc::SYS_clock_gettime, libc::SYS_clock_getres, libc::SYS_gettimeofday,
    libc::SYS_getrandom,
];

/// Builds the wall around this process. Threads that exist already stay outside: there must be none.
///
/// # Errors
/// What the system lacks.
pub fn build(dirs: &[MappedDir]) -> Result<(), String> {
    match bound_files(dirs) {
        // Without a directory there is no call that names a file.
        Err(_) if dirs.is_empty() => {}
        bounded => bounded.map_err(|why| format!("Landlock: {why}"))?,
    }
    bound_calls(dirs).map_err(|why| format!("seccomp: {why}"))
}

fn bound_files(dirs: &[MappedDir]) -> Result<(), Box<dyn std::error::Error>> {
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(LEAST))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(BEST))?
        .handle_access(AccessNet::from_all(BEST))?
        // Signals and abstract sockets of others; seccomp bounds these as well.
        .scope(Scope::AbstractUnixSocket | Scope::Signal)?
        .create()?;
    for dir in dirs {
        let may =
            if dir.writable { AccessFs::from_all(BEST) & !AccessFs::Execute } else { AccessFs::ReadFile | AccessFs::ReadDir };
        rules = rules.add_rule(PathBeneath::new(PathFd::new(&dir.host)?, may))?;
    }
    rules.restrict_self()?;
    Ok(())
}

fn bound_calls(dirs: &[MappedDir]) -> Result<(), Box<dyn std::error::Error>> {
    let error = |number: libc::c_int| SeccompAction::Errno(number as u32);
    // The C library makes threads with `clone` if there is no `clone3`, whose flags a filter cannot see.
    let none: BTreeMap<c_long, Vec<SeccompRule>> = [(libc::SYS_clone3, Vec::new())].into();
    let without_clone3 = SeccompFilter::new(none, SeccompAction::Allow, error(libc::ENOSYS), TargetArch::x86_64)?;
    let only_allowed = SeccompFilter::new(allowed(dirs)?, error(libc::EPERM), SeccompAction::Allow, TargetArch::x86_64)?;
    for filter in [without_clone3, only_allowed] {
        apply_filter(&BpfProgram::try_from(filter)?)?;
    }
    Ok(())
}

/// The calls that are allowed, with the conditions on their arguments.
fn allowed(dirs: &[MappedDir]) -> Result<BTreeMap<c_long, Vec<SeccompRule>>, seccompiler::BackendError> {
    let mut rules: BTreeMap<c_long, Vec<SeccompRule>> = ALLOWED.iter().map(|&call| (call, Vec::new())).collect();
    rules.extend(BY_NAME.iter().filter(|_| !dirs.is_empty()).map(|&call| (call, Vec::new())));
    // The other filter answers it.
    rules.insert(libc::SYS_clone3, Vec::new());
    let executable = libc::PROT_EXEC as u64;
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        rules.insert(call, vec![only_if(2, SeccompCmpOp::MaskedEq(executable), 0)?]);
    }
    let thread = libc::CLONE_THREAD as u64;
    rules.insert(libc::SYS_clone, vec![only_if(0, SeccompCmpOp::MaskedEq(thread), thread)?]);
    // Whether a stream is a terminal; what the limits are; a thread's name; to abort.
    rules.insert(libc::SYS_ioctl, vec![only_if(1, SeccompCmpOp::Eq, libc::TCGETS)?]);
    rules.insert(libc::SYS_prlimit64, vec![only_if(2, SeccompCmpOp::Eq, 0)?]);
    rules.insert(libc::SYS_prctl, vec![only_if(0, SeccompCmpOp::Eq, libc::PR_SET_NAME as u64)?]);
    rules.insert(libc::SYS_tgkill, vec![only_if(0, SeccompCmpOp::Eq, std::process::id().into())?]);
    // Times of open files, if any may be changed: Landlock does not tell files that may be read from those that may be written here.
    if dirs.iter().any(|dir| dir.writable) {
        rules.insert(libc::SYS_utimensat, vec![only_if(1, SeccompCmpOp::Eq, 0)?]);
    }
    Ok(rules)
}

fn only_if(argument: u8, is: SeccompCmpOp, value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(vec![SeccompCondition::new(argument, SeccompCmpArgLen::Qword, is, value)?])
}
