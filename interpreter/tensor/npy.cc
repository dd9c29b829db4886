#include "interpreter/tensor/npy.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>

#include "interpreter/tensor/narrow_types.h"
#include "interpreter/tensor/npy_header.h"

namespace backedge {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Copies up to `size` bytes of a file, from `offset` on, to `to`. Returns how many bytes there were.
using Source = std::function<size_t(int64_t offset, std::byte* to, size_t size)>;

void reverse_elements(Tensor& tensor) {
  const auto size = static_cast<size_t>(size_of(tensor.type()));
  std::span bytes(tensor.writable_bytes(), static_cast<size_t>(tensor.byte_count()));
  for (; !bytes.empty(); bytes = bytes.subspan(size)) std::ranges::reverse(bytes.first(size));
}

// Converts elements in Fortran order, where the first index is the fastest, to row-major order.
Tensor from_fortran_order(const Tensor& stored) {
  const Shape& shape = stored.shape();
  Tensor ordered = Tensor::zeros(stored.type(), shape);
  const int64_t size = size_of(stored.type());
  std::byte* to = ordered.writable_bytes();
  const std::byte* const end = to + ordered.byte_count();
  Shape index = shape;
  for (int64_t& dim : std::span(&index[0], index.rank())) dim = 0;
  for (; to != end; to += size) {
    int64_t offset = 0;
    for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) offset = offset * shape[axis] + index[axis];
    std::memcpy(to, stored.bytes() + offset * size, size);
    for (int64_t axis = shape.rank() - 1; axis >= 0 && ++index[axis] == shape[axis]; --axis) index[axis] = 0;
  }
  return ordered;
}

Tensor decode_elements(const NpyHeader& header, Tensor tensor) {
  if (header.big_endian != (std::endian::native == std::endian::big)) reverse_elements(tensor);
  if (header.type == ElementType::kBoolean) {
    std::byte* bytes = tensor.writable_bytes();
    for (int64_t i = 0; i < tensor.count(); ++i) bytes[i] = std::byte{bytes[i] != std::byte{0}};
  }
  if (is_narrow(header.type))
    clear_unused_bits(header.type, {tensor.writable_bytes(), static_cast<size_t>(tensor.count())});
  return header.fortran_order ? from_fortran_order(tensor) : tensor;
}

// The header of a file, and the place where its elements begin.
struct Head {
  NpyHeader header;
  int64_t data_begin = 0, data_bytes = 0;
};

Result<Head> read_head(const Source& read, int64_t file_size, std::optional<ElementType> narrow) {
  std::byte preamble_bytes[kMaxNpyPreamble];
  const size_t preamble_size = read(0, preamble_bytes, sizeof(preamble_bytes));
  const NpyPreamble preamble =
      TRY(parse_npy_preamble({reinterpret_cast<const char*>(preamble_bytes), preamble_size}));
  const int64_t data_begin = preamble.header_begin + preamble.header_size;
  std::string dictionary(preamble.header_size, '\0');
  auto* dictionary_bytes = reinterpret_cast<std::byte*>(dictionary.data());
  if (read(preamble.header_begin, dictionary_bytes, dictionary.size()) != dictionary.size()) {
    return Error("INPUT-5", "the file ends within its header");
  }
  const NpyHeader header = TRY(parse_npy_header(dictionary, narrow));
  const std::optional<int64_t> bytes = checked_bytes(header.shape, size_of(header.type));
  if (bytes != file_size - data_begin) {  // [INPUT-5]
    return Error("INPUT-5", describe(header.type, header.shape) + " takes " +
                                (bytes ? std::to_string(*bytes) : "more than 2^62") +
                                " bytes, the file has " + std::to_string(file_size - data_begin) +
                                " after its header");
  }
  return Head{.header = header, .data_begin = data_begin, .data_bytes = *bytes};
}

Result<Tensor> read_tensor(const Source& read, int64_t file_size, int64_t max_bytes,
                           std::optional<ElementType> narrow) {
  const auto [header, data_begin, data_bytes] = TRY(read_head(read, file_size, narrow));
  if (data_bytes > max_bytes) {
    return Error("LIMIT-1", describe(header.type, header.shape) + " takes " + std::to_string(data_bytes) +
                                " bytes, " + std::to_string(max_bytes) + " are left of the limit");
  }
  Tensor tensor = Tensor::zeros(header.type, header.shape);
  const auto size = static_cast<size_t>(data_bytes);
  if (read(data_begin, tensor.writable_bytes(), size) != size) {
    return Error("INPUT-5", "the file became shorter while it was read");
  }
  return decode_elements(header, std::move(tensor));
}

std::string system_message() { return std::strerror(errno); }

// Opens a file and returns what `read_content` reads from it.
template <class Read>
auto read_file(const std::string& file, Read read_content) -> decltype(read_content(Source(), 0)) {
  // O_NONBLOCK: otherwise `open` waits forever for a writer of a FIFO.
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const File opened(descriptor < 0 ? nullptr : fdopen(descriptor, "rb"), std::fclose);
  struct stat status;
  if (opened == nullptr || fstat(descriptor, &status) != 0) return Error("INPUT-5", system_message());
  if (!S_ISREG(status.st_mode)) return Error("INPUT-5", "not a regular file");
  const Source read = [&](int64_t offset, std::byte* to, size_t count) -> size_t {
    return fseeko(opened.get(), offset, SEEK_SET) == 0 ? std::fread(to, 1, count, opened.get()) : 0;
  };
  return read_content(read, status.st_size);
}

char kind_of(ElementType type) {
  if (type == ElementType::kBoolean) return 'b';
  if (type == ElementType::kBF16 || is_narrow(type)) return 'V';
  if (is_real(type)) return 'f';
  return type <= ElementType::kI64 ? 'i' : 'u';
}

}  // namespace

Result<Tensor> read_npy(const std::string& file, int64_t max_bytes, std::optional<ElementType> narrow) {
  auto tensor = read_file(
      file, [&](const Source& source, int64_t size) { return read_tensor(source, size, max_bytes, narrow); });
  if (!tensor.ok()) return tensor.take_error().at(file, 0).in(Phase::kInput);
  return tensor;
}

Result<Signature> read_npy_signature(const std::string& file, std::optional<ElementType> narrow) {
  auto head =
      read_file(file, [&](const Source& source, int64_t size) { return read_head(source, size, narrow); });
  if (!head.ok()) return head.take_error().at(file, 0).in(Phase::kInput);
  return Signature{head.value().header.type, head.value().header.shape};
}

Result<Tensor> decode_npy(std::span<const std::byte> file, std::optional<ElementType> narrow) {
  const Source read = [&](int64_t offset, std::byte* to, size_t size) {
    const auto rest = file.subspan(std::min(static_cast<size_t>(offset), file.size()));
    const size_t count = std::min(size, rest.size());
    std::copy_n(rest.begin(), count, to);
    return count;
  };
  auto tensor = read_tensor(read, std::ssize(file), INT64_MAX, narrow);
  if (!tensor.ok()) return tensor.take_error().in(Phase::kInput);
  return tensor;
}

std::string npy_header(ElementType type, const Shape& shape) {
  std::string dictionary = "{'descr': '";
  dictionary += size_of(type) == 1 || type == ElementType::kBF16 ? '|' : '<';
  dictionary += kind_of(type) + std::to_string(size_of(type)) + "', 'fortran_order': False, 'shape': (";
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    dictionary += (axis > 0 ? ", " : "") + std::to_string(shape[axis]);
  }
  dictionary += shape.rank() == 1 ? ",), }" : "), }";
  // Like NumPy, leave room for the first dimension to grow to 21 digits. Then pad with 1 to 64 spaces to a
  // multiple of 64.
  if (shape.rank() > 0) dictionary.append(21 - std::to_string(shape[0]).size(), ' ');
  dictionary.append(64 - (11 + dictionary.size()) % 64, ' ');
  dictionary += '\n';
  const size_t size = dictionary.size();
  return "\x93NUMPY\x01" + std::string(1, '\0') + static_cast<char>(size & 0xff) +
         static_cast<char>(size >> 8) + dictionary;
}

Tensor little_endian(Tensor tensor) {
  if (std::endian::native == std::endian::big) reverse_elements(tensor);
  return tensor;
}

Result<NewFile> new_npy(const std::string& file, const Tensor& tensor) {
  NewFile created = TRY(NewFile::create(file));
  TRY(created.write(npy_header(tensor.type(), tensor.shape())));
  const Tensor little = little_endian(tensor);
  TRY(created.write(
      {reinterpret_cast<const char*>(little.bytes()), static_cast<size_t>(little.byte_count())}));
  return created;
}

Result<void> write_npy(const std::string& file, const Tensor& tensor) {
  return TRY(new_npy(file, tensor)).commit();
}

}  // namespace backedge
