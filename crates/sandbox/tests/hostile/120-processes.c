/* Row 120: looks for processes of others. */
#include "hostile.h"

#include <dirent.h>

int main(void) {
    struct dirent *entry;
    for (DIR *all = opendir("/proc"); (entry = readdir(all));)
        if (entry->d_name[0] != '.') printf("%s ", atoi(entry->d_name) == getpid() ? "own" : entry->d_name);
    puts("");
}
