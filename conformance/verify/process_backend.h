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
  double seconds = 10;                         // time limit for an answer
  double hello_seconds = 60;                   // time limit for the first answer
  const std::atomic<bool>* stopped = nullptr;  // as soon as it is true, nothing waits any longer
};

/// A program that speaks the protocol. It is started when it is needed, and restarted after it broke.
class ProcessBackend : public Backend {
 public:
  explicit ProcessBackend(ProcessBackendOptions options) : options_(std::move(options)) {}
  ~ProcessBackend() override;

  /// Starts it, unless it runs.
  ///
  /// errors  BACKEND-1; BACKEND-3 this time and every later time, if it restarted with another hello
  Result<Hello> start();

  /// Ends it, so that the next start() starts a new process.
  void stop() override;

  /// The number of models that the process was asked to load; 0 if there is no process.
  int64_t loads() const override { return loads_; }

  /// Sets the hello that start() must get, because another process of the same backend has sent it.
  void expect(const Hello& hello) {
    hello_ = hello;
    said_hello_ = true;
  }

  BackendAnswer load(const ModelFiles& model) override;
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override;
  BackendAnswer unload() override;
  std::string take_errors() override;

  /// Asks for a self-contained program that shows the backend's result for an inference through its own
  /// API. No model is loaded at that time.
  ///
  /// expected  the correct outputs; if there are none, a rejection is correct
  /// returns   the program; Skipped, Failed or Broken if there is none
  std::variant<Script, BackendAnswer> write_script(const ModelFiles& model,
                                                   const std::vector<NamedTensor>& inputs,
                                                   const std::optional<std::vector<Tensor>>& expected);

  /// What the first process that broke the protocol at or after `bye` did there; "" if none did. All
  /// verdicts are known then, so this changes none.
  const std::string& fault_at_bye() const { return fault_at_bye_; }

  /// The number of times that it was started.
  int64_t starts() const { return starts_; }

 private:
  std::variant<AnswerContent, Broken> ask(Request request, double seconds);
  BackendAnswer ask_model(Request request);
  Result<Request> about(Request::Kind kind, const ModelFiles& model);
  Broken broken(Broken::Kind kind, std::string message);
  Broken cannot_ask(Error error);
  Result<void> copy_model(const ModelFiles& model);
  std::string say_bye();
  void end(double seconds);

  ProcessBackendOptions options_;
  std::unique_ptr<Process> process_;
  Hello hello_;
  bool said_hello_ = false;
  std::optional<std::string> changed_;      // why it is no longer the first backend
  std::unique_ptr<ScratchFolder> scratch_;  // of the process
  std::unique_ptr<ScratchFolder> model_;    // inside scratch_: the files of the last model
  ModelFormat format_ = kOpenvinoIr;        // of that model
  KeptText errors_{size_t{32} << 10};       // of processes that have ended
  std::string fault_at_bye_;
  bool hangs_at_bye_ = false;
  int64_t next_id_ = 1;
  int64_t starts_ = 0;
  int64_t loads_ = 0;  // by the current process
};

}  // namespace backedge
