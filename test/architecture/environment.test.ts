/**
 * What reaches the program from outside comes in by one door each: settings, time, randomness and the network. Import
 * rules cannot see these, for they are globals or single names of a module.
 */
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { parse, placeOf, programFiles, walk } from "./source-files.ts";

interface Outside {
  /** Where it may be used. */
  readonly only: RegExp;
  readonly instead: string;
}

const NOWHERE = /^$/;

/** By the text of the expression, or `module#name` of an import. */
const OUTSIDE: Readonly<Record<string, Outside>> = {
  "process.env": { only: /^src\/kit\/config\//, instead: "take a setting as an argument" },
  "node:process#env": { only: NOWHERE, instead: "take a setting as an argument" },
  "Date.now": { only: /^src\/(?:kit\/time|console)\//, instead: "take a `Clock`" },
  "new Date()": { only: /^src\/kit\/time\//, instead: "take a `Clock`" },
  "Date()": { only: NOWHERE, instead: "take a `Clock`" },
  "performance.now": { only: /^src\/kit\//, instead: "take a `Clock`" },
  "process.hrtime": { only: /^src\/kit\//, instead: "take a `Clock`" },
  "Math.random": { only: NOWHERE, instead: "take a `Random`" },
  "crypto.randomUUID": { only: NOWHERE, instead: "take `Ids`" },
  "crypto.randomBytes": { only: NOWHERE, instead: "take a `Random`" },
  "crypto.getRandomValues": { only: NOWHERE, instead: "take a `Random`" },
  // Browsers guard what a page asks for by its policy: this server alone.
  "fetch()": { only: /^src\/console\//, instead: "send it through `kit/outbound`, which guards addresses" },
  "new WebSocket()": { only: /^src\/trading\/exchanges\//, instead: "use the exchange's port" },
};

/** What `core/` may take of node:crypto: the same answer for the same bytes, always. */
const PURE_CRYPTO = new Set(["createHash", "createHmac", "hash", "timingSafeEqual", "verify", "createPublicKey"]);
const RANDOM_CRYPTO = /^(?:random|generate|getRandom|webcrypto)/;

describe("the program", () => {
  test("reaches outside only where it is meant to", () => {
    expect(programFiles().flatMap((file) => problemsOf(parse(file)))).toEqual([]);
  });

  test.each([
    ["src/kit/sql/a.ts", "const a = process.env.HOME;", "process.env"],
    ["src/kit/sql/a.ts", 'const a = process.env["HOME"];', "process.env"],
    ["src/kit/sql/a.ts", "const { env } = process;", "process.env"],
    ["src/kit/sql/a.ts", 'import { env } from "node:process";', "node:process#env"],
    ["src/registry/a.ts", "const a = Date.now();", "Date.now"],
    ["src/registry/a.ts", "const a = [].map(Date.now);", "Date.now"],
    ["src/registry/a.ts", "const a = new Date();", "new Date()"],
    ["src/registry/a.ts", "const a = performance.now();", "performance.now"],
    ["src/kit/time/clock.ts", "const a = Math.random();", "Math.random"],
    ["src/kit/sql/a.ts", "await fetch(url);", "fetch()"],
    ["src/kit/sql/a.ts", "await globalThis.fetch(url);", "fetch()"],
    ["src/registry/a.ts", 'import { randomBytes } from "node:crypto";', "node:crypto#randomBytes"],
    ["src/registry/core/a.ts", 'import { randomUUID } from "node:crypto";', "node:crypto#randomUUID"],
    ["src/registry/core/a.ts", 'import { createSign } from "node:crypto";', "node:crypto#createSign"],
    ["src/registry/core/a.ts", 'import * as crypto from "node:crypto";', "node:crypto#*"],
  ])("is refused in %s: %s", (file, text, name) => {
    expect(problemsOf(parse(file, text))).toEqual([expect.stringContaining(`${file}:1 uses ${name}`)]);
  });

  test.each([
    ["src/kit/config/environment.ts", "const a = process.env;"],
    ["src/kit/time/clock.ts", "const a = Date.now() + new Date().getTime();"],
    ["src/registry/a.ts", "const a = new Date(ms); // new Date() and Date.now() are in the clock"],
    ["src/registry/a.ts", 'const a = "process.env";'],
    ["src/registry/a.ts", "await outbound.fetch(url); const { process } = table; const b = { env: 1 };"],
    ["src/registry/core/a.ts", 'import { createHash, type Hash } from "node:crypto";'],
    ["src/kit/ids/ids.ts", 'import { randomBytes } from "node:crypto";'],
  ])("is allowed in %s: %s", (file, text) => {
    expect(problemsOf(parse(file, text))).toEqual([]);
  });
});

function problemsOf(file: ts.SourceFile): string[] {
  const problems: string[] = [];
  const report = (node: ts.Node, name: string, instead: string) =>
    problems.push(`${placeOf(node)} uses ${name}: ${instead}`);
  walk(file, (node) => {
    for (const name of namesOf(node)) {
      const outside = OUTSIDE[name];
      if (outside && !outside.only.test(file.fileName)) report(node, name, outside.instead);
      const crypto = /^node:crypto#(.+)$/.exec(name)?.[1];
      if (crypto === undefined) continue;
      const inCore = file.fileName.includes("/core/");
      if (inCore && !PURE_CRYPTO.has(crypto)) report(node, name, "`core/` computes digests, nothing else");
      else if (!file.fileName.startsWith("src/kit/") && RANDOM_CRYPTO.test(crypto))
        report(node, name, "take a `Random`");
    }
  });
  return problems;
}

/** What a node makes use of, in the terms of `OUTSIDE`. */
function namesOf(node: ts.Node): string[] {
  if (ts.isPropertyAccessExpression(node)) return [node.getText().replace(/^globalThis\./, "")];
  if (ts.isNewExpression(node) && (node.arguments?.length ?? 0) === 0) return [`new ${node.expression.getText()}()`];
  if (ts.isNewExpression(node) && node.expression.getText() === "WebSocket") return ["new WebSocket()"];
  if (ts.isCallExpression(node)) {
    const callee = node.expression.getText().replace(/^globalThis\./, "");
    return callee === "fetch" || callee === "Date" ? [`${callee}()`] : [];
  }
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && node.initializer) {
    const of = node.initializer.getText();
    return node.name.elements.map((element) => `${of}.${(element.propertyName ?? element.name).getText()}`);
  }
  if (
    ts.isImportDeclaration(node) &&
    node.importClause &&
    node.importClause.phaseModifier !== ts.SyntaxKind.TypeKeyword
  ) {
    return importedNames(node.importClause).map((name) => `${(node.moduleSpecifier as ts.StringLiteral).text}#${name}`);
  }
  return [];
}

function importedNames(clause: ts.ImportClause): string[] {
  const bindings = clause.namedBindings;
  if (!bindings || ts.isNamespaceImport(bindings)) return ["*"];
  return bindings.elements
    .filter((element) => !element.isTypeOnly)
    .map((element) => (element.propertyName ?? element.name).text);
}
