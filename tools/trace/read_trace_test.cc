#include "tools/trace/read_trace.h"

#include <gtest/gtest.h>

#include <fstream>

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

std::string tensor_complaint(const std::string& tensor) {
  return complaint_about(R"({"format":"backedge-trace","version":1,"graphs":[],"tensors":[)" + tensor +
                         R"(],"runs":[{"graph":0,"iterations":0,"columns":[]}]})");
}

TEST(ReadTrace, ChecksTensors) {
  const std::string wrong = "not a trace: tensor 0 is none of those of docs/trace.md";
  const std::string right = "not a trace: run 0 has no \"graph\" of the list";  // what comes next
  const std::string map = R"({"type":"f32","shape":[9,9],"min":0,"max":1,"rows":2,"columns":2,"cells":")";
  EXPECT_EQ(tensor_complaint(R"({"text":"a sequence"})"), right);
  EXPECT_EQ(tensor_complaint(R"({"type":"f32","shape":[9,9]})"), right);
  EXPECT_EQ(tensor_complaint(map + R"(AAECAw=="})"), right);
  for (const char* cells : {"", "AAEC", "AAECAw=", "AAECAwQ=", "AAECA===", "AA-CAw=="})
    EXPECT_EQ(tensor_complaint(map + cells + "\"}"), wrong) << cells;
  EXPECT_EQ(tensor_complaint(R"({"type":"f32","values":[1]})"), wrong);
  EXPECT_EQ(tensor_complaint(R"({"type":"f32","shape":[1],"values":1})"), wrong);
  EXPECT_EQ(tensor_complaint("[]"), wrong);
}

}  // namespace
}  // namespace backedge
