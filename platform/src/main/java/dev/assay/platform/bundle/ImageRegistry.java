package dev.assay.platform.bundle;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.AuditTrail;
import dev.assay.platform.access.Caller;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.http.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Which images solutions and bundles may name, and what runners build them from. A reference
/// belongs to the account that published it first, so that nobody can put another image under the
/// feet of others. Thread-safe.
public final class ImageRegistry {
  /// The largest recipe in bytes.
  static final int MOST_RECIPE_BYTES = 64 << 10;

  private static final int MOST_REFERENCE = 255;
  private static final String REFERENCE = "[A-Za-z0-9][A-Za-z0-9._/:@-]*";
  private static final String DIGEST = "sha256:[0-9a-f]{64}";

  private final Jdbi jdbi;
  private final Blobs blobs;
  private final AuditTrail trail;
  private final ImageRepository images = new ImageRepository();

  public ImageRegistry(Jdbi jdbi, Blobs blobs, AuditTrail trail) {
    this.jdbi = jdbi;
    this.blobs = blobs;
    this.trail = trail;
  }

  /// What a publication came to.
  ///
  /// @param isNew false when the image was there already
  record Published(ImageView image, boolean isNew) {}

  Published publish(Caller caller, ImagePublication publication) {
    return jdbi.inTransaction(handle -> publish(handle, caller, publication));
  }

  Published publish(Handle handle, Caller caller, ImagePublication publication) {
    String reference = requireReference(publication.reference());
    String digest = requireDigest(publication.digest());
    String recipe = storeRecipe(publication.recipe());
    var identity = new ImageIdentity(reference, digest);
    boolean isOwn =
        images
            .lockOwner(handle, reference)
            .map(owner -> owner == caller.accountKey() || caller.seesAll())
            .orElse(true);
    if (!isOwn && !images.exists(handle, identity)) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED,
          "The image reference %s was published by somebody else first, who alone publishes new digests of it. Give your image a name of its own, as in localhost/YOUR-NAME/core."
              .formatted(reference));
    }
    boolean isNew =
        images.insert(handle, reference, digest, isOwn ? recipe : null, caller.accountKey());
    if (isNew) {
      trail.record(handle, caller, "image.publish", reference, digest);
    }
    return new Published(images.load(handle, reference, digest), isNew);
  }

  private @Nullable String storeRecipe(@Nullable String recipe) {
    if (recipe == null) {
      return null;
    }
    byte[] bytes = recipe.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > MOST_RECIPE_BYTES || recipe.indexOf('\0') >= 0) {
      throw new AssayException(
          bytes.length > MOST_RECIPE_BYTES ? ErrorCode.TOO_LARGE : ErrorCode.REQUEST_INVALID,
          "The recipe has %d bytes; a recipe is text of 1 to %d bytes."
              .formatted(bytes.length, MOST_RECIPE_BYTES));
    }
    return blobs.store(bytes);
  }

  /// @throws AssayException `REQUEST_INVALID` for what is no reference of an image
  public static String requireReference(String text) {
    PlainText.requireLine("the image reference", text, MOST_REFERENCE);
    if (!text.matches(REFERENCE)) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "'%s' is no image reference; write one as in localhost/assay/core."
              .formatted(SafeText.shown(text)));
    }
    return text;
  }

  /// @throws AssayException `REQUEST_INVALID` for what is no digest of an image
  public static String requireDigest(String text) {
    if (!text.matches(DIGEST)) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "'%s' is no image digest; one is 'sha256:' and 64 small hex digits."
              .formatted(SafeText.shown(text)));
    }
    return text;
  }

  List<ImageRepository.Row> page(@Nullable String reference, long below, int limit) {
    return jdbi.withHandle(handle -> images.page(handle, reference, below, limit + 1));
  }

  boolean isKnown(Handle handle, ImageIdentity image) {
    return images.exists(handle, image);
  }

  /// The image that a reference means now: the newest digest published for it, or the digest that
  /// it names itself.
  ///
  /// @throws AssayException `IMAGE_NOT_FOUND` when none was published
  public ImageIdentity require(Handle handle, String reference) {
    int at = reference.indexOf('@');
    if (at > 0 && reference.substring(at + 1).matches(DIGEST)) {
      return new ImageIdentity(reference, reference.substring(at + 1));
    }
    return images
        .findNewest(handle, reference)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.IMAGE_NOT_FOUND,
                "The image %s is not known here: nobody published a digest of it. GET /api/v1/images lists what there is; a host adds one by `assay image publish RECIPE`."
                    .formatted(SafeText.shown(reference))));
  }

  /// Blobs of recipes by digest; a digest that no recipe makes is not in it.
  public Map<String, String> recipes(Handle handle, Collection<String> digests) {
    return images.recipes(handle, digests).stream()
        .collect(Collectors.toMap(ImageRepository.Recipe::digest, ImageRepository.Recipe::blob));
  }
}
