/// Tells programs of others what has happened: webhooks, their events, and how these are delivered.
@NullMarked
package dev.assay.platform.webhook;

import org.jspecify.annotations.NullMarked;
