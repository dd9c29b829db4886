"""IREE-3: the compiler takes all memory for a loop with two buffers of one element."""

import resource

import iree.compiler
import iree.runtime
import numpy as np

GIB = 2**30
resource.setrlimit(resource.RLIMIT_AS, (6 * GIB, 6 * GIB))  # otherwise the compiler takes all memory

MODULE = """
func.func @main(%n: tensor<i64>, %a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<1xf32>, tensor<1xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %own = stablehlo.constant dense<5.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<1xf32>
  %r:6 = stablehlo.while(%m = %n, %y = %b, %i = %zero, %x = %a, %kept = %zeros, %kept2 = %zeros) : tensor<i64>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<1xf32>, tensor<1xf32>
   cond {
    %go = stablehlo.compare LT, %i, %m : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i64>
    %part = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>
    %part2 = stablehlo.reshape %y : (tensor<f32>) -> tensor<1xf32>
    %k = stablehlo.dynamic_update_slice %kept, %part, %i : (tensor<1xf32>, tensor<1xf32>, tensor<i64>) -> tensor<1xf32>
    %k2 = stablehlo.dynamic_update_slice %kept2, %part2, %i : (tensor<1xf32>, tensor<1xf32>, tensor<i64>) -> tensor<1xf32>
    stablehlo.return %m, %y, %next, %own, %k, %k2 : tensor<i64>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<1xf32>, tensor<1xf32>
  }
  return %r#3, %r#4, %r#5 : tensor<f32>, tensor<1xf32>, tensor<1xf32>
}
"""


def run(*arrays):
    try:
        program = iree.compiler.compile_str(MODULE, input_type="stablehlo", target_backends=["llvm-cpu"],
                                            extra_args=["--iree-llvmcpu-target-cpu=generic"])
    except iree.compiler.tools.CompilerToolError:
        return "an error"
    results = iree.runtime.load_vm_flatbuffer(program, driver="local-sync").main(*arrays)
    return [np.asarray(result).tolist() for result in (results if isinstance(results, tuple) else [results])]


# One iteration: the buffers keep 7 and 8, the values at the beginning.
expected = [5.0, [7.0], [8.0]]
print("expected", expected, flush=True)
got = run(np.int64(1), np.float32(7), np.float32(8))
print("got     ", got)
raise SystemExit(got != expected)
