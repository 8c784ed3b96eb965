/** The problems of parameters, in the interface's own lists. */
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import type { InputIssue } from "../kit/endpoint/form.ts";
import type { AppError } from "../kit/errors/catalogue.ts";
import { formErrors } from "./form-errors.ts";
import { EMPTY_OR_NOT_BLANK, NOT_BLANK } from "./shapes.ts";

interface ParameterSchema {
  /** One of `system/list-validation-functions`. */
  readonly "x-validation"?: string;
}

/** 1440 with the names where some are missing, else 2300 with lengths and failed validations. */
export function invalidInput(endpoint: AnyEndpoint, issues: readonly InputIssue[]): AppError {
  const syntax = issues.find(({ keyword }) => keyword === "syntax");
  if (syntax) return formErrors.badRequest({ message: syntax.message });
  const missing = [...new Set(issues.flatMap(missingNames))];
  if (missing.length > 0) {
    return formErrors.missingParameters({ names: missing.join(", "), details: { missing_parameters: missing } });
  }
  const lengths = issues.flatMap((issue) => lengthText(issue) ?? []);
  const failed = issues
    .filter((issue) => lengthText(issue) === undefined)
    .map((issue) => ({ parameter: nameOf(issue), function: functionOf(endpoint, issue), error: messageOf(issue) }));
  const sentences = [...lengths, ...failed.map(({ parameter, error }) => `${parameter} ${error}`)];
  return formErrors.invalidParameters({
    reason: [...new Set(sentences)].slice(0, 5).join("; "),
    details: {
      ...(lengths.length > 0 ? { incorrect_value_lengths: lengths } : {}),
      ...(failed.length > 0 ? { failed_validation: failed } : {}),
    },
  });
}

function missingNames({ keyword, path, params }: InputIssue): readonly string[] {
  if (keyword !== "required" || path.length > 0) return [];
  const names: unknown = params["requiredProperties"] ?? params["missingProperty"];
  return Array.isArray(names) ? (names as readonly string[]) : typeof names === "string" ? [names] : [];
}

function lengthText({ keyword, path, params }: InputIssue): string | undefined {
  if (path.length !== 1) return undefined;
  if (keyword === "minLength") return `${path[0]} minimum length ${String(params["limit"])}`;
  if (keyword === "maxLength") return `${path[0]} maximum length ${String(params["limit"])}`;
  return undefined;
}

function messageOf({ keyword, message, params }: InputIssue): string {
  const isBlank =
    keyword === "pattern" && (params["pattern"] === NOT_BLANK || params["pattern"] === EMPTY_OR_NOT_BLANK);
  return isBlank ? "must have more than blanks" : message;
}

function nameOf({ path }: InputIssue): string {
  return path.length === 0 ? "parameters" : path.join(".");
}

/** The validation function of the parameter's schema; its JSON schema keyword where it has none. */
function functionOf(endpoint: AnyEndpoint, { path, keyword }: InputIssue): string {
  const properties: Record<string, ParameterSchema> | undefined = endpoint.input.params?.properties;
  return properties?.[path[0] ?? ""]?.["x-validation"] ?? keyword;
}
