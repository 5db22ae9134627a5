package dev.assay.platform.bundle;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.settings.PlatformSettings.Caps;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// Takes what people send before they submit or publish it. A blob can be used by who sent it only:
/// knowing a hash gives nobody what is behind it. Thread-safe.
public final class Uploads {
  /// What one account may send in 24 hours unless the wiring says otherwise, in bytes.
  public static final long USUAL_DAILY_BYTES = 4L << 30;

  private final Jdbi jdbi;
  private final Blobs blobs;
  private final Caps caps;
  private final long dailyBytes;
  private final UploadRepository uploads = new UploadRepository();

  /// @param dailyBytes what one account may send in 24 hours
  public Uploads(Jdbi jdbi, Blobs blobs, Caps caps, long dailyBytes) {
    this.jdbi = jdbi;
    this.blobs = blobs;
    this.caps = caps;
    this.dailyBytes = dailyBytes;
  }

  /// The answer to an upload.
  public record StoredBlob(String hash, long bytes, boolean isNew) {}

  /// @param announced how long the sender says it is; empty when he does not say
  /// @param content gives the content up to so many bytes, and `TOO_LARGE` beyond
  StoredBlob store(
      Caller caller, String hash, OptionalLong announced, LongFunction<InputStream> content) {
    Inputs.requireHash("the blob", hash);
    if (isOwn(caller, hash)) {
      return new StoredBlob(hash, blobs.findSize(hash).orElseThrow(), false);
    }
    long most = mostBytes(caller);
    if (announced.orElse(0) > most) {
      throw new AssayException(
          ErrorCode.TOO_LARGE,
          "The blob has %d bytes, and %s takes %d at most."
              .formatted(announced.getAsLong(), "this platform", most));
    }
    reserve(caller, hash, announced.orElse(most));
    try {
      long bytes = blobs.store(hash, content.apply(most));
      jdbi.useHandle(handle -> uploads.put(handle, caller.accountKey(), hash, bytes));
      return new StoredBlob(hash, bytes, true);
    } catch (RuntimeException e) {
      jdbi.useHandle(handle -> uploads.drop(handle, caller.accountKey(), hash));
      throw e;
    }
  }

  /// Stores what comes without its hash, as from a browser.
  ///
  /// @param content gives the content up to so many bytes, and `TOO_LARGE` beyond
  /// @param folder for the content while it is read
  public StoredBlob store(Caller caller, LongFunction<InputStream> content, Path folder) {
    requireRoom(caller);
    try (SpooledBlob spooled = SpooledBlob.of(content.apply(mostBytes(caller)), folder)) {
      return store(caller, spooled.hash(), OptionalLong.of(spooled.bytes()), _ -> spooled.open());
    }
  }

  /// Nobody sends what could not be kept anyway.
  private void requireRoom(Caller caller) {
    jdbi.useTransaction(handle -> {
      uploads.lock(handle, caller.accountKey());
      requireBelowLimit(uploads.sent(handle, caller.accountKey(), ""), 1);
    });
  }

  private void requireBelowLimit(long sent, long bytes) {
    if (sent + bytes > dailyBytes) {
      throw new AssayException(
          ErrorCode.QUOTA_EXCEEDED,
          "%s were sent in the last 24 hours, %s more would pass the limit of %s; wait, or ask the operator."
              .formatted(
                  DataSize.ofBytes(sent).toText(),
                  DataSize.ofBytes(bytes).toText(),
                  DataSize.ofBytes(dailyBytes).toText()));
    }
  }

  private long mostBytes(Caller caller) {
    return caller.may(Scope.PUBLISH) ? Math.max(caps.archive(), caps.source()) : caps.source();
  }

  private void reserve(Caller caller, String hash, long bytes) {
    jdbi.useTransaction(handle -> {
      uploads.lock(handle, caller.accountKey());
      requireBelowLimit(uploads.sent(handle, caller.accountKey(), hash), bytes);
      uploads.put(handle, caller.accountKey(), hash, bytes);
    });
  }

  private boolean isOwn(Caller caller, String hash) {
    return blobs.findSize(hash).isPresent()
        && jdbi.withHandle(handle -> uploads.exists(handle, caller.accountKey(), hash));
  }

  /// Size of a blob that the caller sent.
  ///
  /// @throws AssayException `NOT_FOUND` when there is none, or somebody else sent it
  public long requireOwn(Handle handle, Caller caller, String hash) {
    Inputs.requireHash("the blob", hash);
    OptionalLong size = blobs.findSize(hash);
    if (size.isEmpty() || !uploads.exists(handle, caller.accountKey(), hash)) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "There is no blob %s of yours; send it first by PUT /api/v1/blobs/%s."
              .formatted(hash, hash));
    }
    return size.getAsLong();
  }
}
