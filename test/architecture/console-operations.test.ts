/** The console has a page for every operation of the trading platform, or says why not. */
import { expect, test } from "vitest";
import { operations } from "../../clients/typescript/src/generated/trading/operations.ts";
import { filesBelow, readText } from "./source-files.ts";

const BASE = "/api/v2/";
const sources = filesBelow("src/console/")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map(readText)
  .join("\n");

test("docs/console.md names each operation of the trading platform that no page uses", () => {
  const unused = Object.entries(operations).flatMap(([group, table]) =>
    Object.entries(table)
      .filter(([name]) => !isUsed(group, name))
      .map(([, row]) => String(row[1]).slice(BASE.length)),
  );
  const [, section = ""] = readText("docs/console.md").split("\n## Operations without a page\n");
  const rows = section.split("\n## ")[0]?.match(/^\| `.*$/gm) ?? [];
  const named = rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, path]) => path));
  expect(new Set(named)).toEqual(new Set(unused));
});

/** Called by its name, or by one of several names that stand in quotes. */
function isUsed(group: string, name: string): boolean {
  const called = new RegExp(`(?<!texts\\.)trading\\.${group}\\s*\\.${name}\\b`);
  return called.test(sources) || (sources.includes(`trading.${group}[`) && sources.includes(`"${name}"`));
}
