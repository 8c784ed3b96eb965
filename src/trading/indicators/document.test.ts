/** docs/trading/indicators.md says what the tables of the code say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../kit/config/package-root.ts";
import type { Indicator } from "./core/indicator.ts";
import { PATTERN_SHAPES, type PatternShape } from "./core/pattern-table.ts";
import { INDICATORS } from "./core/table.ts";

const lines = readFileSync(join(packageRoot(), "docs/trading/indicators.md"), "utf8").split("\n").map(squeezed);

test.each(INDICATORS.map((entry) => [entry.name, indicatorRow(entry)]))("the document describes %s", (_, row) => {
  expect(lines).toContain(squeezed(row));
});

test.each(PATTERN_SHAPES.map((shape) => [shape.name, patternRow(shape)]))("the document describes %s", (_, row) => {
  expect(lines).toContain(squeezed(row));
});

test("the document describes nothing else", () => {
  const rows = lines.filter((line) => line.startsWith("| `"));
  expect(rows).toHaveLength(INDICATORS.length + PATTERN_SHAPES.length);
});

function indicatorRow({ name, title, parameters, convention, warmUp }: Indicator): string {
  const usual = parameters.map((parameter) => parameter.default);
  const begins = warmUp(usual);
  const first =
    typeof begins === "number"
      ? String(begins)
      : Object.entries(begins)
          .map(([line, count]) => `${line} ${count}`)
          .join(", ");
  const shown = parameters.map((parameter) => `${parameter.name} ${parameter.default}`).join(", ");
  return `| \`${name}\` | ${title} | ${shown} | ${first} | ${convention} |`;
}

function patternRow({ name, mirror, candles, after, looks }: PatternShape): string {
  return `| \`${name}\` | \`${mirror}\` | ${candles} | ${after} | ${looks} |`;
}

/** The formatter pads tables. */
function squeezed(line: string): string {
  return line.replaceAll(/ +/g, " ");
}
