/** The verbs of exported functions are those of docs/rules/names.md. */
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { parse, programFiles, readText } from "./source-files.ts";

/** So many functions that begin with one word make it a part of the language of this repository. */
const SHARED_BY = 5;

/** Words that begin names and are not verbs there: what comes out, whose it is, or which one. */
const OTHER_WORDS = new Set(
  [
    "account address after alert article as body by candle competition doctor error exchange file first from game has highest",
    "http invoice is job json key known live lowest market may names namespace new newest news next nonce on opportunity opt",
    "or order owned package page password path plain play players point price profile public quiet rate refusal registry retry schema secret server session settled",
    "shown shut system tape terms text ticket to token trading tribe two until unzip with without world",
  ].flatMap((line) => line.split(" ")),
);

interface Head {
  readonly names: Set<string>;
  returnsNothing: boolean;
}

/** The first words of the exported functions. */
function headsOf(files: readonly string[], textOf: (file: string) => string = readText): Map<string, Head> {
  const heads = new Map<string, Head>();
  for (const file of files) {
    const text = textOf(file);
    if (!/\bexport (?:async )?function\b/.test(text)) continue;
    for (const statement of parse(file, text).statements) {
      if (!ts.isFunctionDeclaration(statement) || !statement.name) continue;
      if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
      const name = statement.name.text;
      const [word = name] = /^[a-z]+/.exec(name) ?? [];
      const head = heads.get(word) ?? { names: new Set(), returnsNothing: false };
      head.names.add(name);
      head.returnsNothing ||= /^(?:Promise<)?void>?$/.test(statement.type?.getText() ?? "");
      heads.set(word, head);
    }
  }
  return heads;
}

/** The words of the table's first column. */
function verbsOf(document: string): string[] {
  const table = document.split("\n## ").find((section) => section.startsWith("A verb means one thing")) ?? "";
  const cells = [...table.matchAll(/^\|([^|]*)\|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, verb = ""]) => verb));
}

function problemsOf(heads: ReadonlyMap<string, Head>, verbs: readonly string[], others: ReadonlySet<string>): string[] {
  const unlisted = [...heads]
    .filter(([, { names, returnsNothing }]) => returnsNothing || names.size >= SHARED_BY)
    .filter(([word]) => !verbs.includes(word) && !others.has(word))
    .map(([word, { names }]) => `${word} is not listed: ${[...names].toSorted().join(", ")}`);
  const unused = [...verbs, ...others].filter((word) => !heads.has(word)).map((word) => `${word} is not in use`);
  const twice = verbs.filter((verb, at) => verbs.indexOf(verb) < at).map((verb) => `${verb} is listed twice`);
  return [...unlisted, ...unused, ...twice];
}

describe("the verbs of exported functions", () => {
  test("are those of docs/rules/names.md, which lists none that is not in use", () => {
    const verbs = verbsOf(readText("docs/rules/names.md"));
    expect(verbs).toContain("find");
    expect(problemsOf(headsOf(programFiles()), verbs, OTHER_WORDS)).toEqual([]);
  });

  test("are found wherever a word begins five names, or a function returns nothing", () => {
    const text = `
      export function wipeRow(): void {}
      export async function driveHome(): Promise<void> {}
      export function rowOf(): number { return 1; }
      export function readA(): number { return 1; }
      export function pickA(): number { return 1; }
      export function pickB(): number { return 1; }
      export function pickC(): number { return 1; }
      export function pickD(): number { return 1; }
      export function pickE(): number { return 1; }
      function hideAll(): void {}`;
    const heads = headsOf(["x.ts"], () => text);
    expect(problemsOf(heads, ["read", "read", "find"], new Set(["page"]))).toEqual([
      "wipe is not listed: wipeRow",
      "drive is not listed: driveHome",
      "pick is not listed: pickA, pickB, pickC, pickD, pickE",
      "find is not in use",
      "page is not in use",
      "read is listed twice",
    ]);
  });
});
