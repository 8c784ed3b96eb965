/**
 * Writes what is computed from the code: `docs/generated/`, clients and `.env.example`. What no generator makes any more is
 * removed.
 *
 *   node scripts/generate.js [--check]
 *
 * `--check` writes nothing and fails with the names of files that are not as they should be.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, withBundle } from "./bundle.js";

/** All files in them are generated. */
const FOLDERS = [
  "docs/generated",
  "clients/typescript/src/generated",
  "clients/python/src/tripod_client/_generated",
  "clients/bruno",
];
/** Left behind by runs of generated code. */
const IGNORED = "__pycache__";

const wanted = await withBundle("src/generated-files.ts", async (file) => {
  const { generatedFiles } = await import(pathToFileURL(file).href);
  return new Map(Object.entries(await generatedFiles()));
});
const stale = await staleFiles();

if (process.argv.includes("--check")) {
  for (const { file, state } of stale) console.error(`${file} is ${state}`);
  if (stale.length > 0) console.error("Run `npm run generate` and look at the difference.");
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const { file } of stale) await bringUpToDate(file);
  console.log(stale.length === 0 ? "everything is up to date" : stale.map(toldOf).join("\n"));
}

function toldOf({ file }) {
  return `${wanted.has(file) ? "wrote" : "removed"} ${file}`;
}

async function staleFiles() {
  const found = [];
  for (const [file, text] of wanted) {
    const now = await readFile(path.join(ROOT, file), "utf8").catch(() => undefined);
    if (now !== text) found.push({ file, state: now === undefined ? "missing" : "out of date" });
  }
  for (const folder of FOLDERS) {
    const there = existsSync(path.join(ROOT, folder))
      ? await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      : [];
    for (const entry of there) {
      const file = path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/");
      if (entry.isFile() && !wanted.has(file) && !file.includes(IGNORED))
        found.push({ file, state: "made by no generator" });
    }
  }
  return found;
}

async function bringUpToDate(file) {
  const target = path.join(ROOT, file);
  const text = wanted.get(file);
  if (text === undefined) return rm(target);
  await mkdir(path.dirname(target), { recursive: true });
  return writeFile(target, text);
}
