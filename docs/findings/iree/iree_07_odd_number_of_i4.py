"""IREE-7: a tensor of an odd number of i4 is refused."""

import iree.compiler


def compile_(code):
    try:
        iree.compiler.compile_str(code, input_type="stablehlo", target_backends=["llvm-cpu"],
                                  extra_args=["--iree-llvmcpu-target-cpu=generic", "--iree-input-demote-f64-to-f32=false"])
    except iree.compiler.tools.CompilerToolError:
        return "an error"
    return "a program"


def convert(count):
    return f"""func.func @main(%x: tensor<{count}xi32>) -> tensor<{count}xi4> {{
      %y = stablehlo.convert %x : (tensor<{count}xi32>) -> tensor<{count}xi4>
      return %y : tensor<{count}xi4>
    }}"""


expected = ["a program", "a program"]
print("expected", expected, flush=True)
got = [compile_(convert(count)) for count in (4, 5)]
print("got     ", got)
raise SystemExit(got != expected)
