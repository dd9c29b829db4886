#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/tensor/element_type.h"

/// What languages write in addition to the operands of an operation, as typed values. Each default is what
/// most languages mean if nothing is written.
namespace backedge::ops {

/// How operands of different shapes are combined.
///
/// none   the shapes are equal
/// numpy  aligned at the last dimension; dimensions of 1 are repeated, on both sides
/// pdpd   the second operand is broadcast to the shape of the first, its first dimension aligned at `axis`
struct Broadcasting {
  enum class Mode { kNone, kNumpy, kPdpd };
  Mode mode = Mode::kNumpy;
  int64_t axis = -1;  // for pdpd: 0 or more; -1 aligns at the last dimension
  bool operator==(const Broadcasting&) const = default;
};

struct Divide {
  bool floors_integers = false;  // otherwise the quotient of integers is truncated
  Broadcasting broadcasting = {};
  bool operator==(const Divide&) const = default;
};

/// low must not be above high.
struct Clamp {
  double low = 0, high = 0;
  bool operator==(const Clamp&) const = default;
};

/// How a number halfway between two whole numbers is rounded.
enum class Halves { kToEven, kAwayFromZero };

struct IsInf {
  bool detects_negative = true, detects_positive = true;
  bool operator==(const IsInf&) const = default;
};

/// input_low, input_high, output_low and output_high are broadcast to the shape of x.
struct FakeQuantize {
  int64_t levels = 2;  // 2 or more
  Broadcasting broadcasting = {};
  bool operator==(const FakeQuantize&) const = default;
};

struct MatMul {
  bool transpose_a = false, transpose_b = false;  // swap the last two axes; no effect on vectors
  bool operator==(const MatMul&) const = default;
};

struct CumSum {
  bool exclusive = false;  // leaves element j out of sum j
  bool reverse = false;    // sums from the last element to the first
  bool operator==(const CumSum&) const = default;
};

struct Softmax {
  int64_t axis = -1;  // in [-rank, rank)
  bool operator==(const Softmax&) const = default;
};

struct LogSoftmax {
  int64_t axis = -1;  // in [-rank, rank)
  bool operator==(const LogSoftmax&) const = default;
};

struct TopK {
  int64_t axis = -1;  // in [-rank, rank)
  bool greatest = true;
  bool by_index = false;  // otherwise the best element comes first
  ElementType index_type = ElementType::kI64;
  int64_t least_k = 0;
  bool operator==(const TopK&) const = default;
};

struct NonMaxSuppression {
  bool center = false;                    // boxes are (x, y, width, height); otherwise two corners
  bool sorts_all = true;                  // by score; otherwise the boxes of each class are together
  bool removes_beyond_threshold = false;  // also with a sigma
  ElementType output_type = ElementType::kI64;
  bool operator==(const NonMaxSuppression&) const = default;
};

/// Where a search puts a number that equals elements of a sorted list: before or after all of them.
struct Search {
  bool after_equal = false;
  ElementType output_type = ElementType::kI64;
  bool operator==(const Search&) const = default;
};

struct Unique {
  bool sorted = true;  // otherwise the order is that of the first occurrences
  ElementType index_type = ElementType::kI64, count_type = ElementType::kI64;
  bool operator==(const Unique&) const = default;
};

struct BroadcastTo {
  enum class Mode { kNumpy, kBidirectional, kExplicit };
  Mode mode = Mode::kNumpy;
  bool ignores_surplus_mapping = false;  // axes_mapping in a mode other than kExplicit
  bool operator==(const BroadcastTo&) const = default;
};

struct Gather {
  int64_t batch_dims = 0;  // counts from the end of the rank of indices if negative
  enum class OutOfRange { kError, kFromEndOrError, kFromEndOrZeros };
  OutOfRange out_of_range = OutOfRange::kError;
  bool operator==(const Gather&) const = default;
};

/// What an index below 0 means.
enum class NegativeIndex { kError, kFromEnd };

struct GatherElements {
  int64_t axis = 0;  // in [-rank, rank)
  NegativeIndex negative = NegativeIndex::kError;
  bool operator==(const GatherElements&) const = default;
};

struct GatherNd {
  int64_t batch_dims = 0;       // 0 or more
  bool merges_batches = false;  // whether the batch dimensions become one dimension of the output
  NegativeIndex negative = NegativeIndex::kFromEnd;
  bool operator==(const GatherNd&) const = default;
};

/// How an update changes an element. `kNone` replaces it.
enum class Reduction { kNone, kSum, kSubtract, kProduct, kMin, kMax, kMean };

struct ScatterElements {
  Reduction reduction = Reduction::kNone;
  bool begins_with_data = true;  // otherwise an element that is updated begins with its first update
  NegativeIndex negative = NegativeIndex::kFromEnd;
  bool longer_axis = true;  // whether there may be more indices along the axis than elements
  bool booleans = true;     // whether data may be boolean
  bool operator==(const ScatterElements&) const = default;
};

struct ScatterNd {
  Reduction reduction = Reduction::kNone;  // not kMean
  NegativeIndex negative = NegativeIndex::kFromEnd;
  bool booleans = true;  // whether data may be boolean
  bool operator==(const ScatterNd&) const = default;
};

/// What the new elements around data are: a constant, the nearest element, or a reflection of data, in which
/// `kReflect` does not repeat the element at the edge and `kSymmetric` does.
struct Pad {
  enum class Mode { kConstant, kEdge, kReflect, kSymmetric };
  Mode mode = Mode::kConstant;
  bool crops = true;  // whether a negative number removes elements; otherwise it is an error
  bool operator==(const Pad&) const = default;
};

/// How windows slide over the spatial axes of a tensor, which are its last ones. Each list has one number for
/// each of them. Strides and dilations are 1 or more; pads are 0 or more.
struct Windows {
  /// kExplicit: pads_begin and pads_end. kSameUpper and kSameLower: pads that make one window for each stride;
  /// if their sum is odd, the end or the beginning gets one more. kValid: no pads.
  enum class Padding { kExplicit, kSameUpper, kSameLower, kValid };
  /// Whether there is one more window if the last one leaves elements over: never, always, or if it begins
  /// before the padding at the end.
  enum class Rounding { kDown, kUp, kUpInData };
  std::vector<int64_t> strides, dilations;
  std::vector<int64_t> pads_begin = {}, pads_end = {};  // only for kExplicit
  Padding padding = Padding::kExplicit;
  Rounding rounding = Rounding::kDown;

  int64_t rank() const { return std::ssize(strides); }
  bool operator==(const Windows&) const = default;
};

struct Convolution {
  Windows windows;
  bool grouped = false;  // whether the kernel begins with an axis of groups
  bool operator==(const Convolution&) const = default;
};

/// The gradient of a Convolution with respect to its data. The windows slide over the output.
struct ConvolutionBackprop {
  Windows windows;
  std::vector<int64_t> output_padding;  // further elements at the end of each spatial axis, 0 or more
  bool grouped = false;
  bool operator==(const ConvolutionBackprop&) const = default;
};

/// A kernel has one number for each spatial axis, 1 or more: the size of a window.
struct MaxPool {
  Windows windows;
  std::vector<int64_t> kernel;
  int64_t axis = 0;  // the first one of those that indices count through, in [-rank, rank)
  ElementType index_type = ElementType::kI64;
  bool operator==(const MaxPool&) const = default;
};

struct AdaptiveMaxPool {
  ElementType index_type = ElementType::kI64;
  bool operator==(const AdaptiveMaxPool&) const = default;
};

struct AvgPool {
  Windows windows;
  std::vector<int64_t> kernel;
  bool excludes_padding = false;  // whether a sum is divided by the number of its elements in data
  bool operator==(const AvgPool&) const = default;
};

/// Mean and variance normalization.
struct Mvn {
  bool divides = true;      // by the root of the variance
  double epsilon = 0;       // above 0
  bool inside_root = true;  // whether epsilon is added to the variance; otherwise to its root
  bool operator==(const Mvn&) const = default;
};

/// The labels of the axes: of each operand and of the output. Each is a letter, or the one ellipsis.
struct Einsum {
  static constexpr char kEllipsis = '.';
  std::vector<std::string> inputs;
  std::string output;
  bool equal_ellipses = false;  // whether every ellipsis covers equally many axes, as in ONNX
  bool operator==(const Einsum&) const = default;
};

struct NormalizeL2 {
  double epsilon = 0;        // above 0
  bool adds_epsilon = true;  // to the sum of squares; otherwise it is the least sum
  bool operator==(const NormalizeL2&) const = default;
};

/// Local response normalization: along each axis, a region has so many elements `before` and `after` its own.
struct Lrn {
  double alpha = 1, beta = 1, bias = 1;
  int64_t size = 1;               // divides the sum; 1 or more
  int64_t before = 0, after = 0;  // up to size / 2
  bool operator==(const Lrn&) const = default;
};

struct GroupNormalization {
  int64_t groups = 1;  // 1 or more
  double epsilon = 0;  // above 0
  bool operator==(const GroupNormalization&) const = default;
};

struct Reverse {
  bool by_mask = false;  // whether operand 1 has a boolean for each axis; otherwise it names axes
  bool operator==(const Reverse&) const = default;
};

/// What a segment without elements is. The lowest number of a real type is finite.
struct SegmentMax {
  bool lowest = false;  // otherwise 0
  bool operator==(const SegmentMax&) const = default;
};

/// How indices of rows are put into bags: from offset to offset, row by row, or by numbers of bags.
struct EmbeddingBags {
  enum class By { kOffsets, kRows, kSegments };
  By by = By::kOffsets;
  bool mean = false;  // not by segments
  bool operator==(const EmbeddingBags&) const = default;
};

struct OneHot {
  int64_t axis = -1;      // of the output, in [-rank, rank)
  bool from_end = false;  // whether an index below 0 counts from the end; otherwise it marks nothing
  bool operator==(const OneHot&) const = default;
};

struct Slice {
  bool clamps_start = false;  // whether a start before position 0 is position 0 if step is negative

  bool operator==(const Slice&) const = default;
};

/// Element i belongs to the i-th triple of begin, end and stride; a short mask continues with false.
struct StridedSlice {
  using Mask = std::vector<bool>;
  Mask begin, end, new_axis, shrink_axis;
  Mask ellipsis;  // at most one true
  bool operator==(const StridedSlice&) const = default;
};

/// Blocks of `size` elements along each spatial axis, which are elements of the depth. The depth is the place
/// in a block and then the rest, or the reverse.
struct DepthBlocks {
  int64_t size = 1;  // 1 or more
  bool blocks_first = true;
  bool operator==(const DepthBlocks&) const = default;
};

struct ShuffleChannels {
  int64_t axis = 1;   // in [-rank, rank)
  int64_t group = 1;  // the number of groups, 1 or more
  bool operator==(const ShuffleChannels&) const = default;
};

struct ReverseSequence {
  int64_t batch_axis = 0, seq_axis = 1;  // in [-rank, rank)
  bool operator==(const ReverseSequence&) const = default;
};

}  // namespace backedge::ops
