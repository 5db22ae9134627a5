// Written by Assay from the signature of @{bundle}, anew before every build. Changes here are lost.
// Names to the harness what only encrypted solutions have.
#pragma once

#include "fields.hpp"

namespace assay::harness {

template <class Visit>
void each_public_input([[maybe_unused]] const Point& point, [[maybe_unused]] PublicInputs& inputs,
                       [[maybe_unused]] Visit visit) {
@{public_inputs}}

template <class Visit>
void each_public_output([[maybe_unused]] const Point& point, [[maybe_unused]] const Answer& outputs,
                        [[maybe_unused]] Visit visit) {
@{public_outputs}}

template <class Visit>
void each_config([[maybe_unused]] Config& config, [[maybe_unused]] Visit visit) {
@{config}}

}  // namespace assay::harness
