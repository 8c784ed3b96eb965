/** Refusals of parameters by rules that no schema states, in the form of those that a schema states. */
import type { AppError } from "../kit/errors/catalogue.ts";
import { formErrors } from "./form-errors.ts";

/** The error for a missing parameter, as for other parameters. */
export function missingParameter(name: string): AppError {
  return formErrors.missingParameters({ names: name, details: { missing_parameters: [name] } });
}

/** @param error what the value must be, after its name: `must be above 0`. */
export function unfitParameter(parameter: string, rule: string, error: string): AppError {
  const failed = { parameter, function: rule, error };
  return formErrors.invalidParameters({
    reason: `${parameter} ${error}`,
    details: { failed_validation: [failed] },
  });
}
