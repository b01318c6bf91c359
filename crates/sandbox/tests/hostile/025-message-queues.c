/* Row 25: keeps what it has in message queues. */
#include "hostile.h"

#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>

int main(void) {
    struct mq_attr large = { .mq_maxmsg = 10, .mq_msgsize = 8192 };
    TRY(mq_open("/hoard", O_CREAT | O_RDWR, 0600, &large));
    tell();
    static struct { long type; char text[8192]; } message = { 1 };
    for (int i = 0; i < 8000; i++) {
        int queue = msgget(IPC_PRIVATE, 0600);
        if (queue < 0) break;
        while (!msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT));
    }
    puts("kept");
}
