/// Where the measured code comes from: freezing what a person named to a commit, and laying the
/// files of that commit into a folder. Nothing of a repository is ever executed here: no hook, no
/// filter, no checkout.
@NullMarked
package dev.assay.runner.source;

import org.jspecify.annotations.NullMarked;
