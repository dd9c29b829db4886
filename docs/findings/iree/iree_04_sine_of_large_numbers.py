"""IREE-4: sine and cosine of large numbers are 0 and 1."""

import iree.compiler
import iree.runtime
import numpy as np

MODULE = """
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %sine = stablehlo.sine %x : tensor<2xf32>
  %cosine = stablehlo.cosine %x : tensor<2xf32>
  return %sine, %cosine : tensor<2xf32>, tensor<2xf32>
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


# f32 has 1000 and 10000000000 exactly.
expected = [[0.8269, -0.4875], [0.5624, 0.8731]]
print("expected", expected, flush=True)
got = np.round(run(np.float32([1e3, 1e10])), 4).tolist()
print("got     ", got)
raise SystemExit(got != expected)
