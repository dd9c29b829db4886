"""IREE-6: programs with sine, tan or atan2 of f64 are not linked."""

import iree.compiler


def compile_(code):
    try:
        iree.compiler.compile_str(code, input_type="stablehlo", target_backends=["llvm-cpu"],
                                  extra_args=["--iree-llvmcpu-target-cpu=generic", "--iree-input-demote-f64-to-f32=false"])
    except iree.compiler.tools.CompilerToolError:
        return "an error"
    return "a program"


def function(of):
    return f"func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {{ %y = stablehlo.{of} : tensor<4xf64>  return %y : tensor<4xf64> }}"


CALLS = ("exponential %x", "sine %x", "tan %x", "atan2 %x, %x")
expected = ["a program"] * len(CALLS)
print("expected", expected, flush=True)
got = [compile_(function(call)) for call in CALLS]
print("got     ", got)
raise SystemExit(got != expected)
