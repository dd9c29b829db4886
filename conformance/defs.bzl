"""conformance_suite: a corpus as a Bazel test."""

def conformance_suite(
        name,
        backend = None,
        backend_args = [],
        expectations = None,
        runs = "*",
        answer_seconds = 10,
        max_memory_mib = 8192,
        cases = "@backedge//testdata:cases",
        manifest = "@backedge//testdata:MANIFEST",
        shard_count = 4,
        size = "medium",
        data = [],
        **kwargs):
    """Declare a sharded test with one GoogleTest for each run of a corpus.

    Each shard ends with a line such as `312 runs: 200 passed, 100 skipped, 12 failed as listed, 0 not as listed`.
    Bazel shows it with `--test_output=all`. It is also at the end of the test's log.

    `--test_filter=loop/zero_iterations/*` selects runs by CASE/RUN. The test fails if the filter matches nothing or
    if all runs are skipped.

    Args:
      name: of the test.
      backend: an executable target that speaks docs/backend_protocol.md. The default is the interpreter.
      backend_args: its arguments; `$(rootpath ...)` as in `args`.
      expectations: the list of runs that fail, with reasons: docs/expectations.md. Without it no run may fail.
      runs: the runs of the test, in the form of `--test_filter`.
      answer_seconds: the time limit of an answer.
      max_memory_mib: MiB of address space of the backend. 0 means no limit, which sanitizers need.
      cases: every file of the cases, including MANIFEST.
      manifest: the MANIFEST; the cases are below its folder.
      shard_count: the number of processes that share the runs.
      size: of each shard.
      data: other files that the backend needs.
      **kwargs: passed on to cc_test.
    """
    args = ["--corpus=$(rootpath %s)" % manifest, "'--runs=%s'" % runs, "--gtest_brief=1"]
    files = [cases, manifest] + data
    if backend:
        args += ["--backend=./$(rootpath %s)" % backend]
        args += ["--backend_arg='%s'" % arg.replace("'", "'\\''") for arg in backend_args]
        args += ["--answer_seconds=%s" % answer_seconds, "--max_memory_mib=%s" % max_memory_mib]
        files.append(backend)
    if expectations:
        args.append("--expectations=$(rootpath %s)" % expectations)
        files.append(expectations)
    native.cc_test(
        name = name,
        size = size,
        args = args,
        data = files,
        shard_count = shard_count,
        deps = ["@backedge//conformance/verify:conformance_main"],
        **kwargs
    )
