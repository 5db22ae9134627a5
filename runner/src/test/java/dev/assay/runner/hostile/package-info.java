/// Odd, broken and hostile programs against the real sandbox: what each must give, and what it must
/// not do to the machine.
@NullMarked
package dev.assay.runner.hostile;

import org.jspecify.annotations.NullMarked;
