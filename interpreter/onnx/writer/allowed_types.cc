#include "interpreter/onnx/writer/allowed_types.h"

#include <algorithm>
#include <initializer_list>

namespace backedge::onnx::writing {
namespace {

// Sets of element types, one bit each.
using Types = uint32_t;

constexpr Types set_of(std::initializer_list<ElementType> types) {
  Types set = 0;
  for (const ElementType type : types) set |= Types{1} << static_cast<int>(type);
  return set;
}

using E = ElementType;
constexpr Types kBoolean = set_of({E::kBoolean});
constexpr Types kSigned = set_of({E::kI8, E::kI16, E::kI32, E::kI64});
constexpr Types kUnsigned = set_of({E::kU8, E::kU16, E::kU32, E::kU64});
constexpr Types kIntegers = kSigned | kUnsigned;
constexpr Types kOldReals = set_of({E::kF16, E::kF32, E::kF64});  // before bf16
constexpr Types kReals = kOldReals | set_of({E::kBF16});
constexpr Types kNumeric = kIntegers | kReals;
constexpr Types kOld = kBoolean | kIntegers | kOldReals;
constexpr Types kAll = kBoolean | kNumeric;
constexpr Types kNarrow = set_of({E::kU4, E::kI4, E::kF8E4M3, E::kF8E5M2});
constexpr Types kWide = kReals | set_of({E::kI32, E::kI64, E::kU32, E::kU64});
constexpr Types kWideOrBytes = kBoolean | kWide | set_of({E::kI8, E::kU8});

struct Row {
  std::string_view op;
  Types types;
  size_t operand = 0;  // the one that decides
};

// The type constraints of ONNX's schemas, sorted by name. Operators that are not here take every type.
constexpr Row kRows[] = {
    {"Abs", kNumeric},
    {"Acos", kOldReals},
    {"Acosh", kOldReals},
    {"Add", kNumeric},
    {"And", kBoolean},
    {"Asin", kOldReals},
    {"Asinh", kOldReals},
    {"Atan", kOldReals},
    {"Atanh", kOldReals},
    {"AveragePool", kOldReals},
    {"BatchNormalization", kReals},
    {"BitShift", kUnsigned},
    {"BitwiseAnd", kIntegers},
    {"BitwiseNot", kIntegers},
    {"BitwiseOr", kIntegers},
    {"BitwiseXor", kIntegers},
    {"Ceil", kReals},
    {"Clip", kNumeric},
    {"Col2Im", kAll},
    {"Concat", kAll},
    {"Conv", kOldReals},
    {"ConvTranspose", kOldReals},
    {"Cos", kOldReals},
    {"Cosh", kOldReals},
    {"CumSum", kWide},
    {"DepthToSpace", kAll},
    {"Div", kNumeric},
    {"Einsum", kIntegers | kOldReals},
    {"Elu", kOldReals},
    {"Equal", kAll},
    {"Erf", kReals},
    {"Exp", kReals},
    {"Expand", kAll},
    {"Floor", kReals},
    {"GRU", kOldReals},
    {"Gather", kAll},
    {"GatherElements", kAll},
    {"GatherND", kAll},
    {"Gelu", kReals},
    {"Greater", kNumeric},
    {"GreaterOrEqual", kNumeric},
    {"GridSample", kOld},
    {"GroupNormalization", kReals},
    {"HardSigmoid", kOldReals},
    {"HardSwish", kOldReals},
    {"IsInf", kReals},
    {"IsNaN", kReals},
    {"LRN", kReals},
    {"LSTM", kOldReals},
    {"Less", kNumeric},
    {"LessOrEqual", kNumeric},
    {"Log", kReals},
    {"LogSoftmax", kReals},
    {"MatMul", kWide},
    {"Max", kNumeric},
    {"MaxPool", kOldReals | set_of({E::kI8, E::kU8})},
    {"Min", kNumeric},
    {"Mish", kOldReals},
    {"Mod", kNumeric},
    {"Mul", kNumeric},
    {"Neg", kSigned | kReals},
    {"NonMaxSuppression", set_of({E::kF32})},
    {"NonZero", kAll},
    {"Not", kBoolean},
    {"OneHot", kOld, 2},
    {"Or", kBoolean},
    {"PRelu", kWide},
    {"Pad", kAll | kNarrow},
    {"Pow", kReals | set_of({E::kI32, E::kI64})},
    {"RNN", kOldReals},
    {"Range", set_of({E::kF32, E::kF64, E::kI16, E::kI32, E::kI64})},
    {"ReduceL1", kWide},
    {"ReduceL2", kWide},
    {"ReduceMax", kWideOrBytes},
    {"ReduceMean", kWide},
    {"ReduceMin", kWideOrBytes},
    {"ReduceProd", kWide},
    {"ReduceSum", kWide},
    {"Relu", kSigned | kReals},
    {"Resize", kAll},
    {"ReverseSequence", kOld},
    {"RoiAlign", kOldReals},
    {"Round", kOldReals},
    {"ScatterElements", kAll},
    {"ScatterND", kAll},
    {"Selu", kOldReals},
    {"Sigmoid", kReals},
    {"Sign", kNumeric},
    {"Sin", kOldReals},
    {"Sinh", kOldReals},
    {"Slice", kAll},
    {"Softmax", kReals},
    {"Softplus", kOldReals},
    {"Softsign", kOldReals},
    {"SpaceToDepth", kAll},
    {"Split", kAll},
    {"Sqrt", kReals},
    {"Sub", kNumeric},
    {"Tan", kOldReals},
    {"Tanh", kReals},
    {"Tile", kAll},
    {"TopK", kIntegers | kOldReals},
    {"Trilu", kAll},
    {"Unique", kOld},
    {"Where", kAll, 1},
    {"Xor", kBoolean},
};
static_assert(std::is_sorted(std::begin(kRows), std::end(kRows),
                             [](const Row& a, const Row& b) { return a.op < b.op; }));

}  // namespace

bool may_be_written(ElementType type) { return ((kAll | kNarrow) >> static_cast<int>(type) & 1) != 0; }

bool may_be_operand(std::string_view op, size_t k, ElementType type) {
  const Row* const row = std::lower_bound(std::begin(kRows), std::end(kRows), op,
                                          [](const Row& a, std::string_view b) { return a.op < b; });
  if (row == std::end(kRows) || row->op != op || row->operand != k) return may_be_written(type);
  return (row->types >> static_cast<int>(type) & 1) != 0;
}

}  // namespace backedge::onnx::writing
