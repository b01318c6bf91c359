/* Row 54: wants other mounts and other roots. */
#include "hostile.h"

#include <sys/mount.h>

int main(void) {
    TRY(mknod("/w/disk", S_IFBLK | 0666, 0x800));
    TRY(mount("x", "/tmp", "tmpfs", 0, 0));
    TRY(mount(0, "/", 0, MS_REMOUNT | MS_BIND, 0));
    TRY(mount("/", "/tmp", 0, MS_BIND | MS_REC, 0));
    TRY(umount("/proc"));
    TRY(umount2("/proc", MNT_DETACH));
    TRY(chroot("/tmp"));
    TRY(syscall(SYS_pivot_root, "/tmp", "/tmp"));
    TRY(syscall(SYS_fsopen, "tmpfs", 0));
    TRY(syscall(SYS_open_tree, AT_FDCWD, "/", 1));
    TRY(syscall(SYS_move_mount, 0, "", 0, "", 0));
    TRY(syscall(SYS_fsmount, 0, 0, 0));
    TRY(syscall(SYS_fsconfig, 0, 0, 0, 0, 0));
    TRY(syscall(SYS_fspick, 0, "/", 0));
    TRY(syscall(SYS_mount_setattr, 0, "/", 0, 0, 0));
    tried("open_tree_attr", syscall(467, AT_FDCWD, "/", 1, 0, 0));
    tell();
}
