# Written by Assay from the signature of @{bundle}, anew before every run. Changes here are lost.
"""The values of the signature: (name, type, dimensions). Dimensions are None where there are none."""

PARAMS = (
@{params})

DERIVED = (
@{derived})

INPUTS = (
@{inputs})

OUTPUTS = (
@{outputs})
