#pragma once

#include <cstdint>
#include <string_view>

namespace backedge {

/// The 64-bit FNV-1a hash of bytes.
///
/// hash  the hash of the bytes before them, if there are any
inline uint64_t fnv1a64(std::string_view bytes, uint64_t hash = 0xcbf29ce484222325) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return hash;
}

}  // namespace backedge
