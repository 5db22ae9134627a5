package dev.assay.runner.source;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/// Keeps JGit from what it does by itself on a machine. It would measure for seconds how fine the
/// time stamps of a file system are, with probes in the repository, and keep the result in the
/// user's home; and it would start `git` to learn where the configuration of the system is.
final class QuietGit extends SystemReader.Delegate {
  // A kernel stamps files with the time of its last tick, which comes every 10 ms or more often.
  private static final Duration TICK = Duration.ofMillis(10);
  private static final String SYSTEM_CONFIGURATION = "/etc/gitconfig";

  private QuietGit(SystemReader delegate) {
    super(delegate);
  }

  /// JGit keeps its settings per process; this may be called as often as one likes.
  static void settle() {
    if (!(SystemReader.getInstance() instanceof QuietGit)) {
      SystemReader.setInstance(new QuietGit(SystemReader.getInstance()));
    }
  }

  @Override
  public StoredConfig getUserConfig() throws ConfigInvalidException, IOException {
    return new WithTimeStamps(super.getUserConfig());
  }

  @Override
  public FileBasedConfig openSystemConfig(Config parent, FS fs) {
    return new FileBasedConfig(parent, new File(SYSTEM_CONFIGURATION), fs);
  }

  /// The user's configuration, with an answer for every file system on top.
  private static final class WithTimeStamps extends StoredConfig {
    WithTimeStamps(Config user) {
      super(user);
    }

    @Override
    public long getTimeUnit(
        String section, String subsection, String name, long defaultValue, TimeUnit unit) {
      return switch (name) {
        case "timestampResolution" -> unit.convert(TICK);
        case "minRacyThreshold" -> 0;
        default -> super.getTimeUnit(section, subsection, name, defaultValue, unit);
      };
    }

    @Override
    public void load() {}

    @Override
    public void save() {}
  }
}
