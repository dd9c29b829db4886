#include "conformance/verify/written_ir.h"

#include <gtest/gtest.h>

#include "conformance/generate/generate_model.h"
#include "conformance/generate/random.h"
#include "interpreter/openvino/weights.h"

namespace backedge::generate {
namespace {

// Models with combinations of features that no case has.
TEST(WrittenIr, OfGeneratedModelsIsTheSameModel) {
  for (int64_t number = 0; number < 400; ++number) {
    GeneratedModel generated = generate_model(seed_of(2, number));
    generated.model.weights = openvino::weights_of(generated.weights, "");
    const LoadedModel model(openvino::build_model(generated.model).value());
    const Result<LoadedModel> again = read_written_ir(model.graph());
    ASSERT_TRUE(again.ok()) << number << ": " << again.error().text();
    for (const auto& inputs : generated.inferences)
      EXPECT_EQ(difference(model, again.value(), {.named = inputs}), "") << number;
  }
}

}  // namespace
}  // namespace backedge::generate
