import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { LEAVES } from "./leaves.ts";
import { LIMIT_PLACES, WAITING_FOR_ENGINE } from "../../../../test/support/limit-places.ts";

const SERVICE = join(import.meta.dirname, "..", "..");
const PROOFS = ["plan-limits.test.ts", "strategy-limits.test.ts"]
  .map((file) => readFileSync(join(SERVICE, "..", "..", "test", "trading", file), "utf8"))
  .join("");
const placed = Object.entries(LIMIT_PLACES);

/** May only become smaller: what is enforced once stays so. */
const MOST_WAITING = 7;

test("every limit of the tree has a place where it is enforced or waits for the engine, and no other is named", () => {
  expect([...placed.map(([path]) => path), ...WAITING_FOR_ENGINE].sort()).toEqual([...LEAVES].sort());
});

test("limits that wait for the engine become fewer", () => {
  expect(WAITING_FOR_ENGINE.length).toBeLessThanOrEqual(MOST_WAITING);
});

describe("the function that a limit names", () => {
  test.each(placed)("reads %s", (path, { file, by }) => {
    const last = path.split(".").at(-1) ?? "";
    const code = declarationOf(join(SERVICE, file), by);
    // The two kinds of resources are read by `${type}_resource`.
    expect(code).toMatch(last.endsWith("_resource") ? /_resource`/ : new RegExp(`\\b${last}\\b`));
  });

  test("is found where it is, and nowhere else", () => {
    expect(declarationOf(import.meta.filename, "declarationOf")).toContain("createSourceFile");
    expect(() => declarationOf(import.meta.filename, "nothing")).toThrow("there is no nothing");
  });
});

test.each(placed)("a test shows that going beyond %s is refused", (path) => {
  expect(PROOFS).toContain(`test("${path}: `);
});

/** Of a function or constant of a file, the program text. */
function declarationOf(file: string, name: string): string {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map((each) => each.name.getText())
      : ts.isFunctionDeclaration(statement)
        ? [statement.name?.text]
        : [];
    if (names.includes(name)) return statement.getText();
  }
  throw new Error(`${file}: there is no ${name}`);
}
