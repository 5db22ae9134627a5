/// What holds for encrypted solutions (DESIGN section 6): the security floor, the stages and what
/// they come to, which runs are ranked. Pure.
@NullMarked
package dev.assay.core.encrypted;

import org.jspecify.annotations.NullMarked;
