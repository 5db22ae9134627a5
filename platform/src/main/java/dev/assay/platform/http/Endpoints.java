package dev.assay.platform.http;

/// What a part of the platform answers.
public interface Endpoints {
  void register(Routes routes);
}
