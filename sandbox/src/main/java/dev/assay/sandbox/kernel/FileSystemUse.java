package dev.assay.sandbox.kernel;

/// How full a file system is (`statfs(2)`).
///
/// @param type magic number of its kind, as in `0xEF53` for ext4
/// @param totalBytes its size
/// @param freeBytes free, what is kept for root included
/// @param availableBytes free for everybody else
/// @param files inodes that it can hold; 0 where it has no such bound
/// @param freeFiles inodes that are left
public record FileSystemUse(
    long type, long totalBytes, long freeBytes, long availableBytes, long files, long freeFiles) {
  public long usedBytes() {
    return totalBytes - freeBytes;
  }
}
