/* Row 77: has any right left, or a way to one. */
#include "hostile.h"

int main(void) {
    char line[300];
    FILE *status = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, status))
        if (!strncmp(line, "Cap", 3) || !strncmp(line, "Groups", 6)) {
            char *value = strchr(line, '\t');
            printf("%.*s%s\n", (int)(strcspn(line, "\t")), line, value[1 + strspn(value + 1, "0 \n")] ? " some" : " none");
        }
    unsigned header[2] = { 0x20080522 }, all[6] = { -1u, -1u, -1u, -1u, -1u, -1u };
    TRY(syscall(SYS_capset, header, all));
    tell();
}
