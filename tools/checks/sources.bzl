"""The source files of targets, including those of their dependencies."""

_Sources = provider(fields = ["files"])

def _collect_impl(_target, ctx):
    own = [
        file
        for attribute in ("srcs", "hdrs")
        for target in getattr(ctx.rule.attr, attribute, [])
        for file in target.files.to_list()
        if file.is_source and not file.owner.workspace_name
    ]
    deps = [dep[_Sources].files for dep in getattr(ctx.rule.attr, "deps", []) if _Sources in dep]
    return [_Sources(files = depset(own, transitive = deps))]

_collect = aspect(
    implementation = _collect_impl,
    attr_aspects = ["deps"],
)

def _sources_impl(ctx):
    files = depset(transitive = [dep[_Sources].files for dep in ctx.attr.deps])
    return [DefaultInfo(files = files, runfiles = ctx.runfiles(transitive_files = files))]

sources = rule(
    implementation = _sources_impl,
    attrs = {"deps": attr.label_list(aspects = [_collect])},
)
