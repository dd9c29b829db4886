#include <numeric>

#include "interpreter/base/joined.h"
#include "interpreter/openvino/spelling.h"
#include "interpreter/ops/detection.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/normalizations.h"

/// Products, normalizations, recurrent cells and sequences of them, and boxes in images.
namespace backedge::openvino {
namespace {

std::string_view name_of(ops::Activation activation) {
  if (activation == ops::Activation::kRelu) return "relu";
  return activation == ops::Activation::kSigmoid ? "sigmoid" : "tanh";
}

void activations(AttributeList& to, std::initializer_list<ops::Activation> list) {
  to.text("activations", joined(list, ",", [](ops::Activation one) { return name_of(one); }));
}

void cell(AttributeList& to, int64_t hidden, double clip) {
  to.integer("hidden_size", hidden);
  if (clip != 0) to.real("clip", clip);
}

void write(AttributeList& to, const ops::GruCell& options) {
  cell(to, options.hidden, options.clip);
  activations(to, {options.f, options.g});
  to.boolean("linear_before_reset", options.linear_before_reset);
}

void write(AttributeList& to, const ops::LstmCell& options) {
  cell(to, options.hidden, options.clip);
  activations(to, {options.f, options.g, options.h});
}

void write(AttributeList& to, const ops::RnnCell& options) {
  cell(to, options.hidden, options.clip);
  activations(to, {options.f});
}

template <class Cell>
void recurrent_cell(AttributeList& to, const Cell& options) {
  write(to, options);
}

template <class Cell>
void sequence(AttributeList& to, const ops::SequenceOf<Cell>& options) {
  write(to, options.cell);
  to.text("direction", options.direction == ops::Direction::kForward   ? "forward"
                       : options.direction == ops::Direction::kReverse ? "reverse"
                                                                       : "bidirectional");
}

void attention(AttributeList& to, bool causal) { to.boolean("causal", causal); }

void batch_norm(AttributeList& to, const ops::BatchNorm& options) { to.real("epsilon", options.epsilon); }

void einsum(AttributeList& to, const ops::Einsum& equation) {
  const auto labels = [](const std::string& names) {
    std::string text;
    for (const char name : names) text += name == ops::Einsum::kEllipsis ? "..." : std::string(1, name);
    return text;
  };
  std::string text;
  for (size_t k = 0; k < equation.inputs.size(); ++k)
    text += (k == 0 ? "" : ",") + labels(equation.inputs[k]);
  to.text("equation", text + "->" + labels(equation.output));
}

void grn(AttributeList& to, double bias) { to.real("bias", bias); }

void group_normalization(AttributeList& to, const ops::GroupNormalization& options) {
  to.integer("num_groups", options.groups);
  to.real("epsilon", options.epsilon);
}

void lrn(AttributeList& to, const ops::Lrn& options) {
  to.real("alpha", options.alpha);
  to.real("beta", options.beta);
  to.real("bias", options.bias);
  to.integer("size", options.size);
}

void matmul(AttributeList& to, const ops::MatMul& options) {
  to.boolean("transpose_a", options.transpose_a);
  to.boolean("transpose_b", options.transpose_b);
}

void write_mvn(AttributeList& to, const ops::Mvn& options) {
  to.boolean("normalize_variance", options.divides);
  to.real("eps", options.epsilon);
}

void mvn(AttributeList& to, const ops::Mvn& options) {
  write_mvn(to, options);
  to.text("eps_mode", options.inside_root ? "inside_sqrt" : "outside_sqrt");
}

void mvn_along(AttributeList& to, const ops::MvnAlong& options) {
  write_mvn(to, options.mvn);
  to.integers("reduction_axes", options.axes);
}

void mvn_from(AttributeList& to, const ops::MvnFrom& options) {
  write_mvn(to, options.mvn);
  to.boolean("across_channels", options.first == 1);
}

void non_max_suppression(AttributeList& to, const ops::NonMaxSuppression& options) {
  to.text("box_encoding", options.center ? "center" : "corner");
  to.boolean("sort_result_descending", options.sorts_all);
  to.element_type("output_type", options.output_type);
}

void normalize_l2(AttributeList& to, const ops::NormalizeL2& options) {
  to.real("eps", options.epsilon);
  to.text("eps_mode", options.adds_epsilon ? "add" : "max");
}

void prior_boxes(AttributeList& to, const ops::PriorBoxes& options) {
  to.boolean("clip", options.clip);
  to.real("offset", options.offset);
  to.reals("variance", options.variance);
}

void prior_box_1(AttributeList& to, const ops::PriorBox& options) {
  to.reals("min_size", options.least);
  to.reals("max_size", options.greatest);
  to.reals("aspect_ratio", options.ratios);
  to.boolean("flip", options.flips);
  to.real("step", options.step);
  prior_boxes(to, options.boxes);
}

void prior_box_8(AttributeList& to, const ops::PriorBox& options) {
  prior_box_1(to, options);
  to.boolean("min_max_aspect_ratios_order", options.greatest_first);
}

void prior_box_clustered(AttributeList& to, const ops::PriorBoxClustered& options) {
  to.reals("width", options.widths);
  to.reals("height", options.heights);
  to.real("step", options.step);
  to.real("step_w", options.step_x);
  to.real("step_h", options.step_y);
  prior_boxes(to, options.boxes);
}

void psroi_pooling(AttributeList& to, const ops::PsRoiPooling& options) {
  to.integer("output_dim", options.channels);
  to.integer("group_size", options.group);
  to.real("spatial_scale", options.scale);
  to.text("mode", options.bilinear ? "bilinear" : "average");
  to.integer("spatial_bins_x", options.bins_x);
  to.integer("spatial_bins_y", options.bins_y);
}

void region_yolo(AttributeList& to, const ops::RegionYolo& options) {
  to.integer("axis", options.first_axis);
  to.integer("coords", options.coordinates);
  to.integer("classes", options.classes);
  to.integer("end_axis", options.last_axis);
  to.integer("num", options.regions);
  to.boolean("do_softmax", options.softmax);
  std::vector<int64_t> mask(static_cast<size_t>(options.softmax ? 0 : options.regions));
  std::iota(mask.begin(), mask.end(), 0);
  to.integers("mask", mask);
}

void roi_pooling(AttributeList& to, const ops::RoiPooling& options) {
  to.integer("pooled_h", options.height);
  to.integer("pooled_w", options.width);
  to.real("spatial_scale", options.scale);
  to.text("method", options.bilinear ? "bilinear" : "max");
}

void roi_align_3(AttributeList& to, const ops::RoiAlign& options) {
  to.integer("pooled_h", options.height);
  to.integer("pooled_w", options.width);
  to.integer("sampling_ratio", options.points);
  to.real("spatial_scale", options.scale);
  to.text("mode", options.takes_greatest ? "max" : "avg");
}

void roi_align_9(AttributeList& to, const ops::RoiAlign& options) {
  using Alignment = ops::RoiAlign::Alignment;
  roi_align_3(to, options);
  to.text("aligned_mode", options.alignment == Alignment::kAsymmetric       ? "asymmetric"
                          : options.alignment == Alignment::kHalfPixelForNn ? "half_pixel_for_nn"
                                                                            : "half_pixel");
}

void softmax(AttributeList& to, const ops::Softmax& options) { to.integer("axis", options.axis); }

void stft(AttributeList& to, bool transposes_frames) { to.boolean("transpose_frames", transposes_frames); }

void log_softmax(AttributeList& to, const ops::LogSoftmax& options) { to.integer("axis", options.axis); }

constexpr SpellingRow kSpellingsOfLayers[] = {
    {"batch_norm", "BatchNormInference", 5, of<batch_norm>},
    {"batch_norm", "BatchNormInference", 1, of<batch_norm>},
    {"einsum", "Einsum", 7, of<einsum>},
    {"fourier", "DFT", 7},
    {"fourier", "IDFT", 7},
    {"fourier", "RDFT", 9},
    {"fourier", "IRDFT", 9},
    {"grn", "GRN", 1, of<grn>},
    {"group_normalization", "GroupNormalization", 12, of<group_normalization>},
    {"gru_cell", "GRUCell", 3, of<recurrent_cell<ops::GruCell>>},
    {"gru_sequence", "GRUSequence", 5, of<sequence<ops::GruCell>>},
    {"log_softmax", "LogSoftmax", 5, of<log_softmax>},
    {"lrn", "LRN", 1, of<lrn>},
    {"lstm_cell", "LSTMCell", 4, of<recurrent_cell<ops::LstmCell>>},
    {"lstm_sequence", "LSTMSequence", 5, of<sequence<ops::LstmCell>>},
    {"matmul", "MatMul", 1, of<matmul>},
    {"mvn", "MVN", 6, of<mvn>},
    {"mvn_along", "MVN", 1, of<mvn_along>},
    {"mvn_from", "MVN", 1, of<mvn_from>},
    {"non_max_suppression", "NonMaxSuppression", 9, of<non_max_suppression>},
    {"non_max_suppression", "NonMaxSuppression", 5, of<non_max_suppression>},
    {"normalize_l2", "NormalizeL2", 1, of<normalize_l2>},
    {"prior_box", "PriorBox", 8, of<prior_box_8>},
    {"prior_box", "PriorBox", 1, of<prior_box_1>},
    {"prior_box_clustered", "PriorBoxClustered", 1, of<prior_box_clustered>},
    {"psroi_pooling", "PSROIPooling", 1, of<psroi_pooling>},
    {"region_yolo", "RegionYolo", 1, of<region_yolo>},
    {"rnn_cell", "RNNCell", 1, of<recurrent_cell<ops::RnnCell>>},
    {"rnn_sequence", "RNNSequence", 5, of<sequence<ops::RnnCell>>},
    {"roi_align", "ROIAlign", 9, of<roi_align_9>},
    {"roi_pooling", "ROIPooling", 2, of<roi_pooling>},
    {"scaled_dot_product_attention", "ScaledDotProductAttention", 13, of<attention>},
    {"softmax", "Softmax", 8, of<softmax>},
    {"stft", "STFT", 15, of<stft>},
};

}  // namespace

std::span<const SpellingRow> spellings_of_layers() { return kSpellingsOfLayers; }

}  // namespace backedge::openvino
