"""conformance_suite: a corpus as a Bazel test."""

def conformance_suite(
        name,
        cases = "@backedge//testdata:cases",
        manifest = "@backedge//testdata:MANIFEST",
        shard_count = 4,
        size = "medium",
        **kwargs):
    """Declares a sharded test with one GoogleTest for each run of a corpus.

    `--test_filter=loop/zero_iterations/*` chooses runs by CASE/RUN; a filter that matches nothing fails.

    Args:
      name: of the test.
      cases: every file of the cases, MANIFEST among them.
      manifest: the MANIFEST; the cases stand below its folder.
      shard_count: processes that the runs are dealt to.
      size: of each shard.
      **kwargs: passed on to cc_test.
    """
    native.cc_test(
        name = name,
        size = size,
        args = [
            "--corpus=$(rootpath %s)" % manifest,
            "--gtest_brief=1",
        ],
        data = [cases, manifest],
        shard_count = shard_count,
        deps = ["@backedge//conformance:conformance_main"],
        **kwargs
    )
