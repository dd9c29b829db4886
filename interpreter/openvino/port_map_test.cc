#include "interpreter/openvino/port_map.h"

#include <gtest/gtest.h>

#include "interpreter/openvino/testing/loop_layers.h"

namespace backedge {
namespace {

TEST(PortMap, NamesWhatIsThere) {
  const auto broken = [](auto&& change) {
    Layers loop = pass_through();
    openvino::Body body = loop.body.body("body");
    change(body);
    return loop.rule(body);
  };
  EXPECT_EQ(broken([](openvino::Body&) {}), "");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.inputs[0].internal_layer_id = 1; }), "PORT-3");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.outputs[0].internal_layer_id = 0; }), "PORT-3");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.inputs[0].external_port_id = 3; }), "PORT-3");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.inputs[0].external_port_id = -1; }), "PORT-3");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.outputs[0].external_port_id = 1; }), "PORT-3");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.outputs[0].external_port_id = -1; }), "PORT-3");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.inputs.push_back(body.port_map.inputs[0]); }),
            "PORT-1");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.inputs.clear(); }), "ITER-1");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.outputs.push_back(body.port_map.outputs[0]); }),
            "PORT-2");
  EXPECT_EQ(broken([](openvino::Body& body) { body.port_map.outputs.erase(body.port_map.outputs.begin()); }),
            "PORT-2");
}

TEST(PortMap, AnErrorSaysWhatElseThereIs) {
  const auto text = [](auto&& change) {
    Layers loop = pass_through();
    openvino::Body body = loop.body.body("body");
    change(body);
    return loop.build(body).error().text();
  };
  EXPECT_NE(text([](openvino::Body& body) {
              body.port_map.inputs[0].internal_layer_id = 9;
            }).find("its Parameters: 0\n"),
            std::string::npos);
  EXPECT_NE(text([](openvino::Body& body) {
              body.port_map.outputs[0].internal_layer_id = 9;
            }).find("its Results: 1, 3\n"),
            std::string::npos);
  EXPECT_NE(text([](openvino::Body& body) {
              body.port_map.inputs[0].external_port_id = 9;
            }).find("wired ports: 0, 1, 2\n"),
            std::string::npos);
}

TEST(PortMap, AnErrorSaysThatThereIsNoOutputPort) {
  Layers loop = pass_through();
  loop.ports.outputs.clear();
  EXPECT_NE(loop.build().error().text().find("wired ports: none\n"), std::string::npos);
}

TEST(Slicing, OfAnEntryHasDefaults) {
  openvino::PortMapEntry entry;
  EXPECT_FALSE(openvino::slicing_of_entry(entry).value().has_value());
  entry.axis = 1;
  EXPECT_EQ(openvino::slicing_of_entry(entry).value()->text(), "axis 1; start 0, end -1, stride 1");
  entry.start = 5;
  entry.end = 2;
  entry.stride = -3;
  entry.part_size = 4;
  EXPECT_EQ(openvino::slicing_of_entry(entry).value()->text(),
            "axis 1; start 5, end 2, stride -3, part_size 4");
  entry.part_size = 0;
  EXPECT_EQ(openvino::slicing_of_entry(entry).error().rule(), "SLICE-4");
}

TEST(Slicing, HasNoMeaningWithoutAxis) {
  for (auto member : {&openvino::PortMapEntry::start, &openvino::PortMapEntry::end,
                      &openvino::PortMapEntry::stride, &openvino::PortMapEntry::part_size}) {
    openvino::PortMapEntry entry;
    entry.*member = 1;
    EXPECT_EQ(openvino::slicing_of_entry(entry).error().rule(), "PORT-4");
  }
}

TEST(BackEdges, LeadFromAResultToAParameterOfTheirOwn) {
  const auto with = [](std::vector<openvino::BackEdge> edges) {
    Layers loop = pass_through();
    openvino::Body body = loop.body.body("body");
    body.back_edges = std::move(edges);
    return loop.rule(body);
  };
  EXPECT_EQ(with({{1, 0}}), "");
  EXPECT_EQ(with({{0, 0}}), "BACK-1");
  EXPECT_EQ(with({{1, 1}}), "BACK-1");
  EXPECT_EQ(with({{1, 0}, {3, 0}}), "BACK-1");
  EXPECT_EQ(with({{1, 0}, {1, 0}}), "BACK-1");
}

TEST(BackEdges, MakeAMergedInputWholeOrSliced) {
  for (const bool sliced : {false, true}) {
    Layers loop = pass_through();
    openvino::Body body = loop.body.body("body");
    body.back_edges = {{3, 0}};
    if (sliced) body.port_map.inputs[0].axis = 0;
    const LoopNode node = loop.build(body).value();
    const auto& merged = std::get<MergedInput>(node.spec.parameters[0].source);
    EXPECT_EQ(merged.result, 1u);
    EXPECT_EQ(std::holds_alternative<SlicedInput>(merged.initial), sliced);
    EXPECT_EQ(input_of(node.spec.parameters[0]), 2u);
  }
}

}  // namespace
}  // namespace backedge
