#include "interpreter/openvino/spelling.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/promote_types.h"

/// Functions of elements, and reductions.
namespace backedge::openvino {
namespace {

void broadcasting(AttributeList& to, const ops::Broadcasting& how) {
  using Mode = ops::Broadcasting::Mode;
  if (how.mode == Mode::kNumpy) return;
  to.text("auto_broadcast", how.mode == Mode::kNone ? "none" : "pdpd");
  if (how.mode == Mode::kPdpd) to.integer("auto_broadcast.auto_broadcast_axis", how.axis);
}

void clamp(AttributeList& to, const ops::Clamp& options) {
  to.real("min", options.low);
  to.real("max", options.high);
}

void convert(AttributeList& to, ElementType type) { to.element_type("destination_type", type); }

void convert_promote_types(AttributeList& to, const ops::PromoteTypes& options) {
  to.boolean("promote_unsafe", !options.safe);
  to.boolean("pytorch_scalar_promotion", options.scalars_adapt);
  to.element_type("u64_integer_promotion_target", options.beyond_i64);
}

void divide(AttributeList& to, const ops::Divide& options) {
  to.boolean("m_pythondiv", options.floors_integers);
  broadcasting(to, options.broadcasting);
}

void elu(AttributeList& to, double alpha) { to.real("alpha", alpha); }

void fake_convert(AttributeList& to, ElementType narrow) { to.element_type("destination_type", narrow); }

void fake_quantize(AttributeList& to, const ops::FakeQuantize& options) {
  to.integer("levels", options.levels);
  broadcasting(to, options.broadcasting);
}

void gelu_erf(AttributeList& to, const std::any&) { to.text("approximation_mode", "erf"); }

void gelu_tanh(AttributeList& to, const std::any&) { to.text("approximation_mode", "tanh"); }

void is_inf(AttributeList& to, const ops::IsInf& options) {
  if (!options.detects_negative) to.boolean("detect_negative", false);
  if (!options.detects_positive) to.boolean("detect_positive", false);
}

void reduction(AttributeList& to, bool keep_dims) { to.boolean("keep_dims", keep_dims); }

void round(AttributeList& to, ops::Halves halves) {
  to.text("mode", halves == ops::Halves::kToEven ? "half_to_even" : "half_away_from_zero");
}

constexpr SpellingRow kSpellingsOfFunctions[] = {
    {"abs", "Abs"},
    {"acos", "Acos"},
    {"acosh", "Acosh", 4},
    {"add", "Add", 1, of<broadcasting>},
    {"asin", "Asin"},
    {"asinh", "Asinh", 4},
    {"atan", "Atan"},
    {"atan2", "Atan2", 17, of<broadcasting>},
    {"atanh", "Atanh", 4},
    {"bitwise_and", "BitwiseAnd", 13, of<broadcasting>},
    {"bitwise_left_shift", "BitwiseLeftShift", 15, of<broadcasting>},
    {"bitwise_not", "BitwiseNot", 13},
    {"bitwise_or", "BitwiseOr", 13, of<broadcasting>},
    {"bitwise_right_shift", "BitwiseRightShift", 15, of<broadcasting>},
    {"bitwise_xor", "BitwiseXor", 13, of<broadcasting>},
    {"ceiling", "Ceiling"},
    {"clamp", "Clamp", 1, of<clamp>},
    {"convert", "Convert", 1, of<convert>},
    {"convert_like", "ConvertLike"},
    {"convert_promote_types", "ConvertPromoteTypes", 14, of<convert_promote_types>},
    {"cos", "Cos"},
    {"cosh", "Cosh"},
    {"divide", "Divide", 1, of<divide>},
    {"elu", "Elu", 1, of<elu>},
    {"equal", "Equal", 1, of<broadcasting>},
    {"erf", "Erf"},
    {"exp", "Exp"},
    {"fake_convert", "FakeConvert", 13, of<fake_convert>},
    {"fake_quantize", "FakeQuantize", 1, of<fake_quantize>},
    {"floor", "Floor"},
    {"floor_mod", "FloorMod", 1, of<broadcasting>},
    {"gelu_erf", "Gelu", 7, gelu_erf},
    {"gelu_tanh", "Gelu", 7, gelu_tanh},
    {"greater", "Greater", 1, of<broadcasting>},
    {"greater_equal", "GreaterEqual", 1, of<broadcasting>},
    {"hard_sigmoid", "HardSigmoid"},
    {"hsigmoid", "HSigmoid", 5},
    {"hswish", "HSwish", 4},
    {"is_finite", "IsFinite", 10},
    {"is_inf", "IsInf", 10, of<is_inf>},
    {"is_nan", "IsNaN", 10},
    {"less", "Less", 1, of<broadcasting>},
    {"less_equal", "LessEqual", 1, of<broadcasting>},
    {"log", "Log"},
    {"logical_and", "LogicalAnd", 1, of<broadcasting>},
    {"logical_not", "LogicalNot"},
    {"logical_or", "LogicalOr", 1, of<broadcasting>},
    {"logical_xor", "LogicalXor", 1, of<broadcasting>},
    {"maximum", "Maximum", 1, of<broadcasting>},
    {"minimum", "Minimum", 1, of<broadcasting>},
    {"mish", "Mish", 4},
    {"mod", "Mod", 1, of<broadcasting>},
    {"multiply", "Multiply", 1, of<broadcasting>},
    {"negative", "Negative"},
    {"not_equal", "NotEqual", 1, of<broadcasting>},
    {"power", "Power", 1, of<broadcasting>},
    {"prelu", "PRelu"},
    {"reduce_l1", "ReduceL1", 4, of<reduction>},
    {"reduce_l2", "ReduceL2", 4, of<reduction>},
    {"reduce_logical_and", "ReduceLogicalAnd", 1, of<reduction>},
    {"reduce_logical_or", "ReduceLogicalOr", 1, of<reduction>},
    {"reduce_max", "ReduceMax", 1, of<reduction>},
    {"reduce_mean", "ReduceMean", 1, of<reduction>},
    {"reduce_min", "ReduceMin", 1, of<reduction>},
    {"reduce_prod", "ReduceProd", 1, of<reduction>},
    {"reduce_sum", "ReduceSum", 1, of<reduction>},
    {"relu", "ReLU"},
    {"round", "Round", 5, of<round>},
    {"select", "Select", 1, of<broadcasting>},
    {"selu", "Selu"},
    {"sigmoid", "Sigmoid"},
    {"sign", "Sign"},
    {"sin", "Sin"},
    {"sinh", "Sinh"},
    {"softplus", "SoftPlus", 4},
    {"softsign", "SoftSign", 9},
    {"sqrt", "Sqrt"},
    {"squared_difference", "SquaredDifference", 1, of<broadcasting>},
    {"subtract", "Subtract", 1, of<broadcasting>},
    {"swish", "Swish", 4},
    {"tan", "Tan"},
    {"tanh", "Tanh"},
};

}  // namespace

std::span<const SpellingRow> spellings_of_functions() { return kSpellingsOfFunctions; }

}  // namespace backedge::openvino
