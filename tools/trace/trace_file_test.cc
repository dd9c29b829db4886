#include <gtest/gtest.h>

#include <fstream>

#include "tools/trace/trace_page.h"

namespace backedge {
namespace {

// A graph of one row, a tensor, and a run with the given members.
std::string trace_with(const std::string& run, const std::string& more = "") {
  return R"({"format":"backedge-trace","version":1,"graphs":[{"rows":[{"kind":"layer","name":"a"}]}],)"
         R"("tensors":[{"type":"i32","shape":[],"values":[7]}],"runs":[{"graph":0,"iterations":1,)" +
         run + "}" + more + "]}";
}

Result<std::string> read(const std::string& text) {
  const std::string file = std::string(std::getenv("TEST_TMPDIR")) + "/trace.json";
  std::ofstream(file) << text;
  return read_trace(file);
}

std::string complaint_about(const std::string& text) {
  const Result<std::string> trace = read(text);
  if (trace.ok()) return "";
  EXPECT_EQ(trace.error().rule(), "FILE-2");
  return trace.error().message();
}

TEST(ReadTrace, TakesTheDocumentedFormat) {
  const std::string inner = R"(,{"graph":0,"iterations":0,"columns":[]})";
  EXPECT_EQ(complaint_about(trace_with(R"("columns":[[0]])")), "");
  EXPECT_EQ(complaint_about(trace_with(R"("columns":[[null]],"inner":[[0,0,1]])", inner)), "");
}

TEST(ReadTrace, NamesWhatIsWrong) {
  EXPECT_EQ(complaint_about("[1]"),
            "not a trace: it has no \"format\": \"backedge-trace\" and \"version\": 1");
  EXPECT_EQ(complaint_about(R"({"format":"backedge-trace","version":1,"graphs":[],"tensors":[]})"),
            "not a trace: it has no list \"runs\"");
  EXPECT_EQ(complaint_about(R"({"format":"backedge-trace","version":1,"graphs":[],"tensors":[],"runs":[]})"),
            "not a trace: it has no run");
  const std::string wrong =
      "not a trace: a column of run 0 does not have a tensor or null for each of 1 rows";
  EXPECT_EQ(complaint_about(trace_with(R"("columns":[[0,0]])")), wrong);
  EXPECT_EQ(complaint_about(trace_with(R"("columns":[[1]])")), wrong);
  EXPECT_EQ(complaint_about(trace_with(R"("columns":[[-1]])")), wrong);
  EXPECT_EQ(complaint_about(trace_with(R"("columns":[[0]],"inner":[[0,0,0]])")),
            "not a trace: an entry of \"inner\" of run 0 is not an iteration, a row and a later run");
  EXPECT_FALSE(read("{").ok());
}

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
