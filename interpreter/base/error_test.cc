#include "interpreter/base/error.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "interpreter/base/result.h"
#include "interpreter/base/within_memory.h"

namespace backedge {
namespace {

TEST(Error, SaysPlaceRuleValuesAndWhereToRead) {
  const Error error = Error("SLICE-6", "7 positions cannot be cut into parts of 2")
                          .note("3 parts, 2 apart, leave 1 position; the gap between parts holds 0")
                          .note("axis 1; start 0, end -1, stride 2, part_size 2; shape [1,7,16]")
                          .entry("port_map input[1]")
                          .of("layer 3 \"Loop_1\" (Loop-5)")
                          .at("sum_pairs.xml", 12)
                          .in(Phase::kLoad);
  EXPECT_EQ(error.text(),
            "sum_pairs.xml:12: layer 3 \"Loop_1\" (Loop-5), port_map input[1]: SLICE-6\n"
            "  7 positions cannot be cut into parts of 2\n"
            "  3 parts, 2 apart, leave 1 position; the gap between parts holds 0\n"
            "  axis 1; start 0, end -1, stride 2, part_size 2; shape [1,7,16]\n"
            "  see docs/spec/slicing.md#SLICE-6");
}

TEST(Error, KeepsWhatTheInnermostStageSaid) {
  const Error error = Error("OP-4", "m")
                          .of("inner")
                          .at("a.xml", 7)
                          .in(Phase::kRun)
                          .of("outer")
                          .at("a.xml", 3)
                          .in(Phase::kLoad);
  EXPECT_EQ(error.where(), "a.xml:7: inner");
  EXPECT_EQ(error.phase(), Phase::kRun);
}

TEST(Error, CutsLongLinesBetweenCharacters) {
  const std::string fits(1000, 'a');
  EXPECT_EQ(Error("OP-4", fits + "\n" + fits).note(fits).message(), fits + "\n" + fits + "\n" + fits);
  EXPECT_EQ(Error("OP-4", fits + "b\nshort").message(), fits + "... (1001 bytes)\nshort");
  const std::string accent = "\xc3\xa9";  // two bytes
  const std::string odd = "x" + std::string(998, 'a');
  EXPECT_EQ(Error("OP-4", odd + accent + "z").message(), odd + "... (1002 bytes)");
  EXPECT_EQ(Error("OP-4", "m").of(std::string(5000, 'n')).where(),
            std::string(1000, 'n') + "... (5000 bytes)");
}

TEST(Error, NamesPhasesAndChapters) {
  EXPECT_EQ(name_of(Phase::kRead), "read");
  EXPECT_EQ(name_of(Phase::kLoad), "load");
  EXPECT_EQ(name_of(Phase::kInput), "input");
  EXPECT_EQ(name_of(Phase::kRun), "run");
  EXPECT_EQ(document_of("SLICE-1"), "docs/spec/slicing.md#SLICE-1");
  EXPECT_EQ(document_of("NO-1"), "docs/spec");
}

Result<int> half(int value) {
  if (value % 2 != 0) return Error("OP-6", "odd");
  return value / 2;
}

Result<int> quarter(int value) { return TRY(half(TRY(half(value)))); }

TEST(WithinMemory, TurnsExceptionsOfContainersIntoErrors) {
  EXPECT_EQ(within_memory([] { return half(4); }).value(), 2);
  const auto no_memory = []() -> Result<int> { throw std::bad_alloc(); };
  EXPECT_EQ(within_memory(no_memory).error().rule(), "LIMIT-5");
  const auto too_long = []() -> Result<int> { throw std::length_error("a vector"); };
  EXPECT_EQ(within_memory(too_long).error().rule(), "LIMIT-5");
}

TEST(Result, TryPassesTheErrorOn) {
  EXPECT_EQ(quarter(12).value(), 3);
  EXPECT_EQ(quarter(6).error().message(), "odd");
}

}  // namespace
}  // namespace backedge
