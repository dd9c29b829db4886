#pragma once

#include "interpreter/ops/operation.h"

/// Random numbers. The same seeds give the same numbers in every inference and in every iteration (OP-57).
namespace backedge::ops {

struct RandomUniform {
  enum class Generator { kPhilox, kMersenneTwister };
  ElementType type = ElementType::kF32;  // i32, i64 or a real type
  int64_t global_seed = 0, op_seed = 0;  // 0 or more
  Generator generator = Generator::kPhilox;
  bool operator==(const RandomUniform&) const = default;
};

Operation make_random_uniform(const RandomUniform& options);

}  // namespace backedge::ops
