package dev.assay.platform.page.host;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.bundle.BundlePublication;
import dev.assay.platform.bundle.BundlePublisher;
import dev.assay.platform.bundle.CheckFinding;
import dev.assay.platform.bundle.ImageRegistry;
import dev.assay.platform.bundle.PublishedVersion;
import dev.assay.platform.bundle.Uploads;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.MultipartForm;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.Typed;
import io.javalin.http.HandlerType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Publishes a bundle from a browser: its archive and the report of its check. What is believed of
/// them is what the API believes.
final class PublishPage {
  private static final String PATH = HostPage.PATH + "/publish";
  private static final long MOST_REPORT_BYTES = 4 << 20;

  /// What is said on the page of the form; everything else is a page of its own.
  private static final Set<ErrorCode> SAID =
      Set.of(
          ErrorCode.BUNDLE_INVALID,
          ErrorCode.REQUEST_INVALID,
          ErrorCode.CONFLICT,
          ErrorCode.NOT_ALLOWED,
          ErrorCode.IMAGE_NOT_FOUND,
          ErrorCode.TOO_LARGE,
          ErrorCode.QUOTA_EXCEEDED);

  private final Pages pages;
  private final BundlePublisher publisher;
  private final Uploads uploads;
  private final Path folder;

  PublishPage(Pages pages, BundlePublisher publisher, Uploads uploads, Path folder) {
    this.pages = pages;
    this.publisher = publisher;
    this.uploads = uploads;
    this.folder = folder;
  }

  /// @param commands how the same is done on a command line
  record View(Typed typed, String commands, String tar) {}

  void register(Routes routes) {
    routes.page(
        HandlerType.GET,
        PATH,
        Scope.PUBLISH,
        (exchange, caller) ->
            answer(exchange, caller, 200, Typed.NOTHING.with("visibility", "usual")));
    routes.page(HandlerType.POST, PATH, Scope.PUBLISH, this::publish);
  }

  private void answer(Exchange exchange, Caller caller, int status, Typed typed) {
    var view =
        new View(
            typed,
            """
            assay login %s
            assay bundle check FOLDER
            assay bundle publish FOLDER --platform %s\
            """
                .formatted(pages.url(), pages.url()),
            """
            assay bundle check FOLDER --json > report.json
            cd FOLDER && tar --zstd -cf ../bundle.tar.zst *\
            """);
    pages.answer(
        exchange,
        caller,
        status,
        Frame.Head.of(pages.texts().of("host.publish.title"), HostPage.SECTION)
            .below(HostPage.crumb(pages)),
        "page/host/publish.jte",
        Map.of("view", view));
  }

  private void publish(Exchange exchange, Caller caller) {
    MultipartForm form = exchange.multipart();
    Received received = new Received(form, caller);
    try {
      received.files();
    } catch (AssayException e) {
      refuse(exchange, caller, received.typed(), e);
      return;
    }
    Typed typed = checked(received);
    if (!typed.isSound()) {
      answer(exchange, caller, 400, typed);
      return;
    }
    PublishedVersion published;
    try {
      published = publisher.publish(caller, received.publication());
    } catch (AssayException e) {
      refuse(exchange, caller, typed, e);
      return;
    }
    String address = HostPage.of(published.benchmark());
    Pages.seeOther(
        exchange,
        Addresses.with(
            Addresses.with(address, "done", published.isNew() ? "published" : "unchanged"),
            "version",
            published.version()));
  }

  /// The archive's own faults, to the letter.
  private void refuse(Exchange exchange, Caller caller, Typed typed, AssayException e) {
    if (!SAID.contains(e.code())) {
      throw e;
    }
    answer(
        exchange,
        caller,
        e.code() == ErrorCode.TOO_LARGE ? 413 : 400,
        typed.wrong("", String.valueOf(e.getMessage())));
  }

  private Typed checked(Received received) {
    Typed typed = received.typed();
    typed = check(typed, "image", ImageRegistry::requireReference);
    typed = check(typed, "digest", ImageRegistry::requireDigest);
    typed = check(typed, "pool", BundlePublisher::requirePool);
    if (received.archive == null) {
      typed = typed.wrong("archive", pages.texts().of("host.publish.archive.none"));
    }
    if (!received.reportFault.isEmpty()) {
      typed = typed.wrong("report", received.reportFault);
    } else if (received.findings.isEmpty()) {
      typed = typed.wrong("report", pages.texts().of("host.publish.report.none"));
    }
    return typed;
  }

  private static Typed check(Typed typed, String name, Consumer<String> check) {
    try {
      check.accept(typed.value(name));
      return typed;
    } catch (AssayException e) {
      return typed.wrong(name, String.valueOf(e.getMessage()));
    }
  }

  /// What came with the form so far.
  private final class Received {
    private static final List<String> FIELDS =
        List.of("image", "digest", "recipe", "visibility", "pool");

    private final MultipartForm form;
    private final Caller caller;
    private List<CheckFinding> findings = List.of();
    private String reportFault = "";
    private @Nullable String archive;

    Received(MultipartForm form, Caller caller) {
      this.form = form;
      this.caller = caller;
    }

    Typed typed() {
      Typed typed = Typed.NOTHING;
      for (String name : FIELDS) {
        typed = typed.with(name, form.field(name).orElse("").strip());
      }
      return typed;
    }

    /// Reads the report and stores the archive, in the order in which they come.
    void files() {
      for (Optional<MultipartForm.FilePart> file = form.nextFile();
          file.isPresent();
          file = form.nextFile()) {
        if (!file.get().fileName().isEmpty()) {
          take(file.get());
        }
      }
    }

    private void take(MultipartForm.FilePart file) {
      if (file.name().equals("report")) {
        readReport(file.bytes(MOST_REPORT_BYTES));
      } else if (file.name().equals("archive")) {
        archive = uploads.store(caller, file::content, folder).hash();
      }
    }

    private void readReport(byte[] json) {
      try {
        findings = List.of(JsonCodec.read(json, CheckFinding[].class, "the check report"));
      } catch (AssayException e) {
        reportFault = String.valueOf(e.getMessage());
      }
    }

    BundlePublication publication() {
      Typed typed = typed();
      return new BundlePublication(
          String.valueOf(archive),
          new ImageIdentity(typed.value("image"), typed.value("digest")),
          typed.value("recipe").isEmpty() ? null : form.field("recipe").orElseThrow(),
          findings,
          switch (typed.value("visibility")) {
            case "private" -> Boolean.TRUE;
            case "public" -> Boolean.FALSE;
            default -> null;
          },
          typed.value("pool"));
    }
  }
}
