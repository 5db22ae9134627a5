package dev.assay.runner.source;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Finds symbolic links that lead out of a tree. Links are followed as the kernel would
/// (path_resolution(7)), over the links of the tree themselves and never over the machine's files:
/// `up/..` leads elsewhere when `up` is a link.
public final class LinkCheck {
  private static final int MAX_HOPS = 40;

  private LinkCheck() {}

  /// The first link in `folder`, at any depth, that leads out of it, for people: `a/b -> ../../c`.
  /// Follows none. Empty when there is none.
  public static Optional<String> findEscape(Path folder) throws IOException {
    Map<String, String> links = new TreeMap<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isSymbolicLink()) {
              links.put(
                  folder.relativize(file).toString(), Files.readSymbolicLink(file).toString());
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return findEscape(links);
  }

  /// The same for links that are not on a disk yet: path to target, with `/` between names.
  static Optional<String> findEscape(Map<String, String> links) {
    return links.entrySet().stream()
        .filter(link -> leadsOut(link.getKey(), links))
        .map(link -> link.getKey() + " -> " + link.getValue())
        .findFirst();
  }

  private static boolean leadsOut(String start, Map<String, String> links) {
    Deque<String> todo = new ArrayDeque<>();
    prepend(start, todo);
    Deque<String> place = new ArrayDeque<>();
    int hops = 0;
    while (!todo.isEmpty()) {
      String name = todo.pop();
      if (name.equals("..")) {
        if (place.isEmpty()) {
          return true;
        }
        place.removeLast();
        continue;
      }
      place.addLast(name);
      String target = links.get(String.join("/", place));
      if (target != null) {
        if (target.startsWith("/")) {
          return true;
        }
        if (++hops > MAX_HOPS) {
          return false; // The kernel gives up as well: ELOOP.
        }
        place.removeLast();
        prepend(target, todo);
      }
    }
    return false;
  }

  private static void prepend(String path, Deque<String> todo) {
    String[] names = path.split("/", -1);
    for (int i = names.length - 1; i >= 0; i--) {
      if (!names[i].isEmpty() && !names[i].equals(".")) {
        todo.push(names[i]);
      }
    }
  }
}
