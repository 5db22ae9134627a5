package dev.assay.platform.page.account;

import dev.assay.platform.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The pages of webhooks.
final class HookViews {
  private HookViews() {}

  /// @param state `active`, `failing` or `paused`
  /// @param events as in `run.finished, job.failed`
  /// @param since when it was paused or first failed; absent for `active`
  /// @param pauseReason why the platform paused it; absent when its owner did
  /// @param oldSecretEnd until when the secret before signs too; absent when there is none
  record Row(
      String id,
      String url,
      String events,
      String benchmarks,
      String state,
      @Nullable Moment since,
      @Nullable String pauseReason,
      @Nullable Moment oldSecretEnd,
      Moment createdAt) {
    boolean isPaused() {
      return state.equals("paused");
    }
  }

  /// A webhook's form, as it was filled in.
  ///
  /// @param benchmarks names with spaces between them
  /// @param urlFault words about the URL; empty for none
  /// @param eventsFault words about the events; empty for none
  /// @param benchmarksFault words about the benchmarks; empty for none
  /// @param fault words about the whole; empty for none
  record Form(
      String url,
      List<EventBox> events,
      String benchmarks,
      String urlFault,
      String eventsFault,
      String benchmarksFault,
      String fault) {
    Form {
      events = List.copyOf(events);
    }

    static Form of(String url, List<EventBox> events, String benchmarks) {
      return new Form(url, events, benchmarks, "", "", "", "");
    }

    Form withUrlFault(String words) {
      return new Form(url, events, benchmarks, words, eventsFault, benchmarksFault, fault);
    }

    Form withEventsFault(String words) {
      return new Form(url, events, benchmarks, urlFault, words, benchmarksFault, fault);
    }

    Form withBenchmarksFault(String words) {
      return new Form(url, events, benchmarks, urlFault, eventsFault, words, fault);
    }

    Form withFault(String words) {
      return new Form(url, events, benchmarks, urlFault, eventsFault, benchmarksFault, words);
    }
  }

  /// @param event as in `run.finished`
  record EventBox(String event, boolean isChosen) {}

  /// @param said key of words of what was done before; empty for none
  record ListView(List<Row> rows, String said, Form form, boolean isFull) {
    ListView {
      rows = List.copyOf(rows);
    }
  }

  /// A webhook that was just made, or has another secret.
  ///
  /// @param secret shown this once
  /// @param said key of words of what was done
  record MadeView(Row hook, String secret, String said) {
    @Override
    public String toString() {
      return "MadeView[%s]".formatted(hook.id());
    }
  }

  /// @param state `waiting`, `delivered` or `given-up`
  /// @param status of the newest answer, or why there was none; empty before the first attempt
  /// @param took as in `120 ms`; empty before the first attempt
  /// @param dueAt when it is tried next; absent unless it waits
  record DeliveryRow(
      String id,
      String event,
      String state,
      String status,
      int attempts,
      String took,
      Moment createdAt,
      @Nullable Moment dueAt) {}

  /// @param next cursor of the page after this; absent on the last
  record HookView(
      Row hook, List<DeliveryRow> deliveries, @Nullable String next, String said, Form form) {
    HookView {
      deliveries = List.copyOf(deliveries);
    }
  }

  /// @param body JSON, as it is sent
  /// @param isBodyCut whether the page shows its beginning only
  /// @param answer the first KiB of the newest; empty without one
  record DeliveryPageView(
      Row hook,
      DeliveryRow delivery,
      String body,
      boolean isBodyCut,
      String answer,
      @Nullable Moment attemptedAt,
      String said) {}
}
