"""fuzz_target: a function that takes any bytes, as a fuzzer and as a test."""

def _seeds_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    dictionary = ctx.actions.declare_file(ctx.label.name + ".dict")
    arguments = ctx.actions.args()
    arguments.add_all([ctx.attr.target, folder.path, dictionary])
    arguments.add_all(ctx.files.srcs)
    ctx.actions.run(
        executable = ctx.executable._make_seeds,
        arguments = [arguments],
        inputs = ctx.files.srcs,
        outputs = [folder, dictionary],
        mnemonic = "FuzzSeeds",
    )
    return [
        DefaultInfo(files = depset([folder]), runfiles = ctx.runfiles([folder, dictionary])),
        OutputGroupInfo(dictionary = depset([dictionary])),
    ]

# The seeds of a target, made from files of the corpus and the documentation, and its dictionary.
_seeds = rule(
    implementation = _seeds_impl,
    attrs = {
        "srcs": attr.label_list(allow_files = True),
        "target": attr.string(),
        "_make_seeds": attr.label(
            cfg = "exec",
            default = "//conformance/fuzz:make_seeds",
            executable = True,
        ),
    },
)

def fuzz_target(name, srcs, seeds, deps, most_bytes, mutators = [], mutator_deps = []):
    """Declare NAME_seeds_test, and for --config=fuzz NAME_fuzzer and NAME_fuzz.

    NAME_seeds_test runs each seed and each file of crashes/NAME once, with any compiler. NAME_fuzz runs libFuzzer on
    them for FUZZ_SECONDS, by default one minute.

    Args:
      name: of the target, as in make_seeds.py.
      srcs: the source that defines LLVMFuzzerTestOneInput.
      seeds: the files from which its seeds are made.
      deps: of the source.
      most_bytes: the largest input that the fuzzer makes.
      mutators: sources that define how the fuzzer changes an input. The default is by bytes.
      mutator_deps: of the mutators, beside those of the source.
    """
    _seeds(
        name = name + "_seeds",
        srcs = seeds,
        target = name,
    )
    crashes = native.glob(["crashes/%s/*" % name])
    inputs = ["$(rootpath :%s_seeds)" % name] + (["conformance/fuzz/crashes/" + name] if crashes else [])
    native.cc_library(
        name = name + "_target",
        srcs = srcs,
        deps = deps + [":fuzz_bytes"],
        alwayslink = True,
    )
    native.cc_test(
        name = name + "_seeds_test",
        size = "small",
        srcs = ["run_seeds.cc"],
        args = inputs,
        data = [":%s_seeds" % name] + crashes,
        deps = [":%s_target" % name],
    )
    native.cc_binary(
        name = name + "_fuzzer",
        srcs = mutators,
        linkopts = ["-fsanitize=fuzzer"],
        tags = ["manual"],
        deps = [":%s_target" % name] + (deps + mutator_deps if mutator_deps else []),
    )
    native.sh_test(
        name = name + "_fuzz",
        size = "enormous",
        srcs = ["fuzz.sh"],
        args = [
            "$(rootpath :%s_fuzzer)" % name,
            str(most_bytes),
        ] + inputs,
        data = [
            ":%s_fuzzer" % name,
            ":%s_seeds" % name,
        ] + crashes,
        tags = ["manual"],
    )
