"""Tests that check_xml accepts the same texts as Expat, except for document types, which it always rejects."""

import pathlib
import random
import subprocess
import sys
import unittest
from xml.parsers import expat

PROGRAM, MODELS = sys.argv[1], [pathlib.Path(path) for path in sys.argv[2:] if path.endswith(".xml")]
del sys.argv[1:]

# The names of XML's fifth edition, which check_xml follows, may have more characters than those of the fourth,
# which Expat follows. So other characters than these do not get into the texts.
PIECES = [b"<", b">", b"/", b"&", b'"', b"'", b"=", b" ", b"\n", b"a", b"-", b"--", b":", b"7", b"]]>", b"<!--", b"-->", b"<![CDATA[", b"<?", b"?>",
          b"<?p q?>", b"<?xml", b"<a>", b"</a>", b"<a/>", b" a='1'", b"&amp;", b"&lt", b"&#65;", b"&#x0;", b"&#xD800;", b"&#x10FFFF;", b"&#1114112;",
          b"&#;", b"<!DOCTYPE net>", b"\xc3\xa9", b"\xc3\x97", b"\x01", b"\x7f", b"\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
          b"\xef\xbf\xbe", b" encoding='UTF-8'", b" standalone='yes'", b" version='1.0'"]
HARMLESS = [b" ", b"\n", b"a", b"7", b"<a/>", b"<!-- a -->", b"&amp;", b"\xc3\xa9", b"<?p q?>", b"<![CDATA[&]]>", b""]
SMALL = [b"<?xml version='1.0' encoding='UTF-8' standalone='no'?>\n<a b='1' c=\"2\"><!-- d --><e/>f&#x41;<![CDATA[g]]></a>\n<?h i?>", b"<a/>", b""]


def mutated(randomness, text):
    for _ in range(randomness.randint(1, 2)):
        at = randomness.randint(0, len(text))
        end = min(len(text), at + randomness.randint(0, 4))
        piece = randomness.choice([text[at - 8:at], randomness.choice(PIECES), *[randomness.choice(HARMLESS)] * 2])
        end = at if piece in HARMLESS else end
        text = text[:at] + piece + text[end:]
    return text


def accepts(text):
    """Whether Expat accepts a text as XML 1.0 or 1.1 in UTF-8 without a document type."""
    parser = expat.ParserCreate("UTF-8")

    def refuse(*_):
        raise ValueError

    def check_declaration(version, encoding, _):
        if version not in ("1.0", "1.1") or (encoding or "UTF-8").upper() != "UTF-8":
            raise ValueError

    parser.StartDoctypeDeclHandler = refuse
    parser.XmlDeclHandler = check_declaration
    try:
        parser.Parse(text, True)
    except (ValueError, expat.ExpatError):
        return False
    return True


class ExpatTest(unittest.TestCase):
    def test_the_same_texts_are_xml(self):
        randomness = random.Random(1)
        bases = SMALL + [path.read_bytes() for path in MODELS]
        texts = [mutated(randomness, base) for base in bases for _ in range(20000 if len(base) < 200 else 1000)]
        stdin = b"".join(b"%d\n%s" % (len(text), text) for text in texts)
        said = subprocess.run([PROGRAM], input=stdin, stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        self.assertEqual(len(said), len(texts))
        self.assertGreater(said.count("1"), len(texts) // 10)
        different = [text for text, one in zip(texts, said) if (one == "1") != accepts(text)]
        self.assertEqual(different[:5], [], f"{len(different)} of {len(texts)} differ")


if __name__ == "__main__":
    unittest.main()
