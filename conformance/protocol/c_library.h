#pragma once

#include <memory>
#include <string>

#include "conformance/protocol/backend_c.h"
#include "conformance/protocol/protocol.h"

namespace backedge {

/// A shared library in this process that exports the functions of backend_c.h. If it breaks their rules,
/// the answer is a Broken.
class CLibrary : public Backend {
 public:
  /// Loads the library and says hello.
  ///
  /// arguments  for the library, followed by a nullptr
  /// errors     BACKEND-1 the library cannot be loaded, lacks a function, has another version of the ABI,
  ///            or gives no backend or no description
  static Result<std::unique_ptr<CLibrary>> open(const std::string& file, const char* const* arguments);
  ~CLibrary() override;

  const Hello& hello() const { return hello_; }
  BackendAnswer load(const ModelFiles& model) override;
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override;
  BackendAnswer unload() override;

 private:
  struct Functions {
    decltype(&backedge_abi_version) abi_version;
    decltype(&backedge_hello) hello;
    decltype(&backedge_load) load;
    decltype(&backedge_run) run;
    decltype(&backedge_unload) unload;
    decltype(&backedge_bye) bye;
  };
  CLibrary(const Functions& functions, backedge_backend* backend, Hello hello)
      : functions_(functions), backend_(backend), hello_(std::move(hello)) {}

  Functions functions_;
  backedge_backend* backend_;
  backedge_model* model_ = nullptr;
  Hello hello_;
};

}  // namespace backedge
