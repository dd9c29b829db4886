"""IREE-2: a loop that carries its limit, and takes a constant for a value, is refused."""

import iree.compiler
import iree.runtime
import numpy as np

MODULE = """
func.func @main(%n: tensor<i64>, %a: tensor<f32>) -> (tensor<f32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %own = stablehlo.constant dense<5.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3xf32>
  %r:4 = stablehlo.while(%m = %n, %i = %zero, %x = %a, %kept = %zeros) : tensor<i64>, tensor<i64>, tensor<f32>, tensor<3xf32>
   cond {
    %go = stablehlo.compare LT, %i, %m : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i64>
    %part = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>
    %k = stablehlo.dynamic_update_slice %kept, %part, %i : (tensor<3xf32>, tensor<1xf32>, tensor<i64>) -> tensor<3xf32>
    stablehlo.return %m, %next, %own, %k : tensor<i64>, tensor<i64>, tensor<f32>, tensor<3xf32>
  }
  return %r#2, %r#3 : tensor<f32>, tensor<3xf32>
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


# The buffer keeps 7, the first value, and then the constant 5.
expected = [5.0, [7.0, 5.0, 0.0]]
print("expected", expected, flush=True)
got = run(np.int64(2), np.float32(7))
print("got     ", got)
raise SystemExit(got != expected)
