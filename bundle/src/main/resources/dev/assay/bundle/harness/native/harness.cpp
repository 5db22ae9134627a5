// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
//
// The program around the author's functions: reads a point directory, calls `run` once per case
// with a clock around the call and nothing else, and writes the answers. Under a runner
// (ASSAY_CONTROL=stdio) it speaks lines on standard input and output; by hand it does all the
// cases in turn and writes out/results.json.

#include <cxxabi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "channel.hpp"
#include "clock.hpp"
#include "fields.hpp"
#include "files.hpp"
#include "point.hpp"
#include "texts.hpp"
#include "window.hpp"

namespace assay::harness {
namespace {

// Before the constructors of the author's own static objects, which may print too.
[[gnu::constructor(101)]] void take_channel_over() { Channel::take_over(); }

/// What became of one case: a window, or the reason why there is none.
struct Answer {
  std::int64_t nanos = 0;
  std::optional<std::string> reason;
};

/// A point directory with the solution that is measured on it.
class Session {
 public:
  explicit Session(std::string folder) : folder_(std::move(folder)), cases_(read_point(folder_, point_)) {}

  /// How many cases the directory has.
  std::uint64_t cases() const { return cases_; }

  /// Calls the author's `init` and returns how long it took, in nanoseconds.
  std::int64_t init() {
    const timespec start = kernel_now();
    solution_.emplace(point_);
    return nanos_between(start, kernel_now());
  }

  Answer execute(std::uint64_t index) {
    Answer answer;
    try {
      answer.nanos = answer_case(case_folder(index));
    } catch (const abi::__forced_unwind&) {
      throw;  // the thread is being cancelled; swallowing that would end the process
    } catch (...) {
      const std::string text = current_exception_text();
      std::fprintf(stderr, "case %llu failed: %s\n", static_cast<unsigned long long>(index), text.c_str());
      answer.reason = one_line(text);
    }
    solution_->clear();
    return answer;
  }

  void free() { solution_->free(); }

 private:
  std::int64_t answer_case(const std::string& name) {
    const std::string source = folder_ + "/cases/" + name + "/";
    each_input(point_, inputs_, [&](const char* input, auto& value, Shape shape) {
      read_value(source + input + ".bin", value, shape);
    });
    const std::int64_t nanos = solution_->run(point_, inputs_);
    each_output(point_, solution_->outputs(), [](const char* output, const auto& value, Shape shape) {
      require_count(output, value, shape);
    });
    const std::string target = folder_ + "/out/" + name;
    make_folder(target);
    each_output(point_, solution_->outputs(), [&](const char* output, const auto& value, Shape) {
      write_value(target + "/" + output + ".bin", value);
    });
    return nanos;
  }

  std::string folder_;
  Point point_;
  Inputs inputs_;
  std::uint64_t cases_ = 0;
  std::optional<Solution> solution_;
};

/// The conversation with a runner: `ready`, then an answer for each `case`, until `end`.
int converse(Session& session) {
  session.init();
  Channel::say("ready");
  while (const auto line = Channel::hear()) {
    if (*line == "end") {
      session.free();
      return 0;
    }
    const std::optional<std::uint64_t> due = case_in(*line, session.cases());
    if (!due) {
      std::fprintf(stderr, "the runner said '%s', which is neither a case of this point nor 'end'\n",
                   one_line(*line).c_str());
      return 1;
    }
    const Answer answer = session.execute(*due);
    std::fflush(nullptr);
    const std::string number = std::to_string(*due);
    Channel::say(answer.reason ? "failed " + number + " " + *answer.reason
                               : "done " + number + " " + std::to_string(answer.nanos));
  }
  std::fputs("the runner is gone\n", stderr);
  std::_Exit(1);
}

std::string row(std::uint64_t index, const Answer& answer) {
  const std::string text = "{\"i\":" + std::to_string(index);
  return answer.reason ? text + ",\"status\":\"crashed\",\"note\":\"" + escaped(*answer.reason) + "\"}"
                       : text + ",\"seconds\":" + seconds(answer.nanos) + ",\"status\":\"ok\"}";
}

/// All the cases in turn, without a runner. Whether an answer is right is not known here.
int execute_all(Session& session, const std::string& folder) {
  std::string results = "{\"init_s\":" + seconds(session.init()) + ",\"cases\":[";
  std::vector<std::int64_t> windows;
  const std::string path = folder + "/out/results.json";
  make_folder(folder + "/out");
  for (std::uint64_t index = 0; index < session.cases(); index++) {
    const Answer answer = session.execute(index);
    if (!answer.reason) {
      windows.push_back(answer.nanos);
    }
    results += (index == 0 ? "\n" : ",\n") + row(index, answer);
    replace_results(path, results + "\n]}\n");
  }
  session.free();
  print_summary(session.cases(), windows, path);
  return windows.size() == session.cases() ? 0 : 1;
}

int execute(const std::string& folder) {
  try {
    Session session(folder);
    return Channel::taken() ? converse(session) : execute_all(session, folder);
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    std::fprintf(stderr, "no case can be done: %s\n", current_exception_text().c_str());
    return 1;
  }
}

}  // namespace
}  // namespace assay::harness

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr,
                 "usage: %s DIR\n"
                 "Does every case of the point directory DIR and writes DIR/out.\n"
                 "'assay bundle make' makes such a directory, 'assay bundle verify' judges it.\n",
                 count > 0 ? arguments[0] : "./solution");
    return 2;
  }
  return assay::harness::execute(arguments[1]);
}
