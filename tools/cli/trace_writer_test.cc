#include "tools/cli/trace_writer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>

namespace backedge {
namespace {

TraceEvent event_of(TraceEvent::Kind kind, const Tensor* tensor = nullptr) {
  return {.kind = kind,
          .title = "loop \"L\"",
          .depth = 1,
          .iteration = 7,
          .name = "x",
          .id = 2,
          .tensor = tensor};
}

TEST(EventJson, TellsLoopsAndIterations) {
  EXPECT_EQ(event_json(event_of(TraceEvent::Kind::kLoopBegin)),
            R"({"event":"loop_begin","layer":"loop \"L\"","depth":1})");
  EXPECT_EQ(event_json(event_of(TraceEvent::Kind::kLoopEnd)),
            R"({"event":"loop_end","layer":"loop \"L\"","depth":1,"iterations":7})");
  EXPECT_EQ(event_json(event_of(TraceEvent::Kind::kIterationBegin)),
            R"({"event":"iteration_begin","layer":"loop \"L\"","depth":1,"iteration":7})");
}

std::string tensor_part(const Tensor& tensor) {
  const std::string line = event_json(event_of(TraceEvent::Kind::kParameter, &tensor));
  const std::string head =
      R"({"event":"parameter","layer":"loop \"L\"","depth":1,"iteration":7,"name":"x","layer_id":2,)";
  EXPECT_EQ(line.substr(0, head.size()), head);
  return line.substr(head.size());
}

TEST(EventJson, ShowsValues) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(tensor_part(Tensor::of<float>(
                {2, 2}, {0.1f, -0.0f, -kInfinity, std::numeric_limits<float>::quiet_NaN()})),
            R"("element_type":"f32","shape":[2,2],"values":[0.1,-0.0,"-inf","nan"]})");
  EXPECT_EQ(tensor_part(Tensor::scalar<uint64_t>(UINT64_MAX)),
            R"("element_type":"u64","shape":[],"values":[18446744073709551615]})");
  EXPECT_EQ(tensor_part(Tensor::of<bool>({1}, {true})),
            R"("element_type":"boolean","shape":[1],"values":[true]})");
  EXPECT_EQ(tensor_part(Tensor::of<bf16>({1}, {round_to_bf16(0.1)})),
            R"("element_type":"bf16","shape":[1],"values":[0.1]})");
  EXPECT_EQ(tensor_part(Tensor::zeros(ElementType::kI8, {0})),
            R"("element_type":"i8","shape":[0],"values":[]})");
}

TEST(EventJson, ShowsADigestOfWhatIsLarge) {
  std::vector<int32_t> numbers(65);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(tensor_part(Tensor::of<int32_t>({65}, std::span<const int32_t>(numbers))),
            R"("element_type":"i32","shape":[65],"fnv1a64":"5707e1c53c9e7035"})");
  EXPECT_EQ(digest_of(Tensor::of<uint8_t>({1}, {'a'})), "af63dc4c8601ec8c");  // a published test vector
}

TEST(EventJson, TakesNamesThatAreNotUtf8) {
  TraceEvent event = event_of(TraceEvent::Kind::kLoopBegin);
  event.title = "\xff";
  EXPECT_EQ(event_json(event), "{\"event\":\"loop_begin\",\"layer\":\"\xef\xbf\xbd\",\"depth\":1}");
}

TEST(TraceWriter, LetsEachLineGoAtOnce) {
  const std::string file = std::string(std::getenv("TEST_TMPDIR")) + "/trace.jsonl";
  TraceWriter writer = TraceWriter::open(file).value();
  writer.write(event_of(TraceEvent::Kind::kLoopBegin));
  EXPECT_FALSE(std::filesystem::exists(file));
  const std::string part = file + "." + std::to_string(getpid()) + ".part";
  std::ifstream stream(part);
  std::string line;
  EXPECT_TRUE(std::getline(stream, line));
  EXPECT_EQ(line, event_json(event_of(TraceEvent::Kind::kLoopBegin)));
  EXPECT_TRUE(writer.close().ok());
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_FALSE(std::filesystem::exists(part));
}

TEST(TraceWriter, SaysWhyItCannot) {
  const auto opened = TraceWriter::open("/nowhere/at/all");
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().rule(), "FILE-1");
  EXPECT_EQ(opened.error().message(), "cannot be written: No such file or directory");
  if (!std::filesystem::exists("/dev/full")) return;
  TraceWriter writer = TraceWriter::open("/dev/full").value();
  writer.write(event_of(TraceEvent::Kind::kLoopBegin));
  writer.write(event_of(TraceEvent::Kind::kLoopEnd));
  EXPECT_EQ(writer.close().error().message(), "cannot be written: No space left on device");
}

}  // namespace
}  // namespace backedge
