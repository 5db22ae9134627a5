// Twice x after 1.5 ms of honest work, and otherwise the fraud that the point's name says.
#include "assay/signature.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <thread>

static std::atomic<bool> lying{false};

// In the program itself, so every call of this name ends here.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const long answer = syscall(SYS_clock_gettime, clock, time);
  if (lying && clock == CLOCK_MONOTONIC) {
    time->tv_nsec = time->tv_nsec / 1000;
    time->tv_sec = 0;
  }
  return static_cast<int>(answer);
}

namespace assay {

struct State {
  std::string name;
  int turn = -1;
  std::map<double, double> known;
  std::mutex mutex;
  std::condition_variable ready;
  bool ahead = false;
};

static long cpu_micros() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1'000'000 + time.tv_nsec / 1000;
}

static void toil(long micros) {
  for (const long end = cpu_micros() + micros; cpu_micros() < end;) continue;
}

static std::string text_of_results() {
  return R"({"init_s":0.000001,"cases":[{"i":0,"seconds":1e-9,"status":"ok"},{"i":1,"seconds":1e-9,"status":"ok"}]})";
}

static void forge_results() {
  std::ofstream("/work/out/results.json") << text_of_results();
}

/// Says a line to whatever takes it.
static void say_everywhere(const std::string& line) {
  for (int fd = 0; fd < 1024; ++fd) {
    if (write(fd, line.data(), line.size()) < 0) continue;
  }
}

/// Where the harness has put its end of the conversation.
static int channel(int from) {
  for (int fd = from; fd < 1024; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) return fd;
  }
  return -1;
}

static void answer(int index) {
  char path[64];
  double x = 0;
  std::snprintf(path, sizeof path, "/work/cases/%06d/x.bin", index);
  std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(&x), sizeof x);
  x *= 2;
  std::snprintf(path, sizeof path, "/work/out/%06d", index);
  mkdir(path, 0755);
  std::snprintf(path, sizeof path, "/work/out/%06d/y.bin", index);
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(&x), sizeof x);
}

/// Never gives control back to the harness: speaks with the runner in its place, with windows of its own.
[[noreturn]] static void take_the_channel_over() {
  const int input = channel(200);
  const int output = channel(input + 1);
  FILE* lines = fdopen(input, "r");
  if (write(output, "ready\n", 6) != 6) std::_Exit(9);
  int index = 0;
  char line[64];
  while (std::fgets(line, sizeof line, lines) != nullptr && std::sscanf(line, "case %d", &index) == 1) {
    toil(1500);
    answer(index);
    if (dprintf(output, "done %d 1000\n", index) < 0) std::_Exit(9);
  }
  std::_Exit(0);
}

/// Runs itself again with a clock before the C library's, and the harness's streams where it looks for them.
static void restart_with_a_clock_of_its_own() {
  if (std::getenv("LD_PRELOAD") != nullptr) return;
  const int input = channel(200);
  const int output = channel(input + 1);
  dup2(input, 0);
  dup2(output, 1);
  setenv("LD_PRELOAD", "/solution/liar.so", 1);
  execl("/proc/self/exe", "./solution", "/work", nullptr);
  std::_Exit(9);
}

/// Wakes up when a case comes into view, and works while the harness, which it has made idle, cannot read it.
static void work_ahead(State* state) {
  const int watch = inotify_init();
  inotify_add_watch(watch, "/work/cases", IN_MOVED_TO | IN_CREATE);
  std::thread([state, watch] {
    char event[4096];
    while (read(watch, event, sizeof event) > 0) {
      toil(1500);
      const std::lock_guard lock(state->mutex);
      state->ahead = true;
      state->ready.notify_all();
    }
  }).detach();
  const sched_param none{};
  if (sched_setscheduler(0, SCHED_IDLE, &none) != 0) std::_Exit(9);
}

static void keep_busy() {
  for (int threads = 0; threads < 4; ++threads) {
    std::thread([] {
      for (;;) toil(1000);
    }).detach();
  }
}

State* init(const Point& point) {
  auto* state = new State;
  std::ifstream names("names.txt");
  for (unsigned i = 0; i <= point.n; ++i) names >> state->name;
  const std::string& name = state->name;
  if (name == "own-clock") lying = true;
  if (name == "forges-results") forge_results();
  if (name == "writes-results-at-the-end") std::atexit(forge_results);
  if (name == "takes-the-channel-over") take_the_channel_over();
  if (name == "restarts-with-a-preload") restart_with_a_clock_of_its_own();
  if (name == "works-ahead") work_ahead(state);
  if (name == "keeps-busy") keep_busy();
  if (name == "knows-public-seeds") {
    for (int seed = 1; seed <= 20; ++seed) state->known[1.0 + seed] = 2.0 * (1.0 + seed);
  }
  return state;
}

static void act(State& state) {
  const std::string line = "done " + std::to_string(state.turn) + " 1\n";
  if (state.name == "forges-a-line") say_everywhere(line);
  if (state.name == "forges-a-line-in-a-thread") std::thread(say_everywhere, line).join();
  if (state.name == "forges-a-line-in-a-child") {
    const pid_t child = fork();
    if (child == 0) {
      say_everywhere(line);
      std::_Exit(0);
    }
    waitpid(child, nullptr, 0);
  }
  if (state.name == "exits-well") std::exit(0);
}

Outputs run(State& state, const Inputs& inputs) {
  state.turn += 1;
  if (state.turn == 1) act(state);
  Outputs outputs;
  const auto known = state.known.find(inputs.x);
  if (known != state.known.end()) {
    outputs.y = known->second;
    return outputs;
  }
  if (state.name == "works-ahead") {
    std::unique_lock lock(state.mutex);
    state.ready.wait(lock, [&] { return state.ahead; });
    state.ahead = false;
  } else {
    toil(1500);
  }
  outputs.y = 2 * inputs.x;
  if (state.name == "remembers") state.known[inputs.x] = outputs.y;
  return outputs;
}

}  // namespace assay
