#include "interpreter/ops/promote_types.h"

#include <algorithm>
#include <string>

#include "interpreter/ops/convert.h"
#include "interpreter/ops/operand_checks.h"

/// Two tensors converted to one type, as Convert does it.
///
/// A real type has priority over an integer, and an integer over boolean. Two integers or two real types
/// become the smallest type that holds all values of both. A signed type has at least twice as many
/// bits as an unsigned operand; u64 and a signed type give beyond_i64.
///
/// inputs   two tensors of types that have arithmetic, or u1, u4, i4, f8e4m3, f8e5m2
/// outputs  tensors of one type, of the shapes of the inputs
/// errors   OP-4 another type; `safe` and the promotion may lose something
/// source   OpenVINO's ConvertPromoteTypes-14
namespace backedge::ops {
namespace {

using enum ElementType;

enum class Kind { kNone, kBoolean, kInteger, kReal };

Kind kind_of(ElementType type) {
  if (type == kBoolean) return Kind::kBoolean;
  if (is_integer(type) || type == kU1 || type == kU4 || type == kI4) return Kind::kInteger;
  if (is_real(type) || type == kF8E4M3 || type == kF8E5M2) return Kind::kReal;
  return Kind::kNone;
}

int64_t bits_of(ElementType type) {
  if (type == kU1) return 1;
  return type == kU4 || type == kI4 ? 4 : 8 * size_of(type);
}

bool is_signed(ElementType type) { return type <= kI64 || type == kI4; }

/// The signed integer of at least so many bits, or `beyond`.
ElementType signed_of(int64_t bits, ElementType beyond) {
  for (const ElementType type : {kI4, kI8, kI16, kI32, kI64})
    if (bits <= bits_of(type)) return type;
  return beyond;
}

ElementType common_integer(ElementType a, ElementType b, ElementType beyond) {
  if (is_signed(a) == is_signed(b)) return bits_of(a) < bits_of(b) ? b : a;
  const ElementType with_sign = is_signed(a) ? a : b, without = is_signed(a) ? b : a;
  return signed_of(std::max(bits_of(with_sign), 2 * bits_of(without)), beyond);
}

ElementType common_real(ElementType a, ElementType b) {
  if (bits_of(a) != bits_of(b)) return bits_of(a) < bits_of(b) ? b : a;
  if (a == b) return a;
  return bits_of(a) == 8 ? kF16 : kF32;
}

/// The type for operands that both have axes, or both have none.
ElementType common_type(ElementType a, ElementType b, ElementType beyond) {
  if (kind_of(a) != kind_of(b)) return kind_of(a) < kind_of(b) ? b : a;
  if (a == b) return a;
  return kind_of(a) == Kind::kReal ? common_real(a, b) : common_integer(a, b, beyond);
}

/// Whether a promotion to `common` keeps all numbers and makes neither type wider than the other.
bool is_safe(ElementType a, ElementType b, ElementType common) {
  if (kind_of(a) != kind_of(b)) {
    const bool to_real = kind_of(common) == Kind::kReal && std::min(kind_of(a), kind_of(b)) == Kind::kInteger;
    return !to_real || bits_of(common) >= 2 * bits_of(a == common ? b : a);
  }
  return common == a || common == b;
}

Error unsafe(ElementType a, ElementType b, const std::string& problem) {
  return Error("OP-4", std::string(name_of(a)) + " and " + std::string(name_of(b)) + ": " + problem)
      .note("promote_unsafe is false");
}

Result<ElementType> promoted(const PromoteTypes& options, const Operand& a, const Operand& b) {
  const ElementType common = common_type(a.type, b.type, options.beyond_i64);
  const bool one_kind = kind_of(a.type) == kind_of(b.type) && a.type != b.type;
  if (options.scalars_adapt && one_kind) {
    if (!a.shape.rank_known() || !b.shape.rank_known())
      return Error("OP-4", "the common type depends on a rank that is not known");  // [OP-52]
    if ((a.shape.rank() == 0) != (b.shape.rank() == 0)) {
      const ElementType of_tensor = a.shape.rank() == 0 ? b.type : a.type;
      if (!options.safe || of_tensor == common) return of_tensor;  // [OP-52]
      return unsafe(a.type, b.type, "the type of the tensor does not hold all values of the scalar's");
    }
  }
  const bool beyond =
      one_kind && (a.type == kU64 || b.type == kU64) && is_signed(a.type) != is_signed(b.type);
  if (!options.safe || (is_safe(a.type, b.type, common) && !beyond)) return common;  // [OP-52]
  return unsafe(a.type, b.type, "a promotion to " + std::string(name_of(common)) + " is not safe");
}

Result<void> infer_promotion(const PromoteTypes& options, std::span<const Operand> inputs,
                             std::span<Signature> outputs) {
  for (size_t k = 0; k < 2; ++k) {
    if (kind_of(inputs[k].type) != Kind::kNone) continue;  // [OP-52]
    return Error("OP-4", "input " + std::to_string(k) + " is " + std::string(name_of(inputs[k].type)) +
                             ", which no promotion has");
  }
  const ElementType common = TRY(promoted(options, inputs[0], inputs[1]));
  for (size_t k = 0; k < 2; ++k) outputs[k] = {common, inputs[k].shape};
  return {};
}

Result<void> convert_both(const KernelCall& call) {
  for (size_t k = 0; k < 2; ++k) {
    TRY(convert_elements({.inputs = call.inputs.subspan(k, 1),
                          .outputs = call.outputs.subspan(k, 1),
                          .pool = call.pool,
                          .deadline = call.deadline}));
  }
  return {};
}

}  // namespace

Operation make_convert_promote_types(const PromoteTypes& options) {
  return made(
      __func__, options,
      {.infer = std::bind_front(infer_promotion, options), .kernel = convert_both, .error = Converts{}});
}

}  // namespace backedge::ops
