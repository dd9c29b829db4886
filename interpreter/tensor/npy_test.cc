#include "interpreter/tensor/npy.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace backedge {
namespace {

std::string file_of(const std::string& dictionary, const std::string& elements, int version = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    file += static_cast<char>(dictionary.size() >> (8 * i) & 0xff);
  return file + dictionary + elements;
}

std::string dictionary_of(const std::string& descr, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }\n";
}

Result<Tensor> decode(const std::string& file) {
  return decode_npy({reinterpret_cast<const std::byte*>(file.data()), file.size()});
}

std::string bytes(std::initializer_list<int> values) { return std::string(values.begin(), values.end()); }

void expect_refused(const std::string& file, const std::string& part_of_message,
                    const std::string& rule = "INPUT-5") {
  const auto tensor = decode(file);
  ASSERT_FALSE(tensor.ok()) << part_of_message;
  EXPECT_EQ(tensor.error().rule(), rule);
  EXPECT_EQ(tensor.error().phase(), Phase::kInput);
  EXPECT_NE(tensor.error().message().find(part_of_message), std::string::npos) << tensor.error().message();
}

TEST(ReadNpy, TakesEitherByteOrder) {
  const Tensor expected = Tensor::of<int32_t>({2}, {1, -2});
  const std::string little = bytes({1, 0, 0, 0, -2, -1, -1, -1});
  for (const std::string descr : {"<i4", "=i4", "|i4"}) {
    EXPECT_TRUE(decode(file_of(dictionary_of(descr, "(2,)"), little)).value().same_bits(expected)) << descr;
  }
  const std::string big = bytes({0, 0, 0, 1, -1, -1, -1, -2});
  EXPECT_TRUE(decode(file_of(dictionary_of(">i4", "(2,)"), big)).value().same_bits(expected));
}

TEST(ReadNpy, TakesEveryVersion) {
  for (const int version : {1, 2, 3}) {
    EXPECT_EQ(decode(file_of(dictionary_of("|u1", "()"), "\x05", version)).value().values<uint8_t>()[0], 5);
  }
}

TEST(ReadNpy, ReadsV2AsBF16) {
  for (const std::string descr : {"|V2", "<V2"}) {
    const Tensor tensor = decode(file_of(dictionary_of(descr, "(1,)"), bytes({0x80, 0x3f}))).value();
    EXPECT_TRUE(tensor.same_bits(Tensor::of<bf16>({1}, {round_to_bf16(1)})));
  }
}

TEST(ReadNpy, CountsEveryByteButZeroAsTrue) {
  const Tensor tensor = decode(file_of(dictionary_of("|b1", "(4,)"), bytes({0, 1, 2, -1}))).value();
  EXPECT_TRUE(tensor.same_bits(Tensor::of<bool>({4}, {false, true, true, true})));
}

TEST(ReadNpy, TransposesFortranOrder) {
  const Tensor tensor =
      decode(file_of(dictionary_of("|i1", "(2, 3)", true), bytes({1, 4, 2, 5, 3, 6}))).value();
  EXPECT_TRUE(tensor.same_bits(Tensor::of<int8_t>({2, 3}, {1, 2, 3, 4, 5, 6})));
  const Tensor cube = decode(file_of(dictionary_of("|i1", "(2, 1, 2)", true), bytes({1, 3, 2, 4}))).value();
  EXPECT_TRUE(cube.same_bits(Tensor::of<int8_t>({2, 1, 2}, {1, 2, 3, 4})));
  EXPECT_EQ(decode(file_of(dictionary_of("|i1", "(2, 0)", true), "")).value().shape(), (Shape{2, 0}));
}

TEST(ReadNpy, TakesOtherSpellingsOfTheDictionary) {
  const std::string dictionary = "{\"shape\":(1,2,),\"descr\":\"|u1\",\"fortran_order\":False}";
  EXPECT_EQ(decode(file_of(dictionary, "ab")).value().shape(), (Shape{1, 2}));
}

TEST(ReadNpy, RefusesWhatIsNotAHeader) {
  expect_refused("", "does not begin as a .npy file");
  expect_refused("PK\x03\x04 and so on, a .npz file", "does not begin as a .npy file");
  expect_refused("\x93NUMPY", "ends before its header");
  expect_refused("\x93NUMPY\x01", "ends before its header");
  expect_refused(std::string("\x93NUMPY\x01\0\x01", 9), "ends before its header");
  expect_refused(file_of(dictionary_of("|u1", "()"), "\x05", 4), "version 4.0");
  expect_refused(std::string("\x93NUMPY\x02\0\xff\xff\xff\xff", 12), "the header has 4294967295 bytes");
  expect_refused(std::string("\x93NUMPY\x01\0\x80\0{", 11), "ends within its header");
}

TEST(ReadNpy, RefusesDictionariesThatAreNone) {
  const std::string good = dictionary_of("|u1", "(1,)");
  for (size_t size = 0; size + 2 < good.size(); ++size) {
    EXPECT_FALSE(decode(file_of(good.substr(0, size), "a")).ok()) << size;
  }
  expect_refused(file_of("{}", "a"), "lacks one of the keys");
  expect_refused(file_of("{'descr': '|u1', 'fortran_order': False}", "a"), "lacks one of the keys");
  expect_refused(file_of("{'descr': '|u1', 'descr': '|u1'}", "a"), "'descr' twice");
  expect_refused(file_of("{'order': 1}", "a"), "the key 'order'");
  expect_refused(file_of("{'descr' '|u1'}", "a"), "':' was expected");
  expect_refused(file_of("{'descr': '|u1' 'shape': ()}", "a"), "a comma was expected");
  expect_refused(file_of("{'fortran_order': 0}", "a"), "True or False was expected");
  expect_refused(file_of(good + "x", "a"), "the end was expected");
}

TEST(ReadNpy, RefusesTypesAndShapes) {
  for (const std::string descr :
       {"", "<", "f4", "<f16", "<c8", "|O", "|S1", "<U1", "<M8", "<i3", "|V3", "<f4 "}) {
    expect_refused(file_of(dictionary_of(descr, "()"), "abcd"), "descr is '" + descr + "'");
  }
  expect_refused(file_of("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}", "a"),
                 "a string was expected");
  for (const std::string shape : {"(1)", "1", "[1]", "(-1,)", "(1 2)", "(1,,)", "(,)", "(1.0,)", "(1e3,)",
                                  "(+1,)", "(None,)", "(9223372036854775808,)"}) {
    EXPECT_FALSE(decode(file_of(dictionary_of("|u1", shape), "a")).ok()) << shape;
  }
  expect_refused(file_of(dictionary_of("|u1", "(1,1,1,1,1,1,1,1,1,1,1,1,1)"), "a"),
                 "at most 12 are supported", "LIMIT-3");
}

TEST(ReadNpy, ComparesSizesBeforeItTakesMemory) {
  expect_refused(
      file_of(dictionary_of("<f4", "(1000000000000000000,)"), "0123456789"),
      "f32[1000000000000000000] takes 4000000000000000000 bytes, the file has 10 after its header");
  expect_refused(file_of(dictionary_of("<f8", "(4294967296, 4294967296)"), "0123456789"),
                 "takes more than 2^62 bytes");
  expect_refused(file_of(dictionary_of("<f8", "(4294967296, 4294967296, 0)"), "0"), "takes");
  expect_refused(file_of(dictionary_of("<f4", "(2,)"), "1234567"), "takes 8 bytes, the file has 7");
  expect_refused(file_of(dictionary_of("<f4", "(2,)"), "123456789"), "takes 8 bytes, the file has 9");
}

TEST(ReadNpy, RefusesWhatIsNoFile) {
  for (const std::string file : {"/nowhere/at/all.npy", "/", "/dev/null"}) {
    const auto tensor = read_npy(file);
    ASSERT_FALSE(tensor.ok());
    EXPECT_EQ(tensor.error().rule(), "INPUT-5");
    EXPECT_EQ(tensor.error().where(), file);
  }
  EXPECT_EQ(read_npy("/nowhere").error().message(), "No such file or directory");
}

TEST(WriteNpy, MakesTheHeaderNumpyMakes) {
  EXPECT_EQ(npy_header(ElementType::kF32, {2, 3}),
            std::string("\x93NUMPY\x01\0v\0", 10) +
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" + std::string(58, ' ') + "\n");
  EXPECT_EQ(npy_header(ElementType::kBoolean, {}).substr(10, 57),
            "{'descr': '|b1', 'fortran_order': False, 'shape': (), }  ");
  EXPECT_EQ(npy_header(ElementType::kBF16, {0}).substr(10, 59),
            "{'descr': '|V2', 'fortran_order': False, 'shape': (0,), }  ");
  for (int64_t rank = 0; rank <= kMaxRank; ++rank) {
    Shape shape;
    for (int64_t axis = 0; axis < rank; ++axis) shape.push_back(123456);
    EXPECT_EQ(npy_header(ElementType::kI64, shape).size() % 64, 0u);
  }
}

TEST(WriteNpy, IsReadBack) {
  const std::string file = std::string(std::getenv("TEST_TMPDIR")) + "/tensor.npy";
  for (const Tensor& tensor : {Tensor::of<double>({2, 1}, {0.1, -0.0}), Tensor::of<bf16>({}, {bf16{0x7fc1}}),
                               Tensor::of<bool>({2}, {true, false}), Tensor::zeros(ElementType::kU16, {3, 0}),
                               Tensor::of<uint16_t>({2}, {1, 0xfffe})}) {
    ASSERT_TRUE(write_npy(file, tensor).ok());
    EXPECT_TRUE(read_npy(file).value().same_bits(tensor));
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string written((std::istreambuf_iterator<char>(stream)), {});
  EXPECT_EQ(written.substr(written.size() - 4), bytes({1, 0, -2, -1}));  // on every machine
}

TEST(WriteNpy, SaysWhyItCannot) {
  const auto written = write_npy("/nowhere/at/all.npy", Tensor::scalar(1.0f));
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().message(), "cannot be written: No such file or directory");
  if (!std::filesystem::exists("/dev/full")) return;
  EXPECT_EQ(write_npy("/dev/full", Tensor::scalar(1.0f)).error().message(),
            "cannot be written: No space left on device");
}

}  // namespace
}  // namespace backedge
