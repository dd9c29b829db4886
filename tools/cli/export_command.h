#pragma once

namespace backedge {

class CommandLine;

/// `backedge export`: writes a folder for each run, without columns and names, for other runners.
void add_export(CommandLine& program);

}  // namespace backedge
