"""Write the corpus again, or with --check report the files that differ from the generators' output.

usage: regenerate.py [--check] [--only FAMILY]
"""

import argparse
import importlib
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import case  # noqa: E402  (the folder of the generators comes first)

FAMILIES = [
    "slice_grid", "trip_grid", "back_edge_grid", "direction_grid",
    "hand_slices", "hand_port_maps", "hand_control", "hand_back_edges", "hand_outputs", "hand_bodies", "hand_nested", "hand_deep",
    "hand_constants", "hand_extents", "hand_borders", "hand_shapes", "hand_unreached", "hand_places",
    "many_ports", "moved_values", "moved_parts", "two_loops", "views", "running_values", "long_loops", "if_ports", "constant_parts", "deep_loops", "changing_shapes", "empty_values",
    "invalid_loops", "invalid_controls", "invalid_documents", "invalid_models", "invalid_places", "open_types", "variables", "sequences", "relations", "relations_bodies", "numeric",
    "elementwise", "elementwise_bits", "angles", "narrow_types", "moved_narrow",
    "ops_elementwise", "ops_signs", "ops_reductions", "ops_movement", "ops_broadcast", "ops_selection", "ops_composite", "ops_sequences", "ops_cells", "ops_reverse",
    "ops_gather", "ops_scatter", "ops_pad", "ops_positions", "ops_search", "ops_rows", "ops_bags", "ops_blocks",
    "ops_convolution", "ops_deformable", "ops_pooling", "ops_normalization", "ops_attention", "ops_einsum", "ops_detection",
    "ops_roi_align", "ops_psroi_pooling", "ops_roi_pooling", "ops_prior_box", "ops_region_yolo", "ops_selection_in_a_loop", "ops_col2im", "ops_fourier", "ops_interpolate", "ops_grid_sample",
    "ops_patches", "ops_base", "ops_ctc", "ops_promote", "ops_sparse", "ops_fake_convert", "ops_stft", "ops_random",
    "models_recurrent", "cells_in_loops", "cells_in_a_row", "cells_on_one_input", "convolution_of_blocks", "models_discrete", "models_search", "models_grids", "models_numeric", "models_written",
    "trt_limits", "trt_ports", "trt_outputs", "trt_nested", "trt_hand", "trt_details", "trt_rejected", "trt_layers", "trt_functions",
    "onnx_hand", "onnx_hand_functions", "onnx_wiring", "onnx_ports", "onnx_scan_lists", "onnx_scopes", "onnx_inner_graphs", "onnx_shared", "onnx_edges", "onnx_defaults", "onnx_operators", "onnx_odd_operands", "onnx_rejected", "onnx_rejected_operands", "onnx_loop_grid", "onnx_scan_grid", "onnx_back_edge_grid",
    "onnx_functions", "onnx_arithmetic", "onnx_reductions", "onnx_movement", "onnx_positions", "onnx_operators_in_loops",
    "onnx_products", "onnx_pairs", "onnx_neighbours", "onnx_counters", "onnx_ranks", "onnx_one_input", "onnx_constant_weights", "onnx_fusions", "onnx_optimized", "onnx_optimized_norms", "onnx_optimized_shapes", "onnx_moved_nodes", "onnx_chains", "onnx_casts", "onnx_axes", "onnx_unlike_values", "onnx_operands_of_iterations", "onnx_alike_nodes", "onnx_kinds_of_operands", "onnx_windows_and_boxes",
    "onnx_sequences", "onnx_optionals", "onnx_batched_scan", "onnx_bits_and_counts",
    "onnx_layers_convolution", "onnx_layers_pooling", "onnx_layers_normalization", "onnx_layers_quantization", "onnx_layers_recurrent",
    "onnx_layers_attention", "onnx_layers_losses", "onnx_layers_signals", "onnx_layers_resize", "onnx_layers_images", "onnx_layers_loops",
    "onnx_computed_sizes", "onnx_constants",
]
AREAS = ["plumbing", "tensor_iterator", "loop", "nested", "invalid", "numeric", "operations", "models", "survey", "tensorrt", "onnx"]


def generate(families):
    corpus = case.Corpus()
    for family in families:
        importlib.import_module(family).add_cases(corpus)
    return corpus


def stored(root):
    found = {}
    for area in AREAS:
        for folder, _, files in os.walk(os.path.join(root, area)):
            for name in files:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, root)] = file.read()
    return found


def compare(wanted, there, whole):
    """One line for each file that differs."""
    out = ["missing: " + f for f in sorted(wanted) if f not in there]
    out += ["changed: " + f for f in sorted(wanted) if f in there and there[f] != wanted[f]]
    if whole:
        out += ["not generated: " + f for f in sorted(there) if f not in wanted]
    return out


def write(root, wanted, whole):
    if whole:
        for area in AREAS:
            shutil.rmtree(os.path.join(root, area), ignore_errors=True)
    for path, data in wanted.items():
        target = os.path.join(root, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(data)


def unlisted_features(corpus, root):
    with open(os.path.join(root, "features.txt")) as file:
        listed = set(file.read().split())
    used = set()
    for path, data in corpus.files.items():
        if path.endswith("case.json"):
            used |= set(case.json.loads(data)["features"])
    return sorted(used - listed)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file differs")
    parser.add_argument("--only", choices=FAMILIES, help="write only one family; leave MANIFEST as it is")
    parser.add_argument("--root", default=os.path.dirname(HERE), help="the testdata folder")
    options = parser.parse_args()
    whole = options.only is None
    corpus = generate(FAMILIES if whole else [options.only])
    wanted = dict(corpus.files)
    there = stored(options.root)
    if whole:
        wanted["MANIFEST"] = corpus.manifest().encode()
        manifest = os.path.join(options.root, "MANIFEST")
        if os.path.exists(manifest):
            with open(manifest, "rb") as file:
                there["MANIFEST"] = file.read()
    differences = compare(wanted, there, whole)
    unlisted = unlisted_features(corpus, options.root)
    if unlisted:
        print("not in features.txt: " + " ".join(unlisted))
    if options.check:
        print("\n".join(differences[:50]) or "the corpus is equal to the generators' output")
    elif not unlisted:
        write(options.root, wanted, whole)
    print("%d cases, %d runs, %d files" % (len(corpus.counts), sum(corpus.counts.values()), len(corpus.files)))
    return 1 if unlisted or (options.check and differences) else 0


if __name__ == "__main__":
    sys.exit(main())
