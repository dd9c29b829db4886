"""C++ toolchains of Debian's compilers; the platform selects one."""

load("@bazel_tools//tools/cpp:unix_cc_toolchain_config.bzl", "cc_toolchain_config")

def debian_toolchain(name, cpu, cc, triple, includes = [], version = "12"):
    """Declare a platform, toolchain and configuration called `name`.

    Args:
      name: of the platform (//tools/cpp:name).
      cpu: a constraint value of @platforms//cpu.
      cc: the compiler driver, in /usr/bin.
      triple: the GNU triple of the target.
      includes: further built-in include folders.
      version: of gcc, whose headers are used.
    """
    tools = {tool: "/usr/bin/%s-%s" % (triple, tool) for tool in ["ar", "cpp", "gcov", "ld", "nm", "objcopy", "objdump", "strip"]}
    tools["gcc"] = "/usr/bin/" + cc
    tools["dwp"] = "/bin/false"
    tools["llvm-cov"] = "/bin/false"
    cc_toolchain_config(
        name = name + "_config",
        abi_libc_version = "unknown",
        abi_version = "unknown",
        compile_flags = ["-fstack-protector", "-Wall", "-fno-omit-frame-pointer"],
        compiler = "clang" if "clang" in cc else "gcc",
        coverage_compile_flags = ["--coverage"],
        coverage_link_flags = ["--coverage"],
        cpu = cpu,
        cxx_builtin_include_directories = [
            "/usr/%s/include" % triple,
            "/usr/lib/gcc-cross/%s/%s/include" % (triple, version),
            "/usr/lib/gcc/%s/%s/include" % (triple, version),
            "/usr/include",
        ] + includes,
        cxx_flags = ["-std=c++20"],
        dbg_compile_flags = ["-g"],
        host_system_name = "local",
        link_flags = ["-Wl,-z,relro,-z,now", "-pass-exit-codes"] if "clang" not in cc else ["-Wl,-z,relro,-z,now"],
        link_libs = ["-lstdc++", "-lm"],
        opt_compile_flags = ["-O2", "-DNDEBUG", "-ffunction-sections", "-fdata-sections"],
        opt_link_flags = ["-Wl,--gc-sections"],
        supports_start_end_lib = False,
        target_libc = "glibc",
        target_system_name = triple,
        tool_paths = tools,
        toolchain_identifier = name,
        unfiltered_compile_flags = [
            "-no-canonical-prefixes",
            "-Wno-builtin-macro-redefined",
            "-D__DATE__=\"redacted\"",
            "-D__TIMESTAMP__=\"redacted\"",
            "-D__TIME__=\"redacted\"",
        ],
    )
    native.cc_toolchain(
        name = name + "_cc",
        all_files = ":empty",
        ar_files = ":empty",
        as_files = ":empty",
        compiler_files = ":empty",
        dwp_files = ":empty",
        linker_files = ":empty",
        objcopy_files = ":empty",
        strip_files = ":empty",
        toolchain_config = ":" + name + "_config",
        toolchain_identifier = name,
    )
    compiler = "@bazel_tools//tools/cpp:" + ("clang" if "clang" in cc else "gcc")
    constraints = ["@platforms//cpu:" + cpu, "@platforms//os:linux", compiler]
    native.platform(name = name, constraint_values = constraints)
    native.toolchain(
        name = name + "_toolchain",
        exec_compatible_with = ["@platforms//cpu:x86_64", "@platforms//os:linux"],
        target_compatible_with = constraints,
        toolchain = ":" + name + "_cc",
        toolchain_type = "@bazel_tools//tools/cpp:toolchain_type",
    )
