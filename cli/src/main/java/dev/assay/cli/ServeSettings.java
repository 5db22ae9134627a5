package dev.assay.cli;

import dev.assay.platform.operate.OperateSettings;
import dev.assay.platform.settings.PlatformSettings;

/// All that `assay serve` is set up with.
record ServeSettings(PlatformSettings platform, OperateSettings operate) {}
