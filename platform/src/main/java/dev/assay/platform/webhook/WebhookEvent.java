package dev.assay.platform.webhook;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Role;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// What a webhook can hear of.
public enum WebhookEvent {
  /// A run of one of one's own submissions was closed.
  RUN_FINISHED("run.finished", Role.AUTHOR),
  /// A job of one's own ended `build-failed`, `bundle-error` or `platform-error`; a bundle's error
  /// is told to its host, too.
  JOB_FAILED("job.failed", Role.AUTHOR),
  /// A rejudging that was applied changed verdicts of one's own implementations, or of a benchmark
  /// that one hosts.
  VERDICT_CHANGED("verdict.changed", Role.AUTHOR),
  /// An entry came into the standings of a benchmark that one hosts or follows, or became another.
  STANDING_CHANGED("standing.changed", Role.AUTHOR),
  /// A runner was set aside.
  RUNNER_SET_ASIDE("runner.set-aside", Role.OPERATOR),
  /// A report came after its attempt had lost its lease, or contradicts what is stored.
  REPORT_LATE("report.late", Role.OPERATOR);

  /// What is sent when a webhook is tried; none can ask for it.
  static final String PING = "ping";

  private final String text;
  private final Role role;

  WebhookEvent(String text, Role role) {
    this.text = text;
    this.role = role;
  }

  /// As documents and the database write it.
  public String text() {
    return text;
  }

  /// The least role that hears of it.
  public Role role() {
    return role;
  }

  /// All that a role can hear of.
  public static List<WebhookEvent> of(Role role) {
    return Arrays.stream(values()).filter(event -> role.includes(event.role)).toList();
  }

  /// @throws AssayException `REQUEST_INVALID`
  public static WebhookEvent parse(String text) {
    return Arrays.stream(values())
        .filter(event -> event.text.equals(text))
        .findFirst()
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.REQUEST_INVALID,
                "There is no event '%s'; there are %s."
                    .formatted(
                        SafeText.shown(text),
                        Arrays.stream(values())
                            .map(WebhookEvent::text)
                            .collect(Collectors.joining(", ")))));
  }
}
