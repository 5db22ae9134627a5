/// The database: how it is opened, brought up to date, and listened to.
@NullMarked
package dev.assay.platform.store;

import org.jspecify.annotations.NullMarked;
