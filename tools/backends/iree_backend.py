"""IREE's compiler for CPUs as a backend: iree_backend.py [--convert BACKEDGE]

JAX writes each model as StableHLO (onnx_to_jax.py), and IREE compiles and runs it. With --convert it reads
models of OpenVINO IR, which that program writes as ONNX.
"""

import functools
import importlib.metadata

import iree.compiler
import iree.runtime
import jax
import numpy as np
from answers import Failed, Rejected
from jax import export
from jax_programs import JaxPrograms
from translated_models import serve

# f64 stays f64, and the program is for this processor.
FLAGS = ["--iree-input-demote-f64-to-f32=false", "--iree-llvmcpu-target-cpu=host"]
DRIVER = "local-task"


class Iree(JaxPrograms):
    name = "IREE (llvm-cpu)"
    version = importlib.metadata.version("iree-base-compiler")

    def __init__(self):
        self.config = iree.runtime.Config(DRIVER)

    def compile(self, translation, arrays):
        """A function of arrays, which IREE has compiled for their shapes."""
        exported = export.export(jax.jit(translation, keep_unused=True))(*arrays)
        compiled = compile_stablehlo(str(exported.mlir_module()))

        def call(*given):
            context = iree.runtime.SystemContext(config=self.config)
            context.add_vm_module(iree.runtime.VmModule.copy_buffer(context.instance, compiled))
            (module,) = (context.modules[name] for name in context.modules.keys() if name != "hal")
            results = module["main"](*given)
            results = list(results) if isinstance(results, (list, tuple)) else [results]
            return [typed(np.asarray(result), declared.dtype) for result, declared in zip(results, exported.out_avals, strict=True)]

        return call

    def complaint(self, error):
        """The compiler's refusals. Its crashes have no message of their own."""
        if isinstance(error, iree.compiler.tools.CompilerToolError):
            return Failed if "PLEASE submit a bug report" in str(error) or "Stack dump" in str(error) else Rejected
        return Rejected if isinstance(error, (TypeError, ValueError)) else Failed


@functools.lru_cache(maxsize=256)
def compile_stablehlo(module):
    """The program. Many runs share it: only the numbers of their inputs differ."""
    return iree.compiler.compile_str(module, input_type="stablehlo", target_backends=["llvm-cpu"], extra_args=FLAGS)


def typed(array, dtype):
    """The runtime has i8 for booleans, and no names for the types of ml_dtypes."""
    if dtype == bool:
        return array.astype(bool)
    return array if array.dtype == dtype else array.view(dtype)


if __name__ == "__main__":
    serve(Iree)
