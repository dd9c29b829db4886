"""backedge_dependencies(): every external repository, from this machine's packages."""

def _system_library_impl(repository_ctx):
    for source, link in repository_ctx.attr.links.items():
        if not repository_ctx.path(source).exists:
            fail("%s is not there. Install Debian's package %s, or run tools/setup/install." %
                 (source, repository_ctx.attr.package))
        if link:
            repository_ctx.symlink(source, link)
    repository_ctx.symlink(repository_ctx.attr.build_file, "BUILD")

_system_library = repository_rule(
    implementation = _system_library_impl,
    attrs = {
        "build_file": attr.label(allow_single_file = True),
        "links": attr.string_dict(doc = "what must be there, and its name in the repository (empty: none)"),
        "package": attr.string(doc = "the Debian package it comes from"),
    },
    configure = True,
    local = True,
)

# Fields of IR versions 9 and 10, which Debian 12's file lacks.
_NEWER_FIELDS = {
    "message FunctionProto {": ["repeated AttributeProto attribute_proto = 11;", "optional string overload = 13;"],
    "message NodeProto {": ["optional string overload = 8;"],
}

def _with_newer_fields(text):
    if "attribute_proto" in text:
        return text
    for message, fields in _NEWER_FIELDS.items():
        if message not in text:
            fail("ONNX's schema has no line \"%s\"" % message)
        text = text.replace(message, "\n".join([message] + fields))
    return text

def _onnx_schema_impl(repository_ctx):
    schema = "/usr/include/onnx/onnx.proto"
    for file, package in {
        schema: "libonnx-dev",
        "/usr/bin/protoc": "protobuf-compiler",
        "/usr/include/google/protobuf/message_lite.h": "libprotobuf-dev",
    }.items():
        if not repository_ctx.path(file).exists:
            fail("%s is not there. Install Debian's package %s, or run tools/setup/install." % (file, package))
    repository_ctx.file("onnx.proto", _with_newer_fields(repository_ctx.read(schema)))
    made = repository_ctx.execute(["/usr/bin/protoc", "--proto_path=.", "--cpp_out=.", "onnx.proto"])
    if made.return_code != 0:
        fail("protoc cannot read %s: %s" % (schema, made.stderr))
    repository_ctx.symlink(Label("@backedge//third_party:onnx_schema.BUILD"), "BUILD")

_onnx_schema = repository_rule(implementation = _onnx_schema_impl, configure = True, local = True)

def _stand_in_impl(repository_ctx):
    folder = repository_ctx.path(Label("@backedge//third_party/offline:BUILD")).dirname
    for entry in ["BUILD", "cc", "java", "merge_lcov.py"]:
        repository_ctx.symlink(folder.get_child(entry), entry)

_stand_in = repository_rule(implementation = _stand_in_impl, local = True)

# The Debian package of each library, what must be there, and its name in the repository (empty: none).
_LIBRARIES = {
    "cli11": ("libcli11-dev", {"/usr/include/CLI": "include/CLI"}),
    "googletest": ("googletest", {
        "/usr/src/googletest/googlemock": "googlemock",
        "/usr/src/googletest/googletest": "googletest",
    }),
    "mpfr": ("libmpfr-dev", {"/usr/include/mpfr.h": ""}),
    "nettle": ("nettle-dev", {"/usr/include/nettle/sha2.h": ""}),
    "nlohmann_json": ("nlohmann-json3-dev", {"/usr/include/nlohmann": "include/nlohmann"}),
    "rapidxml": ("librapidxml-dev", {"/usr/include/rapidxml": "include/rapidxml"}),
    "zlib": ("zlib1g-dev", {"/usr/include/zlib.h": ""}),
}

def declare_libraries(declared = {}):
    """Declare the repository of each library that is not among those that are already declared."""
    for name, (package, links) in _LIBRARIES.items():
        if name not in declared:
            _system_library(
                name = name,
                build_file = "@backedge//third_party:%s.BUILD" % name,
                links = links,
                package = package,
            )
    if "onnx_schema" not in declared:
        _onnx_schema(name = "onnx_schema")

def backedge_dependencies():
    """Declare the repositories that backedge needs. Download nothing. Keep repositories that are already declared."""
    declare_libraries(native.existing_rules())

    # Bazel 4 loads these at start.
    for name in ["rules_cc", "rules_java", "remote_coverage_tools"]:
        if not native.existing_rule(name):
            _stand_in(name = name)

    # Compilers other than the default gcc (--config=clang, aarch64, s390x), and Python.
    native.register_toolchains("@backedge//tools/cpp:all", "@backedge//tools/python:all")
