/* Row 84: reads what tells runs and hosts apart. */
#include "hostile.h"

int main(void) {
    const char *files[] = {
        "loadavg", "meminfo", "uptime", "stat", "cpuinfo", "version", "cmdline", "interrupts", "kallsyms", "timer_list", "sched_debug", "modules",
        "config.gz", "diskstats", "partitions", "vmstat", "slabinfo", "net", "sys/kernel/random/boot_id", "pressure", "mounts", "cgroups",
    };
    int found = 0;
    for (int i = 0; i < sizeof files / sizeof *files; i++) {
        char path[80];
        sprintf(path, "/proc/%s", files[i]);
        struct stat stat;
        // `mounts` and `net` lead to the process's own.
        if (!lstat(path, &stat)) puts(path), found++;
    }
    char name[100];
    gethostname(name, sizeof name);
    printf("%d %s\n", found, name);
}
