package dev.assay.platform.page.operate;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Cursor;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.queue.QueueBoard;
import dev.assay.platform.queue.QueueBoard.EndedBefore;
import io.javalin.http.HandlerType;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The queue, for everybody.
final class QueuePages {
  private static final String PATH = "/queue";

  /// Rows of a list beside others, and alone.
  private static final int FEW = 12;

  private static final int MANY = 30;
  private static final List<String> LISTS = List.of("waiting", "running", "ended");

  private final Pages pages;
  private final QueueBoard board;
  private final InstantSource clock;

  QueuePages(Pages pages, QueueBoard board, InstantSource clock) {
    this.pages = pages;
    this.board = board;
    this.clock = clock;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, PATH, this::show);
  }

  private void show(Exchange exchange, Caller caller) {
    String list = exchange.query("list").filter(LISTS::contains).orElse("");
    var model = Map.of("view", view(exchange, caller, list));
    if (Pages.isPartAsked(exchange)) {
      pages.answerPart(exchange, caller, "page/operate/queueparts.jte", model);
      return;
    }
    var head =
        Frame.Head.of(pages.texts().of("operate.queue.title"), "queue")
            .describedAs(pages.texts().of("operate.queue.about"))
            .at(PATH);
    pages.answer(exchange, caller, head.live(), "page/operate/queue.jte", model);
  }

  private QueueView view(Exchange exchange, Caller caller, String list) {
    int limit = list.isEmpty() ? FEW : MANY;
    var waiting =
        isShown(list, "waiting")
            ? board.waiting(caller, after(exchange), limit)
            : List.<QueueBoard.Waiting>of();
    var running =
        isShown(list, "running")
            ? board.running(caller, exchange.cursor(), limit)
            : new Page<QueueBoard.Measured>(List.of(), null);
    var ended =
        isShown(list, "ended")
            ? board.ended(caller, before(exchange), limit)
            : new QueueBoard.EndedPage(List.of(), null);
    List<QueueBoard.Waiting> shown = waiting.size() > limit ? waiting.subList(0, limit) : waiting;
    return new QueueView(
        list,
        self(exchange),
        board.counts(),
        shown,
        waiting.size() > limit
            ? more(list, "waiting", "after", Integer.toString(shown.getLast().place()))
            : null,
        running,
        running.next() == null ? null : more(list, "running", "cursor", running.next()),
        ended.items(),
        ended.next() == null ? null : more(list, "ended", "before", written(ended.next())));
  }

  private static String self(Exchange exchange) {
    String query = exchange.context().queryString();
    return query == null ? PATH : PATH + "?" + query;
  }

  private static boolean isShown(String list, String one) {
    return list.isEmpty() || list.equals(one);
  }

  /// From a few to all of a list, and from there on.
  private static String more(String list, String one, String parameter, String value) {
    String all = Addresses.with(PATH, "list", one);
    return list.isEmpty() ? all : Addresses.with(all, parameter, value);
  }

  private static int after(Exchange exchange) {
    return exchange.query("after").map(QueuePages::place).orElse(0);
  }

  private static int place(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw none("after", text, e);
    }
  }

  private EndedBefore before(Exchange exchange) {
    return exchange
        .query("before")
        .map(QueuePages::endedBefore)
        .orElseGet(() -> EndedBefore.first(clock.instant()));
  }

  private static String written(EndedBefore before) {
    return Cursor.of(ChronoUnit.MICROS.between(Instant.EPOCH, before.at()))
        + "."
        + Cursor.of(before.key());
  }

  private static EndedBefore endedBefore(String text) {
    int dot = text.indexOf('.');
    if (dot < 0) {
      throw none("before", text, null);
    }
    long micros = Cursor.parse(text.substring(0, dot));
    // Years that no database holds are none of ours either.
    if (Math.abs(micros) > 1L << 53) {
      throw none("before", text, null);
    }
    return new EndedBefore(
        Instant.EPOCH.plus(micros, ChronoUnit.MICROS), Cursor.parse(text.substring(dot + 1)));
  }

  private static AssayException none(String name, String text, @Nullable Exception cause) {
    return new AssayException(
        ErrorCode.REQUEST_INVALID,
        "%s=%s is no place in the queue; begin again at %s."
            .formatted(name, SafeText.shown(text), PATH),
        cause);
  }
}
