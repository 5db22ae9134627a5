package dev.assay.runner.agent;

/// Hears what a runner does, a line for each change, from any thread.
public interface AgentListener {
  void says(String line);
}
