package dev.assay.platform.bundle;

import dev.assay.core.run.ImageIdentity;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Images that were published.
final class ImageRepository {
  /// The first who publishes a reference has it.
  private static final String OWNER =
      "select published_by from image where reference = :reference order by key limit 1";

  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtext('image ' || :reference))";

  private static final String INSERT =
      """
      insert into image (reference, digest, recipe_blob, published_by)
      values (:reference, :digest, :recipe, :account)
      on conflict (reference, digest) do update
        set recipe_blob = coalesce(image.recipe_blob, excluded.recipe_blob)
      returning (xmax = 0) as is_new
      """;

  private static final String NEWEST =
      "select reference, digest from image where reference = :reference order by key desc limit 1";

  private static final String EXISTS =
      "select exists (select from image where reference = :reference and digest = :digest)";

  private static final String RECIPES =
      """
      select distinct on (digest) digest, recipe_blob from image
      where digest = any(:digests) and recipe_blob is not null order by digest, key
      """;

  private static final String VIEW =
      "select i.*, a.name as publisher from image i join account a on a.key = i.published_by ";

  private static final String PAGE =
      VIEW
          + """
          where i.key < :below and (cast(:reference as text) is null or i.reference = :reference)
          order by i.key desc limit :limit
          """;

  private static final String ONE = VIEW + "where i.reference = :reference and i.digest = :digest";

  /// A row of a page.
  record Row(long key, ImageView image) {}

  /// Key of the account that a reference belongs to; two transactions see each other here.
  Optional<Long> lockOwner(Handle handle, String reference) {
    handle.createQuery(LOCK).bind("reference", reference).map((row, _) -> 0).one();
    return handle.createQuery(OWNER).bind("reference", reference).mapTo(Long.class).findOne();
  }

  boolean insert(
      Handle handle, String reference, String digest, @Nullable String recipeBlob, long account) {
    return handle
        .createQuery(INSERT)
        .bind("reference", reference)
        .bind("digest", digest)
        .bind("recipe", recipeBlob)
        .bind("account", account)
        .mapTo(Boolean.class)
        .one();
  }

  boolean exists(Handle handle, ImageIdentity image) {
    return handle
        .createQuery(EXISTS)
        .bind("reference", image.reference())
        .bind("digest", image.digest())
        .mapTo(Boolean.class)
        .one();
  }

  Optional<ImageIdentity> findNewest(Handle handle, String reference) {
    return handle
        .createQuery(NEWEST)
        .bind("reference", reference)
        .map((row, _) -> new ImageIdentity(row.getString("reference"), row.getString("digest")))
        .findOne();
  }

  /// Blobs of recipes by digest.
  List<Recipe> recipes(Handle handle, Collection<String> digests) {
    return handle
        .createQuery(RECIPES)
        .bindArray("digests", String.class, digests)
        .map((row, _) -> new Recipe(row.getString("digest"), row.getString("recipe_blob")))
        .list();
  }

  /// @param blob with the recipe's file
  record Recipe(String digest, String blob) {}

  List<Row> page(Handle handle, @Nullable String reference, long below, int limit) {
    return handle
        .createQuery(PAGE)
        .bind("below", below)
        .bind("reference", reference)
        .bind("limit", limit)
        .map((row, _) -> new Row(row.getLong("key"), view(row)))
        .list();
  }

  ImageView load(Handle handle, String reference, String digest) {
    return handle
        .createQuery(ONE)
        .bind("reference", reference)
        .bind("digest", digest)
        .map((row, _) -> view(row))
        .one();
  }

  private static ImageView view(ResultSet row) throws SQLException {
    return new ImageView(
        row.getString("reference"),
        row.getString("digest"),
        row.getString("recipe_blob"),
        row.getString("publisher"),
        instant(row, "published_at"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
