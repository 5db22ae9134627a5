package dev.assay.platform.http;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// Which routes there are.
final class RouteTable {
  private final List<Route> routes = new CopyOnWriteArrayList<>();
  private final List<Route> pages = new CopyOnWriteArrayList<>();

  void add(Route route) {
    routes.add(route);
  }

  void addPage(Route route) {
    pages.add(route);
  }

  /// Those of the API.
  List<Route> routes() {
    return List.copyOf(routes);
  }

  /// Those that people look at.
  List<Route> pages() {
    return List.copyOf(pages);
  }

  /// Value of `Allow` for a path; empty when nothing answers it.
  String methodsFor(String path) {
    var methods = new TreeSet<String>();
    Stream.concat(routes.stream(), pages.stream())
        .filter(route -> route.fits(path))
        .map(Route::method)
        .forEach(methods::add);
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return String.join(", ", methods);
  }
}
