/* What the programs of this folder share: they try things, and tell which errors they met. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* Newer than some C libraries. */
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u
#define MFD_EXEC 16u
#endif
#ifndef F_SET_RW_HINT
#define F_SET_RW_HINT 1036
#define F_SET_FILE_RW_HINT 1038
#endif

/* All programs become one: what they share is in it once. */
#define SHARED __attribute__((weak))

/* Lines of an error and the names of what met it, in the order in which the errors came up. */
SHARED struct { const char *error; char names[4000]; } told[40];

/* Notes the answer of a system call: an error where it is -1, else "done". */
SHARED long tried(const char *name, long answer) {
    const char *error = answer == -1 ? strerrorname_np(errno) : "done";
    int i = 0;
    while (told[i].error && strcmp(told[i].error, error)) i++;
    told[i].error = error;
    strcat(strcat(told[i].names, " "), name);
    errno = 0;
    return answer;
}

/* As told: the call's name, or the path that it opens. */
SHARED long tried_call(const char *text, long answer) {
    char name[200];
    const char *path = strchr(text, '"');
    if (path && (!strncmp(text, "open", 4) || !strncmp(text, "access", 6))) text = path + 1;
    if (!strncmp(text, "syscall(SYS_", 12)) text += 12;
    sprintf(name, "%.*s", (int)strcspn(text, "(,)\""), text);
    return tried(name, answer);
}

#define TRY(call) tried_call(#call, (long)(call))

/* Prints what was noted. */
SHARED void tell(void) {
    for (int i = 0; told[i].error; i++) printf("%s:%s\n", told[i].error, told[i].names);
    fflush(stdout);
    memset(told, 0, sizeof told);
}

SHARED long cpu_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Uses this much more CPU time in this thread. */
SHARED void burn(long ms) {
    for (long end = cpu_ms() + ms; cpu_ms() < end;);
}

/* Memory of its own, every page of it written; null when there is none. */
SHARED void *touched(size_t bytes) {
    char *p = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return 0;
    for (size_t i = 0; i < bytes; i += 4096) p[i] = 1;
    return p;
}

/* Writes this many bytes to a file; how many it took. */
SHARED size_t filled(int file, size_t bytes) {
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    size_t done = 0;
    while (done < bytes) {
        ssize_t n = write(file, block, bytes - done < sizeof block ? bytes - done : sizeof block);
        if (n <= 0) break;
        done += n;
    }
    return done;
}
