// Twice x through the harness, and otherwise what the point's name says, at case 1.
#include "assay/signature.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <atomic>
#include <unistd.h>
#include <vector>

namespace assay {

struct State {
  std::string name;
  int turn = -1;
  std::atomic<int> seen{0};
};

static void chatter() {
  for (const char* line : {"ready\n", "done 0 1\n", "done 1 1\n"}) {
    std::printf("%s", line);
    std::cout << line << std::flush;
    std::fflush(stdout);
    if (write(1, line, std::string(line).size()) < 0) std::abort();
  }
  if (std::system("echo done 1 1") != 0) std::abort();
}

static int cases() {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/work/cases")) ++count;
  return count;
}

State* init(const Point& point) {
  auto* state = new State;
  std::ifstream names("names.txt");
  for (unsigned i = 0; i <= point.n; ++i) names >> state->name;
  if (state->name == "prints") chatter();
  if (state->name == "raises-in-init") throw std::runtime_error("no moon");
  if (state->name == "peeps") {
    std::thread([state] {
      for (;;) {
        state->seen = std::max<int>(state->seen, cases());
        usleep(10'000);
      }
    }).detach();
  }
  return state;
}

static int overflow(int depth) {
  volatile char space[4096] = {};
  space[depth % 4096] = 1;
  return overflow(depth + 1) + space[0];
}

static void act(const std::string& name) {
  if (name == "prints") chatter();
  if (name == "raises") throw std::runtime_error("no moon");
  if (name == "exits") std::exit(3);
  if (name == "exits-at-once") _exit(0);
  if (name == "aborts") std::abort();
  if (name == "overflows") overflow(0);
  if (name == "closes-its-streams") {
    for (int fd = 0; fd < 3; ++fd) close(fd);
  }
  if (name == "reads-its-input" && std::getchar() != EOF) _exit(9);
}

Outputs run(State& state, const Inputs& inputs) {
  if (++state.turn == 1) act(state.name);
  if (state.name == "peeps") {
    usleep(50'000);
    if (state.seen > state.turn + 1) _exit(9);
  }
  Outputs outputs;
  outputs.y = 2 * inputs.x;
  return outputs;
}

}  // namespace assay
