/// Measures commands: any program, once or many times, alone or against another one, with the
/// sandbox and the meter that runs are measured with.
@NullMarked
package dev.assay.runner.exec;

import org.jspecify.annotations.NullMarked;
