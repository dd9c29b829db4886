"""IREE-5: the cube root of infinity is not a number."""

import iree.compiler
import iree.runtime
import numpy as np

MODULE = """
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.cbrt %x : tensor<3xf32>
  return %y : tensor<3xf32>
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


expected = [[2.0, float("inf"), float("-inf")]]
print("expected", expected, flush=True)
got = np.round(run(np.float32([8, np.inf, -np.inf])), 4).tolist()
print("got     ", got)
raise SystemExit(got != expected)
