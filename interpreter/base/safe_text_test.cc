#include "interpreter/base/safe_text.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

TEST(SafeText, KeepsWhatIsOrdinary) {
  const std::string text = "a~ \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \\u0041\nnext";
  EXPECT_EQ(safe_text(text), text);
  EXPECT_EQ(safe_text(""), "");
  EXPECT_EQ(safe_text("\xc2\xa0"), "\xc2\xa0");  // the first beyond C1
}

TEST(SafeText, EscapesWhatATerminalObeys) {
  EXPECT_EQ(safe_text("\x1b[2J"), "\\u001b[2J");
  EXPECT_EQ(safe_text(std::string_view("\0\t\r\x1f\x7f", 5)), "\\u0000\\u0009\\u000d\\u001f\\u007f");
  EXPECT_EQ(safe_text("\xc2\x80\xc2\x9b\xc2\x9f"), "\\u0080\\u009b\\u009f");
}

TEST(SafeText, EscapesWhatHidesTheOrderOrTheEndOfALine) {
  EXPECT_EQ(safe_text("\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f"), "\\u061c\\u200e\\u200f");
  EXPECT_EQ(safe_text("\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\xe2\x80\xae\xe2\x80\xaf"),
            "\xe2\x80\xa7\\u2028\\u2029\\u202a\\u202e\xe2\x80\xaf");
  EXPECT_EQ(safe_text("\xe2\x81\xa5\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa"),
            "\xe2\x81\xa5\\u2066\\u2069\xe2\x81\xaa");
  EXPECT_EQ(safe_text("\xef\xbb\xbf"), "\\ufeff");
}

TEST(SafeText, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(safe_text("a\x9b"
                      "b"),
            "a\xef\xbf\xbd"
            "b");                                                        // C1 as a single byte
  EXPECT_EQ(safe_text("\xc0\x9b"), "\xef\xbf\xbd\xef\xbf\xbd");          // an overlong encoding
  EXPECT_EQ(safe_text("\xed\xa0\x80").find("\xed"), std::string::npos);  // half of a surrogate pair
  EXPECT_EQ(safe_text("\xe2\x80"), "\xef\xbf\xbd\xef\xbf\xbd");          // ends early
}

TEST(SafeLine, EscapesEndsOfLinesToo) {
  EXPECT_EQ(safe_line("a\nb"), "a\\u000ab");
  EXPECT_EQ(safe_line("\xc2\x85"), "\\u0085");
}

}  // namespace
}  // namespace backedge
