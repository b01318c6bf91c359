/* Row 83: runs what it brought or found instead of itself. */
#include "hostile.h"

int main(int argc, char **argv) {
    if (!strcmp(argv[1], "again")) {
        puts("executed");
        return 0;
    }
    char *again[] = { argv[0], "again", 0 }, *none[] = { 0 };
    TRY(execve("/usr/bin/python3", again, none));
    TRY(execve("/bin/sh", again, none));
    TRY(execve("/proc/1/exe", again, none));
    char *program = malloc(4 << 20);
    int size = read(open("/proc/self/exe", O_RDONLY), program, 4 << 20);
    const char *copies[] = { "/w/copy", "/tmp/copy", "/dev/shm/copy" };
    for (int i = 0; i < 3; i++) {
        int copy = open(copies[i], O_CREAT | O_WRONLY, 0700);
        write(copy, program, size);
        close(copy);
        tried(copies[i], execve(copies[i], again, none));
        tried("map", (long)mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, open(copies[i], O_RDONLY), 0));
    }
    TRY(memfd_create("copy", 0));
    TRY(memfd_create("copy", MFD_EXEC));
    // Before Linux 6.3 there are none that cannot be executed, and so none at all.
    int memory = memfd_create("copy", MFD_NOEXEC_SEAL);
    errno = 0;
    tell();
    write(memory, program, size);
    fchmod(memory, 0777);
    fexecve(memory, again, none);
    puts("nothing from memory");
}
