/*
 * The launcher: first process of each container. It executes one command at a time, each in fresh mount and ipc
 * namespaces with fresh scratch space, measures the wall time of its first process, reaps whatever the command leaves,
 * kills all that remains, and proves that nothing is left.
 *
 * It has a user of its own, neither root nor the programs', is not dumpable, and keeps the few capabilities that the
 * set-up takes. Programs have none.
 *
 * It hears orders on standard input: a line "WORD LENGTH", then LENGTH bytes.
 *
 *   execute   entries KEY=VALUE, each ended by a zero byte:
 *               user, group     ids that the program gets
 *               scratch         bytes of /tmp and of /dev/shm, each
 *               files           most open files of a process
 *               network         1 when sockets other than AF_UNIX are allowed
 *               plain           1 when no file may be given the set-user-id or set-group-id bit
 *               stdin, stdout, stderr   paths that are opened as the three standard streams
 *               stamps          path that is opened for writing as descriptor 3; none is when it is absent
 *               keep            mounted folders or files in /tmp or /dev/shm that stay to be seen there
 *               control         path of the control group, below the root of each hierarchy; when it is absent, the runner
 *                               puts the process where it belongs
 *               folder          working directory
 *               argument        program and arguments, in order, at least one
 *               environment     NAME=VALUE, in order
 *   go        nothing; after "ready" the group is there: a process is forked, joins it, and executes the command; after
 *             "forked" that process goes on to execute it
 *   kill      nothing; every process in the container but the launcher is killed
 *
 * It answers on standard output in lines:
 *
 *   hello VERSION
 *   ready                                 "go" is waited for, before a process is forked
 *   joined                                the process is in the group in every hierarchy, and goes on
 *   forked                                it could not join, and waits to be put there and for another "go"
 *   ended NANOSECONDS exit CODE LEFT VOLUNTARY INVOLUNTARY
 *   ended NANOSECONDS signal NUMBER LEFT VOLUNTARY INVOLUNTARY
 *                                         wall time from execve to the end of the first process; LEFT processes were
 *                                         alive when it had ended, and were killed; context switches of all of them,
 *                                         as far as somebody waited for them (getrusage(2)). Nothing is left now.
 *   failed STEP ERRNO                     the command was not executed; STEP is "execute" when execve refused
 *   stuck                                 processes do not die; the container must go
 *
 * At the end of its standard input it exits, and the kernel kills everything in its pid namespace (pid_namespaces(7)).
 *
 * A process that another one moves into a control group waits for a grace period of the kernel's, since all forks are locked
 * out meanwhile. A single thread that moves itself in version 1, and a process that is born in its group in version 2, do
 * not. So the launcher is given the roots of the hierarchies as folders, and takes them out of sight before it says hello.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/magic.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { VERSION = 3, HEADER_MAX = 64, PAYLOAD_MAX = 8 << 20, STEP_MAX = 32, KEPT_MAX = 64, HIERARCHIES_MAX = 16 };

#define HIERARCHIES "/.assay/groups"

#define PATIENCE_NANOS 5000000000LL

/* What an order to execute says. Pointers point into the payload. */
struct order {
  uid_t user;
  gid_t group;
  unsigned long long scratch;
  rlim_t files;
  int network;
  int plain;
  const char *stdin_path;
  const char *stdout_path;
  const char *stderr_path;
  const char *stamps_path; /* NULL when there is none */
  const char *control; /* NULL when there is none */
  const char *folder;
  char **kept;
  char **arguments;
  char **environment;
};

/* Written by the child before execve, read by the launcher after it has ended. The program never has it mapped. */
struct report {
  int64_t start_nanos;
  int error;
  char step[STEP_MAX];
};

/* The one command that is being executed. */
struct execution {
  pid_t first; /* 0 when there is none */
  int go;      /* write end of the pipe that the child waits on; -1 when told to go */
  int ended;
  int status;
  int64_t end_nanos;
};

/* A command whose namespaces are there and whose process is not. */
struct pending {
  char *payload; /* NULL when there is none */
  char **pointers;
  struct order order;
};

/* The root of a hierarchy of control groups. */
struct hierarchy {
  int folder;
  int unified; /* version 2 */
};

static struct report *report;
static struct execution execution = {.go = -1};
static struct pending pending;
static struct hierarchy hierarchies[HIERARCHIES_MAX];
static int hierarchy_count;
static int base_mounts;
static int base_ipc;
static int signals;
static struct rusage used_before;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Nothing can be told any more: standard error is the container's, and the runner sees the end of standard output. */
static void die(const char *what) {
  dprintf(2, "launcher: %s: %s\n", what, strerror(errno));
  _exit(1);
}

static void answer(const char *line) {
  size_t length = strlen(line);
  while (length > 0) {
    ssize_t written = write(1, line, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) die("answer");
    line += written;
    length -= (size_t)written;
  }
}

/* ---- The system call filter ---- */

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the launcher knows x86_64 and aarch64 only"
#endif

/* Numbers that are newer than some C libraries; the same on both architectures. */
#define CALL_IO_URING_SETUP 425
#define CALL_IO_URING_ENTER 426
#define CALL_IO_URING_REGISTER 427
#define CALL_OPEN_TREE 428
#define CALL_MOVE_MOUNT 429
#define CALL_FSOPEN 430
#define CALL_FSCONFIG 431
#define CALL_FSMOUNT 432
#define CALL_FSPICK 433
#define CALL_CLONE3 435
#define CALL_OPENAT2 437
#define CALL_PIDFD_GETFD 438
#define CALL_PROCESS_MADVISE 440
#define CALL_MOUNT_SETATTR 442
#define CALL_QUOTACTL_FD 443
#define CALL_FCHMODAT2 452
#define CALL_OPEN_TREE_ATTR 467

/* Refused with EPERM, whatever the arguments are. */
static const int forbidden[] = {
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, CALL_OPEN_TREE, CALL_MOVE_MOUNT, CALL_FSOPEN, CALL_FSCONFIG,
    CALL_FSMOUNT, CALL_FSPICK, CALL_MOUNT_SETATTR, CALL_OPEN_TREE_ATTR, SYS_unshare, SYS_setns, SYS_add_key,
    SYS_request_key, SYS_keyctl, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_ptrace, SYS_process_vm_readv,
    SYS_process_vm_writev, CALL_PROCESS_MADVISE, CALL_PIDFD_GETFD, SYS_kcmp, SYS_open_by_handle_at,
    SYS_name_to_handle_at, SYS_fanotify_init, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load,
    SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, CALL_QUOTACTL_FD, SYS_syslog, SYS_settimeofday,
    SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname, SYS_vhangup,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#if defined(__x86_64__)
    SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
};

/* Answered as a kernel answers that lacks them, so that libraries fall back. What clone3 asks for cannot be seen by a
 * filter, since it stands in memory. */
static const int unknown[] = {CALL_CLONE3, CALL_IO_URING_SETUP, CALL_IO_URING_ENTER, CALL_IO_URING_REGISTER};

#define NEW_NAMESPACES \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)
#define REFUSE(error) (SECCOMP_RET_ERRNO | (error))
#define FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))

struct program {
  struct sock_filter code[256];
  unsigned short length;
};

static void add(struct program *program, uint16_t code, uint8_t if_true, uint8_t if_false, uint32_t value) {
  struct sock_filter instruction = {code, if_true, if_false, value};
  program->code[program->length++] = instruction;
}

static void load(struct program *program, uint32_t offset) { add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, offset); }

static void leave(struct program *program, uint32_t verdict) { add(program, BPF_RET | BPF_K, 0, 0, verdict); }

static void refuse_each(struct program *program, const int *calls, size_t count, int error) {
  for (size_t i = 0; i < count; i++) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)calls[i]);
    leave(program, REFUSE(error));
  }
}

/* Sockets: AF_UNIX alone without a network; never AF_VSOCK, which no network namespace contains. */
static void check_sockets(struct program *program, uint32_t call, int network) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call);
  load(program, FIELD(args[0]));
  if (network) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AF_VSOCK);
  } else {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, AF_UNIX);
  }
  leave(program, SECCOMP_RET_ALLOW);
  leave(program, REFUSE(EAFNOSUPPORT));
}

/* Leaves when `call` asks for a mode with the set-user-id or set-group-id bit, and when it does not. */
static void check_mode(struct program *program, uint32_t call, int argument) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call);
  load(program, FIELD(args[argument]));
  add(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, S_ISUID | S_ISGID);
  leave(program, REFUSE(EPERM));
  leave(program, SECCOMP_RET_ALLOW);
}

/* The same for a call whose mode counts only when its flags make a file. */
static void check_open(struct program *program, uint32_t call, int flags) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 6, call);
  load(program, FIELD(args[flags]));
  add(program, BPF_JMP | BPF_JSET | BPF_K, 0, 3, O_CREAT | (O_TMPFILE & ~O_DIRECTORY));
  load(program, FIELD(args[flags + 1]));
  add(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, S_ISUID | S_ISGID);
  leave(program, REFUSE(EPERM));
  leave(program, SECCOMP_RET_ALLOW);
}

/* For programs whose files belong to somebody else outside. What openat2 asks for stands in memory. */
static void check_modes(struct program *program) {
#if defined(__x86_64__)
  check_mode(program, SYS_chmod, 1);
  check_mode(program, SYS_creat, 1);
  check_mode(program, SYS_mknod, 1);
  check_open(program, SYS_open, 1);
#endif
  check_mode(program, SYS_fchmod, 1);
  check_mode(program, SYS_fchmodat, 2);
  check_mode(program, CALL_FCHMODAT2, 2);
  check_mode(program, SYS_mknodat, 2);
  check_open(program, SYS_openat, 2);
  const int in_memory[] = {CALL_OPENAT2};
  refuse_each(program, in_memory, 1, ENOSYS);
}

/* A program may not set its limit of core files, and is told that it has: many lower it to 0 by themselves. */
static void keep_core_limit(struct program *program) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, SYS_setrlimit);
  load(program, FIELD(args[0]));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, RLIMIT_CORE);
  leave(program, REFUSE(0));
  leave(program, SECCOMP_RET_ALLOW);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 8, SYS_prlimit64);
  load(program, FIELD(args[1]));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 5, RLIMIT_CORE);
  load(program, FIELD(args[2]));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0);
  load(program, FIELD(args[2]) + sizeof(uint32_t));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
  leave(program, REFUSE(0));
  leave(program, SECCOMP_RET_ALLOW);
}

/* Goes on top of the filter that the container starts with; of two verdicts the stricter one holds. */
static int install_filter(const struct order *order) {
  struct program program = {.length = 0};
  load(&program, FIELD(arch));
  add(&program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, NATIVE_ARCHITECTURE);
  leave(&program, REFUSE(ENOSYS));
  load(&program, FIELD(nr));
#if defined(__x86_64__)
  add(&program, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000); /* x32 */
  leave(&program, REFUSE(ENOSYS));
#endif
  refuse_each(&program, forbidden, sizeof forbidden / sizeof *forbidden, EPERM);
  refuse_each(&program, unknown, sizeof unknown / sizeof *unknown, ENOSYS);
  check_sockets(&program, SYS_socket, order->network);
  check_sockets(&program, SYS_socketpair, order->network);
  keep_core_limit(&program);
  if (order->plain) check_modes(&program);
  add(&program, BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_clone);
  load(&program, FIELD(args[0]));
  add(&program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, NEW_NAMESPACES);
  leave(&program, REFUSE(EPERM));
  leave(&program, SECCOMP_RET_ALLOW);
  struct sock_fprog filter = {.len = program.length, .filter = program.code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/* ---- Control groups ---- */

/* Control groups are root's. The capability to write there all the same is in effect only while that is done. */
static int override_permissions(int on) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2];
  if (syscall(SYS_capget, &header, sets) < 0) return -1;
  uint32_t bit = 1u << CAP_DAC_OVERRIDE;
  sets[0].effective = on ? sets[0].effective | (sets[0].permitted & bit) : sets[0].effective & ~bit;
  return syscall(SYS_capset, &header, sets);
}

/* What a process of its own group is made with. */
struct entrance {
  int complete; /* whether every hierarchy can be joined */
  int unified;  /* folder of the group in version 2; -1 when there is none */
  int tasks[HIERARCHIES_MAX];
  int count;
};

static void open_entrance(struct entrance *entrance, const char *group) {
  char path[PATH_MAX];
  entrance->complete = hierarchy_count > 0 && group != NULL;
  for (int i = 0; i < hierarchy_count && entrance->complete; i++) {
    int unified = hierarchies[i].unified;
    int length = snprintf(path, sizeof path, unified ? "%s" : "%s/tasks", group);
    int flags = unified ? O_PATH | O_DIRECTORY : O_WRONLY;
    int opened = length < (int)sizeof path ? openat(hierarchies[i].folder, path, flags | O_CLOEXEC) : -1;
    if (opened < 0) {
      entrance->complete = 0;
    } else if (unified) {
      entrance->unified = opened;
    } else {
      entrance->tasks[entrance->count++] = opened;
    }
  }
}

static void close_entrance(const struct entrance *entrance) {
  if (entrance->unified >= 0) close(entrance->unified);
  for (int i = 0; i < entrance->count; i++) close(entrance->tasks[i]);
}

/* Arguments of clone3(2), which older headers do not know with a control group. */
struct birth {
  uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup;
};

#define BORN_IN_GROUP 0x200000000ULL /* CLONE_INTO_CGROUP, since Linux 5.7 */

static pid_t fork_into(struct entrance *entrance) {
  if (!entrance->complete || entrance->unified < 0) return fork();
  struct birth birth = {.flags = BORN_IN_GROUP, .exit_signal = SIGCHLD, .cgroup = (uint64_t)entrance->unified};
  pid_t child = (pid_t)syscall(CALL_CLONE3, &birth, sizeof birth);
  if (child >= 0) return child;
  entrance->complete = 0;
  return fork();
}

/* The process itself, its only thread, goes where it was not born. */
static int join(const struct entrance *entrance) {
  for (int i = 0; i < entrance->count; i++) {
    if (write(entrance->tasks[i], "0", 1) != 1) return 0;
  }
  return entrance->complete;
}

/* ---- The child ---- */

static void __attribute__((noreturn)) give_up(const char *step) {
  report->error = errno;
  strncpy(report->step, step, STEP_MAX - 1);
  _exit(127);
}

/* Lowers a limit, or leaves it where it is lower already: raising one takes a capability that hosts may withhold. */
static void lower(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) < 0) give_up("getrlimit");
  if (hard < limit.rlim_max) limit.rlim_max = hard;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  if (setrlimit(resource, &limit) < 0) give_up("setrlimit");
}

static void lower_limits(const struct order *order) {
  /* Where the host's core_pattern is a pipe, a limit of 0 is ignored and one of a byte is not (core(5)). */
  lower(RLIMIT_CORE, 1, 1);
  lower(RLIMIT_NOFILE, order->files, order->files);
  lower(RLIMIT_MSGQUEUE, 819200, 819200);
  lower(RLIMIT_MEMLOCK, 8 << 20, 8 << 20);
  lower(RLIMIT_STACK, 8 << 20, RLIM_INFINITY);
  lower(RLIMIT_NICE, 0, 0);
  lower(RLIMIT_RTPRIO, 0, 0);
  lower(RLIMIT_CPU, RLIM_INFINITY, RLIM_INFINITY);
  lower(RLIMIT_FSIZE, RLIM_INFINITY, RLIM_INFINITY);
  lower(RLIMIT_DATA, RLIM_INFINITY, RLIM_INFINITY);
  lower(RLIMIT_AS, RLIM_INFINITY, RLIM_INFINITY);
}

static void open_as(int number, const char *path, int flags) {
  int descriptor = open(path, flags);
  if (descriptor < 0) give_up("open-streams");
  if (descriptor == number) return;
  if (dup2(descriptor, number) < 0) give_up("open-streams");
  close(descriptor);
}

/* Standard streams last of all in order: until here they are the launcher's own. Leaves them, `go`, and 3 where it is
 * asked for, open. */
static int take_descriptors(const struct order *order, int go) {
  int gate = order->stamps_path == NULL ? 3 : 4;
  int kept = fcntl(go, F_DUPFD_CLOEXEC, gate);
  if (kept < 0) give_up("descriptors");
  open_as(0, order->stdin_path, O_RDONLY);
  open_as(1, order->stdout_path, O_WRONLY);
  open_as(2, order->stderr_path, O_WRONLY);
  if (order->stamps_path != NULL) open_as(3, order->stamps_path, O_WRONLY);
  if (dup3(kept, gate, O_CLOEXEC) < 0 && kept != gate) give_up("descriptors");
  if (syscall(SYS_close_range, gate + 1, UINT_MAX, 0) < 0) {
    for (int number = gate + 1; number < 1024; number++) close(number);
  }
  return gate;
}

/* By the system call itself, since the C library keeps signals 32 and 33 to itself. All zero is the default action. */
static void reset_signals(void) {
  unsigned long action[4] = {0};
  for (int number = 1; number <= 64; number++) syscall(SYS_rt_sigaction, number, action, NULL, 8);
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) < 0) give_up("signals");
}

static void await_go(int go) {
  char byte;
  ssize_t count;
  while ((count = read(go, &byte, 1)) < 0 && errno == EINTR) continue;
  if (count != 1) _exit(127);
}

static void drop_rights(const struct order *order) {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; capability++) {
    if (prctl(PR_CAPBSET_DROP, capability) < 0) give_up("bounding-set");
  }
  if (setgroups(0, NULL) < 0) give_up("groups");
  if (setresgid(order->group, order->group, order->group) < 0) give_up("group");
  if (setresuid(order->user, order->user, order->user) < 0) give_up("user");
  /* From one user that is not root to another, capabilities stay; so they are emptied here. */
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  if (syscall(SYS_capset, &header, none) < 0) give_up("capabilities");
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) give_up("capabilities");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) give_up("no-new-privileges");
}

static const char *search_path(const struct order *order) {
  for (char **entry = order->environment; *entry != NULL; entry++) {
    if (strncmp(*entry, "PATH=", 5) == 0) return *entry + 5;
  }
  return "/usr/local/bin:/usr/bin:/bin";
}

static void execute_at(const struct order *order, const char *path) {
  report->start_nanos = now();
  execve(path, order->arguments, order->environment);
}

/* As execvp(3), but a file that is no program stays an error: no shell is tried. */
static void execute(const struct order *order) {
  const char *name = order->arguments[0];
  if (strchr(name, '/') != NULL) {
    execute_at(order, name);
    give_up("execute");
  }
  int error = ENOENT;
  for (const char *from = search_path(order); from != NULL;) {
    const char *end = strchrnul(from, ':');
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%.*s/%s", (int)(end - from), from, name);
    if (end > from && length < (int)sizeof path) {
      execute_at(order, path);
      if (errno != ENOENT && errno != ENOTDIR && errno != EACCES) give_up("execute");
      if (errno == EACCES) error = EACCES;
    }
    from = *end == ':' ? end + 1 : NULL;
  }
  errno = error;
  give_up("execute");
}

static void __attribute__((noreturn)) become_program(const struct order *order, const struct entrance *entrance, int go) {
  if (override_permissions(0) < 0) give_up("capabilities");
  setsid();
  umask(022);
  reset_signals();
  lower_limits(order);
  int joined = join(entrance);
  answer(joined ? "joined\n" : "forked\n");
  int gate = take_descriptors(order, go);
  if (!joined) await_go(gate);
  /* Only now is the process in its own control group, which becomes the root of what it can see. */
  if (unshare(CLONE_NEWCGROUP) < 0 && errno != EINVAL) give_up("cgroup-namespace");
  drop_rights(order);
  if (chdir(order->folder) < 0) give_up("folder");
  if (install_filter(order) < 0) give_up("filter");
  execute(order);
  _exit(127);
}

/* ---- The launcher ---- */

static int mount_scratch(const char *target, unsigned long long bytes, unsigned long flags) {
  char options[128];
  unsigned long long files = bytes / 1024 < 1024 ? 1024 : bytes / 1024 > 1 << 20 ? 1 << 20 : bytes / 1024;
  snprintf(options, sizeof options, "mode=1777,size=%llu,nr_inodes=%llu", bytes, files);
  return mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV | flags, options);
}

/* Makes the folders above a path, and at the path itself what `descriptor` is. */
static int make_point(int descriptor, const char *path) {
  char partial[PATH_MAX];
  struct stat what;
  if (strlen(path) >= sizeof partial || fstat(descriptor, &what) < 0) return -1;
  for (const char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    memcpy(partial, path, (size_t)(slash - path));
    partial[slash - path] = 0;
    if (mkdir(partial, 0755) < 0 && errno != EEXIST) return -1;
  }
  if (S_ISDIR(what.st_mode)) return mkdir(path, 0755) < 0 && errno != EEXIST ? -1 : 0;
  int file = open(path, O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0644);
  return file < 0 ? -1 : close(file);
}

/* What was mounted at a path before something was mounted over it appears there again, as read-only as it was. */
static int bind_again(int descriptor, const char *path) {
  char source[64];
  snprintf(source, sizeof source, "/proc/self/fd/%d", descriptor);
  return make_point(descriptor, path) < 0 ? -1 : mount(source, path, NULL, MS_BIND | MS_REC, NULL);
}

/* The namespaces are the launcher's while a command is executed, not the child's alone. So the last process to leave
 * them, which pays for taking them down, is the launcher, after the window has been closed. */
static const char *enter_fresh_namespaces(const struct order *order) {
  if (unshare(CLONE_NEWNS | CLONE_NEWIPC) < 0) return "namespaces";
  int kept[KEPT_MAX];
  size_t count = 0;
  for (; order->kept[count] != NULL; count++) {
    if (count == KEPT_MAX) return "keep-too-many";
    kept[count] = open(order->kept[count], O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (kept[count] < 0) return "keep-open";
  }
  if (mount_scratch("/tmp", order->scratch, 0) < 0) return "mount-tmp";
  if (mount_scratch("/dev/shm", order->scratch, MS_NOEXEC) < 0) return "mount-shm";
  if (mount("mqueue", "/dev/mqueue", "mqueue", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0) return "mount-mqueue";
  for (size_t i = 0; i < count; i++) {
    if (bind_again(kept[i], order->kept[i]) < 0) return "keep-mount";
    close(kept[i]);
  }
  return NULL;
}

static void return_to_base(void) {
  if (setns(base_mounts, CLONE_NEWNS) < 0) die("return to the base mount namespace");
  if (setns(base_ipc, CLONE_NEWIPC) < 0) die("return to the base ipc namespace");
}

static void answer_failed(const char *step, int error) {
  char line[96];
  snprintf(line, sizeof line, "failed %s %d\n", step, error);
  answer(line);
}

static void forget_pending(void) {
  free(pending.payload);
  free(pending.pointers);
  pending.payload = NULL;
}

/* Everything of a command but its process, while the runner makes its control group. */
static void make_ready(void) {
  const char *refused = enter_fresh_namespaces(&pending.order);
  if (refused == NULL) {
    answer("ready\n");
    return;
  }
  int error = errno;
  return_to_base();
  forget_pending();
  answer_failed(refused, error);
}

static void start(void) {
  struct entrance entrance = {.unified = -1};
  int go[2];
  getrusage(RUSAGE_CHILDREN, &used_before);
  memset(report, 0, sizeof *report);
  pid_t child = -1;
  if (pipe2(go, O_CLOEXEC) == 0) {
    if (override_permissions(1) < 0) die("capabilities");
    open_entrance(&entrance, pending.order.control);
    child = fork_into(&entrance);
    if (child == 0) become_program(&pending.order, &entrance, go[0]);
    int error = errno;
    if (override_permissions(0) < 0) die("capabilities");
    close_entrance(&entrance);
    close(go[0]);
    if (child < 0) close(go[1]);
    errno = error;
  }
  int error = errno;
  forget_pending();
  if (child < 0) {
    return_to_base();
    answer_failed("fork", error);
    return;
  }
  struct execution fresh = {.first = child, .go = go[1]};
  execution = fresh;
}

static void let_go(void) {
  if (pending.payload != NULL) {
    start();
    return;
  }
  if (execution.go < 0) return;
  char byte = 1;
  /* A child that gave up before reads no more; its end tells why. */
  if (write(execution.go, &byte, 1) != 1 && errno != EPIPE) die("go");
  close(execution.go);
  execution.go = -1;
}

/* Reaps one process that has ended, the first one first. Its pid, 0 when none has ended, -1 when there is none. */
static pid_t reap(void) {
  int status = 0;
  int is_running = execution.first > 0 && !execution.ended;
  pid_t pid = is_running ? waitpid(execution.first, &status, WNOHANG) : 0;
  /* The first one may end between these two, and is among any. */
  if (pid <= 0) pid = waitpid(-1, &status, WNOHANG);
  if (is_running && pid == execution.first) {
    execution.end_nanos = now();
    execution.status = status;
    execution.ended = 1;
  }
  return pid;
}

static void await_child(int timeout_millis) {
  struct pollfd entry = {.fd = signals, .events = POLLIN};
  struct signalfd_siginfo ignored;
  if (poll(&entry, 1, timeout_millis) > 0 && read(signals, &ignored, sizeof ignored) < 0) return;
}

/* Kills everything and reaps it; kill(2) of all is atomic to fork(2). How many died, or -1 when some do not. */
static int kill_all(void) {
  int64_t patience_end = now() + PATIENCE_NANOS;
  int died = 0;
  while (now() < patience_end) {
    kill(-1, SIGKILL);
    pid_t pid;
    while ((pid = reap()) > 0) {
      if (pid != execution.first) died++;
    }
    if (pid < 0 && errno == ECHILD) return died;
    await_child(10);
  }
  return -1;
}

static void answer_ended(int left) {
  char line[128];
  if (report->error != 0) {
    answer_failed(report->step, report->error);
    return;
  }
  /* Killed before it was told to go, it has no start. */
  int64_t nanos = report->start_nanos == 0 ? 0 : execution.end_nanos - report->start_nanos;
  int exited = WIFEXITED(execution.status);
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  snprintf(line, sizeof line, "ended %lld %s %d %d %ld %ld\n", (long long)nanos, exited ? "exit" : "signal",
           exited ? WEXITSTATUS(execution.status) : WTERMSIG(execution.status), left,
           used.ru_nvcsw - used_before.ru_nvcsw, used.ru_nivcsw - used_before.ru_nivcsw);
  answer(line);
}

/* The first process has ended, or all are to be killed: leaves nothing of the command behind, and says how it ended. */
static void finish(void) {
  int by_itself = execution.ended;
  while (by_itself && reap() > 0) continue; /* ended by themselves, and are not counted */
  int left = kill_all();
  if (left < 0) {
    answer("stuck\n");
    _exit(1);
  }
  if (execution.go >= 0) close(execution.go);
  return_to_base();
  answer_ended(by_itself ? left : 0);
  execution.first = 0;
  execution.go = -1;
}

static void hear_children(void) {
  struct signalfd_siginfo ignored[8];
  if (read(signals, ignored, sizeof ignored) < 0 && errno != EAGAIN) die("read signals");
  while (reap() > 0) continue;
  if (execution.first > 0 && execution.ended) finish();
}

/* ---- Orders ---- */

static void read_fully(char *into, size_t length) {
  while (length > 0) {
    ssize_t count = read(0, into, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(count == 0 ? 0 : 1);
    into += count;
    length -= (size_t)count;
  }
}

static const char *value_of(const char *entry, const char *key) {
  size_t length = strlen(key);
  return strncmp(entry, key, length) == 0 && entry[length] == '=' ? entry + length + 1 : NULL;
}

static void take_entry(struct order *order, char *entry, char ***next_argument, char ***next_environment,
                       char ***next_kept) {
  const char *value;
  if ((value = value_of(entry, "user")) != NULL) order->user = (uid_t)strtoul(value, NULL, 10);
  if ((value = value_of(entry, "group")) != NULL) order->group = (gid_t)strtoul(value, NULL, 10);
  if ((value = value_of(entry, "scratch")) != NULL) order->scratch = strtoull(value, NULL, 10);
  if ((value = value_of(entry, "files")) != NULL) order->files = strtoul(value, NULL, 10);
  if ((value = value_of(entry, "network")) != NULL) order->network = *value == '1';
  if ((value = value_of(entry, "plain")) != NULL) order->plain = *value == '1';
  if ((value = value_of(entry, "stdin")) != NULL) order->stdin_path = value;
  if ((value = value_of(entry, "stdout")) != NULL) order->stdout_path = value;
  if ((value = value_of(entry, "stderr")) != NULL) order->stderr_path = value;
  if ((value = value_of(entry, "stamps")) != NULL) order->stamps_path = value;
  if ((value = value_of(entry, "control")) != NULL) order->control = value;
  if ((value = value_of(entry, "folder")) != NULL) order->folder = value;
  if ((value = value_of(entry, "keep")) != NULL) *(*next_kept)++ = (char *)value;
  if ((value = value_of(entry, "argument")) != NULL) *(*next_argument)++ = (char *)value;
  if ((value = value_of(entry, "environment")) != NULL) *(*next_environment)++ = (char *)value;
}

static int complete(const struct order *order) {
  return order->user != 0 && order->group != 0 && order->scratch > 0 && order->files > 0 && order->stdin_path &&
         order->stdout_path && order->stderr_path && order->folder && order->arguments[0];
}

/* Keeps the payload, which the order points into. */
static void take_order(char *payload, size_t length) {
  size_t entries = 0;
  for (size_t i = 0; i < length; i++) entries += payload[i] == 0;
  char **pointers = calloc(3 * (entries + 1), sizeof *pointers);
  if (pointers == NULL) die("memory");
  struct order order = {.arguments = pointers, .environment = pointers + entries + 1, .kept = pointers + 2 * (entries + 1)};
  char **next_argument = order.arguments;
  char **next_environment = order.environment;
  char **next_kept = order.kept;
  for (char *entry = payload; entry < payload + length; entry += strlen(entry) + 1) {
    take_entry(&order, entry, &next_argument, &next_environment, &next_kept);
  }
  if (!complete(&order) || execution.first > 0 || pending.payload != NULL) {
    answer_failed("order", EINVAL);
    free(pointers);
    free(payload);
    return;
  }
  struct pending fresh = {.payload = payload, .pointers = pointers, .order = order};
  pending = fresh;
  make_ready();
}

/* Nothing of a command that was never let go is left. */
static void take_back_pending(void) {
  forget_pending();
  return_to_base();
  answer_failed("go", ECANCELED);
}

static void hear_order(void) {
  char header[HEADER_MAX];
  size_t used = 0;
  do {
    if (used == sizeof header - 1) die("order too long");
    read_fully(header + used, 1);
  } while (header[used++] != '\n');
  header[used] = 0;
  char word[HEADER_MAX];
  size_t length;
  if (sscanf(header, "%63s %zu", word, &length) != 2 || length > PAYLOAD_MAX) die("order malformed");
  char *payload = malloc(length + 1);
  if (payload == NULL) die("memory");
  read_fully(payload, length);
  payload[length] = 0;
  if (strcmp(word, "execute") == 0) {
    take_order(payload, length);
    return;
  }
  free(payload);
  if (strcmp(word, "go") == 0) let_go();
  if (strcmp(word, "kill") == 0 && pending.payload != NULL) take_back_pending();
  if (strcmp(word, "kill") == 0 && execution.first > 0) finish();
}

/* Folders, which the runner mounts as long as there are hierarchies. They stay open here and are seen by nobody. */
static void take_hierarchies(void) {
  for (hierarchy_count = 0; hierarchy_count < HIERARCHIES_MAX; hierarchy_count++) {
    char path[64];
    struct statfs kind;
    snprintf(path, sizeof path, HIERARCHIES "/%d", hierarchy_count);
    int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && errno == ENOENT) return;
    if (folder < 0 || fstatfs(folder, &kind) < 0 || umount2(path, MNT_DETACH) < 0) die("control groups");
    struct hierarchy hierarchy = {.folder = folder, .unified = kind.f_type == CGROUP2_SUPER_MAGIC};
    hierarchies[hierarchy_count] = hierarchy;
  }
}

static void prepare(void) {
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) die("dumpable");
  signal(SIGPIPE, SIG_IGN);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  if (sigprocmask(SIG_BLOCK, &child, NULL) < 0) die("signals");
  if (override_permissions(0) < 0) die("capabilities");
  take_hierarchies();
  signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  base_mounts = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  base_ipc = open("/proc/self/ns/ipc", O_RDONLY | O_CLOEXEC);
  if (signals < 0 || base_mounts < 0 || base_ipc < 0) die("descriptors");
  report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (report == MAP_FAILED) die("memory");
}

int main(void) {
  prepare();
  char hello[32];
  snprintf(hello, sizeof hello, "hello %d\n", VERSION);
  answer(hello);
  struct pollfd entries[2] = {{.fd = 0, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
  while (1) {
    if (poll(entries, 2, -1) < 0 && errno != EINTR) die("poll");
    if (entries[1].revents != 0) hear_children();
    if (entries[0].revents & POLLIN) {
      hear_order();
    } else if (entries[0].revents != 0) {
      _exit(0);
    }
  }
}
