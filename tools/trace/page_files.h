#pragma once

#include <string_view>

/// The files of page/ and what they share with the page of results. page_files.cc is generated from them.
namespace backedge {

extern const std::string_view kPageHtml, kPageStyle, kPageScript;

}  // namespace backedge
