//! Programs that want out, or to stay, or to spoil the next run; and what is left of them: nothing.

use std::time::{Duration, Instant};

use crate::common::{bare_box, c, command, limits, run, usr_box};
use sandbox::{End, Grade, Limits, Status};

/// Runs a program that prints what it found; the box must work afterwards.
fn prints(source: &str, expected: &str) {
    let mut sandbox = bare_box(0);
    let done = run(&mut sandbox, &c(source), limits());
    assert_eq!(done.stdout, expected, "{:?}\n{source}", done.outcome);
    let after = run(&mut sandbox, &c("#include <stdio.h>\nint main(){puts(\"fine\");}"), limits());
    assert_eq!((after.stdout.as_str(), after.status()), ("fine\n", Status::Ok));
}

#[test]
fn a_fork_bomb_is_dead_within_half_a_second_of_its_limit() {
    let mut sandbox = bare_box(0);
    let bomb = c(
        "#include <unistd.h>\n#include <signal.h>\nint main(){for(int i=1;i<32;i++)signal(i,SIG_IGN);for(;;){setsid();fork();}}",
    );
    let start = Instant::now();
    let done = run(&mut sandbox, &bomb, Limits { processes: 64, ..limits() });
    assert_eq!(done.status(), Status::TimeLimit);
    assert!(start.elapsed() < Duration::from_millis(1_800), "{:?}", start.elapsed());
    assert_eq!(run(&mut sandbox, &c("int main(){}"), limits()).status(), Status::Ok);
}

#[test]
fn a_daemon_dies_with_the_main_process_and_does_not_hold_the_pipe() {
    let daemon = "#include <unistd.h>\n#include <stdio.h>\nint main(){if(!fork()){setsid();if(!fork())for(;;)pause();_exit(0);}puts(\"left\");}";
    let start = Instant::now();
    let done = run(&mut bare_box(0), &c(daemon), limits());
    assert_eq!((done.status(), done.stdout.as_str()), (Status::Ok, "left\n"));
    assert!(start.elapsed() < Duration::from_millis(1_500), "{:?}", start.elapsed());
}

#[test]
fn time_of_children_nobody_waited_for_counts() {
    let hidden = "#include <unistd.h>\n#include <signal.h>\n#include <time.h>\nint main(){signal(SIGCHLD,SIG_IGN);int p[2];pipe(p);if(!fork()){while(clock()<CLOCKS_PER_SEC*6/10);write(p[1],\"x\",1);_exit(0);}char c;read(p[0],&c,1);}";
    let done = run(&mut bare_box(0), &c(hidden), limits());
    assert_eq!(done.status(), Status::Ok);
    // The practice grade has only what the kernel tells of children that somebody waited for.
    let counted = done.outcome.cpu > Duration::from_millis(590);
    assert_eq!(counted, done.outcome.grade == Grade::Full, "{:?}", done.outcome.cpu);
}

#[test]
fn memory_of_children_counts_and_is_told_though_main_exits_0() {
    let split = "#include <unistd.h>\n#include <sys/wait.h>\n#include <sys/mman.h>\n#include <string.h>\nint main(){for(int i=0;i<4;i++)if(!fork()){memset(mmap(0,24<<20,3,34,-1,0),1,24<<20);sleep(1);_exit(0);}while(wait(0)>0);return 0;}";
    let done = run(&mut bare_box(0), &c(split), limits());
    // The practice grade limits each process by itself.
    let told = if done.outcome.grade == Grade::Full { Status::MemoryLimit } else { Status::Ok };
    assert_eq!((done.status(), done.outcome.end), (told, End::Exited(0)));
}

#[test]
fn nothing_of_one_run_is_seen_by_the_next() {
    let mark = c(
        "#include <stdio.h>\n#include <sys/shm.h>\n#include <fcntl.h>\nint main(){for(int i=0;i<3;i++){const char*n[]={\"/w/mark\",\"/tmp/mark\",\"/dev/shm/mark\"};puts(open(n[i],O_CREAT|O_EXCL|O_RDWR,0600)<0?\"seen\":\"fresh\");}puts(shmget(42,4096,IPC_CREAT|IPC_EXCL|0600)<0?\"seen\":\"fresh\");}",
    );
    let mut sandbox = bare_box(0);
    for _ in 0..3 {
        assert_eq!(run(&mut sandbox, &mark, limits()).stdout, "fresh\n".repeat(4));
    }
}

#[test]
fn files_left_by_one_run_do_not_eat_the_memory_of_the_next() {
    let fill = c(
        "#include <fcntl.h>\n#include <unistd.h>\nchar b[1<<20];int main(){int f=open(\"/tmp/x\",O_CREAT|O_RDWR,0600);for(int i=0;i<40;i++)write(f,b,sizeof b);}",
    );
    let mut sandbox = bare_box(0);
    for _ in 0..5 {
        assert_eq!(run(&mut sandbox, &fill, limits()).status(), Status::Ok);
    }
}

#[test]
fn privileged_calls_are_refused_without_killing() {
    prints(
        r#"#define _GNU_SOURCE
        #include <stdio.h>
        #include <errno.h>
        #include <sched.h>
        #include <unistd.h>
        #include <sys/mount.h>
        #include <sys/ptrace.h>
        #include <sys/syscall.h>
        #include <sys/socket.h>
        #include <signal.h>
        static void t(const char*n,long r){printf("%s %s\n",n,r==0||r>0?"ok":errno==EPERM?"EPERM":errno==ENOSYS?"ENOSYS":errno==EAFNOSUPPORT?"EAFNOSUPPORT":"other");}
        int main(){
          t("mount",mount("x","/tmp","tmpfs",0,0)); t("umount",umount2("/proc",MNT_DETACH)); t("chroot",chroot("/tmp"));
          t("unshare",unshare(CLONE_NEWUSER)); t("clone",syscall(SYS_clone,CLONE_NEWUSER|SIGCHLD,0,0,0,0)); t("clone3",syscall(SYS_clone3,0,0));
          t("ptrace",ptrace(PTRACE_ATTACH,1,0,0)); t("bpf",syscall(SYS_bpf,0,0,0)); t("io_uring",syscall(SYS_io_uring_setup,1,0));
          t("userfaultfd",syscall(SYS_userfaultfd,0)); t("keyctl",syscall(SYS_keyctl,0,0,0,0,0)); t("inet",socket(AF_INET,SOCK_STREAM,0));
          t("netlink",socket(AF_NETLINK,SOCK_RAW,0)); t("vsock",socket(40,SOCK_STREAM,0)); t("unix",socket(AF_UNIX,SOCK_STREAM,0));
          t("new",syscall(700)); t("x32",syscall(0x40000000+39)); t("mknod",syscall(SYS_mknodat,-100,"/w/d",0020666,0x103)); t("setuid",setuid(0)==0&&getuid()!=0?0:-1);
        }"#,
        "mount EPERM\numount EPERM\nchroot EPERM\nunshare EPERM\nclone EPERM\nclone3 ENOSYS\nptrace EPERM\nbpf ENOSYS\nio_uring ENOSYS\n\
         userfaultfd ENOSYS\nkeyctl ENOSYS\ninet EAFNOSUPPORT\nnetlink EAFNOSUPPORT\nvsock EAFNOSUPPORT\nunix ok\nnew ENOSYS\nx32 ENOSYS\nmknod EPERM\nsetuid EPERM\n",
    );
}

#[test]
fn the_old_32_bit_entrance_kills() {
    let done = run(
        &mut bare_box(0),
        &c("int main(){int r;__asm__ volatile(\"int $0x80\":\"=a\"(r):\"a\"(20));return 0;}"),
        limits(),
    );
    assert_eq!(done.outcome.end, End::Signaled(libc::SIGSYS));
}

#[test]
fn only_three_descriptors_are_open_and_none_leads_out() {
    prints(
        "#include <stdio.h>\n#include <dirent.h>\n#include <fcntl.h>\n#include <unistd.h>\nint main(){int n=0;for(int i=0;i<4096;i++)if(fcntl(i,F_GETFD)>=0)n++;printf(\"%d\\n\",n);for(int i=0;i<50;i++)chdir(\"..\");char b[99];puts(getcwd(b,99));}",
        "3\n/\n",
    );
}

#[test]
fn signals_to_init_and_to_everybody_reach_only_the_program() {
    prints(
        "#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\nint main(){signal(SIGTERM,SIG_IGN);for(int s=1;s<32;s++)if(s!=SIGTERM)kill(1,s);puts(kill(-1,SIGTERM)?\"none\":\"sent\");printf(\"%d\\n\",getpid());}",
        "none\n2\n",
    );
}

#[test]
fn the_root_shows_nothing_of_the_host_and_cannot_be_written() {
    let mut sandbox = usr_box(0);
    let shell = |sandbox: &mut _, script: &str| command(sandbox, &["/bin/sh", "-c", script]).stdout;
    assert_eq!(shell(&mut sandbox, "ls /"), "bin\ndev\netc\nlib\nlib64\nproc\ntmp\nusr\nw\n");
    assert_eq!(
        shell(&mut sandbox, "ls /etc; cat /etc/shadow 2>&1 | head -c 30"),
        "alternatives\ngroup\npasswd\ncat: /etc/shadow: No such file"
    );
    assert_eq!(
        shell(&mut sandbox, "ls /dev"),
        "fd\nfull\nnull\nrandom\nshm\nstderr\nstdin\nstdout\nurandom\nzero\n"
    );
    assert_eq!(
        shell(
            &mut sandbox,
            "for d in / /usr /etc /bin /dev /proc; do touch $d/x 2>/dev/null && echo $d; done; echo end"
        ),
        "end\n"
    );
    assert_eq!(
        shell(&mut sandbox, "cd /proc; ls -d [0-9]*; true"),
        "2\n",
        "init is hidden; the shell sees itself"
    );
    assert_eq!(
        shell(
            &mut sandbox,
            "cat /proc/1/environ /proc/1/root/x 2>&1 | grep -c denied; cat /proc/self/cgroup | cut -d: -f3 | sort -u"
        ),
        "0\n/\n"
    );
    assert_eq!(shell(&mut sandbox, "cp /bin/true . && ./true || echo noexec"), "noexec\n");
}

#[test]
fn input_and_program_cannot_be_changed() {
    prints(
        "#include <stdio.h>\n#include <fcntl.h>\n#include <unistd.h>\n#include <sys/stat.h>\nint main(){fchmod(0,0777);int f=open(\"/proc/self/exe\",O_WRONLY);puts(f>=0&&write(f,\"x\",1)==1?\"changed\":\"kept\");}",
        "kept\n",
    );
}

#[test]
fn capabilities_and_new_privileges_are_gone() {
    let mut sandbox = usr_box(0);
    let done = command(
        &mut sandbox,
        &[
            "/bin/sh",
            "-c",
            "grep -E '^(Cap|NoNewPrivs|Seccomp:|Groups)' /proc/self/status | tr -s '\\t ' ' '",
        ],
    );
    let zero = "0000000000000000";
    assert_eq!(
        done.stdout.replace(": ", ":").trim(),
        format!(
            "Groups:{}CapInh:{zero}\nCapPrm:{zero}\nCapEff:{zero}\nCapBnd:{zero}\nCapAmb:{zero}\nNoNewPrivs:1\nSeccomp:2",
            "\n"
        ),
    );
}
