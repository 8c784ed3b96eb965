/**
 * A version as NuGet's addresses spell it: lower case, without build metadata, numbers without leading zeros, at least
 * three of them, a fourth only if it is not zero (NuGet "normalized version numbers", learn.microsoft.com). Other text
 * is answered in lower case.
 *
 * @example
 * normalizeNugetVersion("1.02-Beta+build.5"); // "1.2.0-beta"
 */
export function normalizeNugetVersion(version: string): string {
  const lower = version.toLowerCase();
  const match = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(-[^+]+)?(?:\+.*)?$/.exec(lower);
  if (!match) return lower;
  const [, major, minor = "0", patch = "0", revision = "0", prerelease = ""] = match;
  const numbers = [major, minor, patch, revision].map((digits) => digits?.replace(/^0+(?=\d)/, "") ?? "0");
  if (numbers[3] === "0") numbers.pop();
  return numbers.join(".") + prerelease;
}
