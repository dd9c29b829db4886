"""backedge_dependencies(): every external repository, answered from Debian's packages."""

def _debian_library(name, path):
    if not native.existing_rule(name):
        native.new_local_repository(
            name = name,
            build_file = "@backedge//third_party:%s.BUILD" % name,
            path = path,
        )

def backedge_dependencies():
    """Declares the libraries that backedge builds with; nothing is downloaded."""
    _debian_library("cli11", "/usr/include/CLI")  # libcli11-dev
    _debian_library("googletest", "/usr/src/googletest")  # googletest
    _debian_library("mpfr", "/usr/share/doc/libmpfr-dev")  # libmpfr-dev: linked from the system; the path is a placeholder
    _debian_library("nlohmann_json", "/usr/include/nlohmann")  # nlohmann-json3-dev
    _debian_library("rapidxml", "/usr/include/rapidxml")  # librapidxml-dev
