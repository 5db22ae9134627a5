package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CppEncryptedHarnessTest extends EncryptedHarnessContract {
  @Override
  String language() {
    return "cpp";
  }

  @Override
  void assumeTools() {
    Programs.assume("g++", "make");
  }

  @Override
  Map<String, String> envelope() {
    return Map.of(
        "envelope.hpp",
        """
        #pragma once
        #include <cstdint>
        #include <vector>
        #include "../types.hpp"
        namespace envelope {
        struct Keys { std::int64_t tag; std::int64_t key; };
        struct Context { std::int64_t tag; };
        /// values = numbers + factor * key
        struct Ciphertext { std::int64_t tag; std::int64_t factor; std::vector<std::int64_t> values; };
        Keys keygen(const assay::Config& config, const assay::Point& point);
        assay::SavedKeys save_keys(const Keys& keys);
        Keys load_keys(const assay::Config& config, const assay::Point& point,
                       const assay::Blobs& public_keys, const assay::Blobs& secret_keys);
        Context load_context(const assay::Config& config, const assay::Point& point, const assay::Blobs& public_keys);
        std::vector<Ciphertext> encrypt(const Keys& keys, const std::vector<assay::Packing>& packings);
        std::vector<assay::Packing> decrypt(const Keys& keys, const std::vector<Ciphertext>& ciphertexts);
        assay::Meters inspect(const Keys& keys, const std::vector<Ciphertext>& ciphertexts);
        assay::Bytes save_ciphertext(const Ciphertext& ciphertext);
        Ciphertext load_ciphertext(const Context& context, const assay::Bytes& bytes);
        Ciphertext load_ciphertext(const Keys& keys, const assay::Bytes& bytes);
        }
        """,
        "envelope.cpp",
        """
        #include "envelope.hpp"
        #include <cstring>
        #include <stdexcept>
        namespace envelope {
        namespace {
        assay::Bytes bytes(std::int64_t number) {
          assay::Bytes result(8);
          std::memcpy(result.data(), &number, 8);
          return result;
        }
        std::int64_t number(const assay::Bytes& bytes, std::size_t at) {
          if (bytes.size() < at + 8) throw std::runtime_error("cut");
          std::int64_t result;
          std::memcpy(&result, bytes.data() + at, 8);
          return result;
        }
        Ciphertext load(std::int64_t tag, const assay::Bytes& bytes) {
          Ciphertext result{number(bytes, 0), number(bytes, 8), {}};
          if (result.tag != tag) throw std::runtime_error("of an other key");
          for (std::size_t at = 16; at < bytes.size(); at += 8) result.values.push_back(number(bytes, at));
          return result;
        }
        }
        Keys keygen(const assay::Config& config, const assay::Point&) { return {77, 1000003 * config.ring_degree}; }
        assay::SavedKeys save_keys(const Keys& keys) {
          return {{{"tag", bytes(keys.tag)}}, {{"key", bytes(keys.key)}}, {4096, {50, 50}}};
        }
        Keys load_keys(const assay::Config&, const assay::Point&, const assay::Blobs& open, const assay::Blobs& secret) {
          return {number(open.at("tag"), 0), number(secret.at("key"), 0)};
        }
        Context load_context(const assay::Config&, const assay::Point&, const assay::Blobs& open) {
          return {number(open.at("tag"), 0)};
        }
        std::vector<Ciphertext> encrypt(const Keys& keys, const std::vector<assay::Packing>& packings) {
          std::vector<Ciphertext> result;
          for (const auto& packing : packings) {
            result.push_back({keys.tag, 1, packing});
            for (auto& value : result.back().values) value += keys.key;
          }
          return result;
        }
        std::vector<assay::Packing> decrypt(const Keys& keys, const std::vector<Ciphertext>& ciphertexts) {
          std::vector<assay::Packing> result;
          for (const auto& one : ciphertexts) {
            result.push_back(one.values);
            for (auto& value : result.back()) value -= one.factor * keys.key;
          }
          return result;
        }
        assay::Meters inspect(const Keys&, const std::vector<Ciphertext>&) { return {12.5, 2.0, {}}; }
        assay::Bytes save_ciphertext(const Ciphertext& one) {
          assay::Bytes result(16 + 8 * one.values.size());
          std::memcpy(result.data(), &one.tag, 8);
          std::memcpy(result.data() + 8, &one.factor, 8);
          std::memcpy(result.data() + 16, one.values.data(), 8 * one.values.size());
          return result;
        }
        Ciphertext load_ciphertext(const Context& context, const assay::Bytes& bytes) { return load(context.tag, bytes); }
        Ciphertext load_ciphertext(const Keys& keys, const assay::Bytes& bytes) { return load(keys.tag, bytes); }
        }
        """);
  }

  @Override
  Map<String, String> solution() {
    return Map.of(
        "solution.cpp",
        """
        #include "assay/signature.hpp"
        #include <cstdio>
        #include <stdexcept>
        namespace assay {
        struct State { std::int64_t shift; };
        std::vector<Packing> encode(const Inputs& inputs, const Point&, const Config&) {
          if (inputs.weight == 104) throw std::runtime_error("too large");
          return {inputs.xs};
        }
        State* init(const Point&, const envelope::Context&, const Config& config) { return new State{config.shift}; }
        Answer run(State& state, const std::vector<envelope::Ciphertext>& ciphertexts, const PublicInputs& inputs) {
          std::puts("done 0 1");
          if (inputs.weight == 101) throw std::runtime_error("one\\ntwo");
          Answer answer{ciphertexts, {'n', 'o', 't', 'e', 'd'}};
          if (inputs.weight == 102) answer.ciphertexts.clear();
          if (inputs.weight > 100) return answer;
          for (auto& one : answer.ciphertexts) {
            one.factor *= inputs.weight;
            for (auto& value : one.values) value = value * inputs.weight + state.shift;
          }
          return answer;
        }
        Outputs decode(const std::vector<Packing>& plaintexts, const Point&, const Config&) {
          if (plaintexts.at(0).at(0) == 105) throw std::runtime_error("odd");
          return {plaintexts.at(0)};
        }
        void free(State* state) { delete state; }
        }
        """);
  }

  @Test
  void doesNoStageOfAnAuthorsInAVault(@TempDir Path bundle, @TempDir Path vault) throws Exception {
    Path own = Files.createDirectories(bundle.resolve("envelope"));
    for (var file : envelope().entrySet()) {
      Files.writeString(own.resolve(file.getKey()), file.getValue());
    }
    Overlay.layVault(vault, TestBundles.encrypted("cpp"), bundle);

    var built = Programs.execute(vault, Map.of(), "sh", "-c", "make -f assay/build.mk");
    var result =
        Programs.execute(vault, Map.of("ASSAY_STAGE", "server"), "./solution", bundle.toString());

    assertThat(built.exitCode()).as(built.output()).isZero();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output())
        .contains("built without an author's code; it does the stages seal and open, not 'server'");
  }
}
