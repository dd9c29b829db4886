#pragma once

#include <cstdint>
#include <initializer_list>

/// The types and enumerators of TensorRT's network definition API, under its own names:
/// docs/tensorrt_network.md.
namespace backedge::tensorrt {

enum class DataType : int32_t { kFLOAT, kHALF, kINT8, kINT32, kBOOL, kUINT8, kFP8, kBF16, kINT64, kINT4 };

/// Dimensions; -1 is one that is known when the network runs.
struct Dims {
  static constexpr int32_t MAX_DIMS = 8;
  int32_t nbDims = 0;
  int64_t d[MAX_DIMS] = {};
};

/// How axes are reordered: axis i of the output is axis order[i] of the input.
struct Permutation {
  int32_t order[Dims::MAX_DIMS] = {};
};

/// `count` values of a type. They are copied when a constant is made of them.
struct Weights {
  DataType type = DataType::kFLOAT;
  const void* values = nullptr;
  int64_t count = 0;
};

enum class TripLimit : int32_t { kCOUNT, kWHILE };

enum class LoopOutput : int32_t { kLAST_VALUE, kCONCATENATE, kREVERSE };

enum class ElementWiseOperation : int32_t {
  kSUM,
  kPROD,
  kMAX,
  kMIN,
  kSUB,
  kDIV,
  kPOW,
  kFLOOR_DIV,
  kAND,
  kOR,
  kXOR,
  kEQUAL,
  kGREATER,
  kLESS,
  kADD = kSUM,  // the published text's name  (TRT-22)
};

enum class UnaryOperation : int32_t {
  kEXP,
  kLOG,
  kSQRT,
  kRECIP,
  kABS,
  kNEG,
  kSIN,
  kCOS,
  kTAN,
  kSINH,
  kCOSH,
  kASIN,
  kACOS,
  kATAN,
  kASINH,
  kACOSH,
  kATANH,
  kCEIL,
  kFLOOR,
  kERF,
  kNOT,
  kSIGN,
  kROUND,
  kISINF,
  kISNAN,
};

enum class ActivationType : int32_t {
  kRELU,
  kSIGMOID,
  kTANH,
  kLEAKY_RELU,
  kELU,
  kSELU,
  kSOFTSIGN,
  kSOFTPLUS,
  kCLIP,
  kHARD_SIGMOID,
  kSCALED_TANH,
  kTHRESHOLDED_RELU,
  kGELU_ERF,
  kGELU_TANH,
};

enum class MatrixOperation : int32_t { kNONE, kTRANSPOSE, kVECTOR };

enum class ReduceOperation : int32_t { kSUM, kPROD, kMAX, kMIN, kAVG };

enum class TopKOperation : int32_t { kMAX, kMIN };

enum class FillOperation : int32_t { kLINSPACE, kRANDOM_UNIFORM, kRANDOM_NORMAL };

}  // namespace backedge::tensorrt
