/** The one file that a page includes: the chart library with its licence, and what draws with it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fixedBody } from "../../kit/endpoint/output.ts";
import { PAGE_SCRIPT } from "./page-script.ts";

const LIBRARY = "lightweight-charts";
const BUILD = "dist/lightweight-charts.standalone.production.js";

export interface ChartScript {
  readonly text: ReturnType<typeof fixedBody>;
  /** Changes when the text does: a part of the address, so that browsers may keep the file. */
  readonly version: string;
}

/**
 * Reads the library from the installed packages and puts the script together. The library's comment with its licence
 * stays where it is.
 *
 * @throws Error when the package is not installed.
 */
export function readChartScript(): ChartScript {
  const folder = dirname(createRequire(import.meta.url).resolve(`${LIBRARY}/package.json`));
  const library = readFileSync(join(folder, BUILD), "utf8");
  const text = fixedBody(`${BEFORE}\n${library}\n${OPENING}\n${PAGE_SCRIPT}${CLOSING}\n`);
  return { text, version: createHash("sha256").update(text.body).digest("hex").slice(0, 12) };
}

/** The library leaves itself in a global name. The page may have one of its own there, and gets it back. */
const BEFORE = "window.tripodChartsBefore = window.LightweightCharts;";
const OPENING = `(function () {
var script = document.currentScript;
var library = window.LightweightCharts;
if (window.tripodChartsBefore) window.LightweightCharts = window.tripodChartsBefore;
else delete window.LightweightCharts;
delete window.tripodChartsBefore;`;
const CLOSING = "})();";
