/** Files that one reads in one go: small, and one endpoint each. */
import { basename } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { filesBelow, parse, programFiles, readText } from "./source-files.ts";

const MAX_LINES = 300;
/** All texts of the console stand in one file, so that they can be translated: a list of words, not code to read. */
const LISTS = new Set(["src/console/texts.json"]);

describe("files", () => {
  test(`of src/ have at most ${MAX_LINES} lines`, () => {
    const long = filesBelow("src")
      .filter((file) => !LISTS.has(file))
      .map((file) => ({ file, lines: readText(file).split("\n").length - 1 }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });
});

describe("endpoint files", () => {
  test("export one endpoint each, named like the file", () => {
    const files = programFiles().filter((file) => /\/endpoints\/(?!index\.ts$)/.test(file));
    const wrong = files.flatMap((file) => problemsOf(file, readText(file)));
    expect(wrong).toEqual([]);
  });

  test.each([
    ["list-servers.ts", "export const listServers = endpoint({});", []],
    ["list-servers.ts", "const helper = 1; export const listServers = endpoint({ helper });", []],
    ["list-servers.ts", "export const listVersions = endpoint({});", ["exports listVersions, not listServers"]],
    ["list-servers.ts", "export const a = endpoint({}), b = endpoint({});", ["exports 2 endpoints"]],
    ["list-servers.ts", "export const listServers = 1;", ["exports 0 endpoints"]],
    ["get-v2.ts", "export const getV2 = endpoint({});", []],
    ["list.ts", "export const list = endpoint({}); export const LIMIT = 5;", ["exports more than its endpoint: LIMIT"]],
    [
      "list.ts",
      "export const list = endpoint({}); export function help() {}",
      ["exports more than its endpoint: help"],
    ],
  ])("in %s, %j is judged rightly", (file, text, expected) => {
    expect(problemsOf(file, text)).toEqual(expected.map((problem) => `${file} ${problem}`));
  });
});

function problemsOf(file: string, text: string): string[] {
  const endpoints: string[] = [];
  const others: string[] = [];
  for (const statement of parse(file, text).statements) {
    if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)) others.push(statement.getText());
    else if (isExported(statement)) {
      if (ts.isVariableStatement(statement)) {
        for (const { name, initializer } of statement.declarationList.declarations) {
          (isEndpointCall(initializer) ? endpoints : others).push(name.getText());
        }
      } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
        others.push(statement.name?.text ?? "default");
      }
    }
  }
  const wanted = basename(file, ".ts").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (endpoints.length !== 1) return [`${file} exports ${endpoints.length} endpoints`];
  if (endpoints[0] !== wanted) return [`${file} exports ${endpoints[0]}, not ${wanted}`];
  return others.map((name) => `${file} exports more than its endpoint: ${name}`);
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isEndpointCall(node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isCallExpression(node) && node.expression.getText() === "endpoint";
}
