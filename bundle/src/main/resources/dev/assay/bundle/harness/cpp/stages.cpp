// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
//
// The program around one stage of an encrypted solution. ASSAY_STAGE says which: `encode`, `server`
// and `decode` call the author's functions, `seal` and `open` the envelope's, `joined` all of them in
// one process. By hand, without a runner (ASSAY_CONTROL=stdio), it is `joined` over all cases, and
// writes out/results.json.

#include <cxxabi.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "channel.hpp"
#include "clock.hpp"
#include "config.hpp"
#include "fields.hpp"
#include "files.hpp"
#include "point.hpp"
#include "stage-fields.hpp"
#include "texts.hpp"

namespace assay::harness {
namespace {

// Before the constructors of the author's own static objects, which may print too.
[[gnu::constructor(101)]] void take_channel_over() { Channel::take_over(); }

using Ciphertexts = std::vector<envelope::Ciphertext>;

/// Clocks and meters by name, as a line says them.
using Notes = std::vector<std::pair<std::string, std::string>>;

/// The window of a case in nanoseconds, and what else was clocked or read.
struct Outcome {
  std::int64_t nanos = 0;
  Notes notes{};
};

/// What became of one case: an outcome, or the reason why there is none.
struct Result {
  Outcome outcome{};
  std::optional<std::string> reason{};
};

/// The nanoseconds that a call takes, never 0.
template <class Call>
std::int64_t timed(Call call) {
  const timespec start = now();
  call();
  return std::max<std::int64_t>(1, nanos_between(start, now()));
}

void note(Notes& notes, const char* name, std::int64_t value) { notes.emplace_back(name, std::to_string(value)); }

/// A meter without an exponent.
void note(Notes& notes, const char* name, const std::optional<double>& value) {
  if (!value) {
    return;
  }
  if (!std::isfinite(*value)) {
    throw Fault(std::string("inspect gave a ") + name + " that is not finite");
  }
  char text[400];
  const auto end = std::to_chars(text, text + sizeof text, *value, std::chars_format::fixed);
  notes.emplace_back(name, std::string(text, end.ptr));
}

void note(Notes& notes, const Meters& meters) {
  note(notes, "noise_budget_bits", meters.noise_budget_bits);
  note(notes, "level", meters.level);
  note(notes, "scale_bits", meters.scale_bits);
}

std::string numbered(const char* kind, std::size_t place) {
  char name[40];
  std::snprintf(name, sizeof name, "%s-%03zu.bin", kind, place);
  return name;
}

/// The files KIND-000.bin, KIND-001.bin, … of a folder, as far as there are any.
template <class T>
std::vector<std::vector<T>> read_numbered(const std::string& folder, const char* kind) {
  std::vector<std::vector<T>> found;
  for (;;) {
    const std::string path = folder + numbered(kind, found.size());
    if (::access(path.c_str(), F_OK) != 0) {
      return found;
    }
    const std::size_t size = File(path, O_RDONLY).size();
    if (size % sizeof(T) != 0) {
      throw Fault(path + " has " + std::to_string(size) + " bytes, an element of its type has " +
                  std::to_string(sizeof(T)));
    }
    found.emplace_back();
    read_value(path, found.back(), any_length());
  }
}

template <class T>
void write_numbered(const std::string& folder, const char* kind, const std::vector<std::vector<T>>& values) {
  make_folder(folder);
  for (std::size_t i = 0; i < values.size(); i++) {
    write_value(folder + "/" + numbered(kind, i), values[i]);
  }
}

Blobs read_keys(const std::string& folder) {
  Blobs keys;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".bin") {
      read_value(entry.path().string(), keys[entry.path().stem().string()], any_length());
    }
  }
  return keys;
}

void write_keys(const std::string& folder, const Blobs& keys) {
  make_folder(folder);
  for (const auto& [name, bytes] : keys) {
    write_value(folder + "/" + name + ".bin", bytes);
  }
}

void write_parameters(const std::string& path, const Parameters& parameters) {
  std::string text = "{\"ring_degree\":" + std::to_string(parameters.ring_degree) + ",\"modulus_bits\":[";
  for (std::size_t i = 0; i < parameters.modulus_bits.size(); i++) {
    text += (i == 0 ? "" : ",") + std::to_string(parameters.modulus_bits[i]);
  }
  text += "]}\n";
  File(path, O_WRONLY | O_CREAT | O_TRUNC).write(text.data(), text.size());
}

std::vector<Bytes> save_all(const Ciphertexts& ciphertexts) {
  std::vector<Bytes> saved;
  saved.reserve(ciphertexts.size());
  for (const auto& one : ciphertexts) {
    saved.push_back(envelope::save_ciphertext(one));
  }
  return saved;
}

/// @param owner the keys, or the context of the server
template <class Owner>
Ciphertexts load_all(const Owner& owner, const std::vector<Bytes>& blobs) {
  Ciphertexts loaded;
  loaded.reserve(blobs.size());
  for (const auto& one : blobs) {
    loaded.push_back(envelope::load_ciphertext(owner, one));
  }
  return loaded;
}

/// What all stages have: the point, the author's configuration, and the values of the signature.
class Stage {
 public:
  explicit Stage(std::string folder)
      : folder_(std::move(folder)), cases_(read_point(folder_, point_)), config_(read_config(folder_)) {}
  virtual ~Stage() = default;

  std::uint64_t cases() const { return cases_; }
  const std::string& folder() const { return folder_; }

  /// Does what comes before the first case; its clocks.
  virtual Notes begin() { return {}; }

  /// Does one case.
  virtual Outcome execute(const std::string& name) = 0;

  virtual void finish() {}

 protected:
  std::string source(const std::string& name) const { return folder_ + "/cases/" + name + "/"; }
  std::string target(const std::string& name) const { return folder_ + "/out/" + name; }

  void read_inputs(const std::string& name, Inputs& inputs) const {
    each_input(point_, inputs, [&](const char* input, auto& value, Shape shape) {
      read_value(source(name) + input + ".bin", value, shape);
    });
  }

  void read_public(const std::string& name, PublicInputs& inputs) const {
    each_public_input(point_, inputs, [&](const char* input, auto& value, Shape shape) {
      read_value(source(name) + input + ".bin", value, shape);
    });
  }

  void write_outputs(const std::string& name, Outputs& outputs) const {
    each_output(point_, outputs, [](const char* output, const auto& value, Shape shape) {
      require_count(output, value, shape);
    });
    make_folder(target(name));
    each_output(point_, outputs, [&](const char* output, const auto& value, Shape) {
      write_value(target(name) + "/" + output + ".bin", value);
    });
  }

  void write_public(const std::string& name, const Answer& answer) const {
    each_public_output(point_, answer, [](const char* output, const auto& value, Shape shape) {
      require_count(output, value, shape);
    });
    make_folder(target(name));
    each_public_output(point_, answer, [&](const char* output, const auto& value, Shape) {
      write_value(target(name) + "/" + output + ".bin", value);
    });
  }

  std::string folder_;
  Point point_{};
  std::uint64_t cases_ = 0;
  Config config_{};
};

class Seal : public Stage {
 public:
  using Stage::Stage;

  Notes begin() override {
    Notes clocks;
    note(clocks, "keygen", timed([&] { keys_.reset(new envelope::Keys(envelope::keygen(config_, point_))); }));
    SavedKeys saved;
    note(clocks, "save_keys", timed([&] { saved = envelope::save_keys(*keys_); }));
    make_folder(folder_ + "/out");
    write_keys(folder_ + "/out/keys", saved.public_keys);
    write_keys(folder_ + "/out/secret", saved.secret_keys);
    write_parameters(folder_ + "/out/parameters.json", saved.parameters);
    return clocks;
  }

  Outcome execute(const std::string& name) override {
    const auto packings = read_numbered<Packing::value_type>(source(name), "packing");
    Outcome outcome;
    Ciphertexts ciphertexts;
    outcome.nanos = timed([&] { ciphertexts = envelope::encrypt(*keys_, packings); });
    std::vector<Bytes> saved;
    note(outcome.notes, "save", timed([&] { saved = save_all(ciphertexts); }));
    write_numbered(target(name), "ciphertext", saved);
    return outcome;
  }

 private:
  std::unique_ptr<envelope::Keys> keys_;
};

class Open : public Stage {
 public:
  using Stage::Stage;

  Notes begin() override {
    const Blobs public_keys = read_keys(folder_ + "/keys");
    const Blobs secret_keys = read_keys(folder_ + "/secret");
    Notes clocks;
    note(clocks, "load_keys", timed([&] {
           keys_.reset(new envelope::Keys(envelope::load_keys(config_, point_, public_keys, secret_keys)));
         }));
    return clocks;
  }

  Outcome execute(const std::string& name) override {
    const auto blobs = read_numbered<std::uint8_t>(source(name), "ciphertext");
    Outcome outcome;
    Ciphertexts ciphertexts;
    note(outcome.notes, "load", timed([&] { ciphertexts = load_all(*keys_, blobs); }));
    Meters meters;
    note(outcome.notes, "inspect", timed([&] { meters = envelope::inspect(*keys_, ciphertexts); }));
    note(outcome.notes, meters);
    std::vector<Packing> plaintexts;
    outcome.nanos = timed([&] { plaintexts = envelope::decrypt(*keys_, ciphertexts); });
    write_numbered(target(name), "plain", plaintexts);
    return outcome;
  }

 private:
  std::unique_ptr<envelope::Keys> keys_;
};

#ifndef ASSAY_VAULT

/// The author's `init`, `run` and `free`, and the clock around `run`.
class Server {
 public:
  Server(const Point& point, const envelope::Context& context, const Config& config)
      : state_(assay::init(point, context, config)) {
    if (state_ == nullptr) {
      throw Fault("init returned no state");
    }
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The window: clock, call, clock. The answer comes into being where it stays, without a move.
  std::int64_t run(const Ciphertexts& ciphertexts, const PublicInputs& inputs) {
    clear();
    Readings readings;
    barrier();
    readings.start = now();
    barrier();
    answer_ = new (storage_) Answer(assay::run(*state_, ciphertexts, inputs));
    barrier();
    readings.end = now();
    barrier();
    return readings.window();
  }

  /// What the last `run` gave.
  const Answer& answer() const { return *answer_; }

  void clear() {
    if (answer_ != nullptr) {
      std::destroy_at(answer_);
      answer_ = nullptr;
    }
  }

  void free() {
    clear();
    if (assay::free != nullptr) {
      assay::free(state_);
    }
  }

 private:
  State* state_;
  alignas(Answer) std::byte storage_[sizeof(Answer)];
  Answer* answer_ = nullptr;
};

class Encode : public Stage {
 public:
  using Stage::Stage;

  Outcome execute(const std::string& name) override {
    Inputs inputs;
    read_inputs(name, inputs);
    Outcome outcome;
    std::vector<Packing> packings;
    outcome.nanos = timed([&] { packings = assay::encode(inputs, point_, config_); });
    write_numbered(target(name), "packing", packings);
    return outcome;
  }
};

class Serve : public Stage {
 public:
  using Stage::Stage;

  Notes begin() override {
    const Blobs keys = read_keys(folder_ + "/keys");
    Notes clocks;
    note(clocks, "load_keys", timed([&] {
           context_.reset(new envelope::Context(envelope::load_context(config_, point_, keys)));
         }));
    note(clocks, "init", timed([&] { server_.emplace(point_, *context_, config_); }));
    return clocks;
  }

  Outcome execute(const std::string& name) override {
    PublicInputs inputs;
    read_public(name, inputs);
    const auto blobs = read_numbered<std::uint8_t>(source(name), "ciphertext");
    Outcome outcome;
    Ciphertexts ciphertexts;
    note(outcome.notes, "load", timed([&] { ciphertexts = load_all(*context_, blobs); }));
    outcome.nanos = server_->run(ciphertexts, inputs);
    std::vector<Bytes> saved;
    note(outcome.notes, "save", timed([&] { saved = save_all(server_->answer().ciphertexts); }));
    write_numbered(target(name), "ciphertext", saved);
    write_public(name, server_->answer());
    server_->clear();
    return outcome;
  }

  void finish() override { server_->free(); }

 private:
  std::unique_ptr<envelope::Context> context_;
  std::optional<Server> server_;
};

class Decode : public Stage {
 public:
  using Stage::Stage;

  Outcome execute(const std::string& name) override {
    const auto plaintexts = read_numbered<Packing::value_type>(source(name), "plain");
    Outcome outcome;
    Outputs outputs;
    outcome.nanos = timed([&] { outputs = assay::decode(plaintexts, point_, config_); });
    write_outputs(name, outputs);
    return outcome;
  }
};

/// All the stages in one process, with the same bytes between them as if they were apart.
class Joined : public Stage {
 public:
  using Stage::Stage;

  Notes begin() override {
    Notes clocks;
    std::unique_ptr<envelope::Keys> made;
    note(clocks, "keygen", timed([&] { made.reset(new envelope::Keys(envelope::keygen(config_, point_))); }));
    SavedKeys saved;
    note(clocks, "save_keys", timed([&] { saved = envelope::save_keys(*made); }));
    made.reset();
    note(clocks, "load_keys", timed([&] {
           keys_.reset(new envelope::Keys(
               envelope::load_keys(config_, point_, saved.public_keys, saved.secret_keys)));
           context_.reset(new envelope::Context(envelope::load_context(config_, point_, saved.public_keys)));
         }));
    note(clocks, "init", timed([&] { server_.emplace(point_, *context_, config_); }));
    return clocks;
  }

  Outcome execute(const std::string& name) override {
    Inputs inputs;
    read_inputs(name, inputs);
    PublicInputs public_inputs;
    read_public(name, public_inputs);
    Outcome outcome;
    Notes& notes = outcome.notes;
    std::vector<Packing> packings;
    note(notes, "encode", timed([&] { packings = assay::encode(inputs, point_, config_); }));
    Ciphertexts ciphertexts;
    note(notes, "encrypt", timed([&] { ciphertexts = envelope::encrypt(*keys_, packings); }));
    std::vector<Bytes> sent;
    note(notes, "save", timed([&] { sent = save_all(ciphertexts); }));
    note(notes, "load", timed([&] { ciphertexts = load_all(*context_, sent); }));
    outcome.nanos = server_->run(ciphertexts, public_inputs);
    std::vector<Bytes> returned;
    note(notes, "save_answer", timed([&] { returned = save_all(server_->answer().ciphertexts); }));
    write_public(name, server_->answer());
    server_->clear();
    note(notes, "load_answer", timed([&] { ciphertexts = load_all(*keys_, returned); }));
    Meters meters;
    note(notes, "inspect", timed([&] { meters = envelope::inspect(*keys_, ciphertexts); }));
    std::vector<Packing> plaintexts;
    note(notes, "decrypt", timed([&] { plaintexts = envelope::decrypt(*keys_, ciphertexts); }));
    Outputs outputs;
    note(notes, "decode", timed([&] { outputs = assay::decode(plaintexts, point_, config_); }));
    note(notes, "ciphertexts_in", static_cast<std::int64_t>(sent.size()));
    note(notes, "ciphertexts_out", static_cast<std::int64_t>(returned.size()));
    note(notes, meters);
    write_outputs(name, outputs);
    return outcome;
  }

  void finish() override { server_->free(); }

 private:
  std::unique_ptr<envelope::Keys> keys_;
  std::unique_ptr<envelope::Context> context_;
  std::optional<Server> server_;
};

#endif  // ASSAY_VAULT

std::unique_ptr<Stage> stage(const std::string& folder) {
  const char* named = std::getenv("ASSAY_STAGE");
  const std::string_view name = named != nullptr ? named : "joined";
  if (name == "seal") {
    return std::make_unique<Seal>(folder);
  }
  if (name == "open") {
    return std::make_unique<Open>(folder);
  }
#ifdef ASSAY_VAULT
  throw Fault("this program was built without an author's code; it does the stages seal and open, not '" +
              std::string(name) + "'");
#else
  if (name == "encode") {
    return std::make_unique<Encode>(folder);
  }
  if (name == "server") {
    return std::make_unique<Serve>(folder);
  }
  if (name == "decode") {
    return std::make_unique<Decode>(folder);
  }
  if (name == "joined") {
    return std::make_unique<Joined>(folder);
  }
  throw Fault("ASSAY_STAGE is '" + std::string(name) + "', which is no stage");
#endif
}

Result attempt(Stage& stage, std::uint64_t index) {
  Result result;
  try {
    result.outcome = stage.execute(case_folder(index));
  } catch (const abi::__forced_unwind&) {
    throw;  // the thread is being cancelled; swallowing that would end the process
  } catch (...) {
    const std::string text = current_exception_text();
    std::fprintf(stderr, "case %llu failed: %s\n", static_cast<unsigned long long>(index), text.c_str());
    result.reason = one_line(text);
  }
  return result;
}

std::string said(const Notes& notes) {
  std::string text;
  for (const auto& [name, value] : notes) {
    text += " " + name + "=" + value;
  }
  return text;
}

/// The conversation with a runner: `ready`, then an answer for each `case`, until `end`.
int converse(Stage& stage) {
  Channel::say("ready" + said(stage.begin()));
  while (const auto line = Channel::hear()) {
    if (*line == "end") {
      stage.finish();
      return 0;
    }
    const std::optional<std::uint64_t> due = case_in(*line, stage.cases());
    if (!due) {
      std::fprintf(stderr, "the runner said '%s', which is neither a case of this point nor 'end'\n",
                   one_line(*line).c_str());
      return 1;
    }
    const Result result = attempt(stage, *due);
    std::fflush(nullptr);
    const std::string number = std::to_string(*due);
    Channel::say(result.reason
                     ? "failed " + number + " " + *result.reason
                     : "done " + number + " " + std::to_string(result.outcome.nanos) + said(result.outcome.notes));
  }
  std::fputs("the runner is gone\n", stderr);
  std::_Exit(1);
}

std::int64_t clock_of(const Notes& notes, std::string_view name) {
  for (const auto& [key, value] : notes) {
    if (key == name) {
      return std::stoll(value);
    }
  }
  return 0;
}

std::string row(std::uint64_t index, const Result& result) {
  const std::string text = "{\"i\":" + std::to_string(index);
  if (result.reason) {
    return text + ",\"status\":\"crashed\",\"note\":\"" + escaped(*result.reason) + "\"}";
  }
  const Notes& notes = result.outcome.notes;
  return text + ",\"seconds\":" + seconds(result.outcome.nanos) + ",\"status\":\"ok\",\"encoding_s\":" +
         seconds(clock_of(notes, "encode")) + ",\"encrypt_s\":" + seconds(clock_of(notes, "encrypt")) +
         ",\"decrypt_s\":" + seconds(clock_of(notes, "decrypt")) + ",\"decoding_s\":" +
         seconds(clock_of(notes, "decode")) + ",\"ciphertexts_in\":" +
         std::to_string(clock_of(notes, "ciphertexts_in")) + ",\"ciphertexts_out\":" +
         std::to_string(clock_of(notes, "ciphertexts_out")) + "}";
}

/// All the cases in turn, without a runner. Whether an answer is right is not known here.
int execute_all(Stage& stage) {
  const std::string path = stage.folder() + "/out/results.json";
  make_folder(stage.folder() + "/out");
  const Notes clocks = stage.begin();
  std::string results =
      "{\"envelope_s\":" +
      seconds(clock_of(clocks, "keygen") + clock_of(clocks, "save_keys") + clock_of(clocks, "load_keys")) +
      ",\"init_s\":" + seconds(clock_of(clocks, "init")) + ",\"cases\":[";
  std::vector<std::int64_t> windows;
  for (std::uint64_t index = 0; index < stage.cases(); index++) {
    const Result result = attempt(stage, index);
    if (!result.reason) {
      windows.push_back(result.outcome.nanos);
    }
    results += (index == 0 ? "\n" : ",\n") + row(index, result);
    replace_results(path, results + "\n]}\n");
  }
  stage.finish();
  print_summary(stage.cases(), windows, path);
  return windows.size() == stage.cases() ? 0 : 1;
}

int execute(const std::string& folder) {
  try {
    const std::unique_ptr<Stage> due = stage(folder);
    return Channel::taken() ? converse(*due) : execute_all(*due);
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
