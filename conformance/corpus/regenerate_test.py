"""Checks that the generators' output is equal to the corpus, byte for byte."""

import sys

for package in ("numpy", "mpmath"):
    try:
        __import__(package)
    except ImportError:
        sys.exit("The generators need %s: install Debian's package python3-%s, or run tools/setup/install." % (package, package))

from testdata.gen import regenerate

sys.argv[1:] = ["--check", "--root", "testdata"]
sys.exit(regenerate.main())
