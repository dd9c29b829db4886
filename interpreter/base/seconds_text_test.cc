#include "interpreter/base/seconds_text.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

TEST(SecondsText, CutsToTenths) {
  EXPECT_EQ(seconds_text(0), "0.0 s");
  EXPECT_EQ(seconds_text(0.19), "0.1 s");
  EXPECT_EQ(seconds_text(12.5), "12.5 s");
  EXPECT_EQ(seconds_text(3600), "3600.0 s");
}

}  // namespace
}  // namespace backedge
