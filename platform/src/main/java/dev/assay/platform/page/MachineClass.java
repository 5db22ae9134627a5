package dev.assay.platform.page;

import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DataSize;
import java.util.regex.Pattern;

/// A class of machines in words.
public final class MachineClass {
  /// As `core.run.Machine.classOf` writes it. The processor's name may hold commas.
  private static final Pattern FORM =
      Pattern.compile("([^,]{1,40}), (.{1,200}), (\\d{1,6} cores?), (\\d{1,9}) MiB");

  private MachineClass() {}

  /// Processor first, as in `AMD EPYC 7763, 1 core, 1 GiB, x86_64`; a class of another form as it
  /// is.
  public static String words(String machineClass) {
    var matcher = FORM.matcher(machineClass);
    if (!matcher.matches()) {
      return SafeText.oneLine(machineClass);
    }
    String memory = DataSize.ofMebibytes(Long.parseLong(matcher.group(4))).toText();
    return SafeText.oneLine(
        "%s, %s, %s, %s"
            .formatted(matcher.group(2).strip(), matcher.group(3), memory, matcher.group(1)));
  }
}
