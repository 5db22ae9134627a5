/// Measures encrypted solutions: what an author's code may see never meets the secret key
/// (docs/decisions/0017-encrypted-in-five-processes.md).
@NullMarked
package dev.assay.runner.encrypted;

import org.jspecify.annotations.NullMarked;
