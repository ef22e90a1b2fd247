//! What the process may still ask of the system, once a program runs in it.
//!
//! In: the directories that the program may see. Out: a process that can open files below these and no others, make no connection,
//! start no program, map no executable memory, and make only the system calls of a list. It cannot be undone. The interfaces that a
//! program calls need no more; a program whose code gets around them has no more either, but it has this process's memory and its open
//! streams.
//!
//! Landlock bounds the files and seccomp the calls ([LANDLOCK], [SECCOMP]); a system that lacks either is an error.

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

/// The kernel's interface that is asked for: files of all kinds, truncation, connections (Linux 6.7).
const LANDLOCK: ABI = ABI::V4;

/// Calls that may be made in any case.
#[rustfmt::skip]
const ALLOWED: &[c_long] = &[
    // Streams and files; which files, Landlock says.
    libc::SYS_read, libc::SYS_write, libc::SYS_readv, libc::SYS_writev, libc::SYS_pread64, libc::SYS_pwrite64, libc::SYS_lseek,
    libc::SYS_close, libc::SYS_dup, libc::SYS_dup2, libc::SYS_dup3, libc::SYS_fcntl, libc::SYS_poll, libc::SYS_ppoll, libc::SYS_open,
    libc::SYS_openat, libc::SYS_fstat, libc::SYS_stat, libc::SYS_lstat, libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_access,
    libc::SYS_faccessat, libc::SYS_faccessat2, libc::SYS_readlink, libc::SYS_readlinkat, libc::SYS_getdents64, libc::SYS_mkdir,
    libc::SYS_mkdirat, libc::SYS_rmdir, libc::SYS_unlink, libc::SYS_unlinkat, libc::SYS_rename, libc::SYS_renameat,
    libc::SYS_renameat2, libc::SYS_truncate, libc::SYS_ftruncate, libc::SYS_fsync, libc::SYS_fdatasync, libc::SYS_getcwd,
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
    bound_files(dirs).map_err(|why| format!("Landlock: {why}"))?;
    bound_calls().map_err(|why| format!("seccomp: {why}"))
}

fn bound_files(dirs: &[MappedDir]) -> Result<(), Box<dyn std::error::Error>> {
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(LANDLOCK))?
        .handle_access(AccessNet::from_all(LANDLOCK))?
        // Signals and abstract sockets of others; seccomp bounds these as well.
        .set_compatibility(CompatLevel::BestEffort)
        .scope(Scope::AbstractUnixSocket | Scope::Signal)?
        .create()?;
    for dir in dirs {
        let may =
            if dir.writable { AccessFs::from_all(LANDLOCK) & !AccessFs::Execute } else { AccessFs::ReadFile | AccessFs::ReadDir };
        rules = rules.add_rule(PathBeneath::new(PathFd::new(&dir.host)?, may))?;
    }
    rules.restrict_self()?;
    Ok(())
}

fn bound_calls() -> Result<(), Box<dyn std::error::Error>> {
    let error = |number: libc::c_int| SeccompAction::Errno(number as u32);
    // The C library makes threads with `clone` if there is no `clone3`, whose flags a filter cannot see.
    let none: BTreeMap<c_long, Vec<SeccompRule>> = [(libc::SYS_clone3, Vec::new())].into();
    let without_clone3 = SeccompFilter::new(none, SeccompAction::Allow, error(libc::ENOSYS), TargetArch::x86_64)?;
    let only_allowed = SeccompFilter::new(allowed()?, error(libc::EPERM), SeccompAction::Allow, TargetArch::x86_64)?;
    for filter in [without_clone3, only_allowed] {
        apply_filter(&BpfProgram::try_from(filter)?)?;
    }
    Ok(())
}

/// The calls that are allowed, with the conditions on their arguments.
fn allowed() -> Result<BTreeMap<c_long, Vec<SeccompRule>>, seccompiler::BackendError> {
    let mut rules: BTreeMap<c_long, Vec<SeccompRule>> = ALLOWED.iter().map(|&call| (call, Vec::new())).collect();
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
    Ok(rules)
}

fn only_if(argument: u8, is: SeccompCmpOp, value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(vec![SeccompCondition::new(argument, SeccompCmpArgLen::Qword, is, value)?])
}
