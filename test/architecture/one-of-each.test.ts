/**
 * What the program needs in many places stands once. A second copy is seldom mended with the first.
 */
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { parse, placeOf, programFiles, walk } from "./source-files.ts";

/** Lengths of time that have a name in `src/kit/time/spans.ts`. Shorter ones are limits of their own too often. */
const NAMED_SPANS = new Map([
  [3_600, "HOUR_SECONDS"],
  [86_400, "DAY_SECONDS"],
  [3_600_000, "HOUR_MS"],
  [86_400_000, "DAY_MS"],
  [3_600_000_000, "HOUR_MICROS"],
  [86_400_000_000, "DAY_MICROS"],
]);

/** A shorter body says one thing; that two functions say it is chance. */
const MIN_BODY_CHARACTERS = 60;

/** What a few files may use, and what the others call in its place. */
const ONE_HOME = new Map<string, { readonly homes: readonly string[]; readonly instead: string }>([
  ...["acquireLease", "renewLeases", "releaseLease"].map(
    (name) =>
      [
        name,
        { homes: ["src/kit/sql/lease.ts", "src/kit/sql/hold-lease.ts"], instead: "hold it by LeaseHolder" },
      ] as const,
  ),
  [
    "DataView",
    {
      homes: ["src/kit/bytes/little-endian.ts", "src/players/demo/saves/save-objects.ts"],
      instead: "read it by LittleEndian",
    },
  ],
]);

const files = programFiles().map((file) => parse(file));

describe("the program", () => {
  test("writes hours and days by their names", () => {
    expect(files.flatMap(spansIn)).toEqual([]);
  });

  test("uses what has one home there only", () => {
    expect(files.flatMap(strangersIn)).toEqual([]);
  });

  test("has a name for each limit that files share", () => {
    expect(sharedLimitsIn(files)).toEqual([]);
  });

  test("has no two functions with the same body", () => {
    expect(repeatedIn(files)).toEqual([]);
  });
});

describe("these checks see", () => {
  test.each([
    ["src/registry/a.ts", "const KEPT_MS = 30 * 86_400_000;", ["src/registry/a.ts:1 writes 86_400_000: use DAY_MS"]],
    ["src/registry/a.ts", "const a = { maximum: 86400 };", ["src/registry/a.ts:1 writes 86400: use DAY_SECONDS"]],
    ["src/registry/a.ts", 'const a = "86400"; const TIMEOUT_MS = 60_000;', []],
    ["src/kit/time/spans.ts", "export const DAY_MS = 86_400_000;", []],
  ])("spans of time in %s: %s", (file, text, expected) => {
    expect(spansIn(parse(file, text))).toEqual(expected);
  });

  test.each([
    [
      "src/registry/a.ts",
      'import { acquireLease } from "../kit/sql/lease.ts";',
      ["src/registry/a.ts:1 uses acquireLease: hold it by LeaseHolder"],
    ],
    [
      "src/players/a.ts",
      "const first = new DataView(bytes.buffer).getInt32(0, true);",
      ["src/players/a.ts:1 uses DataView: read it by LittleEndian"],
    ],
    ["src/kit/sql/hold-lease.ts", 'import { acquireLease, releaseLease } from "./lease.ts";', []],
    ["src/registry/a.ts", 'const what = "acquireLease"; leases.hold(name);', []],
  ])("a second home in %s: %s", (file, text, expected) => {
    expect(strangersIn(parse(file, text))).toEqual(expected);
  });

  test("a limit whose name is exported twice", () => {
    const one = parse("src/registry/a.ts", "export const MAX_KEYS = 5; export const COLUMNS = 1; const MAX_BYTES = 1;");
    const other = parse(
      "src/players/b.ts",
      "export const MAX_KEYS = 6; export const COLUMNS = 2; const MAX_BYTES = 2;",
    );
    expect(sharedLimitsIn([one, other])).toEqual(["MAX_KEYS: src/registry/a.ts:1, src/players/b.ts:1"]);
    expect(sharedLimitsIn([one])).toEqual([]);
  });

  test("a function that stands twice, whatever its name and its comments", () => {
    const body = "if (first.length === 0) return undefined;\n return Math.max(...first) - Math.min(...first);";
    const one = parse("src/registry/a.ts", `function spread(first: number[]) { ${body} }`);
    const other = parse("src/players/b.ts", `/** Why. */\nexport const reach = (first: number[]) => { ${body} };`);
    expect(repeatedIn([one, other])).toEqual(["src/registry/a.ts:1 spread = src/players/b.ts:2 reach"]);
  });

  test("that two functions differ, or are short", () => {
    const short = "return name.trim();";
    const text = `function a(name: string) { ${short} } function b(name: string) { ${short} }`;
    expect(repeatedIn([parse("src/registry/a.ts", text)])).toEqual([]);
  });
});

function spansIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  if (file.fileName.startsWith("src/kit/time/")) return found;
  walk(file, (node) => {
    const name = ts.isNumericLiteral(node) ? NAMED_SPANS.get(Number(node.text)) : undefined;
    if (name !== undefined) found.push(`${placeOf(node)} writes ${node.getText()}: use ${name}`);
  });
  return found;
}

function strangersIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    const rule = ts.isIdentifier(node) ? ONE_HOME.get(node.text) : undefined;
    if (rule && !rule.homes.includes(file.fileName))
      found.push(`${placeOf(node)} uses ${node.getText()}: ${rule.instead}`);
  });
  return found;
}

/** Limits of one name that several files export: a reader would take one for the other. */
function sharedLimitsIn(sources: readonly ts.SourceFile[]): string[] {
  const places = new Map<string, string[]>();
  for (const statement of sources.flatMap((file) => [...file.statements])) {
    if (!ts.isVariableStatement(statement)) continue;
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    for (const { name } of statement.declarationList.declarations) {
      const text = name.getText();
      if (/^(?:MAX|MIN|MOST|LEAST)_/.test(text)) places.set(text, [...(places.get(text) ?? []), placeOf(name)]);
    }
  }
  return [...places].filter(([, found]) => found.length > 1).map(([name, found]) => `${name}: ${found.join(", ")}`);
}

function repeatedIn(sources: readonly ts.SourceFile[]): string[] {
  const byBody = new Map<string, string[]>();
  for (const { name, body } of sources.flatMap(functionsOf)) {
    const text = body.getText().replaceAll(/\s+/g, " ");
    if (text.length < MIN_BODY_CHARACTERS) continue;
    byBody.set(text, [...(byBody.get(text) ?? []), `${placeOf(name)} ${name.getText()}`]);
  }
  return [...byBody.values()].filter((places) => places.length > 1).map((places) => places.join(" = "));
}

/** The functions that a file names: those within others, and the arrows, too. */
function functionsOf(file: ts.SourceFile): { readonly name: ts.Node; readonly body: ts.Node }[] {
  const found: { name: ts.Node; body: ts.Node }[] = [];
  walk(file, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name && node.body) found.push({ name: node.name, body: node.body });
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer)) {
      found.push({ name: node.name, body: node.initializer.body });
    }
  });
  return found;
}
