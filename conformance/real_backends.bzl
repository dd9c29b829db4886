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

# Without the grids of loops and scans, whose runs differ in numbers alone. Only functions matter to inliners.
REWRITTEN_RUNS = ":".join(["onnx/%s/*" % area for area in ["defaults", "edges", "hand", "loop", "operators", "sequences", "wiring"]])

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
    "jax_native": {
        "command": ["jax_backend.py"],
        "runs": "onnx/*",
    },
    # backedge runs what the programs that rewrite ONNX models write.
    "onnx_inliner": {
        "command": [
            "onnx_backend.py",
            "--engine=onnx.inliner",
            "--evaluate=tools/backedge",
        ],
        "runs": "onnx/hand/*:onnx/ports/*:onnx/scopes/*:onnx/shared/*:onnx/wiring/*",
    },
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
    "onnx_version_converter": {
        "command": [
            "onnx_backend.py",
            "--engine=onnx.version_converter",
            "--evaluate=tools/backedge",
        ],
        "runs": REWRITTEN_RUNS,
    },
    "onnxoptimizer": {
        "command": [
            "onnx_backend.py",
            "--engine=onnxoptimizer",
            "--evaluate=tools/backedge",
        ],
        "runs": REWRITTEN_RUNS,
    },
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
    "onnxscript_optimizer": {
        "command": [
            "onnx_backend.py",
            "--engine=onnxscript.optimizer",
            "--evaluate=tools/backedge",
        ],
        "runs": REWRITTEN_RUNS,
    },
    "onnxslim": {
        "command": [
            "onnx_backend.py",
            "--engine=onnxslim",
            "--evaluate=tools/backedge",
        ],
        "runs": REWRITTEN_RUNS,
    },
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
