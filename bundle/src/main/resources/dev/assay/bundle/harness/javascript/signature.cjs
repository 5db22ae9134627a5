// Written by Assay from the signature of @{bundle}, anew before every run. Changes here are lost.
//
// The values of the signature: [name, type, dimensions]. Dimensions are null where there are none.
'use strict'

exports.PARAMS = [
@{params}]

exports.DERIVED = [
@{derived}]

exports.INPUTS = [
@{inputs}]

exports.OUTPUTS = [
@{outputs}]
