/* Row 67: walks up and out. */
#include "hostile.h"

int main(void) {
    char path[300] = { 0 };
    getcwd(path, 300);
    printf("%s ", path);
    for (int i = 0; i < 50; i++) chdir("..");
    getcwd(path, 300);
    printf("%s ", path);
    struct stat above, root;
    stat("/..", &above);
    stat("/", &root);
    printf("%s ", above.st_ino == root.st_ino && above.st_dev == root.st_dev ? "same" : "other");
    memset(path, 0, 300);
    readlink("/proc/self/root", path, 299);
    printf("%s\n", path);
    TRY(open("/proc/self/fd/0/..", O_RDONLY));
    TRY(open("/proc/self/exe/..", O_RDONLY));
    TRY(open("/proc/self/cwd/../home", O_RDONLY));
    tell();
}
