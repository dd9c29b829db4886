#include "interpreter/base/new_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace backedge {
namespace {

namespace fs = std::filesystem;

struct Folder {
  std::string path;
  explicit Folder(const std::string& name) : path(std::string(std::getenv("TEST_TMPDIR")) + "/" + name) {
    fs::create_directories(path);
  }
  std::string operator/(const std::string& name) const { return path + "/" + name; }
  int64_t files() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
};

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(NewFile, AppearsWhenItIsComplete) {
  const Folder folder("whole");
  NewFile file = NewFile::create(folder / "a").value();
  EXPECT_TRUE(file.write("one ").ok() && file.flush().ok());
  EXPECT_FALSE(fs::exists(folder / "a"));
  EXPECT_TRUE(file.write("two").ok() && file.commit().ok());
  EXPECT_EQ(text_of(folder / "a"), "one two");
  EXPECT_EQ(folder.files(), 1);
}

TEST(NewFile, LeavesNothingIfItIsNotCommitted) {
  const Folder folder("left");
  std::ofstream(folder / "a") << "before";
  {
    NewFile file = NewFile::create(folder / "a").value();
    EXPECT_TRUE(file.write("after").ok() && file.flush().ok());
    const NewFile moved = std::move(file);
    EXPECT_EQ(text_of(folder / "a"), "before");
    EXPECT_EQ(folder.files(), 2);
  }
  EXPECT_EQ(text_of(folder / "a"), "before");
  EXPECT_EQ(folder.files(), 1);
}

TEST(NewFile, KeepsLinksAndPermissions) {
  const Folder folder("links");
  std::ofstream(folder / "a") << "before";
  chmod((folder / "a").c_str(), 0640);
  fs::create_symlink("a", folder / "link");
  NewFile file = NewFile::create(folder / "link").value();
  EXPECT_TRUE(file.write("after").ok() && file.commit().ok());
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(text_of(folder / "a"), "after");
  EXPECT_EQ(fs::status(folder / "a").permissions(), fs::perms(0640));
}

TEST(NewFile, SaysWhyItCannot) {
  const Folder folder("why");
  const auto of_none = NewFile::create("/nowhere/at/all");
  ASSERT_FALSE(of_none.ok());
  EXPECT_EQ(of_none.error().rule(), "FILE-1");
  EXPECT_EQ(of_none.error().where(), "/nowhere/at/all");
  EXPECT_EQ(of_none.error().message(), "cannot be written: No such file or directory");
  EXPECT_EQ(NewFile::create(folder.path).error().message(), "cannot be written: Is a directory");
  if (!fs::exists("/dev/full")) return;
  NewFile full = NewFile::create("/dev/full").value();
  EXPECT_TRUE(full.write("text").ok());  // the stream still buffers it
  EXPECT_EQ(full.commit().error().message(), "cannot be written: No space left on device");
  EXPECT_TRUE(fs::exists("/dev/full"));
}

}  // namespace
}  // namespace backedge
