/* Row 72: leaves a key for the next run. */
#include "hostile.h"

int main(void) {
    TRY(syscall(SYS_add_key, "user", "judge", "x", 1, -3));
    TRY(syscall(SYS_request_key, "user", "judge", 0, -3));
    TRY(syscall(SYS_keyctl, 1, 0));
    TRY(access("/proc/keys", F_OK));
    TRY(access("/proc/key-users", F_OK));
    tell();
}
