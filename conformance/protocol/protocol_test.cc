#include "conformance/protocol/protocol.h"

#include <bit>
#include <limits>

#include "conformance/corpus/json.h"
#include "conformance/corpus/testing.h"

namespace backedge {
namespace {

// The outputs of an answer to request 3, or why the line is not an answer.
std::variant<std::vector<Tensor>, std::string> outputs(
    const std::string& line, const std::unique_ptr<ScratchFolder>& scratch = ScratchFolder::make().value()) {
  auto answer = read_answer(line, {.id = 3, .kind = Request::Kind::kRun}, *scratch, {});
  if (const auto* wrong = std::get_if<NotProtocol>(&answer)) return wrong->why;
  return std::get<Outputs>(std::get<BackendAnswer>(std::get<AnswerContent>(answer))).tensors;
}

void expect_back(const Tensor& tensor) {
  const std::unique_ptr<ScratchFolder> scratch = ScratchFolder::make().value();
  const Request request{.id = 3, .kind = Request::Kind::kRun, .scratch = scratch->path()};
  const auto back = outputs(answer_line(BackendAnswer(Outputs{{tensor}}), request).value(), scratch);
  ASSERT_EQ(back.index(), 0u) << std::get<1>(back);
  EXPECT_TRUE(std::get<0>(back)[0].same_bits(tensor));
}

TEST(Protocol, PassesEveryValueThereAndBack) {
  expect_back(Tensor::of<float>({7}, {0.1f, -0.0f, std::numeric_limits<float>::infinity(), 1e-45f,
                                      3.4028235e38f, std::bit_cast<float>(0x7fc00001u), 1e7f}));
  expect_back(Tensor::of<float>(
      {2}, {50331648.0f, 553652032.0f}));  // shortest decimals that are halfway to the next value
  expect_back(Tensor::of<double>({3}, {0.1, 5e-324, 9007199254740993.0}));
  expect_back(Tensor::of<f16>({3}, {f16{0x0001}, f16{0x7bff}, f16{0xfe00}}));
  expect_back(Tensor::of<bf16>({2}, {bf16{0x0001}, bf16{0x7fc0}}));
  expect_back(Tensor::of<int64_t>({3}, {INT64_MIN, INT64_MAX, -(int64_t{1} << 53)}));
  expect_back(Tensor::of<uint64_t>({1}, {UINT64_MAX}));
  expect_back(Tensor::of<bool>({2}, {true, false}));
  expect_back(Tensor::of<int8_t>({0, 3}, {}));
  expect_back(Tensor::scalar<int32_t>(-7));
}

TEST(Protocol, PutsLargeTensorsIntoFiles) {
  expect_back(Tensor::zeros(ElementType::kBF16, {3, 1000}));
  const Request request{.id = 3,
                        .kind = Request::Kind::kRun,
                        .inputs = {{"x", Tensor::zeros(ElementType::kI8, {4096})},
                                   {"y", Tensor::zeros(ElementType::kI8, {4097})}}};
  std::vector<std::string> files;
  const std::unique_ptr<ScratchFolder> scratch = ScratchFolder::make().value();
  const std::string line = request_line(request, *scratch, files).value();
  EXPECT_EQ(files, std::vector<std::string>{"in3_1.npy"});
  const auto read = read_request(line);
  const auto* back = std::get_if<Request>(&read);
  ASSERT_NE(back, nullptr) << std::get<NotProtocol>(read).why;
  EXPECT_EQ(back->inputs[1].name, "y");
  EXPECT_TRUE(back->inputs[1].tensor.same_bits(request.inputs[1].tensor));
}

TEST(Protocol, AsksForScripts) {
  Request request{.id = 3, .kind = Request::Kind::kScript, .model = "/m.xml"};
  request.inputs = {{"x", Tensor::scalar<int8_t>(-7)}};
  request.expected = {Tensor::of<int32_t>({0}, {}), Tensor::zeros(ElementType::kI8, {4097})};
  std::vector<std::string> files;
  const std::unique_ptr<ScratchFolder> scratch = ScratchFolder::make().value();
  const auto read = read_request(request_line(request, *scratch, files).value());
  const auto* back = std::get_if<Request>(&read);
  ASSERT_NE(back, nullptr) << std::get<NotProtocol>(read).why;
  EXPECT_EQ(back->kind, request.kind);
  EXPECT_EQ(back->model, request.model);
  ASSERT_EQ(back->inputs.size(), 1u);
  ASSERT_EQ(back->expected->size(), 2u);
  for (size_t k = 0; k < 2; ++k) EXPECT_TRUE((*back->expected)[k].same_bits((*request.expected)[k]));

  const std::string text = "print(\"it's \\n\")\n";
  const auto answer = read_answer(answer_line(Script{text}, request).value(), request, *scratch, {});
  EXPECT_EQ(std::get<Script>(std::get<AnswerContent>(answer)).text, text);
  for (const char* line :
       {R"({"id": 3, "script": ""})", R"({"id": 3, "script": 1})", R"({"id": 3, "outputs": []})",
        R"({"id": 3, "rejected": {"phase": "load", "message": ""}})"}) {
    EXPECT_EQ(read_answer(line, request, *scratch, {}).index(), 1u) << line;
  }
}

// The hello in an answer, or why the line is not a hello.
std::variant<Hello, std::string> hello(const std::string& members) {
  const std::unique_ptr<ScratchFolder> scratch = ScratchFolder::make().value();
  const std::string line = R"({"id": 3, "hello": {"name": "n", "version": "v", )" + members + "}}";
  auto answer = read_answer(line, {.id = 3, .kind = Request::Kind::kHello}, *scratch, {});
  if (const auto* wrong = std::get_if<NotProtocol>(&answer)) return wrong->why;
  return std::get<Hello>(std::get<AnswerContent>(answer));
}

TEST(Protocol, TakesTwoVersions) {
  const auto first = std::get<Hello>(hello(R"("protocol": 1, "features": [], "formats": ["onnx"])"));
  EXPECT_EQ(first.protocol, 1);
  EXPECT_TRUE(first.reads(kOpenvinoIr)) << "version 1 knows no formats";
  const auto second = std::get<Hello>(hello(R"("protocol": 2, "features": [], "formats": ["onnx"])"));
  EXPECT_EQ(second.protocol, 2);
  EXPECT_FALSE(second.reads(kOpenvinoIr));
  for (const char* wrong :
       {R"("protocol": 0)", R"("protocol": 3, "formats": ["onnx"])", R"("protocol": 2)",
        R"("protocol": 2, "formats": [])", R"("protocol": 2, "formats": "onnx")", R"("formats": [])"})
    EXPECT_EQ(hello(wrong + std::string(R"(, "features": [])")).index(), 1u) << wrong;
}

TEST(Protocol, OffersItsVersions) {
  const std::unique_ptr<ScratchFolder> scratch = ScratchFolder::make().value();
  std::vector<std::string> files;
  const std::string line = request_line({.id = 1, .scratch = "/s"}, *scratch, files).value();
  EXPECT_EQ(line, R"({"id":1,"do":"hello","protocol":1,"protocols":[1,2],"scratch":"/s"})");
  EXPECT_EQ(std::get<Request>(read_request(line)).protocols, (std::vector<int64_t>{1, 2}));
  const std::string first = R"({"id": 1, "do": "hello", "protocol": 1)";
  EXPECT_EQ(std::get<Request>(read_request(first + "}")).protocols, (std::vector<int64_t>{1}));
  for (const char* wrong : {R"("protocols": 2)", R"("protocols": ["2"])", R"("protocols": [1.5])"})
    EXPECT_EQ(read_request(first + ", " + wrong + "}").index(), 1u) << wrong;
}

TEST(Protocol, NamesTheFormatOfAModel) {
  const std::unique_ptr<ScratchFolder> scratch = ScratchFolder::make().value();
  std::vector<std::string> files;
  for (const std::string format : {"", "onnx"}) {
    const Request request{.id = 3, .kind = Request::Kind::kLoad, .format = format, .model = "/m"};
    const std::string line = request_line(request, *scratch, files).value();
    EXPECT_EQ(line.find("format") == line.npos, format.empty()) << line;
    EXPECT_EQ(std::get<Request>(read_request(line)).format, format);
  }
}

TEST(Protocol, RefusesWhatItDoesNotSay) {
  const std::string tensor = R"({"element_type": "i32", "shape": [1], "values": [1]})";
  EXPECT_EQ(outputs(R"({"id": 3, "outputs": [)" + tensor + "]}").index(), 0u);
  EXPECT_EQ(
      outputs(R"({"id": 3, "outputs": [], "aside": )" + std::string(62, '[') + std::string(62, ']') + "}")
          .index(),
      0u);
  for (const std::string& line :
       {std::string(),
        std::string("null"),
        std::string("{}"),
        R"({"id": 4, "outputs": []})" + std::string(),
        R"({"id": "3", "outputs": []})" + std::string(),
        R"({"outputs": []})" + std::string(),
        R"({"id": 3, "outputs": {}})" + std::string(),
        R"({"id": 3, "outputs": [[]]})" + std::string(),
        R"({"id": 3, "loaded": true})" + std::string(),
        R"({"id": 3, "outputs": [)" + tensor + "]} x",
        R"({"id": 3, "outputs": [{"element_type": "FP32", "shape": [1], "values": [1]}]})" + std::string(),
        R"({"id": 3, "outputs": [{"element_type": "f32", "shape": [1], "values": [NaN]}]})" + std::string(),
        R"({"id": 3, "outputs": [{"element_type": "f32", "shape": [1], "values": [1e39]}]})" + std::string(),
        R"({"id": 3, "outputs": [{"element_type": "i32", "shape": [-1], "values": []}]})" + std::string(),
        R"({"id": 3, "outputs": [{"element_type": "i32", "shape": [1], "file": "a.npy"}]})" + std::string(),
        R"({"id": 3, "outputs": [{"element_type": "i32", "shape": [1], "file": "/etc/passwd"}]})" +
            std::string(),
        R"({"id": 3, "id": 3, "outputs": []})" + std::string(),
        R"({"id": 3, "outputs": [], "aside": )" + std::string(65, '[') + std::string(65, ']') + "}",
        R"({"id": 3, "rejected": {"phase": "compile", "message": ""}})" + std::string(),
        R"({"id": 3, "skipped": "why"})" + std::string(),
        R"({"id": 3, "failed": true})" + std::string()}) {
    EXPECT_EQ(outputs(line).index(), 1u) << line;
  }
}

// A long answer is not read to its end if somebody stops the runner, or if the time is over.
TEST(ReadAnswer, EndsWithItsPatience) {
  std::string line = R"({"id": 3, "outputs": [], "aside": [0)";
  for (int k = 1; k < 5000; ++k) line += ",0";
  line += "]}";
  const std::unique_ptr<ScratchFolder> scratch = ScratchFolder::make().value();
  std::atomic<bool> stopped{false};
  const auto is_read = [&](const Patience& patience) {
    const auto answer = read_answer(line, {.id = 3, .kind = Request::Kind::kRun}, *scratch, patience);
    return std::holds_alternative<AnswerContent>(answer);
  };
  EXPECT_TRUE(is_read({.stopped = &stopped}));
  EXPECT_FALSE(is_read({.until = Patience::Clock::time_point::min()}));
  stopped = true;
  EXPECT_FALSE(is_read({.stopped = &stopped}));
}

TEST(ReadAnswer, HasAtMostAMillionValues) {
  // The object, three names, the id, the list of outputs, and the other list are seven values.
  const auto answer = [](int64_t values) {
    std::string text = R"({"id": 3, "outputs": [], "aside": [0)";
    for (int64_t k = 1; k < values; ++k) text += ",0";
    return text + "]}";
  };
  EXPECT_EQ(outputs(answer(999'993)).index(), 0u);
  EXPECT_EQ(outputs(answer(999'994)).index(), 1u);
}

}  // namespace
}  // namespace backedge
