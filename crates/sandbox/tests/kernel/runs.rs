//! What a box says of ordinary programs.

use std::time::{Duration, Instant};

use crate::common::{at_most, bare_box, command, host, limits, run, slowness, spec, usr_box};
use crate::programs::c;
use sandbox::{End, Grade, Layout, Limits, Sealed, Spec, Status, Stdin, Stopped};

#[test]
fn a_program_reads_prints_and_exits() {
    let program = c(r#"#include <stdio.h>
        int main(){ int a,b; scanf("%d %d",&a,&b); printf("%d\n",a+b); fprintf(stderr,"warned\n"); return 3; }"#);
    let input = Sealed::from_bytes("in", b"20 22\n").unwrap();
    let mut stdout = Vec::new();
    let spec = Spec {
        exe: Some(&program),
        argv: vec!["main".into()],
        stdin: Stdin::File(input.open().unwrap()),
        ..spec(&mut stdout)
    };
    let outcome = bare_box(0).run(spec).unwrap();
    assert_eq!((outcome.end, outcome.status()), (End::Exited(3), Status::RuntimeError));
    assert_eq!((&stdout[..], &outcome.stderr[..]), (&b"42\n"[..], &b"warned\n"[..]));
    assert!(outcome.cpu < at_most(20) && outcome.memory < 2 << 20, "{outcome:?}");
}

#[test]
fn a_loop_ends_at_its_cpu_limit() {
    let limits = Limits { cpu: Duration::from_secs(1), ..limits() };
    let done = run(&mut bare_box(0), &c("int main(){for(;;);}"), limits);
    assert_eq!((done.status(), done.outcome.stopped), (Status::TimeLimit, Some(Stopped::CpuLimit)));
    let over = done.outcome.cpu - Duration::from_secs(1);
    assert!(over < at_most(50), "{over:?}");
}

#[test]
fn what_is_over_its_limit_may_go_on_for_a_while_and_is_over_it_all_the_same() {
    let half_a_second = "#include <time.h>\nint main(){while(clock()<CLOCKS_PER_SEC/2);}";
    let limits = |overshoot| Limits {
        cpu: Duration::from_millis(400),
        overshoot: Duration::from_millis(overshoot),
        ..limits()
    };
    let done = run(&mut bare_box(0), &c(half_a_second), limits(400));
    assert_eq!((done.status(), done.outcome.stopped), (Status::TimeLimit, None));
    let half = Duration::from_millis(500);
    assert!(done.outcome.cpu.abs_diff(half) < at_most(100), "{:?}", done.outcome.cpu);
    let done = run(&mut bare_box(0), &c("int main(){for(;;);}"), limits(100));
    assert_eq!((done.status(), done.outcome.stopped), (Status::TimeLimit, Some(Stopped::CpuLimit)));
    assert!((half..half + at_most(60)).contains(&done.outcome.cpu), "{:?}", done.outcome.cpu);
}

#[test]
fn a_second_of_cpu_time_reads_as_one_whatever_else_runs() {
    let second = c(
        "#include <time.h>\nint main(){struct timespec t;do clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t);while(!t.tv_sec);}",
    );
    let limits = || Limits { cpu: Duration::from_secs(2), ..limits() };
    let alone = run(&mut bare_box(0), &second, limits()).outcome;
    // Two boxes of the same core.
    let cores = u32::try_from(host().cores()).unwrap();
    let beside = std::thread::scope(|scope| {
        let other = scope.spawn(|| run(&mut bare_box(cores), &second, limits()).outcome);
        [run(&mut bare_box(0), &second, limits()).outcome, other.join().unwrap()]
    });
    for outcome in [&alone, &beside[0], &beside[1]] {
        let off = outcome.cpu.as_secs_f64() - 1.0;
        // Without control groups the time is told in ticks.
        let most = if outcome.grade == Grade::Full { 0.005 } else { 0.03 };
        // The program's own clock began with the preparation, and its start counts, too.
        assert!(off.abs() < most * f64::from(slowness()), "{outcome:?}");
    }
    assert!(beside.iter().all(|outcome| outcome.wall > outcome.cpu.mul_f64(1.2)), "{beside:?}");
}

#[test]
fn a_sleeper_ends_at_its_wall_limit() {
    let (mut sandbox, sleeper) = (bare_box(0), c("#include <unistd.h>\nint main(){sleep(100);}"));
    let start = Instant::now();
    let done = run(&mut sandbox, &sleeper, Limits { wall: Duration::from_secs(1), ..limits() });
    assert_eq!((done.status(), done.outcome.stopped), (Status::IdleLimit, Some(Stopped::WallLimit)));
    assert!(done.outcome.cpu < at_most(20));
    assert!(start.elapsed() < at_most(2_500), "{:?}", start.elapsed());
}

#[test]
fn a_signal_is_told_from_an_exit_code() {
    let mut sandbox = bare_box(0);
    for (source, end) in [
        ("#include <stdlib.h>\nint main(){abort();}", End::Signaled(6)),
        ("int main(){*(volatile int*)0=1;}", End::Signaled(11)),
        ("#include <signal.h>\nint main(){raise(SIGTERM);}", End::Signaled(15)),
        ("#include <signal.h>\nint main(){raise(SIGPIPE);}", End::Signaled(13)),
        ("int main(){return 137;}", End::Exited(137)),
        ("int main(){return 0;}", End::Exited(0)),
    ] {
        assert_eq!(run(&mut sandbox, &c(source), limits()).outcome.end, end, "{source}");
    }
}

#[test]
fn every_signal_that_kills_is_told_by_its_number() {
    let mut sandbox = bare_box(0);
    // Of itself, and of a child before: what it dies of must not matter to who reaps it.
    let dies = c(r#"#include <signal.h>
        #include <stdlib.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int main(int n, char **v){ int s=atoi(v[1]); if(!fork()) raise(s); wait(0); raise(s); return 1; }"#);
    let harmless = [libc::SIGCHLD, libc::SIGCONT, libc::SIGURG, libc::SIGWINCH];
    // Those that stop; and two that the C library keeps for itself.
    let others = [libc::SIGSTOP, libc::SIGTSTP, libc::SIGTTIN, libc::SIGTTOU, 32, 33];
    for signal in (1..=64).filter(|signal| !harmless.contains(signal) && !others.contains(signal)) {
        let mut stdout = Vec::new();
        let argv = vec!["main".into(), signal.to_string().into()];
        let outcome = sandbox.run(Spec { exe: Some(&dies), argv, ..spec(&mut stdout) }).unwrap();
        assert_eq!((outcome.end, outcome.stopped), (End::Signaled(signal), None));
        // What the kernel says by it anybody can say.
        let status = if signal == libc::SIGXFSZ { Status::OutputLimit } else { Status::RuntimeError };
        assert_eq!(outcome.status(), status, "signal {signal}");
    }
}

#[test]
fn a_program_that_prints_for_ever_ends_at_its_output_limit() {
    let done = run(&mut bare_box(0), &c("#include <stdio.h>\nint main(){for(;;)puts(\"y\");}"), limits());
    assert_eq!(
        (done.status(), done.outcome.output, done.stdout.len()),
        (Status::OutputLimit, 1 << 20, 1 << 20)
    );
}

#[test]
fn memory_past_the_limit_is_the_kernels_word() {
    let source = "#include <stdlib.h>\n#include <string.h>\nint main(){volatile char*p=malloc(256<<20);for(long i=0;i<256<<20;i+=4096)p[i]=1;}";
    let done = run(&mut bare_box(0), &c(source), limits());
    if done.outcome.grade == Grade::Practice {
        // An allocation that fails is all that can be had without control groups.
        assert_eq!((done.status(), done.outcome.end), (Status::RuntimeError, End::Signaled(11)));
        return;
    }
    assert_eq!(done.status(), Status::MemoryLimit);
    assert!(done.outcome.oom_kills >= 1 && done.outcome.memory <= 64 << 20, "{:?}", done.outcome);
}

#[test]
fn memory_within_the_limit_is_measured() {
    let source =
        "#include <sys/mman.h>\n#include <string.h>\nint main(){memset(mmap(0,32<<20,3,34,-1,0),1,32<<20);}";
    let done = run(&mut bare_box(0), &c(source), limits());
    assert_eq!(done.status(), Status::Ok);
    assert!((32 << 20..34 << 20).contains(&done.outcome.memory), "{}", done.outcome.memory);
}

#[test]
fn a_text_file_is_not_a_program_and_that_is_the_programs_fault() {
    let text = Sealed::from_bytes("text", b"hello\n").unwrap();
    let done = run(&mut bare_box(0), &text, limits());
    assert_eq!(done.outcome.end, End::NotExecuted(libc::ENOEXEC));
    let done = command(&mut bare_box(0), &["/usr/bin/none"]);
    assert_eq!(done.outcome.end, End::NotExecuted(libc::ENOENT));
}

#[test]
fn host_programs_run_where_they_are_mounted() {
    let mut sandbox = usr_box(0);
    assert_eq!(command(&mut sandbox, &["/usr/bin/python3", "-c", "print(6*7)"]).stdout, "42\n");
    assert_eq!(
        command(&mut sandbox, &["/bin/sh", "-c", "echo $HOME; pwd; id -u"]).outcome.end,
        End::Exited(0)
    );
}

#[test]
fn what_it_takes_to_lay_out_its_files_is_not_the_programs_time() {
    let nothing = c("int main(){}");
    let large = Sealed::from_bytes("large", &vec![b'x'; 192 << 20]).unwrap();
    let roomy = Layout { writable_bytes: 256 << 20, ..Layout::default() };
    let mut sandbox = host().open(1, &roomy).unwrap();
    let limits = Limits { memory: 256 << 20, file_size: 256 << 20, ..limits() };
    let mut stdout = Vec::new();
    let spec = Spec::new(vec!["program".into()], &mut stdout, limits);
    let spec = Spec { exe: Some(&nothing), files: vec![("large".into(), &large)], ..spec };
    let outcome = sandbox.run(spec).unwrap();
    assert_eq!(outcome.status(), Status::Ok);
    // Copying that takes longer; ticks are coarse.
    let most = if outcome.grade == Grade::Practice { 35 } else { 15 };
    assert!(outcome.cpu < at_most(most), "{:?}", outcome.cpu);
}

#[test]
fn files_and_directories_are_there_and_leftovers_can_be_taken() {
    let mut sandbox = usr_box(0);
    let file = Sealed::from_bytes("a", b"content").unwrap();
    let mut stdout = Vec::new();
    let spec = Spec {
        argv: ["/bin/sh", "-c", "cat a /dev/fd/3; echo out > d/out; ln -s /etc/passwd link"]
            .map(Into::into)
            .into(),
        files: vec![("a".into(), &file)],
        directories: vec!["d".into()],
        descriptors: vec![file.open().unwrap()],
        ..spec(&mut stdout)
    };
    let outcome = sandbox.run(spec).unwrap();
    assert_eq!(outcome.end, End::Exited(0), "{}", String::from_utf8_lossy(&outcome.stderr));
    assert_eq!(stdout, b"contentcontent");
    assert_eq!(outcome.leftovers.read("d/out", 10).unwrap().unwrap(), b"out\n");
    assert_eq!(outcome.leftovers.read("link", 10_000).unwrap(), None);
}

#[test]
fn a_sink_that_has_seen_enough_ends_the_run() {
    struct First(usize);
    impl sandbox::Sink for First {
        fn write(&mut self, piece: &[u8]) -> std::ops::ControlFlow<()> {
            self.0 += piece.len();
            std::ops::ControlFlow::Break(())
        }
    }
    let program = c("#include <stdio.h>\nint main(){for(;;){puts(\"y\");fflush(stdout);}}");
    let (mut first, mut unused) = (First(0), Vec::new());
    let spec =
        Spec { exe: Some(&program), argv: vec!["main".into()], stdout: &mut first, ..spec(&mut unused) };
    let outcome = bare_box(0).run(spec).unwrap();
    assert_eq!((outcome.status(), outcome.stopped), (Status::Ok, Some(Stopped::BySink)));
    assert!(first.0 > 0 && outcome.cpu < at_most(500));
}

#[test]
fn a_wall_limit_counts_only_time_in_which_the_core_was_to_be_had() {
    // Three others on the same core: a quarter of the wall time is all that a program can get.
    let spin = c("int main(){for(;;);}");
    let work = c("#include <time.h>\nint main(){while(clock()<CLOCKS_PER_SEC/2);}");
    let limits = || Limits { cpu: Duration::from_secs(2), wall: Duration::from_millis(1_000), ..limits() };
    std::thread::scope(|scope| {
        for _ in 0..3 {
            // On the first core, as slot 0 is, wherever the number of cores divides 192.
            scope.spawn(|| {
                run(&mut bare_box(192), &spin, Limits { wall: Duration::from_secs(4), ..limits() })
            });
        }
        std::thread::sleep(Duration::from_millis(300));
        let done = run(&mut bare_box(0), &work, limits());
        assert_eq!(done.status(), Status::Ok, "{:?}", done.outcome);
    });
}

#[test]
fn where_no_processes_may_be_started_threads_may() {
    let program = c(r#"#include <errno.h>
        #include <pthread.h>
        #include <spawn.h>
        #include <stdio.h>
        #include <unistd.h>
        static void *one(void *sum) { return ++*(int *)sum, sum; }
        int main() {
            int sum = 41, forked = fork() < 0 ? errno : 0, vforked = vfork() < 0 ? errno : 0;
            char *argv[] = {"main", 0};
            int spawned = posix_spawn(0, "/proc/self/exe", 0, 0, argv, argv);
            pthread_t thread;
            pthread_create(&thread, 0, one, &sum);
            pthread_join(thread, 0);
            printf("%d %d %d %d\n", forked == EAGAIN, vforked == EAGAIN, spawned == EAGAIN, sum);
        }"#);
    let mut sandbox = host().open(0, &Layout { forks: false, ..Layout::default() }).unwrap();
    // A thread's stack is as large as the limit, and where no control group counts, that has to fit into the memory.
    let limits = Limits { stack: 8 << 20, ..limits() };
    assert_eq!(run(&mut sandbox, &program, limits).stdout, "1 1 1 42\n");
}

#[test]
fn huge_pages_are_off_and_stay_off() {
    let program = c(r#"#include <stdio.h>
        #include <string.h>
        #include <sys/prctl.h>
        int main() {
            char line[200];
            FILE *status = fopen("/proc/self/status", "r");
            while (fgets(line, sizeof line, status)) if (!strncmp(line, "THP_enabled", 11)) fputs(line, stdout);
            printf("%d %d\n", prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0), prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0));
        }"#);
    assert_eq!(run(&mut bare_box(0), &program, limits()).stdout, "THP_enabled:\t0\n-1 1\n");
}

#[test]
fn what_one_run_used_is_not_the_next_ones_whatever_its_limits() {
    let touch = |mib: u64| {
        c(format!(
            "#include <stdlib.h>\n#include <string.h>\nint main(){{volatile char *p=malloc({mib}<<20);memset((char*)p,1,{mib}<<20);return p[5]-1;}}"
        ))
    };
    let (nothing, small, large) = (c("int main(){}"), touch(20), touch(100));
    let mut sandbox = bare_box(0);
    let mut used = |program: &Sealed, mib: u64, status| {
        let outcome = run(&mut sandbox, program, Limits { memory: mib << 20, ..limits() }).outcome;
        assert_eq!((outcome.status(), outcome.oom_kills > 0), (status, status == Status::MemoryLimit));
        outcome.memory
    };
    if host().grade() != Grade::Full {
        return eprintln!("not tried: without control groups memory is not counted");
    }
    for _ in 0..3 {
        assert!(used(&large, 256, Status::Ok) >= 100 << 20);
        assert!(used(&nothing, 256, Status::Ok) < 1 << 20);
        assert_eq!(used(&large, 64, Status::MemoryLimit), 64 << 20);
        assert!(used(&nothing, 32, Status::Ok) < 1 << 20);
        assert!((20 << 20..21 << 20).contains(&used(&small, 32, Status::Ok)));
    }
}

#[test]
fn the_thousandth_run_of_a_box_is_measured_like_the_first() {
    let touch = c(
        "#include <stdlib.h>\n#include <string.h>\nint main(){volatile char *p=malloc(64<<20);memset((char*)p,1,64<<20);return p[5]-1;}",
    );
    let (nothing, mut sandbox) = (c("int main(){}"), bare_box(0));
    for _ in 0..1_000 {
        assert_eq!(run(&mut sandbox, &nothing, limits()).status(), Status::Ok);
    }
    let outcome = run(&mut sandbox, &touch, Limits { memory: 128 << 20, ..limits() }).outcome;
    assert!(
        (64 << 20..65 << 20).contains(&outcome.memory) || outcome.grade != Grade::Full,
        "{} bytes",
        outcome.memory
    );
    let outcome = run(&mut sandbox, &nothing, limits()).outcome;
    // The practice grade knows only a process's own peak, which begins as judge-box.
    let most = if outcome.grade == Grade::Full { 1 << 20 } else { 2 << 20 };
    assert!(outcome.memory < most && outcome.cpu < at_most(4), "{outcome:?}");
}
