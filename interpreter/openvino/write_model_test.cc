#include "interpreter/openvino/write_model.h"

#include <gtest/gtest.h>

#include <string>

#include "interpreter/openvino/parse_model.h"

namespace backedge::openvino {
namespace {

// Reads a model and writes it again.
std::string rewritten(const std::string& text) {
  const auto model = parse_model(Source("m.xml", text), 512);
  return model.ok() ? write_model(model.value()) : model.error().text();
}

// A model with every element and attribute that there is, in the form that is written.
TEST(WriteModel, WritesAllThatIsRead) {
  const std::string text = R"(<?xml version="1.0"?>
<net name="a &lt;b&gt; &amp; 'c'" version="11">
	<layers>
		<layer id="0" name="X" type="Parameter" version="opset1">
			<data shape="?,1..8" element_type="f16" other=""/>
			<output>
				<port id="0" precision="FP16" names="X,Y">
					<dim>-1</dim>
					<dim>1..8</dim>
				</port>
			</output>
		</layer>
		<layer id="3" name="loop" type="Loop" version="opset5">
			<input>
				<port id="0" precision="BOOL"/>
				<port id="1">
					<dim>2..</dim>
					<dim>0</dim>
				</port>
			</input>
			<port_map>
				<input external_port_id="2" internal_layer_id="0" axis="-1" start="3" end="-2" stride="-1" part_size="2"/>
				<input external_port_id="-1" internal_layer_id="1" purpose="current_iteration"/>
				<output external_port_id="3" internal_layer_id="4"/>
				<output external_port_id="-1" internal_layer_id="5" purpose="execution_condition"/>
			</port_map>
			<back_edges>
				<edge from-layer="4" to-layer="0"/>
			</back_edges>
			<body>
				<layers>
					<layer id="4" type="If">
						<then_port_map>
							<input external_port_id="1" internal_layer_id="0"/>
						</then_port_map>
						<then_body>
							<layers/>
						</then_body>
						<else_port_map>
							<output external_port_id="2" internal_layer_id="1"/>
						</else_port_map>
						<else_body>
							<layers/>
						</else_body>
					</layer>
				</layers>
				<edges>
					<edge from-layer="4" from-port="2" to-layer="5" to-port="1"/>
				</edges>
			</body>
		</layer>
	</layers>
</net>

)";
  EXPECT_EQ(rewritten(text), text);
}

TEST(WriteModel, WritesTheDraftInItsWords) {
  const std::string text = R"(<?xml version="1.0"?>
<layer id="0" type="Loop">
	<port_map>
		<input external_port_id="1" internal_operation_id="2" condition="True"/>
		<input external_port_id="2" internal_operation_id="3" condition="False"/>
	</port_map>
	<back_edges>
		<edge from-operation="2" to-operation="1"/>
	</back_edges>
	<body>
		<operations>
			<operation id="2" type="Result"/>
		</operations>
		<edges>
			<edge from-operation="1" from-port="0" to-operation="2" to-port="0"/>
		</edges>
	</body>
</layer>

)";
  EXPECT_EQ(rewritten(text), text);
}

// Only the names of their parts distinguish the two inner Loops.
TEST(WriteModel, KeepsTheDialectsOfLoopsInADraft) {
  const std::string text = R"(<?xml version="1.0"?>
<layer id="0" type="Loop">
	<port_map/>
	<body>
		<operations>
			<layer id="1" type="Loop">
				<port_map/>
				<body>
					<layers/>
				</body>
			</layer>
			<operation id="2" type="Loop">
				<port_map/>
				<body>
					<operations/>
				</body>
			</operation>
		</operations>
	</body>
</layer>

)";
  EXPECT_EQ(rewritten(text), text);
}

}  // namespace
}  // namespace backedge::openvino
