"""Finds the mutants of a C++ source: small changes of its meaning, each at a node of Clang's syntax tree."""

import pathlib
import re

from expressions import Expressions, Kind, LITERALS, Mutant, Patch, squeezed


FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.FUNCTION_TEMPLATE, Kind.CONVERSION_FUNCTION}
RECORDS = {Kind.STRUCT_DECL, Kind.CLASS_DECL, Kind.CLASS_TEMPLATE}
LOOPS = {Kind.FOR_STMT, Kind.WHILE_STMT, Kind.CXX_FOR_RANGE_STMT, Kind.DO_STMT}
CONSTANT = {Kind.ENUM_DECL, Kind.STATIC_ASSERT, Kind.TEMPLATE_NON_TYPE_PARAMETER, Kind.TEMPLATE_TYPE_PARAMETER, Kind.DECL_REF_EXPR}


class Finder(Expressions):
    """Walks through one file."""

    def __init__(self, file, text, unit):
        self.file, self.text, self.unit = file, text, unit
        self.bytes = text.encode()
        self.mutants, self.left_out = [], 0
        self.function, self.statement, self.constexpr = "", None, False
        self.seen = set()

    def run(self):
        for cursor in self.unit.cursor.get_children():
            self.walk_own(cursor)
        count = {}
        for mutant in self.mutants:
            key = mutant.key()
            mutant.again = count.get(key, 0)
            count[key] = mutant.again + 1
        return self.mutants

    def walk_own(self, cursor):
        file = cursor.location.file
        if file is not None and pathlib.Path(file.name).absolute() == pathlib.Path(self.file).absolute():
            self.walk(cursor, None)

    def source(self, start, end):
        return self.bytes[start:end].decode()

    @staticmethod
    def span(cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def text_of(self, cursor):
        return self.source(*self.span(cursor))

    def children(self, cursor):
        """The children that have a text of their own, in the order of the text."""
        start, end = self.span(cursor)
        inside = [c for c in cursor.get_children() if start <= c.extent.start.offset < c.extent.end.offset <= end]
        return sorted(inside, key=lambda c: (c.extent.start.offset, c.extent.end.offset))

    def add(self, operator, patches, shown=None):
        """Add a mutant; `shown` is the replacement that a reader sees: (start, end, text)."""
        start, end = self.statement or (patches[0].start, patches[0].end)
        changes = shown or [(p.start, p.end, p.text) for p in patches]
        after, at = "", start
        for s, e, text in sorted(changes):
            if s < start or e > end:
                start = at = min(s, start)
                end, after = max(e, end), ""
            after += self.source(at, s) + text
            at = e
        after += self.source(at, end)
        if patches[0].kind == "delete":
            after = "(deleted)"
        mutant = Mutant(self.file, self.function, operator, squeezed(self.source(start, end)), squeezed(after), patches,
                        constexpr=self.constexpr)
        identity = tuple((p.kind, p.start, p.end, p.text) for p in patches)
        if identity not in self.seen:
            self.seen.add(identity)
            self.mutants.append(mutant)

    def replace(self, operator, cursor, text):
        start, end = self.span(cursor)
        self.add(operator, [Patch("condition" if operator == "condition" else "replace", start, end, text)])

    def is_template_argument(self, cursor):
        """Whether a constant is between < and >. In our sources a comparison has a space before it."""
        start = self.span(cursor)[0]
        line = self.bytes[self.bytes.rfind(b"\n", 0, start) + 1 : start]
        return cursor.kind in (*LITERALS, Kind.DECL_REF_EXPR) and re.search(rb"\w<[^<>()]*$", line) is not None

    def walk(self, cursor, parent):
        kind = cursor.kind
        if self.is_template_argument(cursor) or kind == Kind.StmtExpr:  # which only macros of libraries make
            return self.leave_out(cursor)
        if kind == Kind.UNEXPOSED_DECL and "constexpr" in self.text_of(cursor).split("=")[0]:
            return self.leave_out(cursor)  # a template of a constant
        if kind == Kind.DECL_STMT and self.text_of(cursor).startswith(("constexpr ", "static constexpr ")):
            return self.leave_out(cursor)  # the second of two constants does not begin with the word
        if kind in FUNCTIONS or kind in RECORDS or kind == Kind.NAMESPACE:
            return self.walk_scope(cursor)
        if kind in (Kind.VAR_DECL, Kind.FIELD_DECL):
            return self.walk_variable(cursor)
        if kind in CONSTANT:
            return self.visit_reference(cursor) if kind == Kind.DECL_REF_EXPR else self.leave_out(cursor)
        if kind == Kind.CASE_STMT:
            return self.walk_statement(self.children(cursor)[-1], cursor)
        if kind == Kind.LAMBDA_EXPR:
            return self.walk_lambda(cursor)
        if kind == Kind.COMPOUND_STMT:
            return self.walk_block(cursor)
        if kind == Kind.IF_STMT:
            return self.walk_if(cursor)
        if kind in LOOPS:
            return self.walk_loop(cursor)
        if kind == Kind.UNARY_OPERATOR and self.text_of(cursor).startswith("!="):  # a != b from operator==
            for child in cursor.get_children():
                self.walk(child, cursor)
            return
        self.visit(cursor)
        for child in self.meaningful(cursor):
            self.walk(child, cursor)

    def meaningful(self, cursor):
        """The children, except those that only make the text of a message."""
        children = self.children(cursor)
        if cursor.kind == Kind.CALL_EXPR and cursor.spelling in ("note", "Error"):
            arguments = [self.span(argument) for argument in cursor.get_arguments()]
            texts = arguments[1:] if cursor.spelling == "Error" else arguments
            return [child for child in children if self.span(child) not in texts]
        return children

    def leave_out(self, cursor):
        self.left_out += sum(c.kind in LITERALS for c in cursor.walk_preorder())

    def walk_scope(self, cursor):
        if cursor.kind == Kind.NAMESPACE:
            for child in cursor.get_children():
                self.walk_own(child)
            return
        outer = self.function, self.constexpr, self.statement
        if cursor.kind in FUNCTIONS:
            if not cursor.is_definition() or "= default" in self.text_of(cursor).split("{")[0]:
                return
            owner = cursor.semantic_parent
            prefix = owner.spelling + "::" if owner.kind in RECORDS else ""
            self.function = prefix + cursor.spelling.split("<")[0]
            self.constexpr = "constexpr" in self.source(self.span(cursor)[0], cursor.location.offset)
        else:
            # A constant of this class may need the values that its members begin with.
            self.function, self.constexpr = cursor.spelling, cursor.kind in RECORDS
        self.statement = None
        for child in self.children(cursor):
            if child.kind == Kind.COMPOUND_STMT:
                self.add_early_returns(cursor, child)
            self.walk(child, cursor)
        self.function, self.constexpr, self.statement = outer

    def walk_lambda(self, cursor):
        children = self.children(cursor)
        outer = self.statement
        for child in children:
            if child.kind == Kind.COMPOUND_STMT:
                self.walk_block(child)
        self.statement = outer

    def add_early_returns(self, function, body):
        result = squeezed(function.result_type.spelling)
        values = {"void": [""], "bool": ["true", "false"]}.get(result, [])
        if re.fullmatch(r"(backedge::)?Result<void>|std::optional<.*>|.*\*|std::vector<.*>", result):
            values = ["{}"] if not result.endswith("*") else ["nullptr"]
        if function.kind in (Kind.CONSTRUCTOR, Kind.DESTRUCTOR):
            return
        at = self.span(body)[0] + 1
        statements = self.children(body)
        if len(statements) == 1 and statements[0].kind != Kind.RETURN_STMT and result == "void":
            return  # the same as that statement deleted
        self.statement = None
        for value in values:
            if len(statements) == 1 and self.text_of(statements[0]).rstrip(";") == f"return {value}":
                continue
            shown = squeezed(f"return {value}") + ";"
            self.add("early return", [Patch("insert", at, at, shown)], [(at, at, f"at the start: {shown}")])

    def walk_variable(self, cursor):
        start, _ = self.span(cursor)
        name_end = cursor.location.offset + len(cursor.spelling)
        if "constexpr" in self.source(start, cursor.location.offset):
            return self.leave_out(cursor)
        for child in self.children(cursor):
            before = self.source(name_end, child.extent.start.offset)
            if child.extent.start.offset >= name_end and not before.rstrip().endswith("["):
                if self.statement is None:
                    self.statement = self.span(cursor)
                    self.walk(child, cursor)
                    self.statement = None
                else:
                    self.walk(child, cursor)

    def walk_block(self, cursor):
        statements = self.children(cursor)
        for k, child in enumerate(statements):
            self.walk_statement(child, cursor, last=k + 1 == len(statements))

    def walk_statement(self, cursor, parent, last=False):
        outer = self.statement
        start, end = self.span(cursor)
        kind = cursor.kind
        if kind == Kind.COMPOUND_STMT:
            self.walk_block(cursor)
        elif kind == Kind.NULL_STMT:
            pass
        elif self.text_of(cursor).startswith("#pragma"):
            self.walk_statement(self.children(cursor)[-1], cursor)
        elif kind in (Kind.IF_STMT, Kind.CASE_STMT, Kind.DEFAULT_STMT, Kind.SWITCH_STMT) or kind in LOOPS:
            self.walk(cursor, parent)
        else:
            self.statement = start, end
            whole = self.bytes.find(b";", end - 1) + 1
            if kind == Kind.DECL_STMT:
                pass
            elif kind == Kind.RETURN_STMT:
                if not (last and parent.kind == Kind.COMPOUND_STMT and self.is_function_body(parent)):
                    self.add("deleted return", [Patch("delete", start, whole)])
                self.visit_return(cursor)
            elif kind in (Kind.CONTINUE_STMT, Kind.BREAK_STMT):
                self.add("deleted statement", [Patch("delete", start, whole)])
            elif not self.text_of(cursor).startswith("CHECK("):
                self.add("deleted statement", [Patch("delete", start, whole)])
            if not self.text_of(cursor).startswith("CHECK("):
                self.walk(cursor, parent)
        self.statement = outer

    def is_function_body(self, block):
        """Whether a block is followed by the end of a function that is declared at the margin."""
        end = self.span(block)[1]
        line = self.bytes[: end - 1].rsplit(b"\n", 1)[-1]
        return line.strip() == b"" or b"return" in line

    def visit_return(self, cursor):
        children = self.children(cursor)
        if not children:
            return
        value = children[0]
        kind, text = squeezed(value.type.get_canonical().spelling), self.text_of(value)
        if kind == "bool" and value.kind in (Kind.CALL_EXPR, Kind.UNEXPOSED_EXPR, Kind.MEMBER_REF_EXPR) and text not in ("true", "false"):
            self.replace("negated", value, f"!({text})")
        if re.fullmatch(r"(backedge::)?Result<void>", kind) and text != "{}" and not text.startswith("Error("):
            self.replace("skipped check", value, "Result<void>()")

    def head_end(self, start):
        """The offset of the closing parenthesis of `if (...)`."""
        at = self.bytes.index(b"(", start)
        depth, quote, k = 0, None, at
        while True:
            c = self.bytes[k : k + 1]
            if quote:
                if c == b"\\":
                    k += 1
                elif c == quote:
                    quote = None
            elif c in (b'"', b"'"):
                quote = c
            elif c == b"(":
                depth += 1
            elif c == b")":
                depth -= 1
                if depth == 0:
                    return k
            k += 1

    def walk_if(self, cursor):
        start, _ = self.span(cursor)
        close = self.head_end(start)
        outer, self.statement = self.statement, (start, close + 1)
        children = self.children(cursor)
        head = [c for c in children if c.extent.end.offset <= close]
        bodies = [c for c in children if c.extent.start.offset > close]
        if re.match(rb"if\s+constexpr", self.bytes[start:close]):
            for c in head:
                self.leave_out(c)
        elif head:
            declared = next((c for c in head if c.kind in (Kind.VAR_DECL, Kind.DECL_STMT)), None)
            if declared is not None and b";" not in self.bytes[start:close]:
                name = declared.spelling or next(declared.get_children()).spelling
                self.add("condition", [Patch("insert", close, close, f"; !MUTANT && {name}")], [(close, close, "; false")])
            elif declared is None:
                for value in ("false", "true"):
                    self.replace("condition", head[-1], value)
            for c in head:
                self.walk(c, cursor)
        self.statement = outer
        for body in bodies:
            self.walk_statement(body, cursor)

    def walk_loop(self, cursor):
        start, end = self.span(cursor)
        children = self.children(cursor)
        body = children[-1]
        outer = self.statement
        if cursor.kind != Kind.DO_STMT:
            self.statement = start, self.head_end(start) + 1
            whole = end if self.bytes[end - 1 : end] == b"}" else self.bytes.index(b";", end - 1) + 1
            if not re.search(rb"#pragma GCC unroll \d+\s*$", self.bytes[:start]):  # a loop must follow a pragma
                self.add("deleted loop", [Patch("delete", start, whole)])
            for child in children[:-1]:
                if child.kind == Kind.VAR_DECL and cursor.kind == Kind.CXX_FOR_RANGE_STMT:
                    continue
                self.walk(child, cursor)
        self.statement = outer
        self.walk_statement(body, cursor)
