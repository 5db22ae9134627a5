package dev.assay.sandbox.runc;

/// Small programs of C that tests compile.
final class Programs {
  private Programs() {}

  /// Touches MIB of memory, then sleeps MILLIS if told to.
  static final String FILL_MEMORY =
      """
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      int main(int count, char **words) {
        for (int left = atoi(words[1]); left > 0; left--) {
          char *block = malloc(1 << 20);
          if (block == 0) return 2;
          memset(block, left, 1 << 20);
        }
        if (count > 2) usleep(1000 * atoi(words[2]));
        return 0;
      }
      """;

  static final String FORK_BOMB =
      """
      #include <unistd.h>
      int main(void) {
        for (;;) fork();
      }
      """;

  /// Uses MILLIS of CPU time.
  static final String SPIN =
      """
      #include <stdlib.h>
      #include <time.h>
      int main(int count, char **words) {
        (void)count;
        while (clock() < atol(words[1]) * (CLOCKS_PER_SEC / 1000)) continue;
        return 0;
      }
      """;

  /// Prints NAME=ERRNO for each thing that a program must not be able to do; 0 when it could.
  static final String PROBE =
      """
      #define _GNU_SOURCE
      #include <errno.h>
      #include <fcntl.h>
      #include <sched.h>
      #include <signal.h>
      #include <stdio.h>
      #include <sys/mount.h>
      #include <sys/prctl.h>
      #include <sys/ptrace.h>
      #include <sys/socket.h>
      #include <sys/stat.h>
      #include <sys/syscall.h>
      #include <sys/sysmacros.h>
      #include <sys/wait.h>
      #include <unistd.h>
      static void tell(const char *name, long answer) {
        printf("%s=%d\\n", name, answer >= 0 ? 0 : errno);
      }
      int main(void) {
        tell("inet", socket(AF_INET, SOCK_STREAM, 0));
        tell("inet6", socket(AF_INET6, SOCK_DGRAM, 0));
        tell("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
        tell("packet", socket(AF_PACKET, SOCK_RAW, 0));
        tell("vsock", socket(40, SOCK_STREAM, 0));
        tell("unix", socket(AF_UNIX, SOCK_STREAM, 0));
        tell("mount", mount("tmpfs", "/tmp", "tmpfs", 0, 0));
        tell("umount", umount2("/tmp", MNT_DETACH));
        tell("fsopen", syscall(430, "tmpfs", 0));
        tell("unshare-user", unshare(CLONE_NEWUSER));
        tell("clone-user", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
        tell("clone3", syscall(435, 0, 0));
        tell("ptrace", ptrace(PTRACE_TRACEME, 0, 0, 0));
        tell("process_vm_readv", syscall(SYS_process_vm_readv, getpid(), 0, 0, 0, 0, 0));
        tell("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
        tell("keyctl", syscall(SYS_keyctl, 0, -3, 0));
        tell("io_uring", syscall(425, 1, 0));
        tell("bpf", syscall(SYS_bpf, 0, 0, 0));
        tell("perf", syscall(SYS_perf_event_open, 0, 0, 0, 0, 0));
        tell("userfaultfd", syscall(SYS_userfaultfd, 0));
        tell("module", syscall(SYS_finit_module, 0, "", 0));
        tell("chroot", chroot("/tmp"));
        tell("setuid", setuid(0));
        tell("setgid", setgid(0));
        tell("setns", setns(0, 0));
        tell("device", mknod("/tmp/device", S_IFBLK | 0600, makedev(254, 0)));
        tell("kill-launcher", kill(1, SIGKILL));
        tell("root", open("/file", O_CREAT | O_WRONLY, 0600));
        tell("dev", open("/dev/file", O_CREAT | O_WRONLY, 0600));
        tell("sysctl", open("/proc/sys/kernel/hostname", O_WRONLY));
        tell("launcher", open("/.assay/launcher", O_RDONLY));
        tell("streams", open("/.assay/io", O_RDONLY));
        tell("proc-1", open("/proc/1/status", O_RDONLY));
        tell("cgroup", open("/sys/fs/cgroup/cgroup.procs", O_RDONLY));
        tell("bounding", prctl(PR_CAPBSET_READ, 21) == 0 ? -(errno = 999) : 0);
        tell("no-new-privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? -(errno = 999) : 0);
        return 0;
      }
      """;

  /// Leaves forty orphans that end one after the other, and exits with its argument amid them.
  static final String ORPHANS =
      """
      #include <stdlib.h>
      #include <sys/wait.h>
      #include <unistd.h>
      int main(int count, char **words) {
        if (count < 2) return 99;
        int code = atoi(words[1]);
        pid_t between = fork();
        if (between == 0) {
          for (int i = 0; i < 40; i++) {
            if (fork() == 0) { usleep(1000 + 25 * i); _exit(0); }
          }
          _exit(0);
        }
        waitpid(between, 0, 0);
        usleep(200 + 20 * code);
        return code;
      }
      """;
}
