package dev.assay.platform.webhook;

/// A delivery with what it says.
///
/// @param body JSON, as it is sent each time
public record DeliveryContents(DeliveryView delivery, String body) {}
