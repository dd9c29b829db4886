#include "interpreter/ops/matrix_product.h"

#include <type_traits>

#include "interpreter/base/check.h"
#include "interpreter/ops/sum.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace backedge::ops {
namespace {

using numbers::Sum;

// Adds a[k] * b[k, lane] to sums[lane] for each k in turn. The sums are independent, and each has a fixed
// order. `a` is a row of one matrix, and `b` begins at the first column of the other (NUM-3).
template <class T, int64_t lanes>
void add_products(const T* a, int64_t a_step, const MatrixView<T>& b, int64_t from, Sum<T>* sums) {
  for (int64_t k = from; k < b.rows; ++k) {
    const Sum<T> factor = as_sum(a[k * a_step]);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      sums[lane] += factor * as_sum(b(k, lane));
    }
  }
}

#ifdef __x86_64__
// The same for f32, with four sums in a register. Fusing multiply and add changes no bit: the product of
// two f32 is exact in double, so only the addition rounds.
#define BACKEDGE_AVX2 __attribute__((target("avx2,fma")))

BACKEDGE_AVX2 inline __attribute__((always_inline)) __m256d load_wide(const float* from) {
  return _mm256_cvtps_pd(_mm_loadu_ps(from));
}

// 16 adjacent columns.
BACKEDGE_AVX2 void add_products_of_rows(const float* a, int64_t a_step, const MatrixView<float>& b,
                                        double* sums) {
  __m256d sum[4];
  for (int64_t i = 0; i < 4; ++i) sum[i] = _mm256_loadu_pd(sums + 4 * i);
  for (int64_t k = 0; k < b.rows; ++k) {
    const __m256d factor = _mm256_set1_pd(a[k * a_step]);
    const float* row = b.data + k * b.row_step;
    sum[0] = _mm256_fmadd_pd(factor, load_wide(row), sum[0]);
    sum[1] = _mm256_fmadd_pd(factor, load_wide(row + 4), sum[1]);
    sum[2] = _mm256_fmadd_pd(factor, load_wide(row + 8), sum[2]);
    sum[3] = _mm256_fmadd_pd(factor, load_wide(row + 12), sum[3]);
  }
  for (int64_t i = 0; i < 4; ++i) _mm256_storeu_pd(sums + 4 * i, sum[i]);
}

// Adds four rows of b to `sum`, from four columns whose elements are contiguous.
BACKEDGE_AVX2 inline __attribute__((always_inline)) __m256d add_four_rows(const __m256d* factors,
                                                                          const float* b, int64_t column_step,
                                                                          __m256d sum) {
  const __m256d c0 = load_wide(b), c1 = load_wide(b + column_step);
  const __m256d c2 = load_wide(b + 2 * column_step), c3 = load_wide(b + 3 * column_step);
  const __m256d even01 = _mm256_unpacklo_pd(c0, c1), odd01 = _mm256_unpackhi_pd(c0, c1);
  const __m256d even23 = _mm256_unpacklo_pd(c2, c3), odd23 = _mm256_unpackhi_pd(c2, c3);
  sum = _mm256_fmadd_pd(factors[0], _mm256_permute2f128_pd(even01, even23, 0x20), sum);
  sum = _mm256_fmadd_pd(factors[1], _mm256_permute2f128_pd(odd01, odd23, 0x20), sum);
  sum = _mm256_fmadd_pd(factors[2], _mm256_permute2f128_pd(even01, even23, 0x31), sum);
  return _mm256_fmadd_pd(factors[3], _mm256_permute2f128_pd(odd01, odd23, 0x31), sum);
}

// 16 columns whose elements are contiguous: rows of a weight.
BACKEDGE_AVX2 void add_products_of_columns(const float* a, int64_t a_step, const MatrixView<float>& b,
                                           double* sums) {
  const float* column = b.data;
  const int64_t step = b.column_step;
  __m256d sum0 = _mm256_loadu_pd(sums), sum1 = _mm256_loadu_pd(sums + 4), sum2 = _mm256_loadu_pd(sums + 8),
          sum3 = _mm256_loadu_pd(sums + 12);
  int64_t k = 0;
  for (; k + 4 <= b.rows; k += 4, column += 4) {
    const float* from = a + k * a_step;
    const __m256d factors[4] = {_mm256_set1_pd(from[0]), _mm256_set1_pd(from[a_step]),
                                _mm256_set1_pd(from[2 * a_step]), _mm256_set1_pd(from[3 * a_step])};
    sum0 = add_four_rows(factors, column, step, sum0);
    sum1 = add_four_rows(factors, column + 4 * step, step, sum1);
    sum2 = add_four_rows(factors, column + 8 * step, step, sum2);
    sum3 = add_four_rows(factors, column + 12 * step, step, sum3);
  }
  _mm256_storeu_pd(sums, sum0);
  _mm256_storeu_pd(sums + 4, sum1);
  _mm256_storeu_pd(sums + 8, sum2);
  _mm256_storeu_pd(sums + 12, sum3);
  add_products<float, 16>(a, a_step, b, k, sums);
}
#endif

// Computes `lanes` columns of the product, until the time is over. Every row of a uses them while they are
// in the cache.
template <class T, int64_t lanes, class Add>
void multiply_columns(const MatrixView<T>& a, const MatrixView<T>& b, int64_t column, Deadline& deadline,
                      T* out, Add add) {
  const T* const first = b.data + column * b.column_step;
  for (int64_t row = 0; row < a.rows && !deadline.passed(lanes); ++row) {
    Sum<T> sums[lanes] = {};
    deadline.in_blocks(b.rows, lanes, [&](int64_t begin, int64_t end) {
      const MatrixView<T> block = {first + begin * b.row_step, end - begin, lanes, b.row_step, b.column_step};
      add(a.data + row * a.row_step + begin * a.column_step, a.column_step, block, sums);
    });
    T* to = out + row * b.columns + column;
    for (int64_t lane = 0; lane < lanes; ++lane) to[lane] = from_sum<T>(sums[lane]);
  }
}

}  // namespace

template <class T>
void multiply_matrices(const MatrixView<T>& a, const MatrixView<T>& b, Deadline& deadline, T* out) {
  CHECK(a.columns == b.rows);
  int64_t column = 0;
#ifdef __x86_64__
  if constexpr (std::is_same_v<T, float>) {
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    for (; avx2 && b.column_step == 1 && column + 16 <= b.columns; column += 16) {
      multiply_columns<T, 16>(a, b, column, deadline, out, add_products_of_rows);
    }
    for (; avx2 && b.row_step == 1 && column + 16 <= b.columns; column += 16) {
      multiply_columns<T, 16>(a, b, column, deadline, out, add_products_of_columns);
    }
  }
#endif
  const auto add_all = []<int64_t lanes>(std::integral_constant<int64_t, lanes>) {
    return [](const T* row, int64_t step, const MatrixView<T>& columns, Sum<T>* sums) {
      add_products<T, lanes>(row, step, columns, 0, sums);
    };
  };
  for (; column + 8 <= b.columns; column += 8) {
    multiply_columns<T, 8>(a, b, column, deadline, out, add_all(std::integral_constant<int64_t, 8>{}));
  }
  for (; column < b.columns; ++column) {
    multiply_columns<T, 1>(a, b, column, deadline, out, add_all(std::integral_constant<int64_t, 1>{}));
  }
}

#define BACKEDGE_INSTANTIATE(T) \
  template void multiply_matrices<T>(const MatrixView<T>&, const MatrixView<T>&, Deadline&, T*);
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
