#include "interpreter/openvino/read_model.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace backedge::openvino {
namespace {

namespace fs = std::filesystem;

constexpr char kSmall[] = "<net name='small'><layers/></net>";

std::string example(const std::string& name) { return "testdata/examples/" + name; }

class ReadModel : public testing::Test {
 protected:
  ReadModel() { fs::create_directories(folder_); }
  ~ReadModel() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    const std::string file = path(name);
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  fs::path folder_ =
      fs::path(std::getenv("TEST_TMPDIR")) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

/// The message of READ-1 or WEIGHTS-1 without its rule.
std::string fault_of(const Result<Model>& model) {
  if (model.ok()) return "read";
  EXPECT_EQ(model.error().phase(), Phase::kRead);
  return model.error().rule() + ": " + model.error().message();
}

TEST_F(ReadModel, ReadsWhatOpenVinoWrites) {
  const auto model = read_model(example("real_loop.xml"));
  ASSERT_TRUE(model.ok()) << model.error().text();
  EXPECT_EQ(model.value().name, "real_loop");
  EXPECT_EQ(model.value().weights.size, 21);
  EXPECT_EQ(model.value().weights.bytes.get()[0], std::byte{1});
  EXPECT_EQ(model.value().graph.layers.size(), 8u);
  EXPECT_EQ(model.value().graph.edges.size(), 8u);
  const Layer& loop = model.value().graph.layers[5];
  EXPECT_EQ(loop.title(), "layer 5 \"Loop_54\" (Loop-5)");
  EXPECT_EQ(loop.line, 42);
  EXPECT_EQ(loop.dialect, Dialect::kLoop5);
  EXPECT_EQ(loop.inputs.size(), 6u);
  EXPECT_EQ(loop.bodies[0].port_map.inputs.size(), 5u);
  EXPECT_EQ(loop.bodies[0].port_map.outputs.size(), 3u);
  EXPECT_EQ(loop.bodies[0].graph.layers.size(), 15u);
  EXPECT_EQ(loop.bodies[0].graph.edges.size(), 13u);

  const auto iterator = read_model(example("real_ti.xml"));
  ASSERT_TRUE(iterator.ok()) << iterator.error().text();
  EXPECT_EQ(iterator.value().graph.layers[3].dialect, Dialect::kTensorIterator1);
  EXPECT_EQ(iterator.value().graph.layers[3].bodies[0].port_map.outputs[2].stride, -1);
  EXPECT_EQ(iterator.value().weights.bytes, nullptr);
}

TEST_F(ReadModel, ReadsTheFormOfThePage) {
  const auto read = read_model(example("page_lstm.xml"));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_TRUE(read.value().single_layer);
  const Layer& layer = read.value().graph.layers.at(0);
  EXPECT_EQ(layer.title(), "layer 0 (TensorIterator-1)");
  EXPECT_EQ(layer.inputs.size(), 3u);
  EXPECT_EQ(layer.outputs.size(), 1u);
  EXPECT_EQ(layer.bodies[0].back_edges.size(), 2u);
  EXPECT_EQ(layer.bodies[0].graph.layers.size(), 13u);
}

TEST_F(ReadModel, RejectsWhatIsNotAReadableFile) {
  EXPECT_EQ(fault_of(read_model(path("none.xml"))),
            "READ-1: the model cannot be read: No such file or directory");
  EXPECT_EQ(read_model(path("none.xml")).error().where(), path("none.xml"));
  EXPECT_EQ(fault_of(read_model("")), "READ-1: the model cannot be read: No such file or directory");
  EXPECT_EQ(fault_of(read_model(path(""))), "READ-1: the model is a directory");
  EXPECT_EQ(fault_of(read_model(write("empty.xml", ""))), "READ-1: the model is empty");
  EXPECT_EQ(fault_of(read_model("/dev/zero")), "READ-1: the model is not a regular file");
  ASSERT_EQ(mkfifo(path("fifo.xml").c_str(), 0600), 0);
  EXPECT_EQ(fault_of(read_model(path("fifo.xml"))), "READ-1: the model is not a regular file");
  const std::string secret = write("secret.xml", kSmall);
  ASSERT_EQ(chmod(secret.c_str(), 0), 0);
  if (geteuid() != 0) {  // root may read every file
    EXPECT_EQ(fault_of(read_model(secret)), "READ-1: the model cannot be read: Permission denied");
  }
}

TEST_F(ReadModel, RejectsWhatIsTooLargeBeforeReadingIt) {
  const std::string file = write("large.xml", kSmall);
  fs::resize_file(file, 100 << 20);
  EXPECT_EQ(fault_of(read_model(file)), "READ-1: the model has 104857600 bytes, expected at most 67108864");
  const std::string small = write("small.xml", kSmall);
  const int64_t size = sizeof(kSmall) - 1;
  EXPECT_EQ(fault_of(read_model(small, "", {.max_file_bytes = size})), "read");
  EXPECT_EQ(fault_of(read_model(small, "", {.max_file_bytes = size - 1})),
            "READ-1: the model has 33 bytes, expected at most 32");
  EXPECT_EQ(fault_of(read_model(small, "", {.max_element_depth = 2})), "read");
  EXPECT_EQ(read_model(small, "", {.max_element_depth = 1}).error().rule(), "READ-4");
}

TEST_F(ReadModel, MapsTheWeightsBesideOrNamed) {
  const std::string model = write("m.xml", kSmall);
  EXPECT_EQ(read_model(model).value().weights.bytes, nullptr);
  EXPECT_EQ(read_model(model).value().weights.file, path("m.bin"));
  write("m.bin", "beside");
  const Weights beside = read_model(model).value().weights;
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(beside.bytes.get()), beside.size), "beside");
  const std::string other = write("other.weights", "named!!");
  const Weights named = read_model(model, other).value().weights;
  EXPECT_EQ(named.file, other);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(named.bytes.get()), named.size), "named!!");
  const Weights empty = read_model(model, write("empty", "")).value().weights;
  EXPECT_NE(empty.bytes, nullptr);
  EXPECT_EQ(empty.size, 0);
}

TEST_F(ReadModel, RejectsWeightsThatCannotBeRead) {
  const std::string model = write("m.xml", kSmall);
  EXPECT_EQ(fault_of(read_model(model, path("none.bin"))),
            "WEIGHTS-1: the weights file cannot be read: No such file or directory");
  EXPECT_EQ(read_model(model, path("none.bin")).error().where(), path("none.bin"));
  EXPECT_EQ(fault_of(read_model(model, path(""))), "WEIGHTS-1: the weights file is a directory");
  EXPECT_EQ(fault_of(read_model(model, "/dev/zero")), "WEIGHTS-1: the weights file is not a regular file");
  fs::create_directory(path("m.bin"));
  EXPECT_EQ(fault_of(read_model(model)), "WEIGHTS-1: the weights file is a directory");
}

// A file of sysfs has the size of a page, and less to read, as a file that was cut after it was opened.
TEST_F(ReadModel, RejectsWeightsThatBecomeShorter) {
  const std::string shorter = "/sys/devices/system/cpu/online";
  std::error_code failure;
  if (fs::file_size(shorter, failure) < 1000 || failure) GTEST_SKIP() << "there is no sysfs";
  const auto read = read_model(write("m.xml", kSmall), shorter);
  EXPECT_EQ(fault_of(read), "WEIGHTS-1: the weights file became shorter while it was read");
}

}  // namespace
}  // namespace backedge::openvino
