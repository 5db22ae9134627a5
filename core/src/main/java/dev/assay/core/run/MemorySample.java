package dev.assay.core.run;

/// Resident memory of a process tree at one moment.
///
/// @param atNanos since the process started
/// @param anonymousBytes heap, stacks and private mappings
/// @param sharedBytes shared memory and tmpfs, /tmp and /dev/shm included
/// @param kernelBytes page tables, sockets, slabs; 0 where the kernel does not tell it apart
/// @param fileBytes page cache, which is not counted as the program's memory
public record MemorySample(
    long atNanos, long anonymousBytes, long sharedBytes, long kernelBytes, long fileBytes) {}
