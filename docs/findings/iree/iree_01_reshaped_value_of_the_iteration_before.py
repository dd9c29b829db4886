"""IREE-1: a loop that passes on a reshaped value, and takes a constant instead, is refused."""

import iree.compiler
import iree.runtime
import numpy as np

MODULE = """
func.func @main(%n: tensor<i64>, %a: tensor<f32>) -> tensor<1xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %first = stablehlo.constant dense<0.0> : tensor<1xf32>
  %r:3 = stablehlo.while(%i = %zero, %x = %a, %before = %first) : tensor<i64>, tensor<f32>, tensor<1xf32>
   cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i64>
    %k = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>
    stablehlo.return %next, %five, %k : tensor<i64>, tensor<f32>, tensor<1xf32>
  }
  return %r#2 : tensor<1xf32>
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


# The first iteration passes on 7 and takes 5 instead. The second one passes on 5.
expected = [[5.0]]
print("expected", expected, flush=True)
got = run(np.int64(2), np.float32(7))
print("got     ", got)
raise SystemExit(got != expected)
