/** The addresses of all pages of the console, as its own tables of pages have them. */
import path from "node:path";
import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { BUNDLE } from "./build.js";
import { ROOT } from "./bundle.js";

/** Paths with `:name` for what varies, such as `/console/players/players/:id`. */
export async function consolePaths() {
  const outfile = path.join(ROOT, "node_modules", ".cache", "tripod", `console-paths-${process.pid}.mjs`);
  const tables = ["shell/pages.ts", "shell/home-page.ts", "shell/callback-page.ts"];
  const contents = tables.map((table) => `export * from "./src/console/${table}";`).join("\n");
  try {
    await build({
      ...BUNDLE,
      absWorkingDir: ROOT,
      stdin: { contents, resolveDir: ROOT, loader: "ts" },
      outfile,
      // The pages themselves are for browsers; the tables only say how to load them.
      external: ["*.tsx"],
    });
    const { SERVICE_PAGES, HOME, CALLBACK } = await import(pathToFileURL(outfile).href);
    return [HOME, CALLBACK, ...SERVICE_PAGES.flatMap(({ pages }) => pages)].map((page) => page.path);
  } finally {
    await rm(outfile, { force: true });
  }
}
