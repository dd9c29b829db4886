#include "conformance/corpus/json.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

TEST(ParseJson, EndsWhenNoPatienceIsLeft) {
  std::string text = "[0";
  for (int k = 0; k < 5000; ++k) text += ",{}";
  text += "]";
  std::atomic<bool> stopped{false};
  const Patience endless{.stopped = &stopped}, used_up{.until = Patience::Clock::time_point::min()};
  EXPECT_TRUE(parse_json(text, &endless).ok());
  EXPECT_FALSE(parse_json(text, &used_up).ok());
  stopped = true;
  EXPECT_FALSE(parse_json(text, &endless).ok());
}

TEST(ParseJson, CountsObjectsListsNamesAndValues) {
  for (const char* text : {"[0,0,0,0]", "[[],[[]],[]]", "{\"a\":0,\"b\":0}", "[{},{\"a\":0}]"}) {
    EXPECT_TRUE(parse_json(text, nullptr, 5).ok()) << text;
    EXPECT_FALSE(parse_json(text, nullptr, 4).ok()) << text;
  }
}

TEST(ParseJson, BuildsWhatIsWritten) {
  for (const char* text :
       {"0", "-7", "1.5", "\"a\"", "null", "true", "[]", "{}", "[[1,[]],{\"a\":{\"b\":[2,{}]},\"c\":3}]"}) {
    const Result<Json> read = parse_json(text);
    ASSERT_TRUE(read.ok()) << text;
    EXPECT_EQ(read.value().dump(), text);
  }
  for (const char* text :
       {"", "[", "[1,]", "{\"a\":1,\"a\":1}", "{\"b\":{\"a\":1,\"a\":1}}", "[1] 2", "\"\xff\"", "1e999"})
    EXPECT_FALSE(parse_json(text).ok()) << text;
}

}  // namespace
}  // namespace backedge
