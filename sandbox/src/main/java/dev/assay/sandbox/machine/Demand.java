package dev.assay.sandbox.machine;

import dev.assay.core.unit.DataSize;
import java.nio.file.Path;

/// What a job asks of the machine.
///
/// @param workFolder where its files will lie; need not exist yet
/// @param disk space that they may take
/// @param memory largest limit of any of its programs
public record Demand(Path workFolder, DataSize disk, DataSize memory) {}
