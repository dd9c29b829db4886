#pragma once

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <sstream>

#include "interpreter/ops/testing/digest.h"
#include "interpreter/ops/testing/testing.h"

/// Digests of the outputs of operations, for every element type.
namespace backedge::testing {

using Inputs = std::function<std::vector<Tensor>(ElementType)>;

class Digests : public ::testing::Test {
 protected:
  /// Adds the operation's outputs for every element type that it takes.
  void add(const Operation& operation, const Inputs& inputs, size_t outputs = 1) {
    for (size_t k = 0; k < digests_.size(); ++k) {
      const std::vector<Tensor> tensors = inputs(static_cast<ElementType>(k));
      const auto results = run(operation, tensors, outputs);
      if (!results.ok()) {
        EXPECT_EQ(results.error().rule(), "OP-4") << results.error().text();
        continue;
      }
      for (const Tensor& result : results.value()) digests_[k].add(result);
    }
  }

  /// Compares the digest of everything added since the last call.
  void expect(std::string_view name, uint64_t expected) {
    Digest all;
    for (const Digest& digest : digests_) all.add(digest.bits);
    std::ostringstream text;
    text << std::hex << name << ": 0x" << all.bits << ", by element type:";
    for (size_t k = 0; k < digests_.size(); ++k)
      text << "\n  " << name_of(static_cast<ElementType>(k)) << " " << digests_[k].bits;
    EXPECT_EQ(all.bits, expected) << text.str();
    digests_.fill(Digest());
  }

  void expect_unary(std::string_view name, const Operation& operation, uint64_t expected) {
    add(operation, [](ElementType of) -> std::vector<Tensor> { return {draw(of, {500}, Kind::kBits)}; });
    add(operation, [](ElementType of) -> std::vector<Tensor> { return {draw(of, {500}, Kind::kSmall)}; });
    expect(name, expected);
  }

  void expect_binary(std::string_view name, const Operation& operation, uint64_t expected,
                     Kind kind = Kind::kBits) {
    for (const Kind values : {kind, Kind::kSmall}) {
      if (values == Kind::kSmall && kind == Kind::kOdd) continue;
      add(operation, [=](ElementType of) -> std::vector<Tensor> {
        return {draw(of, {500}, values, 0), draw(of, {500}, values, 1)};
      });
    }
    expect(name, expected);
  }

 private:
  std::array<Digest, static_cast<size_t>(ElementType::kF64) + 1> digests_;  // by element type
};

}  // namespace backedge::testing
