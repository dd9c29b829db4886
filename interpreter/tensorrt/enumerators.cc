#include "interpreter/tensorrt/enumerators.h"

namespace backedge::tensorrt {

template <>
std::span<const Enumerator<DataType>> enumerators() {
  static constexpr Enumerator<DataType> kAll[] = {
      {"kFLOAT", DataType::kFLOAT}, {"kHALF", DataType::kHALF},   {"kBF16", DataType::kBF16},
      {"kINT8", DataType::kINT8},   {"kINT32", DataType::kINT32}, {"kINT64", DataType::kINT64},
      {"kUINT8", DataType::kUINT8}, {"kBOOL", DataType::kBOOL},
  };
  return kAll;
}

template <>
std::span<const Enumerator<TripLimit>> enumerators() {
  static constexpr Enumerator<TripLimit> kAll[] = {
      {"kCOUNT", TripLimit::kCOUNT},
      {"kWHILE", TripLimit::kWHILE},
  };
  return kAll;
}

template <>
std::span<const Enumerator<LoopOutput>> enumerators() {
  static constexpr Enumerator<LoopOutput> kAll[] = {
      {"kLAST_VALUE", LoopOutput::kLAST_VALUE},
      {"kCONCATENATE", LoopOutput::kCONCATENATE},
      {"kREVERSE", LoopOutput::kREVERSE},
  };
  return kAll;
}

template <>
std::span<const Enumerator<ElementWiseOperation>> enumerators() {
  static constexpr Enumerator<ElementWiseOperation> kAll[] = {
      {"kSUM", ElementWiseOperation::kSUM},
      {"kADD", ElementWiseOperation::kADD},
      {"kPROD", ElementWiseOperation::kPROD},
      {"kMAX", ElementWiseOperation::kMAX},
      {"kMIN", ElementWiseOperation::kMIN},
      {"kSUB", ElementWiseOperation::kSUB},
      {"kDIV", ElementWiseOperation::kDIV},
      {"kPOW", ElementWiseOperation::kPOW},
      {"kFLOOR_DIV", ElementWiseOperation::kFLOOR_DIV},
      {"kAND", ElementWiseOperation::kAND},
      {"kOR", ElementWiseOperation::kOR},
      {"kXOR", ElementWiseOperation::kXOR},
      {"kEQUAL", ElementWiseOperation::kEQUAL},
      {"kGREATER", ElementWiseOperation::kGREATER},
      {"kLESS", ElementWiseOperation::kLESS},
  };
  return kAll;
}

template <>
std::span<const Enumerator<UnaryOperation>> enumerators() {
  static constexpr Enumerator<UnaryOperation> kAll[] = {
      {"kEXP", UnaryOperation::kEXP},     {"kLOG", UnaryOperation::kLOG},
      {"kSQRT", UnaryOperation::kSQRT},   {"kRECIP", UnaryOperation::kRECIP},
      {"kABS", UnaryOperation::kABS},     {"kNEG", UnaryOperation::kNEG},
      {"kSIN", UnaryOperation::kSIN},     {"kCOS", UnaryOperation::kCOS},
      {"kTAN", UnaryOperation::kTAN},     {"kSINH", UnaryOperation::kSINH},
      {"kCOSH", UnaryOperation::kCOSH},   {"kASIN", UnaryOperation::kASIN},
      {"kACOS", UnaryOperation::kACOS},   {"kATAN", UnaryOperation::kATAN},
      {"kASINH", UnaryOperation::kASINH}, {"kACOSH", UnaryOperation::kACOSH},
      {"kATANH", UnaryOperation::kATANH}, {"kCEIL", UnaryOperation::kCEIL},
      {"kFLOOR", UnaryOperation::kFLOOR}, {"kERF", UnaryOperation::kERF},
      {"kNOT", UnaryOperation::kNOT},     {"kSIGN", UnaryOperation::kSIGN},
      {"kROUND", UnaryOperation::kROUND}, {"kISINF", UnaryOperation::kISINF},
      {"kISNAN", UnaryOperation::kISNAN},
  };
  return kAll;
}

template <>
std::span<const Enumerator<ActivationType>> enumerators() {
  static constexpr Enumerator<ActivationType> kAll[] = {
      {"kRELU", ActivationType::kRELU},
      {"kSIGMOID", ActivationType::kSIGMOID},
      {"kTANH", ActivationType::kTANH},
      {"kELU", ActivationType::kELU},
      {"kSELU", ActivationType::kSELU},
      {"kSOFTSIGN", ActivationType::kSOFTSIGN},
      {"kSOFTPLUS", ActivationType::kSOFTPLUS},
      {"kCLIP", ActivationType::kCLIP},
      {"kHARD_SIGMOID", ActivationType::kHARD_SIGMOID},
      {"kGELU_ERF", ActivationType::kGELU_ERF},
      {"kGELU_TANH", ActivationType::kGELU_TANH},
  };
  return kAll;
}

template <>
std::span<const Enumerator<MatrixOperation>> enumerators() {
  static constexpr Enumerator<MatrixOperation> kAll[] = {
      {"kNONE", MatrixOperation::kNONE},
      {"kTRANSPOSE", MatrixOperation::kTRANSPOSE},
      {"kVECTOR", MatrixOperation::kVECTOR},
  };
  return kAll;
}

template <>
std::span<const Enumerator<ReduceOperation>> enumerators() {
  static constexpr Enumerator<ReduceOperation> kAll[] = {
      {"kSUM", ReduceOperation::kSUM}, {"kPROD", ReduceOperation::kPROD}, {"kMAX", ReduceOperation::kMAX},
      {"kMIN", ReduceOperation::kMIN}, {"kAVG", ReduceOperation::kAVG},
  };
  return kAll;
}

template <>
std::span<const Enumerator<TopKOperation>> enumerators() {
  static constexpr Enumerator<TopKOperation> kAll[] = {
      {"kMAX", TopKOperation::kMAX},
      {"kMIN", TopKOperation::kMIN},
  };
  return kAll;
}

template <>
std::span<const Enumerator<FillOperation>> enumerators() {
  static constexpr Enumerator<FillOperation> kAll[] = {
      {"kLINSPACE", FillOperation::kLINSPACE},
  };
  return kAll;
}

}  // namespace backedge::tensorrt
