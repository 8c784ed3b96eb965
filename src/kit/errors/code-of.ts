/** The code of a failure: `ENOENT` of the system, `40001` of PostgreSQL. Undefined where it has none in text. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
