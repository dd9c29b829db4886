#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "interpreter/openvino/parse_model.h"

/// Reading a damaged file must end in a model or in an Error, and the sanitizers must find nothing. Not
/// every byte is tried, because the tests also run on slow emulators of other processors.
namespace backedge::openvino {
namespace {

class MangledModel : public testing::TestWithParam<const char*> {
 protected:
  MangledModel() {
    std::ifstream file(std::string("testdata/examples/") + GetParam(), std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(file), {});
  }

  /// The rule that rejects `text`; "" if it is accepted.
  static std::string rule_of(std::string text) {
    const auto model = parse_model(Source("mangled.xml", std::move(text)), 512);
    if (model.ok()) return "";
    EXPECT_EQ(model.error().phase(), Phase::kRead);
    EXPECT_TRUE(model.error().where().starts_with("mangled.xml:")) << model.error().text();
    EXPECT_FALSE(model.error().message().empty());
    return model.error().rule();
  }

  std::string text_;
};

TEST_P(MangledModel, Truncated) {
  ASSERT_EQ(rule_of(text_), "");
  const size_t whole = text_.find_last_of('>') + 1;
  for (size_t size = 0; size < whole; size += 3) EXPECT_EQ(rule_of(text_.substr(0, size)), "READ-2") << size;
}

TEST_P(MangledModel, BytesReplaced) {
  constexpr std::string_view kBytes("<>/\"'&=!?-]x1 \n\0\x80\xff", 18);
  for (size_t at = 0; at < text_.size(); at += 7) {
    std::string text = text_;
    text[at] = kBytes[at * 7 % kBytes.size()];
    rule_of(std::move(text));
  }
}

TEST_P(MangledModel, BytesRemovedOrDoubled) {
  for (size_t at = 0; at < text_.size(); at += 11) {
    rule_of(std::string(text_).erase(at, 1));
    rule_of(std::string(text_).insert(at, 1, text_[at]));
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, MangledModel,
                         testing::Values("real_ti.xml", "real_loop.xml", "page_lstm.xml"));

}  // namespace
}  // namespace backedge::openvino
