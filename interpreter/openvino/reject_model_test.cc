#include <gtest/gtest.h>

#include <string>

#include "interpreter/openvino/parse_model.h"

namespace backedge::openvino {
namespace {

struct Rejected {
  std::string rule, where, message;
};

/// The error for a text that is not a model.
Rejected reject(std::string text) {
  const auto model = parse_model(Source("m.xml", text), 512);
  if (model.ok()) return {"accepted", text, ""};
  EXPECT_EQ(model.error().phase(), Phase::kRead);
  return {model.error().rule(), model.error().where(), model.error().message()};
}

Rejected reject_layer(const std::string& layer) {
  return reject("<net>\n<layers>\n" + layer + "</layers>\n</net>");
}

Rejected reject_loop(const std::string& sections) {
  return reject_layer("<layer id=\"3\" name=\"Loop_1\" type=\"Loop\" version=\"opset5\">\n" + sections +
                      "</layer>");
}

TEST(RejectModel, AnotherRoot) {
  for (const char* text : {"<html/>", "<nets/>", "<x:net/>", "<layers/>", "<layer/>", "<layer type='If'/>",
                           "<operation type='Add'/>", "<layer id='0' type='loop'/>"}) {
    EXPECT_EQ(reject(text).rule, "READ-5") << text;
  }
  const Rejected rejected = reject("\n<layer type='Add'/>");
  EXPECT_EQ(rejected.where, "m.xml:2");
  EXPECT_EQ(rejected.message,
            "the root is <layer> of type \"Add\"\n"
            "expected <net>, or one <layer> or <operation> of type TensorIterator or Loop");
}

TEST(RejectModel, WhatIsNotXml) {
  EXPECT_EQ(reject("").rule, "READ-2");
  EXPECT_EQ(reject("\x7f"
                   "ELF")
                .rule,
            "READ-2");
  EXPECT_EQ(reject("<net><layers/>").rule, "READ-2");
  EXPECT_EQ(reject("<!DOCTYPE net><net><layers/></net>").rule, "READ-3");
}

TEST(RejectModel, MissingAttributesAndSections) {
  const std::string edge = "<net><layers/><edges><edge ";
  for (const std::string& text : {
           std::string("<net/>"),
           std::string("<net><layer/></net>"),
           std::string("<net><layers><layer type='Add'/></layers></net>"),
           std::string("<net><layers><layer id='0'/></layers></net>"),
           std::string("<net><layers><layer id='0' type=''/></layers></net>"),
           std::string("<net><layers><layer id='0' type='Add'><input><port/></input></layer></layers></net>"),
           edge + "from-port='0' to-layer='1' to-port='0'/></edges></net>",
           edge + "from-layer='0' to-layer='1' to-port='0'/></edges></net>",
           edge + "from-layer='0' from-port='0' to-port='0'/></edges></net>",
           edge + "from-layer='0' from-port='0' to-layer='1'/></edges></net>",
           std::string("<layer type='Loop'/>"),
           std::string("<layer type='Loop'><port_map/></layer>"),
           std::string("<layer type='Loop'><body><layers/></body></layer>"),
           std::string("<layer type='Loop'><port_map/><body/></layer>"),
       }) {
    EXPECT_EQ(reject(text).rule, "READ-6") << text;
  }
  EXPECT_EQ(
      reject_layer(
          "<layer id='0' type='If'><then_port_map/><else_port_map/><then_body><layers/></then_body></layer>")
          .rule,
      "READ-6");
}

TEST(RejectModel, WhatOccursTwice) {
  EXPECT_EQ(reject("<net><layers/><layers/></net>").rule, "READ-6");
  EXPECT_EQ(reject("<net><layers/><operations/></net>").rule, "READ-6");
  EXPECT_EQ(reject("<net><layers/><edges/><edges/></net>").rule, "READ-6");
  EXPECT_EQ(reject_layer("<layer id='0' type='Add'><data/><data/></layer>").rule, "READ-6");
  EXPECT_EQ(reject_layer("<layer id='0' type='Add'><input/><input/></layer>").rule, "READ-6");
  EXPECT_EQ(reject_loop("<port_map/><port_map/><body><layers/></body>").rule, "READ-6");
  EXPECT_EQ(reject_loop("<port_map/><body><layers/></body><body><layers/></body>").rule, "READ-6");
  EXPECT_EQ(reject_loop("<port_map/><back_edges/><back_edges/><body><layers/></body>").rule, "READ-6");
  EXPECT_EQ(
      reject_loop(
          "<port_map><input external_port_id='0' internal_layer_id='0' internal_operation_id='0'/></port_map>"
          "<body><layers/></body>")
          .rule,
      "READ-6");
}

TEST(RejectModel, WhatIsNotAllowed) {
  for (const char* layers : {
           "<leyer id='0' type='Add'/>",
           "<layer id='0' type='Add'><port_map/></layer>",
           "<layer id='0' type='Add'><body><layers/></body></layer>",
           "<layer id='0' type='Add'><blobs/></layer>",
           "<layer id='0' type='Add'><data><x/></data></layer>",
           "<layer id='0' type='Add'><input><dim>1</dim></input></layer>",
           "<layer id='0' type='Add'><input><port id='0'><x/></port></input></layer>",
           "<layer id='0' type='Add'><input><port id='0'><dim><x/></dim></port></input></layer>",
           "<layer id='0' type='Add'><input>text</input></layer>",
           "<layer id='0' type='Add'><input><port id='0'>5</port></input></layer>",
           "<layer id='0' type='If'><port_map/><body><layers/></body></layer>",
           "text",
       }) {
    EXPECT_EQ(reject_layer(layers).rule, "READ-6") << layers;
  }
  EXPECT_EQ(reject_loop("<port_map/><back_edge/><body><layers/></body>").rule, "READ-6");
  EXPECT_EQ(reject_loop("<port_map><edge/></port_map><body><layers/></body>").rule, "READ-6");
  EXPECT_EQ(reject("<net><layers/><edges><x/></edges></net>").rule, "READ-6");
  EXPECT_EQ(
      reject("<net><layers/><pre-process><channel id='0'><mean value='1'/></channel></pre-process></net>")
          .rule,
      "READ-6");
}

TEST(RejectModel, WrongEntriesOfAPortMap) {
  const std::string begin = "<port_map>\n<input external_port_id='0' internal_layer_id='0'/>\n<",
                    end = "/></port_map><body><layers/></body>";
  for (const auto& [entry, rule] : std::initializer_list<std::pair<std::string, std::string>>{
           {"input internal_layer_id='0'", "READ-6"},
           {"input external_port_id='0'", "READ-6"},
           {"input external_port_id='0' internal_layer_id='0' axes='1'", "READ-6"},
           {"input external_port_id='0' internal_layer_id='0' purpose='execution_condition'", "READ-6"},
           {"input external_port_id='0' internal_layer_id='0' purpose=''", "READ-6"},
           {"output external_port_id='0' internal_layer_id='0' purpose='current_iteration'", "READ-6"},
           {"output external_port_id='0' internal_layer_id='0' condition='True'", "READ-6"},
           {"input external_port_id='0' internal_layer_id='0' condition='TRUE'", "PORT-5"},
           {"input external_port_id='0' internal_layer_id='0' condition=''", "PORT-5"},
           {"input external_port_id='x' internal_layer_id='0'", "READ-7"},
           {"input external_port_id='0' internal_layer_id=''", "READ-7"},
           {"input external_port_id='0' internal_operation_id='-'", "READ-7"},
           {"input external_port_id='0' internal_layer_id='0' axis='1e3'", "READ-7"},
           {"input external_port_id='0' internal_layer_id='0' start='12abc'", "READ-7"},
           {"input external_port_id='0' internal_layer_id='0' end='9223372036854775808'", "READ-7"},
           {"input external_port_id='0' internal_layer_id='0' stride='1.0'", "READ-7"},
           {"input external_port_id='0' internal_layer_id='0' part_size=' 1'", "READ-7"},
       }) {
    const Rejected rejected = reject_loop(begin + entry + end);
    EXPECT_EQ(rejected.rule, rule) << entry;
    const std::string name = entry.starts_with("input") ? "input[1]" : "output[0]";
    EXPECT_EQ(rejected.where, "m.xml:6: layer 3 \"Loop_1\" (Loop-5), port_map " + name) << entry;
  }
}

TEST(RejectModel, TwoConditions) {
  const Rejected rejected = reject_loop(
      "<port_map><input external_port_id='0' internal_layer_id='0' condition='1'/>\n"
      "<input external_port_id='1' internal_layer_id='1' condition='0'/>\n"
      "<input external_port_id='2' internal_layer_id='2' "
      "condition='True'/></port_map><body><layers/></body>");
  EXPECT_EQ(rejected.rule, "PORT-5");
  EXPECT_EQ(rejected.where, "m.xml:6: layer 3 \"Loop_1\" (Loop-5), port_map input[2]");
  EXPECT_EQ(rejected.message,
            "a second condition=\"True\", after that of port_map input[0] in line 4\nexpected at most one");
}

TEST(RejectModel, MalformedNumbers) {
  for (const std::string number : {"12abc", "1e3", "", "-", "9223372036854775808", "+1", " 1", "-1", "0x1"}) {
    EXPECT_EQ(reject_layer("<layer id='" + number + "' type='Add'/>").rule, "READ-7") << number;
    EXPECT_EQ(
        reject_layer("<layer id='0' type='Add'><input><port id='" + number + "'/></input></layer>").rule,
        "READ-7");
  }
  const Rejected rejected = reject(
      "<net><layers/><edges>\n<edge from-layer='0' from-port='0' to-layer='12abc' "
      "to-port='0'/></edges></net>");
  EXPECT_EQ(rejected.rule, "READ-7");
  EXPECT_EQ(rejected.where, "m.xml:2");
  EXPECT_EQ(rejected.message,
            "\"12abc\" is not an integer of 64 bits\nexpected decimal digits, with an optional minus\n"
            "attribute to-layer of <edge>");
  EXPECT_EQ(
      reject_loop(
          "<port_map/><back_edges><edge from-layer='a' to-layer='1'/></back_edges><body><layers/></body>")
          .rule,
      "READ-7");
}

TEST(RejectModel, PortsOfWrongTypeOrShape) {
  const std::string begin = "<layer id='1' type='Add'><output><port id='2' precision='",
                    end = "</port></output></layer>";
  for (const std::string type : {"FP31", "", "STRING", "float"}) {
    const Rejected rejected = reject_layer(begin + type + "'>" + end);
    EXPECT_EQ(rejected.rule, "READ-8") << type;
    EXPECT_EQ(rejected.where, "m.xml:3: layer 1 (Add)");
  }
  for (const std::string dim : {"-2", "x", "", "8..1", "..", "1 2", "9223372036854775808"}) {
    EXPECT_EQ(reject_layer(begin + "FP32'><dim>" + dim + "</dim>" + end).rule, "READ-9") << dim;
  }
  std::string dims;
  for (int i = 0; i < 13; ++i) dims += "<dim>1</dim>";
  EXPECT_EQ(reject_layer(begin + "FP32'>" + dims + end).rule, "LIMIT-3");
}

TEST(RejectModel, NamesTheInnermostLayer) {
  const Rejected rejected = reject_loop(
      "<port_map/><body><layers>\n<layer id='8' name='x' type='Add' "
      "version='opset1'><bad/></layer></layers></body>");
  EXPECT_EQ(rejected.where, "m.xml:5: layer 8 \"x\" (Add-1)");
}

TEST(RejectModel, TooDeep) {
  std::string text;
  for (int i = 0; i < 600; ++i) text += "<a>";
  for (int i = 0; i < 600; ++i) text += "</a>";
  EXPECT_EQ(reject("<net><layers/><rt_info>" + text + "</rt_info></net>").rule, "READ-4");
}

}  // namespace
}  // namespace backedge::openvino
