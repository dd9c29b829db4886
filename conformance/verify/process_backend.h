#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "conformance/protocol/protocol.h"
#include "conformance/protocol/scratch_folder.h"
#include "conformance/verify/process.h"

namespace backedge {

struct ProcessBackendOptions {
  ProcessOptions process;
  double seconds = 10;                         // for an answer
  double hello_seconds = 60;                   // for the first one
  const std::atomic<bool>* stopped = nullptr;  // once it is true nothing is waited for any more
};

/// A program that speaks the protocol: started when it is needed, and again after it broke.
class ProcessBackend : public Backend {
 public:
  explicit ProcessBackend(ProcessBackendOptions options) : options_(std::move(options)) {}
  ~ProcessBackend() override;

  /// Starts it where it does not run.
  ///
  /// errors  BACKEND-1; BACKEND-3 now and from then on, if it came back with another hello
  Result<Hello> start();

  /// Ends it, so that the next start() gives a fresh process.
  void stop() override;

  /// How many models the process has been asked to load; 0 where there is none.
  int64_t loads() const override { return loads_; }

  /// What start() must give, where another process of the same backend has said hello before.
  void expect(const Hello& hello) {
    hello_ = hello;
    said_hello_ = true;
  }

  BackendAnswer load(const ModelFiles& model) override;
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override;
  BackendAnswer unload() override;
  std::string take_errors() override;

  /// A self-contained program that shows with the backend's own API what it makes of an inference; asked where no model is
  /// loaded.
  ///
  /// expected  the outputs that would be right; none: a refusal would be
  /// returns   the program; Skipped, Failed or Broken where there is none
  std::variant<Script, BackendAnswer> write_script(const ModelFiles& model,
                                                   const std::vector<NamedTensor>& inputs,
                                                   const std::optional<std::vector<Tensor>>& expected);

  /// How often it was started.
  int64_t starts() const { return starts_; }

 private:
  std::variant<AnswerContent, Broken> ask(Request request, double seconds);
  BackendAnswer ask_model(Request request);
  Result<Request> about(Request::Kind kind, const ModelFiles& model);
  Broken broken(Broken::Kind kind, std::string message);
  Broken cannot_ask(Error error);
  Result<void> copy_model(const ModelFiles& model);
  void end(double seconds);

  ProcessBackendOptions options_;
  std::unique_ptr<Process> process_;
  Hello hello_;
  bool said_hello_ = false;
  std::optional<std::string> changed_;      // why it is another backend than at first
  std::unique_ptr<ScratchFolder> scratch_;  // of the process
  std::unique_ptr<ScratchFolder> model_;    // in it: the files of the model that was named last
  ModelFormat format_ = kOpenvinoIr;        // of that model
  KeptText errors_{size_t{32} << 10};       // of processes that are no more
  int64_t next_id_ = 1;
  int64_t starts_ = 0;
  int64_t loads_ = 0;  // of the process
};

}  // namespace backedge
