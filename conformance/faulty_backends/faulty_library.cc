/// Libraries for backend_c.h, each with one fault: `c_host LIBRARY NAME`. A library without the fault
/// returns each input. This is C++11, so that the header is compiled as C++11 too.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/protocol/backend_c.h"

struct backedge_backend {
  std::string fault;
};

struct backedge_model {
  const backedge_backend* backend;
  std::vector<std::vector<char>> data;
  std::vector<std::vector<int64_t>> shapes;
  std::vector<backedge_tensor> outputs;

  bool is(const char* fault) const { return backend->fault == fault; }
};

namespace {

void misbehave(const backedge_model& model) {
  if (model.is("crashes")) std::abort();
  if (model.is("throws")) throw std::runtime_error("past the border");
  if (model.is("never_returns")) {
    for (;;) pause();
  }
  if (model.is("closes_everything")) {
    for (int stream = 0; stream < 1000; ++stream) close(stream);
  }
  if (model.is("prints")) {
    std::puts("{\"id\": 3, \"outputs\": []}");
    std::fflush(stdout);
    if (write(STDOUT_FILENO, "\n", 1) != 1 || std::getchar() != EOF) std::abort();
  }
}

void spoil(const backedge_model& model, backedge_answer& answer, backedge_tensor& output,
           int64_t& dimension) {
  if (model.is("no_answer")) answer.kind = 0;
  if (model.is("unknown_kind")) answer.kind = 7;
  if (model.is("no_phase")) answer.kind = BACKEDGE_REJECTED;
  if (model.is("null_outputs")) answer.outputs = nullptr;
  if (model.is("negative_dimension")) dimension = -2;
  if (model.is("huge_dimension")) dimension = INT64_MAX;
  if (model.is("unknown_type")) output.element_type = 99;
  if (model.is("no_type")) output.element_type = 0;
  if (model.is("negative_rank")) output.rank = -1;
  if (model.is("rank_of_1000")) output.rank = 1000;
  if (model.is("null_shape")) output.shape = nullptr;
  if (model.is("null_data")) output.data = nullptr;
  if (model.is("a_byte_short")) --output.byte_count;
  if (model.is("a_byte_more")) ++output.byte_count;
  if (model.is("neither_true_nor_false")) {
    output.element_type = BACKEDGE_BOOLEAN;
    output.byte_count = 2;  // of the two integers, the first of which is 3
  }
}

}  // namespace

extern "C" {

uint32_t backedge_abi_version(void) { return FAULTY_ABI_VERSION; }

#ifndef FAULTY_NO_HELLO
backedge_backend* backedge_hello(const char* const* arguments, backedge_description* description) {
  const std::string fault = *arguments == nullptr ? "none" : *arguments;
  static const char* const features[] = {"type:i32", nullptr};
  description->name = fault == "no_name" ? nullptr : "faulty";
  description->version = "1";
  description->features = features;
  return fault == "no_backend" ? nullptr : new backedge_backend{fault};
}
#endif

backedge_model* backedge_load(backedge_backend* backend, const char*, const char*, backedge_answer*) {
  if (backend->fault == "exits") std::exit(0);
  if (backend->fault == "no_model") return nullptr;
  backedge_model* const model = new backedge_model();
  model->backend = backend;
  return model;
}

void backedge_run(backedge_model* model, const backedge_tensor* inputs, size_t input_count,
                  backedge_answer* answer) {
  misbehave(*model);
  *model = backedge_model{model->backend, {}, {}, {inputs, inputs + input_count}};
  for (backedge_tensor& output : model->outputs) {
    const char* const data = static_cast<const char*>(output.data);
    model->data.emplace_back(data, data + output.byte_count);
    model->shapes.emplace_back(output.shape, output.shape + output.rank);
    output.data = model->data.back().data();
    output.shape = model->shapes.back().data();
  }
  answer->kind = BACKEDGE_OUTPUTS;
  answer->outputs = model->outputs.data();
  answer->output_count = model->outputs.size();
  spoil(*model, *answer, model->outputs[0], model->shapes[0][0]);
}

void backedge_unload(backedge_model* model) { delete model; }

void backedge_bye(backedge_backend* backend) { delete backend; }

}  // extern "C"
