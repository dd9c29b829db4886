"""Writes the corpus again from its generators, into the tree where `bazel run` was started.

usage: bazel run //tools:regenerate -- [--check] [--only FAMILY]
"""

import os
import sys

from testdata.gen import regenerate

sys.argv[1:1] = ["--root", os.path.join(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."), "testdata")]
sys.exit(regenerate.main())
