"""The element types of operands, in ONNX's schemas and in the table of the interpreter.

  tools/backends/run.sh onnx_operand_types.py

prints the rows of interpreter/onnx/operand_types_*.cc that the schemas of the wheel ask for.
"""

import collections
import pathlib
import re

from onnx import defs

LAST = 28  # of the versions of ONNX's own domain that the interpreter supports
FOLDER = pathlib.Path(__file__).parents[2] / "interpreter/onnx"
CONTROL = ["If", "Loop", "Scan", "SequenceMap"]  # in no row of op_table.cc

# The types of the interpreter, by their names in the schemas. It has no others.
TYPES = {"bool": "kBool", "int8": "kInt8", "int16": "kInt16", "int32": "kInt32", "int64": "kInt64", "uint8": "kUint8", "uint16": "kUint16",
         "uint32": "kUint32", "uint64": "kUint64", "float16": "kFloat16", "bfloat16": "kBfloat16", "float": "kFloat", "double": "kDouble",
         "uint2": "kUint2", "int2": "kInt2", "uint4": "kUint4", "int4": "kInt4", "float4e2m1": "kFloat4", "float8e4m3fn": "kFloat8E4M3FN",
         "float8e5m2": "kFloat8E5M2", "float8e8m0": "kFloat8E8M0", "float8e4m3fnuz": "kFloat8E4M3FNUZ", "float8e5m2fnuz": "kFloat8E5M2FNUZ"}
KINDS = {"%s": "", "seq(%s)": "sequences", "optional(%s)": "optionals", "optional(seq(%s))": "optional_sequences"}


def is_known(text):
    """Whether the interpreter has the type of a schema, such as seq(tensor(float))."""
    return re.search(r"tensor\((\w+)\)", text)[1] in TYPES if "tensor" in text and "map" not in text and "sparse" not in text else False


def supported():
    """{operator: (domain, first, last)}: the rows of op_table.cc, and the operators with graphs."""
    text = (FOLDER / "op_table.cc").read_text()
    domains = dict(re.findall(r"(k\w+) = \"(ai\.onnx\.[\w.]+)\"", text))
    found = {name: ("", 1, LAST) for name in CONTROL}
    for row in re.findall(r"^    \{(\.(?:domain|name).*?)\},$", text, re.S | re.M):
        field = lambda name, otherwise: (re.search(r"\.%s = \"?(\w+)" % name, row) or [0, otherwise])[1]
        found[field("name", None)] = (domains.get(field("domain", ""), ""), int(field("first", 7)), int(field("last", LAST)))
    return found


def operands_of(schema):
    """The operands of a version: a pattern with a letter for each, and the types of each letter.

    Operands with one letter have one type. With + at the end, the last operand repeats. So does a small letter,
    where each may have another type.
    """
    allowed = {each.type_param_str: each.allowed_type_strs for each in schema.type_constraints}
    letters, pattern = {}, ""
    for operand in schema.inputs:
        letter = letters.setdefault(operand.type_str, chr(ord("A") + len(letters)))
        repeats = operand.option == defs.OpSchema.FormalParameterOption.Variadic
        pattern += letter + "+" * repeats if operand.is_homogeneous or not repeats else letter.lower()
    return pattern, [frozenset(filter(is_known, allowed.get(each, [each]))) for each in letters]


def schemas():
    """{operator: {since: schema}}, of the operators and versions that the interpreter supports."""
    found = collections.defaultdict(dict)
    table = supported()
    for schema in defs.get_all_schemas_with_history():
        domain, _, last = table.get(schema.name, (None, 0, 0))
        if schema.domain == domain and schema.since_version <= last:
            found[schema.name][schema.since_version] = schema
    for name, versions in found.items():
        first = table[name][1]
        for since in [each for each in versions if any(each < other <= first for other in versions)]:
            del versions[since]
    return found


def named_groups():
    """{name: types}: the constants of operand_types.h and their values."""
    groups = {constant: frozenset(["tensor(%s)" % name]) for name, constant in TYPES.items()}
    wrap = lambda form: lambda types: frozenset(form % each for each in types)
    scope = {name: wrap(form) for form, name in KINDS.items() if name}
    scope["all_kinds"] = lambda types: frozenset(form % each for form in KINDS for each in types)
    text = re.sub(r"//.*", "", (FOLDER / "type_set.h").read_text())
    for name, value in re.findall(r"constexpr TypeSet (k\w+) = ([^;{]*);", text):
        groups[name] = eval(value, scope, groups)
    return groups, scope


def rows_of_table():
    """{operator: {since: (pattern, types)}}: the rows of the table of the interpreter."""
    groups, scope = named_groups()
    found = collections.defaultdict(dict)
    for file in sorted(FOLDER.glob("operand_types*.cc")):
        text = re.sub(r"//.*", "", file.read_text())
        for name, since, pattern, types in re.findall(r'\{"(\w+)",\s*(\d+),\s*"([\w+]+)",\s*\{([^{}]*)\}\}', text):
            found[name][int(since)] = (pattern, [eval(each, scope, groups) for each in split(types)])
    return found


def split(types):
    return [each.strip() for each in types.replace("\n", " ").split(",") if each.strip()]


def text_of(types, groups):
    """A set of types as the shortest sum of constants, the largest first."""
    parts = []
    kinds = [name for name in groups if frozenset(form % each for form in KINDS for each in groups[name]) <= types]
    if kinds:
        best = max(kinds, key=lambda name: len(groups[name]))
        parts.append("all_kinds(%s)" % best)
        for form in KINDS:
            of_kind = {form % each for each in groups[best]}
            if of_kind == {each for each in types if each.startswith(form[:form.index("%s")] + "tensor(")}:
                types = types - of_kind
    for form, kind in KINDS.items():
        inner = re.compile(re.escape(form).replace("%s", r"(tensor\(\w+\))"))
        left = {match[1] for match in map(inner.fullmatch, types) if match}
        names = []
        while left:
            best = max(groups, key=lambda name: len(groups[name]) if groups[name] <= left else -1)
            names.append(best)
            left -= groups[best]
        if names:
            parts.append("%s(%s)" % (kind, " | ".join(names)) if kind else " | ".join(names))
    return " | ".join(parts)


def main():
    groups, _ = named_groups()
    for name, versions in sorted(schemas().items()):
        last = None
        for since, schema in sorted(versions.items()):
            pattern, types = operands_of(schema)
            if (pattern, types) != last and pattern:
                print('    {"%s", %d, "%s", {%s}},' % (name, since, pattern, ", ".join(text_of(each, groups) for each in types)))
            last = (pattern, types)


if __name__ == "__main__":
    main()
