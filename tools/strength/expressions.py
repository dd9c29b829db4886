"""Mutants of expressions: other operators, constants, conditions and orders of arguments."""

import dataclasses
import re
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's packages, whatever `python3` is

try:
    from clang import cindex
except ImportError:
    raise SystemExit("the mutation tester parses C++ with libclang: apt-get install python3-clang-14") from None

Kind = cindex.CursorKind

RELATIONS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="]}
ARITHMETIC = {"+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["*"], "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"], "^": ["&"]}
ASSIGNMENTS = {op + "=": [other + "=" for other in others] for op, others in ARITHMETIC.items()}
SYMMETRIC = {"max", "min", "same_bits", "swap"}  # what does not ask for an order of its arguments
LITERALS = {Kind.INTEGER_LITERAL, Kind.FLOATING_LITERAL, Kind.CXX_BOOL_LITERAL_EXPR, Kind.CHARACTER_LITERAL}


@dataclasses.dataclass
class Patch:
    # "replace": an expression; "condition": one that becomes a bool; "delete": a statement; "insert": text
    kind: str
    start: int
    end: int
    text: str = ""


@dataclasses.dataclass
class Mutant:
    file: str
    function: str
    operator: str
    before: str  # the statement's text
    after: str  # the same with the change
    patches: list
    constexpr: bool = False
    again: int = 0  # of mutants that differ only in their order
    number: int = 0

    def key(self):
        again = f" (#{self.again + 1})" if self.again else ""
        return f"{self.file} | {self.function} | {self.before} => {self.after}{again}"


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


class Expressions:
    """What a Finder, which walks through a file, makes of each expression on its way."""

    def visit_reference(self, cursor):
        """An enumerator is replaced by the next one."""
        target = cursor.referenced
        if target is None or target.kind != Kind.ENUM_CONSTANT_DECL:
            return
        names = [c.spelling for c in target.semantic_parent.get_children() if c.kind == Kind.ENUM_CONSTANT_DECL]
        other = names[(names.index(target.spelling) + 1) % len(names)]
        text = self.text_of(cursor)
        if other != target.spelling and text.endswith(target.spelling):
            self.replace("constant", cursor, text[: -len(target.spelling)] + other)

    def visit(self, cursor):
        kind, text = cursor.kind, self.text_of(cursor)
        if kind == Kind.INTEGER_LITERAL:
            self.visit_integer(cursor, text)
        elif kind == Kind.FLOATING_LITERAL:
            self.replace("constant", cursor, f"({text} + 1)")
        elif kind == Kind.CXX_BOOL_LITERAL_EXPR:
            self.replace("constant", cursor, "false" if text == "true" else "true")
        elif kind == Kind.CHARACTER_LITERAL:
            self.replace("constant", cursor, "'?'")
        elif kind == Kind.UNARY_OPERATOR:
            self.visit_unary(cursor, text)
        elif kind == Kind.CONDITIONAL_OPERATOR:
            condition = self.children(cursor)[0]
            for value in ("false", "true"):
                self.replace("condition", condition, value)
        else:
            self.visit_operator(cursor)
        if kind in (Kind.CALL_EXPR, Kind.INIT_LIST_EXPR):
            self.visit_arguments(cursor)

    def visit_integer(self, cursor, text):
        if re.fullmatch(r"\d+", text):
            values = {0: [1], 1: [0, 2]}.get(int(text), [int(text) - 1, int(text) + 1])
            for value in values:
                self.replace("constant", cursor, str(value))
        elif not text.endswith("_MIN"):
            self.replace("constant", cursor, f"({text} - 1)")
        else:
            self.replace("constant", cursor, f"({text} + 1)")

    def visit_unary(self, cursor, text):
        if text.startswith("!"):
            self.replace("negation", cursor, f"static_cast<bool>({text[1:]})")
        elif text.startswith("-") and not text.startswith("--"):
            self.replace("negation", cursor, f"+{text[1:]}")
        elif text.startswith("++") or text.startswith("--"):
            self.replace("operator", cursor, ("--" if text[0] == "+" else "++") + text[2:])

    def visit_operator(self, cursor):
        children = self.children(cursor)
        if len(children) < 2 or cursor.kind == Kind.INIT_LIST_EXPR:
            return
        left, right = children[0], children[-1]
        between = self.source(left.extent.end.offset, right.extent.start.offset)
        op = re.sub(r"//.*", "", between).strip()
        left_text, right_text = self.text_of(left), self.text_of(right)
        if op in ("&&", "||"):
            other = "||" if op == "&&" else "&&"
            self.replace("operator", cursor, f"({left_text}) {other} ({right_text})")
            self.replace("operand", cursor, f"static_cast<bool>({left_text})")
            self.replace("operand", cursor, f"static_cast<bool>({right_text})")
        built_in = cursor.kind in (Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR)
        table = {}
        if op in ("==", "!="):
            table = RELATIONS  # of any type: C++20 makes the one of the other
        elif built_in and "std::" not in cursor.type.get_canonical().spelling and '"' not in left_text + right_text:
            table = RELATIONS | ARITHMETIC | ASSIGNMENTS
        for other in table.get(op, []):
            self.replace("operator", cursor, f"{left_text} {other} {right_text}")

    def visit_arguments(self, cursor):
        if cursor.spelling.startswith("operator") or cursor.spelling in SYMMETRIC:
            return
        arguments = list(cursor.get_arguments()) if cursor.kind == Kind.CALL_EXPR else self.children(cursor)
        start, end = self.span(cursor)
        for one, two in zip(arguments, arguments[1:]):
            spans = self.span(one), self.span(two)
            if not start <= spans[0][0] < spans[0][1] <= spans[1][0] < spans[1][1] <= end:
                continue
            texts = self.source(*spans[0]), self.source(*spans[1])
            types = [c.type.get_canonical().spelling.rstrip("& ") for c in (one, two)]
            if "dependent" in types[0]:  # nobody knows yet whether the two types of a template are the same
                continue
            if types[0] != types[1] or texts[0] == texts[1] or "." in (texts[0][0], texts[1][0]) or '"' in texts[0] + texts[1]:
                continue
            self.add("swapped arguments", [Patch("replace", *spans[0], texts[1]), Patch("replace", *spans[1], texts[0])])
