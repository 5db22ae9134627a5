package dev.assay.runner.job;

import dev.assay.core.job.JobPlanner;
import dev.assay.runner.source.SourceRequest;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a person asked for.
///
/// @param bundle folder of the bundle; absent when it is looked up by the solution's `bundle`
/// @param runs folder that the run's folder is made in
/// @param keepAnswers whether answers are kept in the run's folder
public record RunRequest(
    SourceRequest source,
    @Nullable Path bundle,
    JobPlanner.Ask ask,
    Path runs,
    boolean keepAnswers) {}
