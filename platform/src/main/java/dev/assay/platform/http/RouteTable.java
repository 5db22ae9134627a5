package dev.assay.platform.http;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/// Which routes there are.
final class RouteTable {
  private final List<Route> routes = new CopyOnWriteArrayList<>();

  void add(Route route) {
    routes.add(route);
  }

  List<Route> routes() {
    return List.copyOf(routes);
  }

  /// Value of `Allow` for a path; empty when nothing answers it.
  String methodsFor(String path) {
    var methods = new TreeSet<String>();
    routes.stream().filter(route -> route.fits(path)).map(Route::method).forEach(methods::add);
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return String.join(", ", methods);
  }
}
