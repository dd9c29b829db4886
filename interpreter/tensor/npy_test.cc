#include "interpreter/tensor/npy.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

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

TEST(ReadNpy, ReadsV1AsTheNarrowTypeThatIsExpected) {
  const std::string file = file_of(dictionary_of("|V1", "(2,)"), bytes({0x38, -8}));
  const Tensor f8 = decode_npy(std::as_bytes(std::span(file)), ElementType::kF8E4M3).value();
  EXPECT_EQ(f8.type(), ElementType::kF8E4M3);
  EXPECT_EQ(f8.bytes()[1], std::byte{0xf8});
  const Tensor u4 = decode_npy(std::as_bytes(std::span(file)), ElementType::kU4).value();
  EXPECT_EQ(u4.bytes()[1], std::byte{8});  // the other bits have no meaning
  expect_refused(file, "does not say what the element type is");
  EXPECT_TRUE(npy_header(ElementType::kU4, {2}).find("'|V1'") != std::string::npos);
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
  const Tensor row = decode(file_of(dictionary_of("|i1", "(3,)", true), bytes({1, 2, 3}))).value();
  EXPECT_TRUE(row.same_bits(Tensor::of<int8_t>({3}, {1, 2, 3})));
  const std::string twelve = "(1,2,1,1,1,1,1,1,1,1,1,2)";
  const Tensor full = decode(file_of(dictionary_of("|i1", twelve, true), bytes({1, 3, 2, 4}))).value();
  EXPECT_TRUE(full.same_bits(Tensor::of<int8_t>({1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2}, {1, 2, 3, 4})));
  const Tensor scalar = decode(file_of(dictionary_of("<i2", "()", true), bytes({5, 1}))).value();
  EXPECT_TRUE(scalar.same_bits(Tensor::scalar(int16_t{261})));
}

TEST(ReadNpy, KeepsTheOrderOfOtherArrays) {
  const Tensor tensor = decode(file_of(dictionary_of("|i1", "(2, 3)"), bytes({1, 2, 3, 4, 5, 6}))).value();
  EXPECT_TRUE(tensor.same_bits(Tensor::of<int8_t>({2, 3}, {1, 2, 3, 4, 5, 6})));
}

TEST(ReadNpy, TakesOtherSpellingsOfTheDictionary) {
  const std::string dictionary = "{\"shape\":(1,2,),\"descr\":\"|u1\",\"fortran_order\":False}";
  EXPECT_EQ(decode(file_of(dictionary, "ab")).value().shape(), (Shape{1, 2}));
  const std::string twelve = "(1,2,1,1,1,1,1,1,1,1,1,1)";
  EXPECT_EQ(decode(file_of(dictionary_of("|u1", twelve), "ab")).value().shape().rank(), 12);
}

TEST(ReadNpy, TakesHeadersUpToTheLongestOfVersion1) {
  const std::string dictionary = dictionary_of("|u1", "()");
  const std::string longest = dictionary + std::string((1 << 16) - dictionary.size(), ' ');
  EXPECT_EQ(decode(file_of(longest, "\x05", 2)).value().values<uint8_t>()[0], 5);
  expect_refused(file_of(longest + " ", "\x05", 2), "the header has 65537 bytes");
}

TEST(ReadNpy, RefusesWhatIsNotAHeader) {
  expect_refused("", "does not begin with the magic string");
  expect_refused("PK\x03\x04 and so on, a .npz file", "does not begin with the magic string");
  expect_refused("\x93NUMPY", "ends before its header");
  expect_refused("\x93NUMPY\x01", "ends before its header");
  expect_refused(std::string("\x93NUMPY\x01\0\x01", 9), "ends before its header");
  expect_refused(std::string("\x93NUMPY\x01\0\0\0", 10), "'{' was expected, at character 0");
  expect_refused(std::string("\x93NUMPY\x02\0\0\0\0", 11), "ends before its header");
  expect_refused(std::string("\x93NUMPY\x02\0\0\0\0\0", 12), "'{' was expected, at character 0");
  expect_refused(file_of(dictionary_of("|u1", "()"), "\x05", 4), "version 4.0");
  expect_refused(file_of(dictionary_of("|u1", "()"), "\x05", 0), "version 0.0");
  expect_refused(std::string("\x93NUMPY\x01\x01\0\0\0\0", 12), "version 1.1");
  expect_refused(std::string("\x93NUMPY\x02\0\xff\xff\xff\xff", 12), "the header has 4294967295 bytes");
  expect_refused(std::string("\x93NUMPY\x01\0\x80\0{", 11), "ends within its header");
}

TEST(ReadNpy, RefusesMalformedDictionaries) {
  const std::string good = dictionary_of("|u1", "(1,)");
  for (size_t size = 0; size + 2 < good.size(); ++size) {
    EXPECT_FALSE(decode(file_of(good.substr(0, size), "a")).ok()) << size;
  }
  expect_refused(file_of("{}", "a"), "lacks one of the keys");
  expect_refused(file_of("{'descr': '|u1', 'fortran_order': False}", "a"), "lacks one of the keys");
  expect_refused(file_of("{'descr': '|u1', 'shape': (1,)}", "a"), "lacks one of the keys");
  expect_refused(file_of("{'shape': (1,), 'fortran_order': False}", "abcd"), "lacks one of the keys");
  expect_refused(file_of("{'descr': '|u1', 'descr': '|u1'}", "a"), "'descr' twice");
  expect_refused(file_of("{'shape': (), 'shape': ()}", "a"), "'shape' twice");
  expect_refused(file_of("{'fortran_order': True, 'fortran_order': True}", "a"), "'fortran_order' twice");
  expect_refused(file_of("{'order': 1}", "a"), "the key 'order'");
  expect_refused(file_of("{'descr' '|u1'}", "a"), "':' was expected");
  expect_refused(file_of("{'descr': '|u1' 'shape': ()}", "a"), "a comma was expected");
  expect_refused(file_of("{'fortran_order': 0}", "a"), "True or False was expected");
  expect_refused(file_of(good + "x", "a"), "the end was expected");
  expect_refused(file_of("{'descr\": 1}", "a"), "a closing quote was expected, at character 1");
  expect_refused(file_of("{ \n 'descr' = 1}", "a"), "has \"= 1}\" where ':' was expected, at character 12");
}

TEST(ReadNpy, QuotesTheFirst24CharactersOfWhatItRefuses) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyz";
  expect_refused(file_of(letters, "a"), "the header has \"abcdefghijklmnopqrstuvwx\" where '{' was expected");
  expect_refused(file_of("{'" + letters + "': 1}", "a"), "has the key 'abcdefghijklmnopqrstuvwx'");
  expect_refused(file_of(dictionary_of(letters, "()"), "a"), "descr is 'abcdefghijklmnopqrstuvwx', expected");
}

TEST(ReadNpy, RefusesTypesAndShapes) {
  expect_refused(file_of(dictionary_of("", "()"), "a"), "descr is '', expected");
  for (const std::string descr :
       {"", "<", "f4", "<f16", "<c8", "|O", "|S1", "<U1", "<M8", "<i3", "|V3", "<f4 ", "xf4"}) {
    expect_refused(file_of(dictionary_of(descr, "()"), "abcd"), "descr is '" + descr + "'");
  }
  expect_refused(file_of("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}", "a"),
                 "a string was expected");
  const auto refuse_shape = [](const std::string& shape, const std::string& elements,
                               const std::string& words) {
    expect_refused(file_of(dictionary_of("|u1", shape), elements), words + " was expected");
  };
  for (const std::string shape : {"1", "1,)", "[1]"}) refuse_shape(shape, "a", "'('");
  for (const std::string shape : {"(1)", "(1 2)", "(1.0,)", "(1e3,)"}) refuse_shape(shape, "a", "a comma");
  refuse_shape("(1,2 3)", "abcdef", "a comma");
  for (const std::string shape : {"(-1,)", "(+1,)", "(,)", "(None,)", "(1,,)", "(9223372036854775808,)"})
    refuse_shape(shape, "", "a dimension in [0, 2^63)");
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

std::string temporary(const std::string& name) {
  return std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
}

// The error of read_npy; read_npy_signature must return the same.
std::string refusal(const std::string& file) {
  const auto tensor = read_npy(file);
  const auto signature = read_npy_signature(file);
  EXPECT_FALSE(tensor.ok());
  EXPECT_FALSE(signature.ok());
  for (const Error* error : {&tensor.error(), &signature.error()}) {
    EXPECT_EQ(error->rule(), "INPUT-5");
    EXPECT_EQ(error->phase(), Phase::kInput);
    EXPECT_EQ(error->where(), file);
    EXPECT_EQ(error->message(), tensor.error().message());
  }
  return tensor.error().message();
}

TEST(ReadNpy, RefusesWhatIsNotAFile) {
  EXPECT_EQ(refusal("/nowhere/at/all.npy"), "No such file or directory");
  EXPECT_EQ(refusal("/"), "not a regular file");
  EXPECT_EQ(refusal("/dev/null"), "not a regular file");
}

TEST(ReadNpy, DoesNotWaitForAFifo) {
  const std::string fifo = temporary("fifo");
  unlink(fifo.c_str());
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  alarm(20);  // there is no writer
  EXPECT_EQ(refusal(fifo), "not a regular file");
  alarm(0);
}

TEST(ReadNpy, ReadsTheSignatureAlone) {
  const std::string file = temporary("signature.npy");
  ASSERT_TRUE(write_npy(file, Tensor::of<int16_t>({3, 1}, {1, 2, 3})).ok());
  EXPECT_EQ(read_npy_signature(file).value().text(), "i16[3,1]");
  std::ofstream(file, std::ios::app) << "x";
  EXPECT_EQ(refusal(file), "i16[3,1] takes 6 bytes, the file has 7 after its header");
}

TEST(ReadNpy, TakesNoMoreThanItMay) {
  const std::string file = temporary("sixteen.npy");
  ASSERT_TRUE(write_npy(file, Tensor::zeros(ElementType::kF64, {2})).ok());
  EXPECT_TRUE(read_npy(file, 16).ok());
  const auto tensor = read_npy(file, 15);
  ASSERT_FALSE(tensor.ok());
  EXPECT_EQ(tensor.error().rule(), "LIMIT-1");
  EXPECT_EQ(tensor.error().phase(), Phase::kInput);
  EXPECT_EQ(tensor.error().message(), "f64[2] takes 16 bytes, 15 are left of the limit");
}

// A file may get any descriptor, even that of a closed standard input.
TEST(ReadNpy, NeedsNoStandardInput) {
  const std::string file = temporary("five.npy");
  ASSERT_TRUE(write_npy(file, Tensor::scalar(uint8_t{5})).ok());
  const int kept = dup(STDIN_FILENO);
  close(STDIN_FILENO);
  const auto tensor = read_npy(file);
  if (kept >= 0) {
    dup2(kept, STDIN_FILENO);
    close(kept);
  }
  ASSERT_TRUE(tensor.ok());
  EXPECT_EQ(tensor.value().values<uint8_t>()[0], 5);
}

TEST(WriteNpy, MakesTheHeaderNumpyMakes) {
  EXPECT_EQ(npy_header(ElementType::kF32, {2, 3}),
            std::string("\x93NUMPY\x01\0v\0", 10) +
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" + std::string(58, ' ') + "\n");
  EXPECT_EQ(npy_header(ElementType::kBoolean, {}).substr(10, 57),
            "{'descr': '|b1', 'fortran_order': False, 'shape': (), }  ");
  EXPECT_EQ(npy_header(ElementType::kBF16, {0}).substr(10, 59),
            "{'descr': '|V2', 'fortran_order': False, 'shape': (0,), }  ");
  const int64_t large = 1'000'000'000'000'000'000;
  for (int64_t rank = 0; rank <= kMaxRank; ++rank) {
    Shape shape;
    for (int64_t axis = 0; axis < rank; ++axis) shape.push_back(axis == 0 ? 123456 : large);
    const std::string header = npy_header(ElementType::kI64, shape);
    EXPECT_EQ(header.size() % 64, 0u);
    const auto byte = [&](size_t at) { return static_cast<uint8_t>(header[at]); };
    EXPECT_EQ(byte(8) + 256u * byte(9), header.size() - 10);  // above 255 for the longest header
  }
  // As long as NumPy's header: the first dimension may grow to 21 digits, and there is at least one space.
  EXPECT_EQ(npy_header(ElementType::kF32, {1, large, large / 100}).size(), 128u);
  EXPECT_EQ(npy_header(ElementType::kF32, {1, large, large / 10}).size(), 192u);
  EXPECT_EQ(npy_header(ElementType::kF32, {large, large, 1}).size(), 128u);
}

TEST(WriteNpy, NamesEveryTypeAsNumpyDoes) {
  const std::pair<ElementType, std::string> names[] = {
      {ElementType::kBoolean, "|b1"}, {ElementType::kI8, "|i1"},  {ElementType::kI16, "<i2"},
      {ElementType::kI32, "<i4"},     {ElementType::kI64, "<i8"}, {ElementType::kU8, "|u1"},
      {ElementType::kU16, "<u2"},     {ElementType::kU32, "<u4"}, {ElementType::kU64, "<u8"},
      {ElementType::kF16, "<f2"},     {ElementType::kF32, "<f4"}, {ElementType::kF64, "<f8"},
  };
  for (const auto& [type, name] : names) EXPECT_EQ(npy_header(type, {}).substr(21, 3), name);
}

TEST(WriteNpy, IsReadBack) {
  const std::string file = temporary("tensor.npy");
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
