#include "interpreter/json/read_json.h"

#include <gtest/gtest.h>

#include "interpreter/json/write_json.h"

namespace backedge {
namespace {

bool is_read(std::string_view text, const JsonLimits& limits = {}) {
  return read_json(text, "CASE-1", limits).ok();
}

TEST(ReadJson, EndsWhenTheTimeIsOver) {
  std::string text = "[0";
  for (int k = 0; k < 5000; ++k) text += ",{}";
  text += "]";
  int looks = 0;
  EXPECT_TRUE(is_read(text, {.is_over = [&looks] { return ++looks > 10; }}));
  EXPECT_GT(looks, 3);
  EXPECT_FALSE(is_read(text, {.is_over = [] { return true; }}));
}

TEST(ReadJson, CountsObjectsListsNamesAndValues) {
  for (const char* text : {"[0,0,0,0]", "[[],[[]],[]]", "{\"a\":0,\"b\":0}", "[{},{\"a\":0}]"}) {
    EXPECT_TRUE(is_read(text, {.most_values = 5})) << text;
    EXPECT_FALSE(is_read(text, {.most_values = 4})) << text;
  }
}

TEST(ReadJson, RejectsAByteZeroWhereverItIs) {
  const std::string zero(1, '\0');
  for (const std::string& text :
       {"{}" + zero, "{}" + zero + " garbage", zero + "{}", "[1," + zero + "2]", "\"" + zero + "\""}) {
    const Result<Json> read = read_json(text, "CASE-1");
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().phase(), Phase::kRead);
    EXPECT_EQ(read.error().message(), "is not JSON: byte " + std::to_string(text.find('\0')) + " is 0");
  }
  EXPECT_TRUE(is_read("\"\\u0000\""));
}

TEST(ReadJson, BuildsWhatIsWritten) {
  for (const char* text :
       {"0", "-7", "1.5", "\"a\"", "null", "true", "[]", "{}", "[[1,[]],{\"a\":{\"b\":[2,{}]},\"c\":3}]"}) {
    const Result<Json> read = read_json(text, "CASE-1");
    ASSERT_TRUE(read.ok()) << text;
    EXPECT_EQ(read.value().dump(), text);
  }
}

TEST(WriteJson, KeepsTheOrderAndReplacesWhatIsNotUtf8) {
  EXPECT_EQ(json_text({{"b", 1}, {"a", {true, nullptr, "\xff"}}}),
            "{\"b\":1,\"a\":[true,null,\"\xef\xbf\xbd\"]}");
}

TEST(ReadJson, RejectsWhatIsNotJson) {
  for (const char* text :
       {"", "[", "[1,]", "{\"a\":1,\"a\":1}", "{\"b\":{\"a\":1,\"a\":1}}", "[1] 2", "\"\xff\"", "1e999"}) {
    const Result<Json> read = read_json(text, "TRT-22");
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().rule(), "TRT-22");
    EXPECT_EQ(read.error().phase(), Phase::kRead);
  }
  EXPECT_TRUE(is_read(std::string(64, '[') + std::string(64, ']')));
  EXPECT_FALSE(is_read(std::string(65, '[') + std::string(65, ']')));
}

}  // namespace
}  // namespace backedge
