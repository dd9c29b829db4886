"""Tests what is read from models: names of runs, port maps, iterations of scan outputs, pictures."""

import unittest

import model
import page
import picture

LOOP = """<net><layers>
<layer id="0" name="X" type="Parameter"><data shape="6,2" element_type="i32"/><output><port id="0"/></output></layer>
<layer id="1" name="L" type="TensorIterator"><input><port id="0"/></input><output><port id="1"/><port id="2"/></output><port_map>
<input axis="0" external_port_id="0" internal_layer_id="0" start="{{start}}" part_size="2"/>
<output axis="{{axis}}" external_port_id="1" internal_layer_id="1" stride="{{stride}}" part_size="2"/>
<output external_port_id="2" internal_layer_id="1"/>
</port_map><back_edges><edge from-layer="1" to-layer="0"/></back_edges>
<body><layers>
<layer id="0" name="p" type="Parameter"><data shape="2,2" element_type="i32"/><output><port id="0"/></output></layer>
<layer id="1" name="r" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></body></layer>
<layer id="2" name="all" type="Result"><input><port id="0"/></input></layer>
<layer id="3" name="last &lt;b&gt; &quot;q&quot; \\n" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="2" to-layer="3" to-port="0"/></edges></net>"""
COLUMNS = ["start", "axis", "stride"]


class ModelTest(unittest.TestCase):
    def net(self, *values):
        return model.parse(model.expand(LOOP, COLUMNS, values))

    def test_names_of_runs(self):
        self.assertEqual(model.run_name(["start", "shape", "end"], [-1, "?,2", None]), "start_m1__shape_2__end_none")

    def test_port_maps_as_written(self):
        [table] = model.loop_tables(self.net(None, 0, -1))
        self.assertEqual(table["rows"], [
            ["merged input", "port 0", "p", "axis 0, part_size 2"], ["scan output", "r", "port 1", "axis 0, stride -1, part_size 2"],
            ["last value", "r", "port 2", ""], ["back edge", "r", "p", ""]])

    def test_scan_outputs(self):
        self.assertEqual(model.scan_outputs(self.net(0, 1, 1)), {0: (1, 2, False)})
        self.assertEqual(model.scan_outputs(self.net(0, -2, -2)), {0: (-2, 2, True)})

    def test_the_iteration_in_which_a_difference_begins(self):
        self.assertEqual(model.first_iteration((0, 2, False), [6, 2], [9, 5]), 1)  # lines 4 and 2
        self.assertEqual(model.first_iteration((0, 2, True), [6, 2], [9, 5]), 0)
        self.assertEqual(model.first_iteration((1, 3, False), [2, 6], [4, 6]), 0)  # columns 4 and 0
        self.assertEqual(model.first_iteration((-1, 1, True), [4], [2]), 1)
        self.assertIsNone(model.first_iteration((0, None, False), [6, 2], [5]))
        self.assertIsNone(model.first_iteration((0, 4, False), [6, 2], [5]))
        self.assertIsNone(model.first_iteration((2, 1, False), [6, 2], [5]))

    def test_widths_by_the_ports_of_the_body(self):
        text = LOOP.replace('stride="{{stride}}" part_size="2"', 'stride="{{stride}}"')
        wide = text.replace('type="Result"><input><port id="0"/>', 'type="Result"><input><port id="0"><dim>2</dim><dim>5</dim></port>', 1)
        self.assertEqual(model.scan_outputs(model.parse(model.expand(wide, COLUMNS, [0, 1, 1]))), {0: (1, 5, False)})

    def test_drafts_are_read_as_loops(self):
        draft = LOOP.replace("layer", "operation").replace('type="TensorIterator"', 'type="Loop"')
        self.assertEqual(len(model.loop_tables(model.parse(model.expand(draft, COLUMNS, [0, 0, 1])))[0]["rows"]), 4)

    def test_pictures_show_slices_and_back_edges(self):
        graph = picture.draw(self.net(-3, 0, 1))
        for words in ('" iteration 0: axis 0, \\n start -3, part_size 2 "', '" back edge ", style=dashed',
                      '" axis 0, stride 1, \\n part_size 2 "', '" last value "'):
            self.assertIn(words, graph.replace("\u00a0", " "))
        self.assertIn('last <b> \\"q\\" \\\\n', graph)

    def test_large_models_are_not_drawn(self):
        self.assertIsNone(picture.draw(model.parse("<net><layers>" + "<layer id='1' type='Add'/>" * 151 + "</layers></net>")))

    def test_every_model_of_the_corpus_can_be_shown(self):
        drawn = 0
        corpus = page.ROOT / "testdata"
        for file in sorted(corpus.glob("*/**/model.xml")):
            case = page.CaseModel(corpus, file.parent.relative_to(corpus).as_posix())
            net = case.net(page.example_run(case, ()))
            if net is not None:
                model.loop_tables(net)
                drawn += picture.draw(net) is not None
        self.assertGreater(drawn, 150)


if __name__ == "__main__":
    unittest.main()
