#pragma once

#include "interpreter/ops/operation.h"

/// Operations on the lines of a tensor along one axis.
namespace backedge::ops {

Operation make_cum_prod(const CumSum& options = {});
Operation make_cum_sum(const CumSum& options = {});
Operation make_softmax(const Softmax& options = {});
Operation make_log_softmax(const LogSoftmax& options = {});
Operation make_top_k(const TopK& options = {});
Operation make_search_sorted(const Search& options = {});
/// after_equal  whether a bucket contains its left end; otherwise it contains its right end
Operation make_bucketize(const Search& options = {});

}  // namespace backedge::ops
