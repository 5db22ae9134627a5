@NullMarked
package dev.assay.platform.page.chart;

import org.jspecify.annotations.NullMarked;
