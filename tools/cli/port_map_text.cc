#include "tools/cli/port_map_text.h"

#include <array>

#include "interpreter/base/joined.h"
#include "interpreter/openvino/lookup.h"

namespace backedge {

std::string input_role(const openvino::Body& body, const openvino::PortMapEntry& entry) {
  if (entry.purpose == "current_iteration") return "current iteration";
  const bool merged = is_fed(body, entry.internal_layer_id);
  const std::string role = merged ? "merged input" : entry.axis ? "sliced input" : "invariant input";
  return role + (entry.condition.value_or(false) ? " (condition)" : "");
}

std::string output_role(const openvino::PortMapEntry& entry) {
  if (entry.purpose == "execution_condition") return "condition";
  return entry.axis ? "scan output" : "last value";
}

std::vector<std::pair<std::string, int64_t>> slicing_of(const openvino::PortMapEntry& entry) {
  std::vector<std::pair<std::string, int64_t>> written;
  const auto add = [&written](const char* name, const std::optional<int64_t>& value) {
    if (value) written.emplace_back(name, *value);
  };
  add("axis", entry.axis);
  add("start", entry.start);
  add("end", entry.end);
  add("stride", entry.stride);
  add("part_size", entry.part_size);
  return written;
}

std::string slicing_text(const openvino::PortMapEntry& entry) {
  return joined(slicing_of(entry), ", ",
                [](const auto& item) { return item.first + " " + std::to_string(item.second); });
}

std::vector<std::pair<int64_t, std::string>> control_ports(const openvino::Layer& layer) {
  std::vector<std::pair<int64_t, std::string>> controls;
  if (layer.type != "Loop") return controls;
  constexpr std::array<const char*, 2> kMeanings = {"trip count", "initial condition"};
  for (const openvino::Port& port : layer.inputs) {
    if (controls.size() < kMeanings.size() && !names_port(layer, port.id))
      controls.emplace_back(port.id, kMeanings[controls.size()]);
  }
  return controls;
}

}  // namespace backedge
