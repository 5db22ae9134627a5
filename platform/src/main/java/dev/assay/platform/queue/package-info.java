/// The queue: runners and what they have, jobs and what they ask for, claims, leases, and who is
/// told what of it. The database's clock alone decides.
@NullMarked
package dev.assay.platform.queue;

import org.jspecify.annotations.NullMarked;
