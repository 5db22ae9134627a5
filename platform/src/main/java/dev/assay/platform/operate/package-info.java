/// What an operator has of the platform: its health, its metrics, its backup.
@NullMarked
package dev.assay.platform.operate;

import org.jspecify.annotations.NullMarked;
