/** The findings of validation about a description: in the words of the public registry's validate request. */

export interface Issue {
  /** Which part of validation found it: the named JSON schema, the registry's rules, or advice. */
  readonly type: "schema" | "semantic" | "linter";
  /** The place, such as `packages[0].transport.url`; empty for the whole document. */
  readonly path: string;
  readonly message: string;
  /** Only an `error` makes a description invalid. */
  readonly severity: "error" | "warning" | "info";
  /** The rule that was broken: a stable word, or the place within the JSON schema. */
  readonly reference: string;
}

export interface ValidationResult {
  readonly valid: boolean;
  readonly issues: Issue[];
}

/** A broken rule of the registry: the description cannot be published as it is. */
export function broken(reference: string, path: string, message: string): Issue {
  return { type: "semantic", path, message, severity: "error", reference };
}

/** Advice: the description may be published as it is. */
export function advice(severity: "warning" | "info", reference: string, path: string, message: string): Issue {
  return { type: "linter", path, message, severity, reference };
}

/**
 * What was found as issues, of a kind of which more than `most` are not useful: the first ones, and advice that says how many are
 * left out.
 */
export function cutIssues<Found>(
  found: readonly Found[],
  most: number,
  { of, issueOf }: { readonly of: string; readonly issueOf: (each: Found) => Issue },
): Issue[] {
  const shown = found.slice(0, most).map(issueOf);
  const left = found.length - shown.length;
  return left === 0 ? shown : [...shown, moreIssues(`${left} more issues of ${of} are not listed`)];
}

/** Says that not every issue is listed. */
export function moreIssues(message: string): Issue {
  return advice("info", "more-issues", "", message);
}
