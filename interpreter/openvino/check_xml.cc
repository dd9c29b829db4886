#include "interpreter/openvino/check_xml.h"

#include <expat.h>
#include <strings.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace backedge::openvino {
namespace {

constexpr size_t kMostBytesOfACall = size_t{1} << 30;  // XML_Parse takes an int

class Checker {
 public:
  Checker(const Source& source, int64_t max_depth) : source_(source), max_depth_(max_depth) {}

  Result<void> check() {
    const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate("UTF-8"),
                                                                              XML_ParserFree);
    parser_ = parser.get();
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, on_start, on_end);
    XML_SetXmlDeclHandler(parser_, on_declaration);
    XML_SetStartDoctypeDeclHandler(parser_, on_document_type);
    std::string_view rest = source_.text();
    XML_Status status = XML_STATUS_OK;
    do {
      const std::string_view piece = rest.substr(0, kMostBytesOfACall);
      rest.remove_prefix(piece.size());
      status = XML_Parse(parser_, piece.data(), static_cast<int>(piece.size()), rest.empty());
    } while (status == XML_STATUS_OK && !rest.empty());
    if (fault_) return *std::move(fault_);
    if (status != XML_STATUS_OK) return ill_formed();
    return {};
  }

 private:
  struct OpenElement {
    std::string name;
    const char* place;
  };

  static Checker& of(void* checker) { return *static_cast<Checker*>(checker); }

  static void on_start(void* checker, const char* name, const char**) {
    Checker& self = of(checker);
    if (std::ssize(self.open_) >= self.max_depth_) {  // [READ-4]
      self.stop("READ-4", "<" + std::string(name) + "> is nested in " + std::to_string(self.open_.size()) +
                              " elements, expected fewer than " + std::to_string(self.max_depth_));
      return;
    }
    self.open_.push_back({name, self.place()});
  }
  static void on_end(void* checker, const char*) {
    // After a stop the parser may still report the end of the element that stopped it.
    if (!of(checker).fault_) of(checker).open_.pop_back();
  }
  static void on_declaration(void* checker, const char*, const char* encoding, int) {
    if (encoding == nullptr || strcasecmp(encoding, "UTF-8") == 0) return;
    of(checker).stop("READ-2", "encoding " + quote(encoding) + ", expected UTF-8");
  }
  static void on_document_type(void* checker, const char*, const char*, const char*, int) {
    of(checker).stop("READ-3", "a model has no document type and defines no entities");  // [READ-3]
  }

  // Where the parser is. Its index is -1 before it begins.
  const char* place() const {
    const auto index = std::max<XML_Index>(XML_GetCurrentByteIndex(parser_), 0);
    return source_.text().data() + std::min(static_cast<size_t>(index), source_.text().size());
  }
  void stop(std::string_view rule, std::string message) {
    fault_ = source_.error(place(), rule, std::move(message));
    XML_StopParser(parser_, XML_FALSE);
  }
  Error ill_formed() const {
    const XML_Error code = XML_GetErrorCode(parser_);
    if (code == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
    const char* const begin = source_.text().data();
    const std::string_view found = source_.text().substr(static_cast<size_t>(place() - begin));
    const std::string at =
        found.empty() ? "at the end of the file" : "at " + quote(found.substr(0, found.find('\n')));
    Error error = source_.error(place(), "READ-2", XML_ErrorString(code) + (" " + at));  // [READ-2]
    if (open_.empty()) return error;
    return std::move(error).note("inside <" + open_.back().name + "> of line " +
                                 std::to_string(source_.line_of(open_.back().place)));
  }

  const Source& source_;
  const int64_t max_depth_;
  XML_Parser parser_ = nullptr;
  std::vector<OpenElement> open_;  // the elements around the place, from the root on
  std::optional<Error> fault_;
};

}  // namespace

Result<void> check_xml(const Source& source, int64_t max_depth) { return Checker(source, max_depth).check(); }

}  // namespace backedge::openvino
