//! The system call filter: what namespaces and lost capabilities do not close.
//!
//! A deny list. Runtimes fall back when they are told that a call does not exist, so most denials say `ENOSYS` or
//! `EPERM`; only a foreign architecture kills. Calls newer than this list do not exist either.
//!
//! Loading a filter takes a time for each of its rules. So the long list is loaded once, for the box, and inherited; what
//! it takes to make a run ready is denied by a short one, which each target loads last.

use libc::{BPF_ABS, BPF_ALU, BPF_AND, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W};
use libc::{EAFNOSUPPORT, EAGAIN, EINVAL, ENOLCK, ENOMEM, ENOPKG, ENOSYS, ENOTTY, EOPNOTSUPP, EPERM};
use libc::{c_long, sock_filter, sock_fprog};

use crate::root::Layout;
use crate::step::checked;

/// `AUDIT_ARCH_X86_64` of `linux/audit.h`.
const ARCHITECTURE: u32 = 0xC000_003E;
/// Numbers from here on are x32's.
const X32: u32 = 0x4000_0000;
/// The first number that this list has not looked at (`open_tree_attr`, 467, is Linux 6.15's).
const UNKNOWN: u32 = 467;

/// Tells which pages of a file somebody has read; not in the libc crate.
const CACHESTAT: c_long = 451;

// Offsets in `struct seccomp_data`, little-endian.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

/// `setxattr` by a descriptor and a name.
const SETXATTRAT: c_long = 463;

/// Not there: kernel surface that no program here needs, and whose callers know how to do without.
const ABSENT: &[c_long] = &[
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Takes from a number that the whole host shares.
    libc::SYS_io_setup,
    libc::SYS_userfaultfd,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_inotify_init,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
    libc::SYS_memfd_secret,
    libc::SYS_lookup_dcookie,
    libc::SYS_kcmp,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    CACHESTAT,
    libc::SYS_pidfd_getfd,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_uselib,
    libc::SYS_ustat,
    libc::SYS_sysfs,
    libc::SYS__sysctl,
    libc::SYS_nfsservctl,
];

/// Forbidden: these would fail for want of a capability anyway, or change what is not the program's own.
const FORBIDDEN: &[c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_vhangup,
    libc::SYS_mknod,
    libc::SYS_mknodat,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setaffinity,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_mbind,
    libc::SYS_set_mempolicy,
    libc::SYS_modify_ldt,
];

/// What takes part in making a run ready, and is denied to the program alone.
const LAST: &[(c_long, libc::c_int)] = &[
    // Its flags lie in memory that a filter cannot read; C libraries fall back to clone, whose flags are checked.
    (libc::SYS_clone3, ENOSYS),
    // Filters of the program's own are machine code in memory that no control group counts.
    (libc::SYS_seccomp, ENOSYS),
    (libc::SYS_mount, EPERM),
    (libc::SYS_unshare, EPERM),
    // The scheduler gives each session a share of its own: a bomb of sessions would starve its core.
    (libc::SYS_setsid, EPERM),
];

/// Done already: all that a program can write is memory. On what it sees of the host's file systems these would keep
/// the host's disks busy, and the last would throw out of memory what others read.
const DONE: &[c_long] = &[
    libc::SYS_sync,
    libc::SYS_syncfs,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_sync_file_range,
    libc::SYS_fadvise64,
];

/// Attributes stay with a file as long as that: one that is lent to many runs would carry them from each to the next, and
/// they are memory. Most kernels have none on a tmpfs, so who wants some does without.
const ATTRIBUTES: &[c_long] = &[libc::SYS_setxattr, libc::SYS_lsetxattr, libc::SYS_fsetxattr, SETXATTRAT];

/// What one box does to a file that others see too, they could see: a channel. Locks are not counted as memory either.
const LOCKS: &[libc::c_int] =
    &[libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW, libc::F_SETLEASE, libc::F_NOTIFY];
/// `F_SET_RW_HINT` and `F_SET_FILE_RW_HINT`: kept with the file, and set by any reader before Linux 6.12.
const HINTS: &[libc::c_int] = &[1036, 1038];

/// `FS_IOC_SETFLAGS` and `FS_IOC_FSSETXATTR`: as [`ATTRIBUTES`].
const FLAGS: &[libc::c_int] = &[0x4008_6602, 0x401c_5820];

/// Calls of a socket, and which of their arguments has the flags.
const MESSAGES: &[(c_long, u32)] = &[
    (libc::SYS_sendto, 3),
    (libc::SYS_sendmsg, 2),
    (libc::SYS_sendmmsg, 3),
    (libc::SYS_recvfrom, 3),
    (libc::SYS_recvmsg, 2),
    (libc::SYS_recvmmsg, 3),
];

/// Filters on sockets, as uncounted as [`ABSENT`]'s; `SO_ATTACH_REUSEPORT_EBPF` is 52.
const SOCKET_FILTERS: &[libc::c_int] =
    &[libc::SO_ATTACH_FILTER, libc::SO_ATTACH_BPF, libc::SO_ATTACH_REUSEPORT_CBPF, 52];

/// `PR_SET_THP_DISABLE` is 41: that huge pages are off is fixed; `PR_SCHED_CORE` is 62: cores of one's own;
/// `PR_SET_MEMORY_MERGE` is 67.
const OPTIONS: &[libc::c_int] = &[libc::PR_SET_MM, libc::PR_SET_SECCOMP, 41, 62, 67];

/// `CLONE_NEWNS`, `NEWCGROUP`, `NEWUTS`, `NEWIPC`, `NEWUSER`, `NEWPID`, `NEWNET`, `NEWTIME`.
const NEW_NAMESPACES: u32 =
    0x0002_0000 | 0x0200_0000 | 0x0400_0000 | 0x0800_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000 | 0x80;

/// Loads the long list, for everything in the box and for ever.
pub(crate) fn load_for_box() -> nix::Result<()> {
    let mut program = vec![
        load_word(ARCH),
        jump(BPF_JEQ, ARCHITECTURE, 1, 0),
        answer(libc::SECCOMP_RET_KILL_PROCESS),
        load_word(NUMBER),
        jump(BPF_JGE, X32, 0, 1),
        deny(ENOSYS),
        jump(BPF_JGE, UNKNOWN, 0, 1),
        deny(ENOSYS),
    ];
    let refused = [
        (ABSENT, ENOSYS),
        (FORBIDDEN, EPERM),
        (DONE, 0),
        (ATTRIBUTES, EOPNOTSUPP),
        (&[libc::SYS_flock], ENOLCK),
    ];
    for (numbers, errno) in refused {
        numbers.iter().for_each(|&number| deny_call(&mut program, number, errno));
    }
    restrict_processes(&mut program);
    restrict_files(&mut program);
    restrict_sockets(&mut program);
    load(program)
}

/// Loads the rest, for the target.
pub(crate) fn load_for_target(layout: &Layout) -> nix::Result<()> {
    let mut program = vec![load_word(NUMBER)];
    LAST.iter().for_each(|&(number, errno)| deny_call(&mut program, number, errno));
    if !layout.forks {
        allow_threads_only(&mut program);
    }
    load(program)
}

/// The speculation flag keeps interpreters at full speed on kernels that tie a costly mitigation to filters.
fn load(mut program: Vec<sock_filter>) -> nix::Result<()> {
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    let len = libc::c_ushort::try_from(program.len()).map_err(|_| nix::errno::Errno::E2BIG)?;
    let bpf = sock_fprog { len, filter: program.as_mut_ptr() };
    let flags = libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    // SAFETY: bpf and the program that it points to live through the call.
    let answer =
        unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const bpf) };
    checked(answer).map(drop)
}

/// Whoever asks for another process is told that there are too many.
fn allow_threads_only(program: &mut Vec<sock_filter>) {
    deny_call(program, libc::SYS_fork, EAGAIN);
    deny_call(program, libc::SYS_vfork, EAGAIN);
    let thread =
        [load_word(argument(0)), jump(BPF_JSET, libc::CLONE_THREAD.cast_unsigned(), 1, 0), deny(EAGAIN)];
    on_call(program, libc::SYS_clone, &thread);
}

fn restrict_processes(program: &mut Vec<sock_filter>) {
    on_call(
        program,
        libc::SYS_clone,
        &[load_word(argument(0)), jump(BPF_JSET, NEW_NAMESPACES, 0, 1), deny(EPERM)],
    );
    let query = 0xFFFF_FFFF;
    on_call(
        program,
        libc::SYS_personality,
        &[load_word(argument(0)), jump(BPF_JEQ, query, 1, 0), deny(EPERM)],
    );
    deny_values(program, libc::SYS_prctl, 0, OPTIONS, EPERM);
    // Equal pages would become one: memory that a control group counts once, found by a thread that it does not count.
    deny_values(program, libc::SYS_madvise, 2, &[libc::MADV_MERGEABLE], EINVAL);
    // Init has the same user where the judge is not root.
    on_call(program, libc::SYS_prlimit64, &[load_word(argument(0)), jump(BPF_JEQ, 0, 1, 0), deny(EPERM)]);
    // Ours is 1, which starts no helper on hosts that pipe core files; 0 would.
    let core = libc::RLIMIT_CORE.cast_signed();
    deny_values(program, libc::SYS_setrlimit, 0, &[core], EPERM);
    let sets_core = [
        load_word(argument(1)),
        jump(BPF_JEQ, libc::RLIMIT_CORE, 0, 5),
        load_word(argument(2)),
        jump(BPF_JEQ, 0, 0, 2),
        load_word(argument(2) + 4),
        jump(BPF_JEQ, 0, 1, 0),
        deny(EPERM),
    ];
    on_call(program, libc::SYS_prlimit64, &sets_core);
}

fn restrict_files(program: &mut Vec<sock_filter>) {
    deny_values(program, libc::SYS_fcntl, 1, LOCKS, ENOLCK);
    deny_values(program, libc::SYS_fcntl, 1, HINTS, EPERM);
    deny_values(program, libc::SYS_ioctl, 1, FLAGS, ENOTTY);
    // Pipes by which the kernel gives notice (`O_NOTIFICATION_PIPE`): there is nothing here to be told of.
    deny_bit(program, (libc::SYS_pipe2, 1), libc::O_EXCL, ENOPKG);
    // Files in memory that can be executed would be a way around places where nothing can be.
    let may_execute = [
        load_word(argument(1)),
        jump(BPF_JSET, libc::MFD_HUGETLB, 1, 0),
        jump(BPF_JSET, libc::MFD_NOEXEC_SEAL, 1, 0),
        deny(ENOSYS),
    ];
    on_call(program, libc::SYS_memfd_create, &may_execute);
    // The host's huge pages are somebody's, and no control group that we have counts them.
    let huge =
        [load_word(argument(3)), jump(BPF_JSET, libc::MAP_HUGETLB.cast_unsigned(), 0, 1), deny(ENOMEM)];
    on_call(program, libc::SYS_mmap, &huge);
}

fn restrict_sockets(program: &mut Vec<sock_filter>) {
    // Only local sockets: the network namespace is empty, but vsock, netlink and the like are not bound by it.
    for number in [libc::SYS_socket, libc::SYS_socketpair] {
        let not_unix =
            [load_word(argument(0)), jump(BPF_JEQ, libc::AF_UNIX as u32, 1, 0), deny(EAFNOSUPPORT)];
        on_call(program, number, &not_unix);
    }
    deny_values(program, libc::SYS_setsockopt, 2, SOCKET_FILTERS, EPERM);
    // Urgent bytes between local sockets: used by nobody but those who broke out of other boxes by them.
    for &call in MESSAGES {
        deny_bit(program, call, libc::MSG_OOB, EOPNOTSUPP);
    }
    let terminal = [libc::TIOCSTI, libc::TIOCLINUX].map(|request| request as libc::c_int);
    deny_values(program, libc::SYS_ioctl, 1, &terminal, EPERM);
    // Requests of network devices: some load kernel modules, whoever asks.
    let device = [load_word(argument(1)), keep_bits(0xFF00), jump(BPF_JEQ, 0x8900, 0, 1), deny(ENOTTY)];
    on_call(program, libc::SYS_ioctl, &device);
}

fn deny_call(program: &mut Vec<sock_filter>, number: c_long, errno: libc::c_int) {
    program.extend([jump(BPF_JEQ, low(number), 0, 1), deny(errno)]);
}

/// Denies calls of `number` whose argument is one of `values`.
fn deny_values(
    program: &mut Vec<sock_filter>,
    number: c_long,
    index: u32,
    values: &[libc::c_int],
    errno: libc::c_int,
) {
    let mut body = vec![load_word(argument(index))];
    for value in values {
        body.extend([jump(BPF_JEQ, value.cast_unsigned(), 0, 1), deny(errno)]);
    }
    on_call(program, number, &body);
}

/// Denies calls in which a bit of an argument is set.
fn deny_bit(
    program: &mut Vec<sock_filter>,
    (number, index): (c_long, u32),
    bit: libc::c_int,
    errno: libc::c_int,
) {
    let body = [load_word(argument(index)), jump(BPF_JSET, bit.cast_unsigned(), 0, 1), deny(errno)];
    on_call(program, number, &body);
}

/// Appends `body` for calls of `number`; the number is loaded before and after.
fn on_call(program: &mut Vec<sock_filter>, number: c_long, body: &[sock_filter]) {
    let skip = u8::try_from(body.len() + 1).unwrap_or(u8::MAX);
    program.push(jump(BPF_JEQ, low(number), 0, skip));
    program.extend_from_slice(body);
    program.push(load_word(NUMBER));
}

fn low(number: c_long) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn load_word(offset: u32) -> sock_filter {
    sock_filter { code: code(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: offset }
}

fn keep_bits(bits: u32) -> sock_filter {
    sock_filter { code: code(BPF_ALU | BPF_AND | BPF_K), jt: 0, jf: 0, k: bits }
}

fn jump(test: u32, value: u32, then: u8, otherwise: u8) -> sock_filter {
    sock_filter { code: code(BPF_JMP | test | BPF_K), jt: then, jf: otherwise, k: value }
}

fn answer(action: u32) -> sock_filter {
    sock_filter { code: code(BPF_RET | BPF_K), jt: 0, jf: 0, k: action }
}

fn deny(errno: i32) -> sock_filter {
    answer(libc::SECCOMP_RET_ERRNO | errno.cast_unsigned())
}

fn code(bits: u32) -> u16 {
    u16::try_from(bits).unwrap_or(0)
}
