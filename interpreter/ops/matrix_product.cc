#include "interpreter/ops/matrix_product.h"

#include <algorithm>
#include <type_traits>

#include "interpreter/base/check.h"
#include "interpreter/ops/sum.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace backedge::ops {
namespace {

using numbers::Sum;

// Adds a[0, k] * b[k, lane] to sums[lane] for each k in turn. The sums are independent, and each has a fixed
// order. `a` is a row of one matrix, and `b` begins at the first column of the other (NUM-3).
template <class T, int64_t lanes>
void add_products(const MatrixView<T>& a, const MatrixView<T>& b, Sum<T>* sums) {
  for (int64_t k = 0; k < b.rows; ++k) {
    const Sum<T> factor = as_sum(a(0, k));
    for (int64_t lane = 0; lane < lanes; ++lane) {
      sums[lane] += factor * as_sum(b(k, lane));
    }
  }
}

#ifdef __x86_64__
// The same for f32, with four or eight sums in a register. Fusing multiply and add changes no bit: the product
// of two f32 is exact in double, so only the addition rounds.
//
// An addition to a sum has to wait for the one before, so several registers of sums take turns. Loops over
// registers are unrolled, because registers have no index.
#define BACKEDGE_AVX2 __attribute__((target("avx2,fma")))
#define BACKEDGE_AVX512 __attribute__((target("avx512f")))

BACKEDGE_AVX2 inline __attribute__((always_inline)) __m256d load_wide(const float* from) {
  return _mm256_cvtps_pd(_mm_loadu_ps(from));
}

BACKEDGE_AVX2 inline __attribute__((always_inline)) __m256d load_wide(const double* from) {
  return _mm256_loadu_pd(from);
}

// 4 * width adjacent columns, for one row of a, or for two rows whose sums take turns.
template <int64_t rows, int64_t width, class Column>
BACKEDGE_AVX2 void add_products_of_rows(const MatrixView<float>& a, const MatrixView<Column>& b,
                                        double* sums) {
  __m256d sum[rows * width], columns[width];
#pragma GCC unroll 8
  for (int64_t i = 0; i < rows * width; ++i) sum[i] = _mm256_loadu_pd(sums + 4 * i);
  for (int64_t k = 0; k < b.rows; ++k) {
#pragma GCC unroll 8
    for (int64_t i = 0; i < width; ++i) columns[i] = load_wide(b.data + k * b.row_step + 4 * i);
#pragma GCC unroll 8
    for (int64_t i = 0; i < rows * width; ++i)
      sum[i] = _mm256_fmadd_pd(_mm256_set1_pd(a(i / width, k)), columns[i % width], sum[i]);
  }
#pragma GCC unroll 8
  for (int64_t i = 0; i < rows * width; ++i) _mm256_storeu_pd(sums + 4 * i, sum[i]);
}

// 16 columns, for any number of rows of a, two at a time.
template <class Column>
BACKEDGE_AVX2 void add_products_of_pairs(const MatrixView<float>& a, const MatrixView<Column>& b,
                                         double* sums) {
  int64_t row = 0;
  for (; row + 2 <= a.rows; row += 2) add_products_of_rows<2, 4>(a.rows_from(row, 2), b, sums + row * 16);
  if (row < a.rows) add_products_of_rows<1, 4>(a.rows_from(row, 1), b, sums + row * 16);
}

BACKEDGE_AVX512 inline __attribute__((always_inline)) __m512d load_wider(const float* from) {
  return _mm512_maskz_cvtps_pd(0xff, _mm256_loadu_ps(from));  // GCC 12 warns of the form without a mask
}

BACKEDGE_AVX512 inline __attribute__((always_inline)) __m512d load_wider(const double* from) {
  return _mm512_loadu_pd(from);
}

// 8 * width adjacent columns, for one row of a, or for four rows whose sums take turns. The processor that a
// function is compiled for cannot be a parameter of its template, so this is not one with the function above.
template <int64_t rows, int64_t width, class Column>
BACKEDGE_AVX512 void add_wider_products_of_rows(const MatrixView<float>& a, const MatrixView<Column>& b,
                                                double* sums) {
  __m512d sum[rows * width], columns[width];
#pragma GCC unroll 8
  for (int64_t i = 0; i < rows * width; ++i) sum[i] = _mm512_loadu_pd(sums + 8 * i);
  for (int64_t k = 0; k < b.rows; ++k) {
#pragma GCC unroll 8
    for (int64_t i = 0; i < width; ++i) columns[i] = load_wider(b.data + k * b.row_step + 8 * i);
#pragma GCC unroll 8
    for (int64_t i = 0; i < rows * width; ++i)
      sum[i] = _mm512_fmadd_pd(_mm512_set1_pd(a(i / width, k)), columns[i % width], sum[i]);
  }
#pragma GCC unroll 8
  for (int64_t i = 0; i < rows * width; ++i) _mm512_storeu_pd(sums + 8 * i, sum[i]);
}

// 16 columns, for any number of rows of a, four at a time.
template <class Column>
BACKEDGE_AVX512 void add_products_of_fours(const MatrixView<float>& a, const MatrixView<Column>& b,
                                           double* sums) {
  int64_t row = 0;
  for (; row + 4 <= a.rows; row += 4)
    add_wider_products_of_rows<4, 2>(a.rows_from(row, 4), b, sums + row * 16);
  for (; row < a.rows; ++row) add_wider_products_of_rows<1, 2>(a.rows_from(row, 1), b, sums + row * 16);
}

// Loads four rows of four columns whose elements are contiguous.
BACKEDGE_AVX2 inline __attribute__((always_inline)) void load_rows(const float* b, int64_t column_step,
                                                                   __m256d* rows) {
  const __m256d c0 = load_wide(b), c1 = load_wide(b + column_step);
  const __m256d c2 = load_wide(b + 2 * column_step), c3 = load_wide(b + 3 * column_step);
  const __m256d even01 = _mm256_unpacklo_pd(c0, c1), odd01 = _mm256_unpackhi_pd(c0, c1);
  const __m256d even23 = _mm256_unpacklo_pd(c2, c3), odd23 = _mm256_unpackhi_pd(c2, c3);
  rows[0] = _mm256_permute2f128_pd(even01, even23, 0x20);
  rows[1] = _mm256_permute2f128_pd(odd01, odd23, 0x20);
  rows[2] = _mm256_permute2f128_pd(even01, even23, 0x31);
  rows[3] = _mm256_permute2f128_pd(odd01, odd23, 0x31);
}

// 16 columns whose elements are contiguous: rows of a weight. For one row of a.
BACKEDGE_AVX2 void add_products_of_columns(const MatrixView<float>& a, const MatrixView<float>& b,
                                           double* sums) {
  __m256d sum[4], rows[4];
#pragma GCC unroll 4
  for (int64_t i = 0; i < 4; ++i) sum[i] = _mm256_loadu_pd(sums + 4 * i);
  int64_t k = 0;
  for (; k + 4 <= b.rows; k += 4) {
    const __m256d factors[4] = {_mm256_set1_pd(a(0, k)), _mm256_set1_pd(a(0, k + 1)),
                                _mm256_set1_pd(a(0, k + 2)), _mm256_set1_pd(a(0, k + 3))};
#pragma GCC unroll 4
    for (int64_t i = 0; i < 4; ++i) {
      load_rows(&b(k, 4 * i), b.column_step, rows);
#pragma GCC unroll 4
      for (int64_t row = 0; row < 4; ++row) sum[i] = _mm256_fmadd_pd(factors[row], rows[row], sum[i]);
    }
  }
#pragma GCC unroll 4
  for (int64_t i = 0; i < 4; ++i) _mm256_storeu_pd(sums + 4 * i, sum[i]);
  add_products<float, 16>(a.columns_from(k, b.rows - k), b.rows_from(k, b.rows - k), sums);
}

// The same for many rows of a, which share a copy of the columns: in double, row by row.
template <void (*add_products_of_some)(const MatrixView<float>&, const MatrixView<double>&, double*)>
BACKEDGE_AVX2 void add_products_of_copied_columns(const MatrixView<float>& a, const MatrixView<float>& b,
                                                  double* sums) {
  constexpr int64_t kDepth = 32;
  double copy[kDepth][16];
  __m256d rows[4];
  for (int64_t k = 0; k < b.rows; k += kDepth) {
    const MatrixView<float> columns = b.rows_from(k, std::min(kDepth, b.rows - k));
    int64_t row = 0;
    for (; row + 4 <= columns.rows; row += 4) {
      for (int64_t lane = 0; lane < 16; lane += 4) {
        load_rows(&columns(row, lane), b.column_step, rows);
#pragma GCC unroll 4
        for (int64_t i = 0; i < 4; ++i) _mm256_storeu_pd(copy[row + i] + lane, rows[i]);
      }
    }
    for (; row < columns.rows; ++row) {
      for (int64_t lane = 0; lane < 16; ++lane) copy[row][lane] = columns(row, lane);
    }
    add_products_of_some(a.columns_from(k, columns.rows),
                         MatrixView<double>::of_rows(copy[0], columns.rows, 16), sums);
  }
}
#endif

// Computes `lanes` columns of the product, up to `rows` rows at a time, until the time is over. Every row of a
// uses the columns while they are in the cache.
template <class T, int64_t rows, int64_t lanes, class Add>
void multiply_columns(const MatrixView<T>& a, const MatrixView<T>& b, int64_t column, Deadline& deadline,
                      T* out, Add add) {
  const MatrixView<T> columns = b.columns_from(column, lanes);
  for (int64_t row = 0; row < a.rows && !deadline.passed(rows * lanes); row += rows) {
    const MatrixView<T> some = a.rows_from(row, std::min(rows, a.rows - row));
    Sum<T> sums[rows * lanes] = {};
    deadline.in_blocks(b.rows, some.rows * lanes, [&](int64_t begin, int64_t end) {
      add(some.columns_from(begin, end - begin), columns.rows_from(begin, end - begin), sums);
    });
    for (int64_t k = 0; k < some.rows * lanes; ++k)
      out[(row + k / lanes) * b.columns + column + k % lanes] = from_sum<T>(sums[k]);
  }
}

// Computes the columns from `column` on, `lanes` at a time, and returns the first one that is left.
template <int64_t rows, int64_t lanes, class T, class Add>
int64_t multiply_from(int64_t column, const MatrixView<T>& a, const MatrixView<T>& b, Deadline& deadline,
                      T* out, Add add) {
  for (; column + lanes <= b.columns; column += lanes)
    multiply_columns<T, rows, lanes>(a, b, column, deadline, out, add);
  return column;
}

#ifdef __x86_64__
// Computes as many columns as fill registers, and returns the first one that is left.
int64_t multiply_in_registers(Registers registers, const MatrixView<float>& a, const MatrixView<float>& b,
                              Deadline& deadline, float* out) {
  const bool avx2 = registers >= Registers::kOfFour, avx512 = registers == Registers::kOfEight;
  if (b.column_step == 1 && avx512) {
    const auto add = add_wider_products_of_rows<1, 8, float>;
    const int64_t column = a.rows == 1 ? multiply_from<1, 64>(0, a, b, deadline, out, add) : 0;
    return multiply_from<4, 16>(column, a, b, deadline, out, add_products_of_fours<float>);
  }
  if (b.column_step == 1 && avx2) {
    const auto add = add_products_of_rows<1, 8, float>;
    const int64_t column = a.rows == 1 ? multiply_from<1, 32>(0, a, b, deadline, out, add) : 0;
    return multiply_from<2, 16>(column, a, b, deadline, out, add_products_of_pairs<float>);
  }
  if (b.row_step == 1 && avx2 && a.rows < 4)
    return multiply_from<1, 16>(0, a, b, deadline, out, add_products_of_columns);
  if (b.row_step == 1 && avx2) {
    return multiply_from<32, 16>(0, a, b, deadline, out,
                                 avx512 ? add_products_of_copied_columns<add_products_of_fours<double>>
                                        : add_products_of_copied_columns<add_products_of_pairs<double>>);
  }
  return 0;
}
#endif

}  // namespace

Registers widest_registers() {
#ifdef __x86_64__
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2) return __builtin_cpu_supports("avx512f") ? Registers::kOfEight : Registers::kOfFour;
#endif
  return Registers::kOfOne;
}

template <class T>
void multiply_matrices(const MatrixView<T>& a, const MatrixView<T>& b, Deadline& deadline, T* out,
                       [[maybe_unused]] Registers registers) {
  CHECK(a.columns == b.rows);
  int64_t column = 0;
#ifdef __x86_64__
  if constexpr (std::is_same_v<T, float>) column = multiply_in_registers(registers, a, b, deadline, out);
#endif
  column = multiply_from<1, 8>(column, a, b, deadline, out, add_products<T, 8>);
  multiply_from<1, 1>(column, a, b, deadline, out, add_products<T, 1>);
}

#define BACKEDGE_INSTANTIATE(T) \
  template void multiply_matrices<T>(const MatrixView<T>&, const MatrixView<T>&, Deadline&, T*, Registers);
BACKEDGE_INSTANTIATE(int8_t)
BACKEDGE_INSTANTIATE(int16_t)
BACKEDGE_INSTANTIATE(int32_t)
BACKEDGE_INSTANTIATE(int64_t)
BACKEDGE_INSTANTIATE(uint8_t)
BACKEDGE_INSTANTIATE(uint16_t)
BACKEDGE_INSTANTIATE(uint32_t)
BACKEDGE_INSTANTIATE(uint64_t)
BACKEDGE_INSTANTIATE(f16)
BACKEDGE_INSTANTIATE(bf16)
BACKEDGE_INSTANTIATE(float)
BACKEDGE_INSTANTIATE(double)
#undef BACKEDGE_INSTANTIATE

}  // namespace backedge::ops
