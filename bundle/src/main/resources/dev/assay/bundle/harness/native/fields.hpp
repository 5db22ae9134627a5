// Written by Assay from the signature of @{bundle}, anew before every build. Changes here are lost.
// Names every value of the signature to the harness, which knows how to read and write each type.
#pragma once

#include "shape.hpp"
#include "signature.hpp"

namespace assay::harness {

template <class Visit>
void each_param([[maybe_unused]] Point& point, [[maybe_unused]] Visit visit) {
@{params}}

template <class Visit>
void each_derived_scalar([[maybe_unused]] Point& point, [[maybe_unused]] Visit visit) {
@{derived_scalars}}

template <class Visit>
void each_derived_file([[maybe_unused]] Point& point, [[maybe_unused]] Visit visit) {
@{derived_files}}

template <class Visit>
void each_input([[maybe_unused]] const Point& point, [[maybe_unused]] Inputs& inputs,
                [[maybe_unused]] Visit visit) {
@{inputs}}

template <class Visit>
void each_output([[maybe_unused]] const Point& point, [[maybe_unused]] Outputs& outputs,
                 [[maybe_unused]] Visit visit) {
@{outputs}}

}  // namespace assay::harness
