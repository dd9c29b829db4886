#include "interpreter/openvino/check_xml.h"

#include <gtest/gtest.h>

#include <string>

namespace backedge::openvino {
namespace {

struct Verdict {
  std::string rule;  // "" if the text is well-formed
  int64_t line = 0;
  bool operator==(const Verdict&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Verdict& verdict) {
  return out << '"' << verdict.rule << "\" in line " << verdict.line;
}

Verdict verdict_of(std::string text, int64_t max_depth = 8) {
  const auto checked = check_xml(Source("m.xml", std::move(text)), max_depth);
  if (checked.ok()) return {};
  EXPECT_EQ(checked.error().phase(), Phase::kRead);
  const std::string where = checked.error().where();  // "m.xml:3"
  return {checked.error().rule(), std::stoll(where.substr(6))};
}

TEST(CheckXml, AcceptsWhatXmlIs) {
  for (const char* text :
       {"<a/>", "<a></a>", "<a ></a >", "<?xml version=\"1.0\"?>\n<a/>\n",
        "\xef\xbb\xbf<?xml version='1.0'?><a/>", "<?xml version=\"1.1\" encoding=\"Utf-8\"?><a/>",
        "<a b='>' c=\"'\" d = \"1\"\n\te='2'/>", "<!-- <b> --><a><!----><![CDATA[<b>&nope;]]></a><!-- - -->",
        "<?style a='<'?><a><?b?></a>", "<a>&lt;&gt;&amp;&apos;&quot;&#65;&#x1F600; ]] ></a>",
        "<a b=\"&lt;&#x41;\"/>", "<a>&#0000000088;&#x00000000000058;</a>",
        "<a:b xmlns:a=\"u\" a.b-c_1=\"\"/>", "<a>\r\n</a>\r\n",
        "<\xc3\xa9 n='\xe2\x82\xac\xf0\x9f\x98\x80'/>", "<a encoding='latin1'/>"}) {
    EXPECT_EQ(verdict_of(text), Verdict()) << text;
  }
}

TEST(CheckXml, RejectsWhatXmlIsNot) {
  for (const char* text : {" ",
                           "hello",
                           "{\"a\": 1}",
                           "<",
                           "<a",
                           "<a ",
                           "<a b",
                           "<a b=",
                           "<a b='",
                           "<a b='c'",
                           "<a>",
                           "<a/",
                           "<a></",
                           "<a></a",
                           "<a></b>",
                           "<a><b></a></b>",
                           "</a>",
                           "<a/></a>",
                           "<a/><b/>",
                           "<a/>x",
                           "x<a/>",
                           "< a/>",
                           "<1a/>",
                           "<a b/>",
                           "<a b=c/>",
                           "<a b='c'd='e'/>",
                           "<a b='1' b='2'/>",
                           "<a c='1' b='1' c='1'/>",
                           "<a b='<'/>",
                           "<a b='&'/>",
                           "<a>&foo;</a>",
                           "<a>&#0;</a>",
                           "<a>&#xD800;</a>",
                           "<a>&#x110000;</a>",
                           "<a>&#;</a>",
                           "<a>&#x;</a>",
                           "<a>&#1a;</a>",
                           "<a>&#99999999999;</a>",
                           "<a>&#4294967384;</a>",
                           "<a>&#x100000058;</a>",
                           "<a>&#000000000000;</a>",
                           "<a>& </a>",
                           "<a>]]></a>",
                           "<a><!-- -- --></a>",
                           "<a><!--</a>",
                           "<a><![CDATA[</a>",
                           "<a><?p</a>",
                           "<![CDATA[x]]><a/>",
                           "<a><!x></a>",
                           "<a><?xMl x?></a>",
                           "<a><?xml version='1.0'?></a>",
                           " <?xml version='1.0'?><a/>",
                           "<?xml version='1.0'",
                           "<?xml version='1.0' encoding='UTF-16'?><a/>",
                           "<a>\x01</a>",
                           "<a>\xff</a>",
                           "<a>\xc3</a>",
                           "<a>\xc0\x80</a>",
                           "<a>\xe0\x80\x80</a>",
                           "<a>\xed\xa0\x80</a>",
                           "<a>\xf4\x90\x80\x80</a>",
                           "<a>\x80</a>",
                           "<a b='c'\xc3\xa9/>",
                           "<?x/y?><a/>",
                           "<?XML version='1.0'?><a/>",
                           "<?xml encoding='UTF-8'?><a/>",
                           "<?xml version='1.0'encoding='UTF-8'?><a/>",
                           "<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>",
                           "<?xml version='1.0' standalone='maybe'?><a/>",
                           "<?xml version='2'?><a/>",
                           "<?xml version='1.0' other='1'?><a/>",
                           "<?xml?><a/>",
                           "<\xc3\x97/>",
                           "<a\xe2\x80\x83/>",
                           "<a>\xef\xbf\xbf</a>"}) {
    EXPECT_EQ(verdict_of(text), (Verdict{"READ-2", 1})) << text;
  }
  EXPECT_EQ(verdict_of(std::string("<a>\0</a>", 8)).rule, "READ-2");
  EXPECT_EQ(verdict_of(std::string("<a/>\0", 5)).rule, "READ-2");
}

TEST(CheckXml, NamesTheLineOfTheFault) {
  EXPECT_EQ(verdict_of("<a>\n <b>\n</a>"), (Verdict{"READ-2", 3}));
  EXPECT_EQ(verdict_of("<a>\r\n<b>\r\n</b>\r\n<c d='1'\r\n d='2'/></a>"), (Verdict{"READ-2", 5}));
  EXPECT_EQ(verdict_of("<a>\n<b\n>"), (Verdict{"READ-2", 3}));
}

TEST(CheckXml, RejectsDocumentTypesAndEntities) {
  EXPECT_EQ(verdict_of("<?xml version='1.0'?>\n<!DOCTYPE a>\n<a/>"), (Verdict{"READ-3", 2}));
  EXPECT_EQ(verdict_of("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"), (Verdict{"READ-3", 1}));
  EXPECT_EQ(verdict_of("<a><!ENTITY b 'c'></a>"), (Verdict{"READ-3", 1}));
  EXPECT_EQ(verdict_of("<a>\n<!DOCTYPE\tb></a>"), (Verdict{"READ-3", 2}));
}

TEST(CheckXml, MeasuresDepth) {
  EXPECT_EQ(verdict_of("<a><b><c/></b></a>", 3), Verdict());
  EXPECT_EQ(verdict_of("<a><b>\n<c/></b></a>", 2), (Verdict{"READ-4", 2}));
  EXPECT_EQ(verdict_of("<a><!--<b><b><b>--><?p <b><b>?><b c='<b>'/></a>", 2).rule,
            "READ-2");  // "<" in a value
  EXPECT_EQ(verdict_of("<a><!--<b><b><b>--><?p <b><b>?><b c='>>>'/><![CDATA[<b><b>]]></a>", 2), Verdict());
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "<a>";
  EXPECT_EQ(verdict_of(deep, 512), (Verdict{"READ-4", 1}));
}

TEST(CheckXml, IsLinearInAttributes) {
  std::string text = "<a";
  for (int i = 0; i < 30'000; ++i) text += " a" + std::to_string(i) + "=''";
  EXPECT_EQ(verdict_of(text + "/>"), Verdict());
  EXPECT_EQ(verdict_of(text + " a7=''/>").rule, "READ-2");
}

}  // namespace
}  // namespace backedge::openvino
