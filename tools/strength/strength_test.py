"""Tests the mutation tester on a small source, a list of equivalent mutants and known results."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import equivalents
import memory
import table

try:
    import instrument
    from source import Source
except SystemExit as missing:
    @unittest.skip(str(missing))
    class StrengthTest(unittest.TestCase):
        """In place of the tests below."""

        def test_that_libclang_is_installed(self):
            pass

    unittest.main()

SNIPPET = """#include <algorithm>

namespace backedge {
constexpr int kLimit = 7;

int lesser(int one, int other) {
  if (one < other) return one;
  return std::min(other, kLimit);
}

void count(int by, int& counter) { counter += by; }

template <class T>
constexpr T kLarge = 9;
}  // namespace backedge
"""

# operator, function, statement => what becomes of it
MUTANTS = [
    "condition: lesser | if (one < other) => if (false)",
    "condition: lesser | if (one < other) => if (true)",
    "operator: lesser | if (one < other) => if (one <= other)",
    "operator: lesser | if (one < other) => if (one >= other)",
    "deleted return: lesser | return one; => (deleted)",
    "deleted statement: count | counter += by; => (deleted)",
    "operator: count | counter += by => counter -= by",
]


class FoundMutants(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = folder.name + "/snippet.cc"

    def look_at(self, text):
        pathlib.Path(self.file).write_text(text)
        source = Source(self.file)
        mutants, left_out = source.find_mutants()
        for number, mutant in enumerate(mutants, 1):
            mutant.number = number
        return source, mutants, left_out

    def test_a_source_has_these_and_no_others(self):
        _, mutants, left_out = self.look_at(SNIPPET)
        self.assertEqual([f"{m.operator}: {m.key().split(' | ', 1)[1]}" for m in mutants], MUTANTS)
        self.assertEqual(left_out, 1)  # 7 is in a constant expression

    def test_texts_of_messages_and_checks_of_our_own_are_left_alone(self):
        text = '#include "interpreter/base/result.h"\nnamespace backedge {\nResult<void> f(int a) {\n  CHECK(a > 0);\n' \
               '  if (a == 5) return Error("X-1", "five is " + std::to_string(a - 1));\n  return {};\n}\n}\n'
        _, mutants, _ = self.look_at(text)
        self.assertEqual({mutant.before for mutant in mutants if mutant.operator != "early return"},
                         {"if (a == 5)", 'return Error("X-1", "five is " + std::to_string(a - 1));'})
        self.assertNotIn("a + 1", " ".join(mutant.after for mutant in mutants))

    def test_constants_that_the_compiler_needs_are_left_alone(self):
        text = "namespace backedge {\ntemplate <int kSize>\nstruct Row { int at[kSize]; };\nint f(const Row<3>& row, int a) {\n" \
               "  constexpr int kOne = 5, kTwo = 6;\n  if (a < 4) return row.at[kOne] + Row<2>().at[kTwo];\n  return a;\n}\n}\n"
        source, mutants, left_out = self.look_at(text)
        changed = {mutant.before for mutant in mutants if mutant.operator == "constant"}
        self.assertEqual((changed, left_out), ({"if (a < 4)"}, 4))
        self.assertEqual(instrument.compiling(source, mutants)[1], [])

    def test_all_of_them_compile_together(self):
        source, mutants, _ = self.look_at(SNIPPET)
        kept, dropped = instrument.compiling(source, mutants)
        self.assertEqual((len(kept), dropped), (len(MUTANTS), []))
        made = instrument.instrument(SNIPPET, kept)
        for mutant in kept:
            self.assertIn(f"mutant({mutant.number})", made)

    def test_members_begin_with_constants_where_a_constant_needs_them(self):
        text = "namespace backedge {\nstruct Size { int least = 3; };\n}\n"
        _, mutants, _ = self.look_at(text)
        self.assertGreater(len(mutants), 0)
        pathlib.Path(self.file).write_text(instrument.instrument(text, mutants) + "constexpr backedge::Size kSize = {};\n")
        self.assertEqual(Source(self.file).find_errors(pathlib.Path(self.file).read_text()), [])

    def test_loops_that_a_pragma_unrolls_are_not_deleted(self):
        loop = "  for (int k = 0; k < 4; ++k) sum += k;\n"
        source, mutants, _ = self.look_at(f"int f(int sum) {{\n{loop}#pragma GCC unroll 4\n{loop}  return sum;\n}}\n")
        self.assertEqual([mutant.operator for mutant in mutants].count("deleted loop"), 1)
        self.assertEqual(instrument.compiling(source, mutants)[1], [])

    def test_arguments_of_unknown_types_are_not_swapped(self):
        text = "namespace backedge {\nint use(...);\ntemplate <class T>\nint f(T a, T b) {\n  return use(a.one(), b.two());\n}\n}\n"
        _, mutants, _ = self.look_at(text)
        self.assertNotIn("swapped arguments", [mutant.operator for mutant in mutants])

    def test_one_that_does_not_compile_is_dropped_alone(self):
        text = "namespace backedge {\nstruct Off { operator bool(); };\nint f(Off off, int a) {\n  if (off) return a + 1;\n  return a;\n}\n}\n"
        source, mutants, _ = self.look_at(text)
        broken = next(m for m in mutants if m.operator == "operator")
        broken.patches[0].text = "nothing_of_this_name"
        kept, dropped = instrument.compiling(source, mutants)
        self.assertEqual(dropped, [broken])
        self.assertEqual(len(kept), len(mutants) - 1)


class Listed(unittest.TestCase):
    def read(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(text)
            file.flush()
            return equivalents.read(pathlib.Path(file.name))

    def test_a_reason_holds_for_the_mutants_under_it(self):
        text = "# A buffer only grows.\n# No value changes.\na.cc | f | x => y\na.cc | f | y => z\n\n# Another.\nb.cc | g | 1 => 2\n"
        grows = "A buffer only grows. No value changes."
        self.assertEqual(self.read(text), {"a.cc | f | x => y": grows, "a.cc | f | y => z": grows, "b.cc | g | 1 => 2": "Another."})

    def test_a_mutant_without_a_reason_and_one_listed_twice_are_refused(self):
        for text in ("a.cc | f | x => y\n", "# Why.\n\na.cc | f | x => y\n", "# Why.\na.cc | f | x => y\na.cc | f | x => y\n"):
            with self.assertRaises(SystemExit):
                self.read(text)


class Reported(unittest.TestCase):
    class Mutant:
        def __init__(self, file):
            self.file, self.function, self.before, self.after = file, "f", "x", "y"

        def key(self):
            return f"{self.file} | f | x => y"

    def outcomes(self):
        dead, tested, listed, alive = (self.Mutant(f"loop/{name}.cc") for name in ("dead", "tested", "listed", "alive"))
        survived = "survived", ""
        return [table.Outcome(dead, ("killed", "a/b"), None), table.Outcome(tested, survived, ("killed", "T.U")),
                table.Outcome(listed, survived, survived), table.Outcome(alive, survived, survived)]

    def report(self, known, complete=True):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            code = table.report(self.outcomes(), known, complete)
        return code, said.getvalue()

    def test_a_survivor_is_named_and_fails(self):
        code, said = self.report({"loop/listed.cc | f | x => y": "why"})
        self.assertEqual(code, 1)
        self.assertIn("survived (survived, survived): loop/alive.cc | f | x => y", said)
        self.assertIn("1 corpus, 1 unit tests, 1 equivalent, 1 survived", said)

    def test_an_entry_of_a_mutant_that_is_killed_or_gone_is_named_and_fails(self):
        known = {f"loop/{name}.cc | f | x => y": "why" for name in ("listed", "alive", "dead", "gone")}
        code, said = self.report(known)
        self.assertEqual(code, 1)
        for name in ("dead", "gone"):
            self.assertIn(f"no longer exists: loop/{name}.cc | f | x => y", said)
        del known["loop/dead.cc | f | x => y"], known["loop/gone.cc | f | x => y"]
        self.assertEqual(self.report(known)[0], 0)

    def test_the_table_counts_the_mutants_of_each_folder(self):
        text = table.make(self.outcomes(), {"loop/listed.cc | f | x => y": "why"}, 3, 2)
        self.assertIn("| `loop` | 4 | 1 | 1 | 1 | 1 | 66.7 % |", text)
        self.assertIn("| loop/alive.cc | f | `x` | `y` |", text)
        self.assertIn("3 mutants do not compile; 2 constants", text)

    def test_the_table_of_a_sample_counts_what_the_corpus_does(self):
        outcomes = self.outcomes()
        words = dict(zip([outcome.mutant.key() for outcome in outcomes], [("killed", "a/b"), ("killed", "a/c"), ("unreached", ""), ("survived", "")]))
        with contextlib.redirect_stdout(io.StringIO()) as said:
            text = table.make_sample([outcome.mutant for outcome in outcomes], words, 4, 17)
        self.assertIn("| `loop` | 4 | 2 | 1 | 1 |", text)
        self.assertIn("One of 4 mutants was measured; there are 17.", text)
        self.assertEqual(said.getvalue(), "unreached: loop/listed.cc | f | x => y\nsurvived: loop/alive.cc | f | x => y\n")

    def test_a_folder_that_no_test_reaches_is_one_sentence(self):
        unreached = [table.Outcome(self.Mutant("far/a.cc"), ("survived", ""), ("survived", "")) for _ in range(3)]
        text = table.make([*self.outcomes(), *unreached], {}, 0, 0)
        self.assertIn("No test that runs here notices any mutant of `far`.", text)
        self.assertNotIn("| far/a.cc |", text)
        self.assertIn("| loop/alive.cc |", text)


class Remembered(unittest.TestCase):
    def test_answers_hold_while_the_killer_is_the_same_and_hint_at_the_next_one(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = memory.Memory(pathlib.Path(folder))
            answers = memory.Answers(kept, "corpus", "1")
            answers.add("a", "killed", "case/run")
            answers.add("b", "survived", "")
            answers.save()
            again = memory.Answers(kept, "corpus", "1")
            self.assertEqual(again.holding, {"a": ("killed", "case/run"), "b": ("survived", "")})
            changed = memory.Answers(kept, "corpus", "2")
            self.assertEqual((changed.holding, changed.likely), ({}, {"a": "case/run"}))

    def test_what_was_made_is_made_again_when_its_digest_changes(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = memory.Memory(pathlib.Path(folder))
            self.assertEqual([kept.recall("f.cc", digest, lambda: digest + "!") for digest in "aab"], ["a!", "a!", "b!"])
            self.assertEqual(kept.recall("f.cc", "b", lambda: "not asked"), "b!")


if __name__ == "__main__":
    unittest.main()
