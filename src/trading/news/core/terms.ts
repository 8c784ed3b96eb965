/** Terms of a search, as clients send them: separated by commas. */

/** In each of the parameters. */
export const MAX_TERMS = 10;

/** The terms in small letters, without empty ones; undefined where none is given, and so nothing is to be filtered. */
export function termsOf(text: string | undefined): string[] | undefined {
  const terms = (text ?? "").split(",").map((term) => term.trim().toLowerCase());
  const given = terms.filter((term) => term !== "");
  return given.length === 0 ? undefined : given;
}

/** Whether a parameter names more terms than it may. */
export function hasTooManyTerms(text: string | undefined): boolean {
  return (text ?? "").split(",").length > MAX_TERMS;
}
