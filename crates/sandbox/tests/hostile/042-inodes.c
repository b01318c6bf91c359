/* Row 42: a million empty files, links and directories. */
#include "hostile.h"

int main(void) {
    char name[60];
    const char *places[] = { "/w", "/tmp", "/dev/shm" };
    close(open("/tmp/one", O_CREAT | O_WRONLY, 0600));
    for (int place = 0; place < 3; place++) {
        int i = 0, answer = 0;
        for (; i < 1000000 && !answer; i++) {
            sprintf(name, "%s/%d", places[place], i);
            answer = i % 2 ? mkdir(name, 0700) : symlink("a", name);
        }
        tried(places[place], answer);
    }
    TRY(link("/tmp/one", "/tmp/two"));
    tell();
}
