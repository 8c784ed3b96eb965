/**
 * Builds the console: `src/console/main.tsx` and what its pages load become files with a hash in their names, and each is
 * packed. The server unpacks what a caller cannot read (see `src/front/console-files.ts`).
 */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The files that a browser loads before it shows the first page, and before it shows a chart; packed by gzip. */
const BUDGETS = { "the first page": 90 * 1024, "a page with a chart": 160 * 1024 };
/** Packages that only pages with charts load. */
const CHARTS = /node_modules\/(?:lightweight-charts|uplot)\//;

/**
 * Writes `NAME.br` for each file of the console into `folder`, and `files.json`, which says where the page begins.
 *
 * @throws Error when a page needs more than its budget
 */
export async function buildConsole(root, folder) {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { console: "src/console/main.tsx" },
    outdir: "console",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: ["es2022", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    write: false,
    metafile: true,
    legalComments: "none",
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
  });
  const texts = new Map(outputFiles.map((file) => [path.basename(file.path), Buffer.from(file.contents)]));
  const [script, { cssBundle }] = outputOf(metafile, "src/console/main.tsx");
  const files = {
    script: path.basename(script),
    style: path.basename(cssBundle),
    preload: staticImports(metafile, script).map((file) => path.basename(file)),
  };
  assertBudgets(metafile, script, texts);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of texts) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(text, { params }));
  }
  await writeFile(path.join(folder, "files.json"), JSON.stringify(files));
  // The name of the whole: a page that was loaded from another build should be loaded again.
  return createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12);
}

function outputOf({ outputs }, entryPoint) {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`esbuild wrote nothing for ${entryPoint}`);
  return found;
}

/** What is loaded with an output, all the way down, without what is loaded when it is needed. */
function staticImports({ outputs }, output, found = new Set()) {
  for (const { path: imported, kind } of outputs[output].imports) {
    if (kind !== "import-statement" || found.has(imported)) continue;
    found.add(imported);
    staticImports({ outputs }, imported, found);
  }
  return [...found];
}

function assertBudgets(metafile, script, texts) {
  const bytesOf = (files) =>
    files.reduce((sum, file) => sum + gzipSync(texts.get(path.basename(file)), { level: 9 }).length, 0);
  const { cssBundle } = metafile.outputs[script];
  const first = [script, cssBundle, ...staticImports(metafile, script)];
  const pages = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint?.includes("/pages/"));
  const found = { "the first page": bytesOf(first), "a page with a chart": 0 };
  for (const [page, { cssBundle: style }] of pages) {
    const whole = [...new Set([...first, page, ...(style ? [style] : []), ...staticImports(metafile, page)])];
    const hasChart = whole.some((file) => Object.keys(metafile.outputs[file].inputs).some((name) => CHARTS.test(name)));
    const place = hasChart ? "a page with a chart" : "the first page";
    // The first page is any page: each one may be opened by its address.
    found[place] = Math.max(found[place], bytesOf(whole));
  }
  for (const [what, limit] of Object.entries(BUDGETS)) {
    if (found[what] <= limit) continue;
    throw new Error(`${what} of the console takes ${found[what]} bytes by gzip; at most ${limit} are allowed`);
  }
}
