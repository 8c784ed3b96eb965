/** The form of every `--json`: one JSON document on standard output. */

/** Members are in camelCase, times RFC 3339 or null, and what is secret is never among them. */
export function writeJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
