#include "tools/cli/trace_writer.h"

#include <charconv>
#include <cmath>

#include "interpreter/base/fnv1a.h"
#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/narrow_types.h"
#include "interpreter/tensor/npy.h"
#include "tools/cli/json.h"

namespace backedge {
namespace {

constexpr int64_t kMaxValues = 64;

const char* name_of(TraceEvent::Kind kind) {
  switch (kind) {
    case TraceEvent::Kind::kLoopBegin:
      return "loop_begin";
    case TraceEvent::Kind::kIterationBegin:
      return "iteration_begin";
    case TraceEvent::Kind::kParameter:
      return "parameter";
    case TraceEvent::Kind::kResult:
      return "result";
    case TraceEvent::Kind::kLoopEnd:
      return "loop_end";
    case TraceEvent::Kind::kLayer:
      return "layer";
    case TraceEvent::Kind::kGate:
      return "gate";
  }
  return "";
}

// The double of the shortest decimal, so that 0.1 is written as 0.1 for every type.
OrderedJson element_json(const Tensor& tensor, int64_t index) {
  return dispatch(tensor.type(), [&]<class T>(TypeTag<T>) -> OrderedJson {
    const T value = tensor.data<T>()[index];
    if constexpr (kIsReal<T>) {
      const std::string text = element_text(tensor, index);
      if (!std::isfinite(exactly(value))) return text;
      double decimal = 0;
      std::from_chars(text.data(), text.data() + text.size(), decimal);
      return decimal;
    } else {
      return value;
    }
  });
}

void add_tensor(const Tensor& tensor, OrderedJson& json) {
  json["element_type"] = name_of(tensor.type());
  json["shape"] = std::vector<int64_t>(tensor.shape().begin(), tensor.shape().end());
  if (tensor.count() > kMaxValues) {
    json["fnv1a64"] = digest_of(tensor);
    return;
  }
  json["values"] = OrderedJson::array();
  const Tensor values = widened(tensor);
  for (int64_t i = 0; i < values.count(); ++i) json["values"].push_back(element_json(values, i));
}

}  // namespace

std::string digest_of(const Tensor& tensor) {
  const Tensor little = little_endian(tensor);
  const auto* bytes = reinterpret_cast<const char*>(little.bytes());
  return hexadecimal(fnv1a64({bytes, static_cast<size_t>(little.byte_count())}));
}

std::string event_json(const TraceEvent& event) {
  OrderedJson json = {{"event", name_of(event.kind)}, {"layer", event.title}, {"depth", event.depth}};
  if (event.kind == TraceEvent::Kind::kLoopEnd) json["iterations"] = event.iteration;
  if (event.kind == TraceEvent::Kind::kLoopBegin || event.kind == TraceEvent::Kind::kLoopEnd)
    return json_line(json);
  json["iteration"] = event.iteration;
  if (event.tensor == nullptr) return json_line(json);
  json["name"] = event.name;
  json["layer_id"] = event.id;
  add_tensor(*event.tensor, json);
  return json_line(json);
}

Result<TraceWriter> TraceWriter::open(const std::string& file) {
  return TraceWriter(TRY(NewFile::create(file)));
}

void TraceWriter::write(const TraceEvent& event) {
  if (!written_.ok()) return;
  written_ = file_.write(event_json(event) + "\n");
  if (written_.ok()) written_ = file_.flush();
}

Result<void> TraceWriter::close() {
  if (!written_.ok()) return written_.take_error();
  return file_.commit();
}

}  // namespace backedge
