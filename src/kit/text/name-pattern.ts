/** Patterns of names: a name, or the beginning of names with a `*` after it. Permissions and webhooks have them. */

/**
 * Whether a pattern covers a name: `*` covers all, a pattern that ends in `*` all names that begin like it, any other only
 * itself. Case matters.
 *
 * @example
 * covers("io.github.octocat/*", "io.github.octocat/weather"); // true
 */
export function covers(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Whether a pattern covers one of the names of a thing. `*` also covers a thing without a name. */
export function coversAny(pattern: string, names: readonly string[]): boolean {
  return pattern === "*" || names.some((name) => covers(pattern, name));
}

/**
 * Every pattern that covers a name, for a statement that looks for them by equality: the name, and each of its beginnings
 * with a `*`. Two more than the name has UTF-16 units, so the name must be short.
 */
export function coveringPatterns(name: string): string[] {
  return [name, ...Array.from({ length: name.length + 1 }, (_, length) => `${name.slice(0, length)}*`)];
}
