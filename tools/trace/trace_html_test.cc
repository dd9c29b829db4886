#include <gtest/gtest.h>

#include "tools/trace/trace_page.h"

namespace backedge {
namespace {

TEST(TracePage, EndsNoElementWithATextOfTheTrace) {
  const std::string trace = "{\"model\":\"</script><script>\"}";
  const std::string page = trace_page(std::span(&trace, 1));
  EXPECT_NE(page.find("{\"traces\":[{\"model\":\"\\u003c/script>\\u003cscript>\"}]}</script>"),
            std::string::npos);
  EXPECT_EQ(page.find("http:"), page.find("http://www.w3.org/2000/svg"));  // a name, not an address
  EXPECT_EQ(page.find("https:"), std::string::npos);
}

}  // namespace
}  // namespace backedge
