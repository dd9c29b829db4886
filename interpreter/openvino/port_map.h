#pragma once

#include "interpreter/openvino/build_loop.h"

namespace backedge::openvino {

/// A port map after the lookup of its ids: entries by Parameter and by external output port.
struct BoundPortMap {
  struct Input {
    const PortMapEntry* entry = nullptr;
    std::optional<size_t> external;  // the node's input; none for external_port_id="-1"
  };
  struct Output {
    const PortMapEntry* entry = nullptr;
    size_t result = 0;
  };

  std::vector<Input> inputs;                      // by Parameter; entry is null if none names it
  std::vector<Output> outputs;                    // by output port; entry is null if none names it
  std::optional<size_t> execution_condition;      // the Result with this purpose
  std::vector<std::optional<size_t>> back_edges;  // by Parameter: the Result that feeds it
};

/// Looks up the ids of a port map and its back edges.
///
/// errors  PORT-1 a Parameter with two entries; PORT-2 an output port with two; PORT-3 an id that names
///         nothing; BACK-1; COND-4 two execution conditions
Result<BoundPortMap> bind_port_map(const Body& body, const Graph& graph, const LoopPorts& ports,
                                   const std::string& file);

/// The slicing of an entry; nothing if the entry has no `axis`.
///
/// errors  PORT-4, SLICE-3, SLICE-4
Result<std::optional<Slicing>> slicing_of_entry(const PortMapEntry& entry);

}  // namespace backedge::openvino
