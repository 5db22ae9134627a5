/// Points, implementations and comparisons: pages whose charts put many numbers on one axis.
@NullMarked
package dev.assay.platform.page.chart;

import org.jspecify.annotations.NullMarked;
