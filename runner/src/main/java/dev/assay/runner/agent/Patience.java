package dev.assay.runner.agent;

import java.util.function.BooleanSupplier;

/// For how long a call is repeated.
public interface Patience extends BooleanSupplier {}
