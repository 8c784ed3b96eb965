/** Which of two versions of a server is the newer one, and which version `latest` names. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { ServerStatus } from "./status.ts";

/** A version as its order sees it. */
export interface VersionAge {
  readonly version: string;
  readonly publishedAt: Instant;
  /**
   * The result of `parseVersion` for `version`, where the caller keeps it (`null` for undefined). Parsed here where
   * absent.
   */
  readonly parsed?: ParsedVersion | null;
}

/** The parts of a version that decide precedence. Numbers stay text: they may exceed the exact range of a `number`. */
export interface ParsedVersion {
  readonly core: readonly [string, string, string];
  /** Empty for a release. */
  readonly prerelease: readonly string[];
}

/**
 * Total order of the versions of one server: negative when `a` is older than `b`, 0 only for the same text published
 * at the same instant. A semantic version is above every other text. Semantic versions follow the precedence of SemVer
 * 2.0.0 section 11. Other texts, and semantic versions that differ only in build metadata, follow the time of
 * publication, then their text by UTF-16 code unit.
 */
export function compareVersions(a: VersionAge, b: VersionAge): number {
  const left = a.parsed === undefined ? parseVersion(a.version) : a.parsed;
  const right = b.parsed === undefined ? parseVersion(b.version) : b.parsed;
  if (left && right) return comparePrecedence(left, right) || compareAge(a, b);
  if (left) return 1;
  if (right) return -1;
  return compareAge(a, b);
}

/**
 * The version that `latest` names: the highest that is not deleted. When all are deleted it is the highest of them, so
 * that a reader who asks for deleted ones still finds it. Undefined for an empty list.
 */
export function latestOf<Version extends VersionAge & { readonly status: ServerStatus }>(
  versions: readonly Version[],
): Version | undefined {
  let latest: Version | undefined;
  for (const version of versions) {
    if (latest === undefined || standsAbove(version, latest)) latest = version;
  }
  return latest;
}

/**
 * Reads a version by the grammar of SemVer 2.0.0: exactly three numbers, no leading `v`, no leading zeros, optional
 * pre-release and build metadata. Undefined for every other text. Takes time linear in the text, of any length.
 */
export function parseVersion(text: string): ParsedVersion | undefined {
  const plus = text.indexOf("+");
  if (
    plus !== -1 &&
    !text
      .slice(plus + 1)
      .split(".")
      .every(isIdentifier)
  )
    return undefined;
  const precedence = plus === -1 ? text : text.slice(0, plus);

  const hyphen = precedence.indexOf("-");
  const prerelease = hyphen === -1 ? [] : precedence.slice(hyphen + 1).split(".");
  if (!prerelease.every((part) => isIdentifier(part) && (!isDigits(part) || isNumber(part)))) return undefined;

  const [major, minor, patch, ...more] = (hyphen === -1 ? precedence : precedence.slice(0, hyphen)).split(".", 4);
  if (major === undefined || minor === undefined || patch === undefined || more.length > 0) return undefined;
  if (!isNumber(major) || !isNumber(minor) || !isNumber(patch)) return undefined;
  return { core: [major, minor, patch], prerelease };
}

function standsAbove(
  a: VersionAge & { readonly status: ServerStatus },
  b: VersionAge & { readonly status: ServerStatus },
): boolean {
  const visible = a.status !== "deleted";
  return visible === (b.status !== "deleted") ? compareVersions(a, b) > 0 : visible;
}

function comparePrecedence(a: ParsedVersion, b: ParsedVersion): number {
  const core =
    compareNumbers(a.core[0], b.core[0]) ||
    compareNumbers(a.core[1], b.core[1]) ||
    compareNumbers(a.core[2], b.core[2]);
  if (core !== 0) return core;
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length;
  for (const [index, part] of a.prerelease.entries()) {
    const other = b.prerelease[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(part, other);
    if (order !== 0) return order;
  }
  return a.prerelease.length - b.prerelease.length;
}

/** Numbers are below words; numbers compare as numbers, words by ASCII. */
function compareIdentifiers(a: string, b: string): number {
  const aIsNumber = isDigits(a);
  if (aIsNumber !== isDigits(b)) return aIsNumber ? -1 : 1;
  return aIsNumber ? compareNumbers(a, b) : compareText(a, b);
}

/** Without leading zeros the longer number is the greater one. */
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}

function compareAge(a: VersionAge, b: VersionAge): number {
  return a.publishedAt - b.publishedAt || compareText(a.version, b.version);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function isIdentifier(part: string): boolean {
  return /^[0-9A-Za-z-]+$/.test(part);
}

function isDigits(part: string): boolean {
  return /^[0-9]+$/.test(part);
}

function isNumber(part: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(part);
}
