"""The libraries for MODULE.bazel. Bazel 4 has no module extensions, so it must not load this file."""

load(":dependencies.bzl", "declare_libraries")

libraries = module_extension(implementation = lambda _module: declare_libraries())
