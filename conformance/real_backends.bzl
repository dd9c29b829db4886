"""The real backends that are verified: the words after tools/backends/run.sh, a filter of runs, a limit of memory.

tools/scoreboard/run reads this file as Python.
"""

ONE_THREAD_RUNS = [
    "invalid/control_values/*",
    "invalid/deep/*",
    "invalid/inputs/*",
    "invalid/runtime_shapes/*",
    "invalid/sizes/*",
    "invalid/values/*",
    "loop/control/trip_count_extremes/*",
    "loop/outputs/parts_of_different_width/*",
    "loop/sequences/by_hand/*",
    "loop/sequences/trip_counts/*",
    "loop/slices/fewer_and_more_iterations_than_parts/*",
    "nested/late_errors/*",
    "nested/loop_in_iterator/*",
    "nested/sizes/*",
    "numeric/integers/*",
    "tensor_iterator/back_edges/growing/*",
    "tensor_iterator/bodies/declared_shapes/*",
    "tensor_iterator/slices/equal_counts/*",
    "operations/*_in_a_run",
    "operations/*_in_the_run",
    "operations/scatter_*/index_*",
]

# Without the grids of loops and scans, whose runs differ in numbers alone.
REWRITTEN_AREAS = ["defaults", "edges", "hand", "loop", "operators", "sequences", "wiring"]

# The areas for programs that compute constants.
FOLDED_AREAS = REWRITTEN_AREAS + ["constants"]

# Without sequences, and models that are wrong.
TRANSLATED_AREAS = ["back_edges", "defaults", "edges", "hand", "loop", "operators", "ports", "scan", "scopes", "shared", "wiring"]

LOOP_AREAS = [area for area in TRANSLATED_AREAS if area not in ["operators", "scan"]]

RECURRENT_NETWORKS = ["gru", "lstm", "networks_*", "rnn"]

TINYGRAD_AREAS = ["defaults", "edges", "hand", "operators", "ports", "scopes", "sequences", "shared", "wiring"]

# Loops and scans, which tinygrad does not have, and grids whose runs differ in numbers alone.
TINYGRAD_EXCLUDES = ["counters_*", "directions_of_a_scan", "in_iterations", "in_loops", "neighbours_of_a_loop", "neighbours_of_a_scan", "pairs", "ranks", "slice"]

def rewriter(engine, areas = REWRITTEN_AREAS):
    """A program that rewrites ONNX models; backedge runs what it writes."""
    return {
        "command": [
            "onnx_backend.py",
            "--engine=" + engine,
            "--evaluate=tools/backedge",
        ],
        "runs": ":".join(["onnx/%s/*" % area for area in areas]),
    }

REAL_BACKENDS = {
    # Each program takes IREE about half a second to compile.
    "iree_native": {
        "command": ["iree_backend.py"],
        "mebibytes": 6000,  # IREE-3 takes all that there is
        "runs": "onnx/hand/*:onnx/back_edges/loop_2/*",
    },
    # The areas of loops, and those of operators that JAX has.
    "jax": {
        "command": [
            "jax_backend.py",
            "--convert=tools/backedge",
        ],
        "runs": "loop/*:tensor_iterator/*:nested/*:models/*:numeric/*",
    },
    # XLA has no errors at run time.
    "jax_native": {
        "command": ["jax_backend.py"],
        "runs": "onnx/*:-onnx/operators/positions_outside",
    },
    # Loops and branches. With copies no body gives an input of it as an output (LITERT-1).
    "litert_copies": {
        "command": [
            "litert_backend.py",
            "--copies",
            "--convert=tools/backedge",
        ],
        "runs": "loop/*:tensor_iterator/*:nested/*",
    },
    "litert_native": {
        "command": ["litert_backend.py"],
        "runs": ":".join(["onnx/%s/*" % area for area in TRANSLATED_AREAS]),
    },
    # MNN has no Scan, and many of its operators differ from ONNX's.
    "mnn_native": {
        "command": [
            "onnx_backend.py",
            "--engine=mnn",
        ],
        "mebibytes": 4096,
        "runs": ":".join(["onnx/%s/*" % area for area in LOOP_AREAS + ["operators/" + name for name in RECURRENT_NETWORKS]]),
    },
    # Only functions matter to it.
    "onnx_inliner": rewriter("onnx.inliner", ["hand", "ports", "scopes", "shared", "wiring"]),
    "onnx_reference": {
        "command": [
            "onnx_backend.py",
            "--engine=reference",
            "--convert=tools/backedge",
        ],
    },
    "onnx_reference_native": {
        "command": [
            "onnx_backend.py",
            "--engine=reference",
        ],
        "runs": "onnx/*",
    },
    "onnx_version_converter": rewriter("onnx.version_converter"),
    "onnxoptimizer": rewriter("onnxoptimizer", FOLDED_AREAS),
    "onnxruntime": {
        "command": [
            "onnx_backend.py",
            "--engine=onnxruntime",
            "--convert=tools/backedge",
        ],
    },
    "onnxruntime_identity": {
        "command": [
            "onnx_backend.py",
            "--engine=onnxruntime",
            "--convert=tools/backedge",
            "--identities",
        ],
    },
    "onnxruntime_native": {
        "command": [
            "onnx_backend.py",
            "--engine=onnxruntime",
        ],
        "runs": "onnx/*",
    },
    "onnxscript_optimizer": rewriter("onnxscript.optimizer", FOLDED_AREAS),
    "onnxslim": rewriter("onnxslim", FOLDED_AREAS),
    "openvino": {
        "command": ["openvino_backend.py"],
    },
    "openvino_native": {
        "command": [
            "onnx_backend.py",
            "--engine=openvino",
        ],
        "runs": "onnx/*",
    },
    "openvino_networks": {
        "command": [
            "openvino_backend.py",
            "--networks=tools/backedge",
        ],
        "runs": "tensorrt/*",
    },
    # Cases in which an inference must fail: with one thread OpenVINO reports success anyway (OV-46).
    "openvino_one_thread": {
        "command": [
            "openvino_backend.py",
            "--threads=1",
        ],
        "runs": ":".join(ONE_THREAD_RUNS),
    },
    "openvino_reference": {
        "command": [
            "openvino_backend.py",
            "--reference",
        ],
    },
    # Each program takes Inductor about four seconds to compile.
    "pytorch_inductor_native": {
        "command": ["inductor_backend.py"],
        "runs": "onnx/hand/*:onnx/back_edges/loop_2/*:onnx/wiring/*",
    },
    # The areas of loops, and those of operators that the translation has.
    "pytorch_script": {
        "command": [
            "torch_backend.py",
            "--convert=tools/backedge",
        ],
        "runs": "loop/*:tensor_iterator/*:nested/*:models/*:numeric/*",
    },
    "pytorch_script_native": {
        "command": ["torch_backend.py"],
        "runs": "onnx/*",
    },
    # rten has no Scan.
    "rten_native": {
        "command": [
            "onnx_backend.py",
            "--engine=rten",
        ],
        "runs": "onnx/*:-onnx/scan:-onnx/constants/scan",
    },
    # It compiles each program with Clang. It has If, but neither Loop nor Scan.
    "tinygrad_native": {
        "command": [
            "onnx_backend.py",
            "--engine=tinygrad",
        ],
        "runs": ":".join(["onnx/%s/*" % area for area in TINYGRAD_AREAS]) + ":-" + ":".join(["onnx/operators/%s" % case for case in TINYGRAD_EXCLUDES]),
    },
    # Areas with If, Scan and single operations: tract has no Loop.
    "tract": {
        "command": [
            "onnx_backend.py",
            "--engine=tract",
            "--convert=tools/backedge",
        ],
        "runs": "operations/*:numeric/*:models/*:nested/*:tensor_iterator/*",
    },
    "tract_native": {
        "command": [
            "onnx_backend.py",
            "--engine=tract",
        ],
        "runs": "onnx/*",
    },
}
