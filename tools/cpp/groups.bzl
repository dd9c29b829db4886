"""Libraries whose sources are compiled in groups.

Most sources here are shorter than the headers that they include, above all those of the standard library, so
reading headers takes most of the time of a build. The sources of a group are one compilation, which reads each
header once. They share their anonymous namespaces: a name in one of them must not mean two things in a group.
"""

def _group_impl(ctx):
    includes = ['#include "%s/%s"\n' % (source.owner.package, source.owner.name) for source in ctx.files.srcs]
    ctx.actions.write(ctx.outputs.out, "".join(includes))

_group = rule(
    implementation = _group_impl,
    attrs = {
        "out": attr.output(mandatory = True),
        "srcs": attr.label_list(allow_files = [".cc"]),
    },
)

# Tests read and run the corpus many times. With -Og they take half the time, and GCC is not slower than with
# -O0, because it writes less. With -c opt, this would override -O2.
_COPTS = select({
    "//tools/cpp:fastbuild": ["-Og"],
    "//conditions:default": [],
})

def library_in_groups(name, groups, srcs = [], hdrs = [], **kwargs):
    """A cc_library.

    Args:
      name: as of a cc_library
      groups: names of groups, and the sources of each
      srcs: headers that only these sources include, and sources that are compiled alone
      hdrs: as of a cc_library
      **kwargs: as of a cc_library
    """
    for group, sources in groups.items():
        _group(name = "%s.%s" % (name, group), srcs = sources, out = "%s.%s.cc" % (name, group))
    native.cc_library(
        name = name,
        srcs = srcs + ["%s.%s.cc" % (name, group) for group in groups],
        # As textual_hdrs, the sources would be missing in reports of coverage.
        hdrs = hdrs + [source for sources in groups.values() for source in sources],
        copts = _COPTS,
        **kwargs
    )
