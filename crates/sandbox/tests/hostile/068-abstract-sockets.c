/* Row 68: two boxes want to meet at a name that needs no file. */
#include "hostile.h"

#include <sys/socket.h>
#include <sys/un.h>

int main(int argc, char **argv) {
    int other = argv[1][0] == 'a' ? 'b' : 'a';
    struct sockaddr_un mine = { AF_UNIX }, its = { AF_UNIX };
    strcpy(mine.sun_path + 1, argv[1]);
    its.sun_path[1] = other;
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    TRY(bind(server, (void *)&mine, 4));
    TRY(listen(server, 5));
    int met = 0;
    for (int i = 0; i < 50; i++) {
        met += !connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&its, 4);
        usleep(10000);
    }
    TRY(connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&its, 4));
    tell();
    printf("met %d times\n", met);
}
