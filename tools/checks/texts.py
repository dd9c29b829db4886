"""The English texts in a file.

In Markdown these are prose, headings and table cells. In code they are comments, docstrings and strings. In a
JSON schema they are the descriptions. In a list of reasons they are the reasons and the comments.
"""

import ast
import dataclasses
import io
import json
import re
import tokenize

CPP = (".cc", ".h", ".c", ".js", ".css", ".dot")
CODE = r"``.+?``|`[^`]*`"
ENTRY = r"^[\w-]+, [^:\n]*\d+ runs?: "  # of an expectation list, before the reason
ROW = r" ?\S+  +\S| {4,}\S.*?\S  +\S|\s*[-*] "
HASH = (".sh", ".bzl", ".txt", "BUILD", "WORKSPACE", ".BUILD", ".bazelrc")


@dataclasses.dataclass
class Text:
    """A piece of English, or of what looks like it."""

    line: int  # where the text begins
    words: str  # in one line, without markup
    lines: tuple = ()  # those that can be wrapped: none of a table cell, a heading, a string, JSON or a reason
    is_prose: bool = False  # it has sentences, unlike a heading or a string


def in_order(texts):
    """Without strings of one word: such a string is a name or a path."""
    return sorted((text for text in texts if " " in text.words), key=lambda text: text.line)


def plain(text):
    """Words without markup. Code, a quotation and a tensor count as one word each."""
    text = re.sub(r"<!--.*?-->|</?\w+[^>]*>", "", text, flags=re.S)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(rf"{CODE}|\$\([^()]*\)", "CODE", text)
    text = re.sub(r'"[^"]*"', "QUOTE", text)
    text = re.sub(r"\*\*|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)", "", text)
    while re.search(r"\[[^\[\]]*\]", text):
        text = re.sub(r"\[[^\[\]]*\]", "LIST", text)
    return re.sub(r"\s+", " ", text).strip()


class Paragraphs:
    """Puts lines together to paragraphs."""

    def __init__(self):
        self.texts, self.numbers, self.words = [], [], []

    def add(self, number, words):
        self.numbers.append(number)
        self.words.append(words)

    def end(self):
        if self.words:
            self.texts.append(Text(self.numbers[0], plain("\n".join(self.words)), tuple(self.numbers), True))
        self.numbers, self.words = [], []


def of_markdown(source):
    """Paragraphs and list items, headings, and the cells of tables; nothing of code blocks."""
    texts, paragraphs, fence = [], Paragraphs(), False
    for number, line in enumerate(source.split("\n"), 1):
        words = line.strip()
        if words.startswith("```"):
            fence = not fence
        if fence or words.startswith("```") or not words or re.match(r'<a id="[^"]*"></a>$', words):
            paragraphs.end()
        elif words[0] in "|#":
            paragraphs.end()
            cells = re.split(r"(?<!\\)\|", re.sub(CODE, "CODE", words.strip("|# ")))
            texts += [Text(number, plain(cell), is_prose=words[0] == "|") for cell in cells]
        else:
            item = re.match(r"([-*]|\d+\.) +(.*)", words)
            if item:
                paragraphs.end()
            paragraphs.add(number, item[2] if item else words)
    paragraphs.end()
    return in_order(texts + paragraphs.texts)


def of_comments(comments):
    """Paragraphs of (line, column, words): comments of adjacent lines that begin in the same column.

    An item of a list and a row such as "axis   the one to cut" begin a paragraph, and a line without words ends
    one. The head of an indented row may have several words.
    """
    paragraphs, before = Paragraphs(), (0, 0)
    for line, column, words in comments:
        if (line - 1, column) != before or not words.strip() or re.match(ROW, words):
            paragraphs.end()
        if words.strip():
            paragraphs.add(line, re.sub(r"^ ?(\S+)  +(?=\S)", r"\1: ", words))
        before = (line, column)
    paragraphs.end()
    return paragraphs.texts


def of_cpp(source):
    comments, texts = [], []
    lines = source.split("\n")
    token = r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`'
    for found in re.finditer(token, source, re.S):
        number = source.count("\n", 0, found.start()) + 1
        text = found[0]
        if text.startswith("//"):
            column = found.start() - source.rfind("\n", 0, found.start())
            if lines[number - 1][:column - 1].strip():
                comments.append((number, column, ""))  # a comment after code begins a paragraph
            comments.append((number, column, text.lstrip("/")))
        elif text.startswith("/*"):
            body = text[2:-2].split("\n")
            if lines[number - 1].partition("/*")[0].strip():
                comments.append((number, 0, ""))
            comments += [(number + i, 0, re.sub(r"^\s*\* ?", " ", words)) for i, words in enumerate(body)]
        elif text[0] == '"' and not lines[number - 1].lstrip().startswith("#include"):
            texts.append(Text(number, plain(text[1:-1].replace("\\n", " ").replace('\\"', "'"))))
    return in_order(texts + of_comments(comments))


def docstrings(source):
    """The docstrings, each as [(line, words)]; without examples, which are indented."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node, clean=False)
            if text is not None:
                lines = enumerate(text.split("\n"), node.body[0].lineno)
                indent = " " * node.body[0].col_offset
                lines = [(number, words.removeprefix(indent)) for number, words in lines]
                yield [(number, words) for number, words in lines if not words.startswith("    ")]


def of_python(source):
    comments, texts = [], []
    for lines in docstrings(source):
        comments += [(number, 0, words) for number, words in lines]
    documented = {number for number, _, _ in comments}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, column = token.start
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            comments.append((line, column, token.string.lstrip("#")))
        elif token.type == tokenize.STRING and line not in documented:
            words = re.sub(r"^\w*(\"\"\"|'''|[\"'])|(\"\"\"|'''|[\"'])$", "", token.string)
            texts.append(Text(line, plain(words.replace("\\n", " "))))
    return in_order(texts + of_comments(sorted(comments)))


def of_hash_comments(source):
    comments = []
    for number, line in enumerate(source.split("\n"), 1):
        found = re.search(r"(?:^|\s)#(?!!)(.*)", line)
        if found:
            comments.append((number, found.start(), found[1]))
    strings = re.finditer(r'"(?:\\.|[^"\\\n])*"', source)
    texts = [Text(source.count("\n", 0, found.start()) + 1, plain(found[0][1:-1])) for found in strings]
    return in_order(texts + of_comments(comments))


def of_reasons(source):
    """The comments and the reasons. A reason is a line that is not indented, or what follows an ENTRY in it."""
    reasons = []
    for number, line in enumerate(source.split("\n"), 1):
        if line and line[0] not in " #":
            reasons.append(Text(number, plain(re.sub(ENTRY, "", line)), is_prose=True))
    return in_order(of_hash_comments(source) + reasons)


def of_json(source, fields):
    """The values of members with these names."""
    texts = []
    for found in re.finditer(rf'"(?:{fields})": ("(?:\\.|[^"\\])*")', source):
        line = source.count("\n", 0, found.start()) + 1
        texts.append(Text(line, plain(json.loads(found[1])), is_prose=True))
    return in_order(texts)


def of_case(source):
    """The title and the notes of a case.json."""
    json.loads(source)
    return of_json(source, "title|notes")


def read_texts(path, kind, source):
    """The texts of a file, by the kind of file."""
    if path.endswith("case.json"):
        return of_case(source)
    if path.endswith(".schema.json"):
        return of_json(source, "title|description")
    if path.endswith("coverage_explained.txt") or (kind == ".txt" and re.search(ENTRY, source, re.M)):
        return of_reasons(source)
    if kind == ".md":
        return of_markdown(source)
    if kind in CPP:
        return of_cpp(source)
    if kind == ".py":
        return of_python(source)
    return of_hash_comments(source) if kind in HASH else []
