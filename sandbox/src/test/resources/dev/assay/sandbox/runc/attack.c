/*
 * Tries what a program in the sandbox must not be able to do, and says what came of each attempt in a line of its own:
 *
 *   NAME refused ERRNO    the kernel or a filter said no
 *   NAME nothing          it was let in, and there was nothing to see
 *   NAME DONE TEXT        it worked, which is a hole
 *
 * usage: attack reach SECRET [PATH...]   every way out; SECRET is a word that no file's name or content may hold, PATHs
 *                                        are the host's files that hold it
 *        attack leave                    leaves something behind in every place that outlives a process
 *        attack find                     looks for what `leave` has left
 *
 * Arguments are such that a call which gets through does no harm: it fails with another error than a refusal's.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *secret;

static void refused(const char *name) { printf("%s refused %d\n", name, errno); }

static void nothing(const char *name) { printf("%s nothing\n", name); }

static void done(const char *name, const char *form, ...) {
  va_list arguments;
  printf("%s DONE ", name);
  va_start(arguments, form);
  vprintf(form, arguments);
  va_end(arguments);
  putchar('\n');
}

/* What a call answered. */
static void tell(const char *name, long answer) {
  if (answer < 0) {
    refused(name);
  } else {
    done(name, "%ld", answer);
  }
}

static void tell_at(const char *kind, const char *what, long answer) {
  char name[512];
  snprintf(name, sizeof name, "%s:%s", kind, what);
  tell(name, answer);
}

/* ---- System calls ---- */

static void sockets(void) {
  static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET, SOCK_RDM};
  for (int family = 0; family < 64; family++) {
    if (family == AF_UNIX) continue;
    long best = -1;
    for (size_t i = 0; i < COUNT(types) && best < 0; i++) best = socket(family, types[i], 0);
    char name[32];
    snprintf(name, sizeof name, "socket:family-%d", family);
    tell(name, best);
  }
  int pair[2];
  tell("socketpair:inet", socketpair(AF_INET, SOCK_STREAM, 0, pair));
  tell("socket:netlink-audit", socket(AF_NETLINK, SOCK_RAW, 9));
  /* Upper halves of arguments are no part of an int: the kernel ignores them, and a filter must not be fooled. */
  tell("socket:inet-with-upper-half", syscall(SYS_socket, 0x100000002L, SOCK_STREAM, 0));
  tell("socket:unix-with-upper-half-is-vsock", syscall(SYS_socket, 0x100000028L, SOCK_STREAM, 0));
}

static void mounts(void) {
  tell("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
  tell("mount:remount", mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
  tell("mount:proc", mount("proc", "/tmp", "proc", 0, NULL));
  tell("umount", umount2("/proc", MNT_DETACH));
  tell("umount:masked", umount2("/proc/kcore", MNT_DETACH));
  tell("pivot_root", syscall(SYS_pivot_root, "/tmp", "/tmp"));
  tell("chroot", chroot("/tmp"));
  tell("open_tree", syscall(428, AT_FDCWD, "/", 1));
  tell("move_mount", syscall(429, -1, "", -1, "", 0));
  tell("fsopen", syscall(430, "tmpfs", 0));
  tell("fsconfig", syscall(431, -1, 0, NULL, NULL, 0));
  tell("fsmount", syscall(432, -1, 0, 0));
  tell("fspick", syscall(433, AT_FDCWD, "/", 0));
  tell("mount_setattr", syscall(442, -1, "", 0, NULL, 0));
  tell("open_tree_attr", syscall(467, -1, "", 0, NULL, 0));
  tell("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
  tell("name_to_handle_at", syscall(SYS_name_to_handle_at, AT_FDCWD, "/", NULL, NULL, 0));
  tell("open_by_handle_at", syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, 0));
}

static long clone_with(unsigned long flags) { return syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0); }

/* A child that comes into being all the same ends at once. */
static void tell_clone(const char *name, unsigned long flags) {
  long child = clone_with(flags);
  if (child == 0) _exit(0);
  tell_at("clone", name, child);
}

static void namespaces(void) {
  static const struct {
    const char *name;
    unsigned long flag;
  } kinds[] = {{"user", CLONE_NEWUSER}, {"mnt", CLONE_NEWNS},  {"net", CLONE_NEWNET},       {"pid", CLONE_NEWPID},
               {"ipc", CLONE_NEWIPC},   {"uts", CLONE_NEWUTS}, {"cgroup", CLONE_NEWCGROUP}, {"time", 0x80}};
  for (size_t i = 0; i < COUNT(kinds); i++) {
    tell_at("unshare", kinds[i].name, syscall(SYS_unshare, kinds[i].flag));
    /* Below 0x100 the bits of clone are a signal's number; a time namespace is clone3's alone. */
    if (kinds[i].flag != 0x80) tell_clone(kinds[i].name, kinds[i].flag);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/ns/%s", kinds[i].name);
    int own = open(path, O_RDONLY);
    tell_at("setns", kinds[i].name, setns(own, 0));
    if (own >= 0) close(own);
  }
  tell("clone3", syscall(435, NULL, 0));
  tell("clone:user-with-upper-half", clone_with(CLONE_NEWUSER | 0x100000000UL));
}

static void other_processes(void) {
  char byte;
  struct iovec own = {&byte, 1};
  struct iovec theirs = {(void *)0x400000, 1};
  tell("ptrace:me", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
  tell("ptrace:attach-1", ptrace(PTRACE_ATTACH, 1, NULL, NULL));
  tell("ptrace:seize-1", ptrace(PTRACE_SEIZE, 1, NULL, NULL));
  tell("process_vm_readv", process_vm_readv(1, &own, 1, &theirs, 1, 0));
  tell("process_vm_writev", process_vm_writev(1, &own, 1, &theirs, 1, 0));
  tell("process_vm_readv:own", process_vm_readv(getpid(), &own, 1, &own, 1, 0));
  tell("process_madvise", syscall(440, -1, NULL, 0, 0, 0));
  tell("kcmp", syscall(SYS_kcmp, 1, getpid(), 0, 0, 0));
  int launcher = (int)syscall(434, 1, 0);
  tell("pidfd_getfd", syscall(438, launcher, 0, 0));
  tell("pidfd_send_signal", syscall(424, launcher, SIGTERM, NULL, 0));
  tell("kill:1", kill(1, SIGKILL));
  tell("kill:stop-1", kill(1, SIGSTOP));
  tell("tgkill:1", syscall(SYS_tgkill, 1, 1, SIGSEGV));
  siginfo_t information;
  memset(&information, 0, sizeof information);
  information.si_code = SI_QUEUE;
  tell("sigqueue:1", syscall(SYS_rt_sigqueueinfo, 1, SIGCHLD, &information));
  struct rlimit limit;
  tell("prlimit:1", prlimit(1, RLIMIT_NOFILE, NULL, &limit));
  tell("setpriority:1", setpriority(PRIO_PROCESS, 1, 10));
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  tell("sched_setaffinity:1", sched_setaffinity(1, sizeof one, &one));
  int status;
  tell("move_pages:1", syscall(SYS_move_pages, 1, 1, &theirs.iov_base, NULL, &status, 0));
  tell("migrate_pages:1", syscall(SYS_migrate_pages, 1, 8, &one, &one));
  long list = 0;
  size_t length;
  tell("get_robust_list:1", syscall(SYS_get_robust_list, 1, &list, &length));
}

static void kernel(void) {
  tell("init_module", syscall(SYS_init_module, "", 0, ""));
  tell("finit_module", syscall(SYS_finit_module, -1, "", 0));
  tell("delete_module", syscall(SYS_delete_module, "no-such-module", O_NONBLOCK));
  tell("kexec_load", syscall(SYS_kexec_load, 0, 0, NULL, 0));
#ifdef SYS_kexec_file_load
  tell("kexec_file_load", syscall(SYS_kexec_file_load, -1, -1, 0, "", 0));
#endif
  tell("reboot", syscall(SYS_reboot, 0, 0, 0, NULL));
  tell("swapon", syscall(SYS_swapon, "/no-such-file", 0));
  tell("swapoff", syscall(SYS_swapoff, "/no-such-file"));
  tell("acct", syscall(SYS_acct, "/no-such-file"));
  tell("quotactl", syscall(SYS_quotactl, 0, NULL, 0, NULL));
  tell("quotactl_fd", syscall(443, -1, 0, 0, NULL));
  char log[64];
  tell("syslog", syscall(SYS_syslog, 3, log, sizeof log));
  tell("bpf", syscall(SYS_bpf, 0, NULL, 0));
  tell("perf_event_open", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
  tell("userfaultfd", syscall(SYS_userfaultfd, 0));
  tell("userfaultfd:user-mode", syscall(SYS_userfaultfd, 1));
  tell("io_uring_setup", syscall(425, 1, NULL));
  tell("io_uring_enter", syscall(426, -1, 0, 0, 0, NULL, 0));
  tell("io_uring_register", syscall(427, -1, 0, NULL, 0));
  tell("add_key", syscall(SYS_add_key, "user", "left", "x", 1, -3));
  tell("add_key:user-keyring", syscall(SYS_add_key, "user", "left", "x", 1, -4));
  tell("request_key", syscall(SYS_request_key, "user", "left", NULL, -3));
  tell("keyctl:session", syscall(SYS_keyctl, 0, -3, 1));
  tell("keyctl:join", syscall(SYS_keyctl, 1, NULL));
  tell("settimeofday", syscall(SYS_settimeofday, NULL, NULL));
  tell("clock_settime", syscall(SYS_clock_settime, CLOCK_REALTIME, NULL));
  tell("clock_adjtime", syscall(SYS_clock_adjtime, CLOCK_REALTIME, NULL));
  tell("adjtimex", syscall(SYS_adjtimex, NULL));
  tell("sethostname", sethostname("x", 1));
  tell("setdomainname", setdomainname("x", 1));
  tell("vhangup", vhangup());
#if defined(__x86_64__)
  tell("iopl", syscall(SYS_iopl, 3));
  tell("ioperm", syscall(SYS_ioperm, 0, 1, 1));
  tell("modify_ldt", syscall(SYS_modify_ldt, 0, NULL, 0));
#endif
  tell("personality", syscall(SYS_personality, 0x0400000 | 0x0100000));
}

/* Calls by another entry, which a filter for 64-bit numbers would let through. */
static void other_entries(void) {
#if defined(__x86_64__)
  tell("x32:getpid", syscall(0x40000000 | SYS_getpid));
  tell("x32:socket", syscall(0x40000000 | SYS_socket, AF_INET, SOCK_STREAM, 0));
  tell("x32:ptrace", syscall(0x40000000 | 521, 0, 0, 0, 0));
  static const struct {
    const char *name;
    long number, first, second;
  } calls[] = {{"getpid", 20, 0, 0}, {"socket", 359, AF_INET, SOCK_STREAM}, {"keyctl", 288, 0, -3}, {"unshare", 310, CLONE_NEWUSER, 0}};
  for (size_t i = 0; i < COUNT(calls); i++) {
    long answer = calls[i].number;
    __asm__ volatile("int $0x80" : "+a"(answer) : "b"(calls[i].first), "c"(calls[i].second), "d"(0L) : "memory", "r8", "r9", "r10", "r11");
    answer = (int)answer;
    if (answer < 0) errno = (int)-answer;
    tell_at("int80", calls[i].name, answer < 0 ? -1 : answer);
  }
#endif
}

/* ---- Rights and limits ---- */

/* Raising it and lowering it are said to work and change nothing. */
static void core_limit(void) {
  for (rlim_t value = 0; value <= 2; value += 2) {
    struct rlimit limit = {value, value}, after = {9, 9};
    setrlimit(RLIMIT_CORE, &limit);
    syscall(SYS_prlimit64, 0, RLIMIT_CORE, &limit, NULL);
    getrlimit(RLIMIT_CORE, &after);
    if (after.rlim_cur == 1 && after.rlim_max == 1) {
      nothing("core-limit");
    } else {
      done("core-limit", "%d", (int)after.rlim_cur);
    }
  }
}

static void rights(void) {
  tell("setuid", setuid(0));
  tell("setresuid", syscall(SYS_setresuid, 0, 0, 0));
  tell("setuid:launcher", setuid(99001));
  tell("setgid", setgid(0));
  gid_t root = 0;
  tell("setgroups", setgroups(1, &root));
  setfsuid(0);
  tell("setfsuid", setfsuid((uid_t)-1) == 0 ? 0 : (errno = EPERM, -1));
  for (int capability = 0; capability < 64; capability++) {
    if (prctl(PR_CAPBSET_READ, capability) == 1) done("bounding-set", "%d", capability);
  }
  tell("securebits", prctl(PR_SET_SECUREBITS, 0));
  tell("new-privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? (errno = EPERM, -1) : 0);
  tell("setpriority", setpriority(PRIO_PROCESS, 0, -5));
  struct sched_param high = {.sched_priority = 1};
  tell("sched_fifo", sched_setscheduler(0, SCHED_FIFO, &high));
  tell("ioprio:realtime", syscall(SYS_ioprio_set, 1, 0, 1 << 13));
  static const int limits[] = {RLIMIT_NOFILE, RLIMIT_MSGQUEUE, RLIMIT_MEMLOCK, RLIMIT_NICE, RLIMIT_RTPRIO};
  for (size_t i = 0; i < COUNT(limits); i++) {
    struct rlimit limit;
    char name[32];
    snprintf(name, sizeof name, "rlimit:%d", limits[i]);
    getrlimit(limits[i], &limit);
    limit.rlim_cur = limit.rlim_max = limit.rlim_max + 1;
    tell(name, setrlimit(limits[i], &limit));
  }
  core_limit();
}

/* Asks for every processor, and must be left with those that it had. */
static void cores(void) {
  cpu_set_t before, after;
  sched_getaffinity(0, sizeof before, &before);
  memset(&after, 0xff, sizeof after);
  sched_setaffinity(0, sizeof after, &after);
  sched_getaffinity(0, sizeof after, &after);
  if (CPU_EQUAL(&before, &after)) {
    nothing("cores");
  } else {
    done("cores", "%d in place of %d", CPU_COUNT(&after), CPU_COUNT(&before));
  }
}

static void core_file(void) {
  int before = chdir("/tmp");
  pid_t child = fork();
  if (child == 0) {
    struct rlimit limit = {0, 0};
    getrlimit(RLIMIT_CORE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CORE, &limit);
    raise(SIGSEGV);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (before == 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV && !WCOREDUMP(status)) {
    nothing("core-file");
  } else {
    done("core-file", "status %x", status);
  }
}

static void terminal(void) {
  char byte = 'x';
  tell("tty", open("/dev/tty", O_RDWR));
  for (int stream = 0; stream < 3; stream++) {
    char name[32];
    snprintf(name, sizeof name, "tiocsti:%d", stream);
    tell(name, ioctl(stream, TIOCSTI, &byte));
  }
}

/* ---- Files ---- */

/* Opens and reads; what was read is shown, whether it holds the secret or not. */
static void read_at(const char *kind, const char *path) {
  char name[512];
  char text[4096];
  snprintf(name, sizeof name, "%s:%s", kind, path);
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (count < 0) {
    refused(name);
  } else if (count == 0) {
    nothing(name);
  } else {
    text[count] = 0;
    text[strcspn(text, "\n")] = 0;
    done(name, "%.60s", text);
  }
  if (file >= 0) close(file);
}

static void write_at(const char *path) { tell_at("write", path, open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)); }

/* The names in a folder. */
static void list_at(const char *path) {
  char name[512];
  snprintf(name, sizeof name, "list:%s", path);
  DIR *folder = opendir(path);
  if (folder == NULL) {
    refused(name);
    return;
  }
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      done(name, "%s", entry->d_name);
      closedir(folder);
      return;
    }
  }
  closedir(folder);
  nothing(name);
}

static void first_process(void) {
  static const char *const names[] = {"status", "environ", "cmdline", "maps", "mem", "stat", "mountinfo", "cgroup", "syscall", "stack", "io"};
  static const char *const ways[] = {"/proc/1", "/proc/self/root/proc/1", "/proc/self/../1", "/proc/thread-self/../../../1", "/proc/1/task/1"};
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (size_t i = 0; i < COUNT(names); i++) {
      char path[256];
      snprintf(path, sizeof path, "%s/%s", ways[way], names[i]);
      read_at("read", path);
    }
  }
  list_at("/proc/1/root");
  list_at("/proc/1/cwd");
  list_at("/proc/1/fd");
  list_at("/proc/1/ns");
  list_at("/.assay");
  list_at("/.assay/io");
  read_at("read", "/.assay/launcher");
  read_at("read", "/proc/1/exe");
  write_at("/.assay/launcher");
  write_at("/proc/1/mem");
  write_at("/proc/1/oom_score_adj");
}

/* Processes that are not this user's own. */
static void list_processes(void) {
  DIR *folder = opendir("/proc");
  int found = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    char path[300];
    struct stat what;
    snprintf(path, sizeof path, "/proc/%s", entry->d_name);
    if (atoi(entry->d_name) > 0 && stat(path, &what) == 0 && what.st_uid != getuid()) {
      done("list:/proc", "%s of user %u", entry->d_name, what.st_uid);
      found = 1;
    }
  }
  closedir(folder);
  if (!found) nothing("list:/proc");
}

/* A way out of a folder by a descriptor that was kept, the working folder or the root. */
static void host_files(int count, char **paths) {
  static const char *const ways[] = {"", "/proc/self/root", "/proc/self/cwd/../../../../../..", "/proc/thread-self/root/../..", "/proc/1/root", "/proc/1/cwd", "/proc/self/fd/1/../..", "/..", "/dev/fd/../../.."};
  for (int i = 0; i < count; i++) {
    for (size_t way = 0; way < COUNT(ways); way++) {
      char path[4096];
      snprintf(path, sizeof path, "%s%s", ways[way], paths[i]);
      read_at("host", path);
    }
  }
}

static void kernel_files(void) {
  static const char *const reads[] = {
      "/proc/kcore", "/proc/kmsg", "/proc/keys", "/proc/key-users", "/proc/timer_list", "/proc/sched_debug",
      "/proc/slabinfo", "/proc/vmallocinfo", "/proc/pagetypeinfo", "/proc/interrupts", "/proc/latency_stats",
      "/proc/kpagecount", "/proc/kpageflags", "/proc/kpagecgroup", "/sys/firmware/acpi/tables/DSDT",
      "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/memory/cgroup.procs", "/sys/fs/cgroup/unified/cgroup.procs",
      "/sys/kernel/debug/tracing/trace", "/sys/kernel/tracing/trace", "/sys/class/powercap/intel-rapl:0/energy_uj",
      "/etc/shadow", "/etc/gshadow", "/root/.bashrc", "/root/.ssh/id_rsa"};
  for (size_t i = 0; i < COUNT(reads); i++) read_at("read", reads[i]);
  list_at("/sys/fs/cgroup");
  list_at("/sys/firmware");
  list_at("/sys/kernel/debug");
  static const char *const writes[] = {
      "/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/kernel/modprobe",
      "/proc/sys/vm/drop_caches", "/proc/sys/fs/binfmt_misc/register", "/proc/irq/default_smp_affinity",
      "/proc/self/uid_map", "/sys/kernel/uevent_helper", "/sys/power/state",
      "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/devices/system/cpu/cpu1/online", "/sys/kernel/profiling",
      "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/memory/release_agent", "/sys/block/vda/queue/scheduler"};
  for (size_t i = 0; i < COUNT(writes); i++) {
    int file = open(writes[i], O_WRONLY | O_CLOEXEC);
    /* Some may be opened by their owner and refuse what is written; an empty map says so. */
    tell_at("write", writes[i], file < 0 ? -1 : write(file, "0 0 1", 5));
    if (file >= 0) close(file);
  }
  /* Its own score may rise, so that it dies first, and never fall. */
  int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  tell("oom_score_adj:lower", score < 0 ? -1 : write(score, "-500", 4));
  if (score >= 0) close(score);
  FILE *symbols = fopen("/proc/kallsyms", "r");
  char line[512];
  int known = 0;
  while (symbols != NULL && fgets(line, sizeof line, symbols) != NULL) known |= strtoull(line, NULL, 16) != 0;
  if (symbols != NULL) fclose(symbols);
  if (known) {
    done("kallsyms", "addresses");
  } else {
    nothing("kallsyms");
  }
}

static void devices(void) {
  static const char *const names[] = {"mem", "kmem", "port", "kmsg", "kvm", "fuse", "vda", "sda", "nvme0n1", "dm-0", "loop-control", "loop0", "loop1", "net/tun", "vsock", "vhost-net", "vhost-vsock", "vfio/vfio", "mapper/control", "snapshot", "cpu/0/msr", "hpet", "rtc0", "ptmx", "pts/ptmx", "pts/0", "console", "tty0", "tty1", "userfaultfd", "hwrng", "uinput", "uhid", "nvram", "watchdog", "autofs", "btrfs-control", "ppp", "cuse", "dri/card0", "input/event0", "sg0", "raw/rawctl", "log", "initctl", "hugepages"};
  for (size_t i = 0; i < COUNT(names); i++) {
    char path[64];
    snprintf(path, sizeof path, "/dev/%s", names[i]);
    tell_at("device", path, open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  }
  static const struct {
    const char *name;
    mode_t kind;
    unsigned major, minor;
  } nodes[] = {{"disk", S_IFBLK, 254, 0}, {"loop", S_IFBLK, 7, 0}, {"mem", S_IFCHR, 1, 1}, {"kmsg", S_IFCHR, 1, 11}, {"fuse", S_IFCHR, 10, 229}, {"tun", S_IFCHR, 10, 200}};
  static const char *const folders[] = {"/tmp", "/dev/shm", "/dev", "/work/out"};
  for (size_t i = 0; i < COUNT(nodes); i++) {
    for (size_t at = 0; at < COUNT(folders); at++) {
      char path[64];
      snprintf(path, sizeof path, "%s/%s-node", folders[at], nodes[i].name);
      tell_at("mknod", path, mknod(path, nodes[i].kind | 0600, makedev(nodes[i].major, nodes[i].minor)));
    }
  }
}

static int is_empty(const char *path) {
  DIR *folder = opendir(path);
  int names = 0;
  while (folder != NULL && readdir(folder) != NULL) names++;
  if (folder != NULL) closedir(folder);
  return names <= 2;
}

/* Every mount says nosuid; nodev but for /dev; and is read-only but for the places that are made for writing. What
 * masks a folder is read-only and empty. */
static void mount_flags(void) {
  static const char *const writable[] = {"/tmp", "/dev/shm", "/dev/mqueue", "/dev", "/proc", "/work/out"};
  FILE *file = fopen("/proc/self/mountinfo", "r");
  char line[8192];
  int count = 0;
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    char target[4096];
    char options[1024];
    if (sscanf(line, "%*d %*d %*s %*s %4095s %1023s", target, options) != 2) continue;
    count++;
    char marked[1100];
    snprintf(marked, sizeof marked, ",%s,", options);
    int may_write = 0;
    for (size_t i = 0; i < COUNT(writable); i++) may_write |= strcmp(target, writable[i]) == 0;
    /* What masks a file of /proc is a node of /dev, bound there. */
    if (strstr(marked, ",ro,") != NULL && is_empty(target)) continue;
    int on_dev = strcmp(target, "/dev") == 0 || strncmp(target, "/dev/", 5) == 0 || strncmp(target, "/proc/", 6) == 0;
    if (strstr(marked, ",nosuid,") == NULL) done("mount-flags", "%s may raise rights: %s", target, options);
    if (strstr(marked, ",nodev,") == NULL && !on_dev) done("mount-flags", "%s has devices: %s", target, options);
    if (strstr(marked, ",ro,") == NULL && !may_write && !on_dev) done("mount-flags", "%s can be written: %s", target, options);
  }
  if (file != NULL) fclose(file);
  if (count > 5) nothing("mount-flags");
}

/* ---- Everything that can be seen ---- */

static int writable_files, sockets_seen, pipes_seen, secrets_seen;
static long names_seen;

static int is_scratch(const char *path) {
  static const char *const own[] = {"/tmp", "/dev/shm", "/dev/mqueue", "/work/out"};
  for (size_t i = 0; i < COUNT(own); i++) {
    size_t length = strlen(own[i]);
    if (strncmp(path, own[i], length) == 0 && (path[length] == 0 || path[length] == '/')) return 1;
  }
  return 0;
}

static void connect_to(const char *path) {
  static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return;
  strcpy(address.sun_path, path);
  for (size_t i = 0; i < COUNT(types); i++) {
    int own = socket(AF_UNIX, types[i] | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (connect(own, (struct sockaddr *)&address, sizeof address) == 0) {
      done("walk:sockets", "%s", path);
      sockets_seen++;
    }
    close(own);
  }
}

static int look_at(const char *path, const struct stat *what, int kind, struct FTW *place) {
  (void)place;
  names_seen++;
  if (secret != NULL && strstr(path, secret) != NULL) {
    done("walk:secrets", "%s", path);
    secrets_seen++;
  }
  if (strncmp(path, "/proc/", 6) == 0 && (path[6] >= '0' && path[6] <= '9')) return FTW_SKIP_SUBTREE;
  if (strcmp(path, "/proc/self") == 0 || strcmp(path, "/proc/thread-self") == 0) return FTW_SKIP_SUBTREE;
  if (kind == FTW_NS || kind == FTW_SL || is_scratch(path)) return FTW_CONTINUE;
  if (S_ISSOCK(what->st_mode)) {
    connect_to(path);
  } else if (S_ISFIFO(what->st_mode)) {
    if (access(path, R_OK) == 0 || access(path, W_OK) == 0) {
      done("walk:pipes", "%s", path);
      pipes_seen++;
    }
  } else if (access(path, W_OK) == 0 && !S_ISCHR(what->st_mode)) {
    done("walk:writable", "%s", path);
    writable_files++;
  }
  return FTW_CONTINUE;
}

static void walk(void) {
  nftw("/", look_at, 64, FTW_PHYS | FTW_ACTIONRETVAL);
  if (names_seen < 1000) done("walk", "saw %ld names alone", names_seen);
  if (writable_files == 0) nothing("walk:writable");
  if (sockets_seen == 0) nothing("walk:sockets");
  if (pipes_seen == 0) nothing("walk:pipes");
  if (secrets_seen == 0) nothing("walk:secrets");
}

/* Descriptors beyond the three streams. */
static void descriptors(void) {
  int found = 0;
  for (int number = 3; number < 4096; number++) {
    char path[64];
    char target[256];
    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length > 0) {
      target[length] = 0;
      done("descriptors", "%d is %s", number, target);
      found = 1;
    }
  }
  if (!found) nothing("descriptors");
}

/* Interfaces that are up, and abstract sockets of others. */
static void network_tables(void) {
  FILE *file = fopen("/proc/net/unix", "r");
  char line[512];
  int others = 0;
  while (file != NULL && fgets(line, sizeof line, file) != NULL) others += strchr(line, '@') != NULL;
  if (file != NULL) fclose(file);
  if (others > 0) {
    done("abstract-sockets", "%d", others);
  } else {
    nothing("abstract-sockets");
  }
  static const char *const tables[] = {"/proc/net/route", "/proc/net/tcp", "/proc/net/udp", "/proc/net/arp", "/proc/net/if_inet6"};
  for (size_t i = 0; i < COUNT(tables); i++) {
    char name[64];
    int lines = 0;
    file = fopen(tables[i], "r");
    snprintf(name, sizeof name, "table:%s", tables[i]);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) lines++;
    if (file != NULL) fclose(file);
    if (lines > 1) {
      done(name, "%d lines", lines);
    } else {
      nothing(name);
    }
  }
}

static int reach(int count, char **paths) {
  descriptors();
  sockets();
  mounts();
  namespaces();
  other_processes();
  kernel();
  other_entries();
  rights();
  cores();
  core_file();
  terminal();
  first_process();
  list_processes();
  host_files(count, paths);
  kernel_files();
  devices();
  mount_flags();
  network_tables();
  walk();
  puts("end nothing");
  return 0;
}

/* ---- From one process to the next ---- */

static const char *const files[] = {"/tmp/left", "/dev/shm/left", "/var/tmp/left", "/run/left", "/run/lock/left", "/dev/mqueue/left-file", "/dev/left", "/left", "/etc/left", "/var/lock/left", "/home/left"};

static struct sockaddr_un abstract_name(socklen_t *length) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, "\0left", 5);
  *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 5);
  return address;
}

/* Lives on beside the process, deaf to what can be ignored, with a socket that all can name. */
static void leave_a_daemon(void) {
  int ready[2];
  if (pipe(ready) < 0 || fork() != 0) {
    char byte;
    close(ready[1]);
    if (read(ready[0], &byte, 1) != 1) puts("daemon nothing");
    return;
  }
  setsid();
  if (fork() != 0) _exit(0);
  for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
  prctl(PR_SET_NAME, "left");
  int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  socklen_t length;
  struct sockaddr_un address = abstract_name(&length);
  bind(listening, (struct sockaddr *)&address, length);
  listen(listening, 5);
  int memory = memfd_create("left", 0);
  if (write(memory, "left", 4) != 4 || write(ready[1], "x", 1) != 1) _exit(1);
  for (int number = 0; number < 3; number++) close(number);
  sleep(600);
  _exit(0);
}

static int leave(void) {
  for (size_t i = 0; i < COUNT(files); i++) {
    int file = open(files[i], O_CREAT | O_WRONLY, 0666);
    if (file >= 0 && write(file, "left", 4) == 4) close(file);
  }
  int segment = shmget(77, 4096, IPC_CREAT | 0666);
  if (segment >= 0) strcpy(shmat(segment, NULL, 0), "left");
  semget(78, 1, IPC_CREAT | 0666);
  struct {
    long type;
    char text[5];
  } message = {1, "left"};
  int queue = msgget(79, IPC_CREAT | 0666);
  msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT);
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 8};
  mqd_t posix = mq_open("/left", O_CREAT | O_RDWR, 0666, &attributes);
  if (posix >= 0) mq_send(posix, "left", 4, 0);
  shm_open("/left-object", O_CREAT | O_RDWR, 0666);
  syscall(SYS_add_key, "user", "left", "left", 4, -3);
  syscall(SYS_add_key, "user", "left", "left", 4, -4);
  leave_a_daemon();
  return 0;
}

static void found(const char *name, long answer) {
  if (answer < 0) {
    nothing(name);
  } else {
    done(name, "%ld", answer);
  }
}

static int find(void) {
  char name[64];
  for (size_t i = 0; i < COUNT(files); i++) {
    snprintf(name, sizeof name, "file:%s", files[i]);
    found(name, access(files[i], F_OK));
  }
  found("shm", shmget(77, 0, 0));
  found("sem", semget(78, 0, 0));
  found("msg", msgget(79, 0));
  found("mq", mq_open("/left", O_RDONLY | O_NONBLOCK));
  found("shm_open", shm_open("/left-object", O_RDONLY, 0));
  found("key:session", syscall(SYS_request_key, "user", "left", NULL, 0));
  int own = socket(AF_UNIX, SOCK_STREAM, 0);
  socklen_t length;
  struct sockaddr_un address = abstract_name(&length);
  found("abstract-socket", connect(own, (struct sockaddr *)&address, length));
  int others = 0;
  DIR *folder = opendir("/proc");
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    char path[300];
    char title[32] = "";
    snprintf(path, sizeof path, "/proc/%s/comm", entry->d_name);
    int file = atoi(entry->d_name) > 0 ? open(path, O_RDONLY) : -1;
    if (file >= 0 && read(file, title, sizeof title - 1) > 0) others += strncmp(title, "left", 4) == 0;
    if (file >= 0) close(file);
  }
  closedir(folder);
  found("process", others > 0 ? others : -1);
  return 0;
}

int main(int count, char **words) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  const char *what = count > 1 ? words[1] : "";
  if (strcmp(what, "reach") == 0 && count > 2) {
    secret = words[2];
    return reach(count - 3, words + 3);
  }
  if (strcmp(what, "leave") == 0) return leave();
  if (strcmp(what, "find") == 0) return find();
  fputs("usage: attack reach SECRET [PATH...] | leave | find\n", stderr);
  return 2;
}
