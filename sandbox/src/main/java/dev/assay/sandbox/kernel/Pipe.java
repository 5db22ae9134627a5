package dev.assay.sandbox.kernel;

/// Both ends of a pipe of this process.
public record Pipe(Descriptor readEnd, Descriptor writeEnd) implements AutoCloseable {
  @Override
  public void close() {
    readEnd.close();
    writeEnd.close();
  }
}
