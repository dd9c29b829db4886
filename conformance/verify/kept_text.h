#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace backedge {

/// Keeps the beginning and the end of a text that may be long. Error texts often begin with the cause and
/// end with its consequence.
class KeptText {
 public:
  /// most_bytes  the most bytes to keep of the beginning, and of the end
  explicit KeptText(size_t most_bytes = size_t{8} << 10) : most_bytes_(most_bytes) {}

  void add(std::string_view text) {
    const size_t room = std::min(most_bytes_ - beginning_.size(), text.size());
    beginning_ += text.substr(0, room);
    end_ += text.substr(room);
    if (end_.size() > 8 * most_bytes_) drop_middle();
  }

  /// Returns the kept text, with the number of bytes left out between the two parts, and starts a new text.
  std::string take() {
    drop_middle();
    std::string text = std::exchange(beginning_, {});
    if (dropped_ > 0)
      text += "\n... (" + std::to_string(std::exchange(dropped_, 0)) + " bytes left out) ...\n";
    return text + std::exchange(end_, {});
  }

 private:
  void drop_middle() {
    const size_t size = end_.size() - std::min(end_.size(), most_bytes_);
    end_.erase(0, size);
    dropped_ += size;
  }

  size_t most_bytes_;
  std::string beginning_, end_;
  size_t dropped_ = 0;  // bytes between the two parts
};

}  // namespace backedge
