import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LEAVES, readLeaf } from "./leaves.ts";
import { LIMIT_PLACES } from "./limit-places.ts";
import { PACKAGES } from "./packages.ts";
import { SETTING_RULES } from "./setting-rules.ts";

const SERVICE = join(import.meta.dirname, "..", "..");
const areas = Object.entries(LIMIT_PLACES).filter(([, place]) => !["same", "engine"].includes(place));

test("every limit of the tree has a place where it is enforced, and no other is named", () => {
  expect(Object.keys(LIMIT_PLACES)).toEqual(LEAVES);
});

test.each(Object.keys(LIMIT_PLACES).filter((path) => LIMIT_PLACES[path] === "same"))(
  "%s is the same in every package and not for sale",
  (path) => {
    expect(new Set(PACKAGES.map(({ limits }) => JSON.stringify(readLeaf(limits, path)))).size).toBe(1);
    expect(SETTING_RULES[path]).toBeUndefined();
  },
);

describe("the code of the place that a limit names", () => {
  // `inactive` is what is left of `active`.
  test.each(areas.filter(([path]) => !path.endsWith("inactive")))("speaks of %s: %s", (path, place) => {
    const names = path.split(".").slice(-2);
    const code = place === "form" ? readFileSync(join(SERVICE, "form.ts"), "utf8") : codeOf(join(SERVICE, place));
    const last = names.at(-1) ?? "";
    // The two kinds of resources are read by `${type}_resource`.
    expect(code.includes(last) || code.includes("_resource"), `${place} reads ${last}`).toBe(true);
  });
});

/** The program text of an area, without its tests and without this table's own folder. */
function codeOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .filter((name) => !/^core\/(?:limit-places|plan-limits|packages|setting-rules)\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}
