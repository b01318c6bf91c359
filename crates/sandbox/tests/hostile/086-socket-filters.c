/* Row 86: filters of its own are machine code in memory that no control group counts, and of which the host has an end. */
#include "hostile.h"

#include <linux/filter.h>
#include <sys/socket.h>

int main(void) {
    static struct sock_filter steps[4000];
    for (int i = 0; i < 3999; i++) steps[i] = (struct sock_filter)BPF_STMT(BPF_ALU | BPF_DIV | BPF_K, 3);
    steps[3999] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, 1);
    struct sock_fprog filter = { 4000, steps };
    int one = socket(AF_UNIX, SOCK_DGRAM, 0);
    tried("SO_ATTACH_FILTER", setsockopt(one, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter));
    tried("SO_ATTACH_BPF", setsockopt(one, SOL_SOCKET, SO_ATTACH_BPF, &one, sizeof one));
    tried("SO_ATTACH_REUSEPORT_CBPF", setsockopt(one, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, &filter, sizeof filter));
    TRY(syscall(SYS_seccomp, 1, 0, &filter));
    tell();
}
