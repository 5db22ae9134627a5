package dev.assay.platform.page.run;

import dev.assay.platform.page.Addresses;
import java.util.List;

/// Addresses that pages of a run lead to, besides those that all pages know.
///
/// @param run id
record RunAddresses(String run) {
  String page() {
    return Addresses.run(run);
  }

  String point(String point) {
    return Addresses.runPoint(run, point);
  }

  /// Leads to the comparison with the leader at a point.
  String leader(String point) {
    return point(point) + "/leader";
  }

  String files() {
    return page() + "/files";
  }

  String file(String name) {
    return Addresses.runFile(run, name);
  }

  /// A file as it is.
  String raw(String name) {
    return "/api/v1" + file(name);
  }

  String api(String what) {
    return "/api/v1" + page() + "/" + what;
  }

  static String compare(List<String> runs) {
    String address = "/compare";
    for (String run : runs) {
      address = Addresses.with(address, "run", run);
    }
    return address;
  }

  static String events(String job) {
    return "/api/v1" + Addresses.job(job) + "/events";
  }
}
