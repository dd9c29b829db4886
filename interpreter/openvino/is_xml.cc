// Says which texts check_xml accepts, for expat_test.py: a line of 0s and 1s.
//
// stdin  for each text, the number of its bytes as a line, then the bytes

#include <iostream>
#include <string>

#include "interpreter/openvino/check_xml.h"

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::string text(std::stoul(line), '\0');
    std::cin.read(text.data(), std::ssize(text));
    std::cout << backedge::openvino::check_xml({"m.xml", std::move(text)}, 512).ok();
  }
  std::cout << "\n";
}
