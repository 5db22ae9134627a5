package dev.assay.platform.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LruCacheTest {
  private final LruCache<String, Integer> cache = new LruCache<>(2);

  @Test
  void forgetsWhatWasUsedLeastRecently() {
    cache.put("a", 1);
    cache.put("b", 2);
    assertThat(cache.find("a")).isEqualTo(1);

    cache.put("c", 3);

    assertThat(cache.find("b")).isNull();
    assertThat(cache.find(List.of("a", "b", "c"))).isEqualTo(Map.of("a", 1, "c", 3));
  }

  @Test
  void makesWhatIsNotThereOnce() {
    var made = new ArrayList<String>();

    for (int i = 0; i < 3; i++) {
      assertThat(
              cache.get(
                  "a",
                  key -> {
                    made.add(key);
                    return 7;
                  }))
          .isEqualTo(7);
    }

    assertThat(made).containsExactly("a");
  }

  @Test
  void keepsTheNewestOfAKey() {
    cache.put("a", 1);
    cache.put("a", 2);

    assertThat(cache.find("a")).isEqualTo(2);
  }
}
