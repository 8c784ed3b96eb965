/**
 * Builds the program: `src/main.ts` and all it imports become `dist/`, which plain Node runs. npm packages stay outside.
 * Does nothing when `dist/` was built from exactly these sources.
 *
 *   node scripts/build.js [--quiet] [--if-possible]
 *   node scripts/build.js --list
 *
 * `--if-possible` is for an installation without development packages, which has no esbuild: `dist/` stays as it is.
 * `--list` shows the files that `dist/` is built from, and builds nothing.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { buildConsole } from "./build-console.js";
import { clientSources, packClients } from "./pack-clients.js";

const ROOT = path.resolve(import.meta.dirname, "..");
const DIST = path.join(ROOT, "dist");
const STAMP = "built-from";

/** Compiler options that all our bundles share. */
export const BUNDLE = {
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  legalComments: "none",
  logLevel: "error",
};

/**
 * Brings `dist/` up to date. Answers false when it was already. The new `dist/` takes the place of the old one whole, so
 * that a build that fails leaves a program that runs.
 */
export async function build() {
  const stamp = await hashOfSources();
  if (stamp === (await readFile(path.join(DIST, STAMP), "utf8").catch(() => ""))) return false;
  const { build: bundle } = await import("esbuild");
  const fresh = `${DIST}.new-${process.pid}`;
  try {
    await bundle({
      ...BUNDLE,
      absWorkingDir: ROOT,
      entryPoints: ["src/main.ts"],
      outdir: fresh,
      splitting: true,
      chunkNames: "chunks/[name]-[hash]",
      // Names stay, so that stacks can be read without maps too.
      minifyWhitespace: true,
      minifySyntax: true,
      // For who debugs a clone. Nothing reads them while the program runs, and they are not part of the package.
      sourcemap: "linked",
      sourcesContent: false,
    });
    await writeFile(path.join(fresh, "scalar.js.br"), await packedScalar());
    await buildConsole(ROOT, path.join(fresh, "console"));
    await packClients(ROOT, fresh);
    await writeFile(path.join(fresh, STAMP), stamp);
    await replace(fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return true;
}

/** One more takes twice the time for 17 KB less; one less takes 3 s less, and the file is 86 KB larger. */
const SCALAR_QUALITY = 10;

/** Packed by us: it is a third of the package, and npm packs less well. It is kept for the next build. */
async function packedScalar() {
  const manifest = path.join(ROOT, "node_modules", "@scalar", "fastify-api-reference", "package.json");
  const { version } = JSON.parse(await readFile(manifest, "utf8").catch(() => "{}"));
  const kept = path.join(ROOT, "node_modules", ".cache", "tripod", `scalar-${version}-${SCALAR_QUALITY}.js.br`);
  const known = await readFile(kept).catch(ignore("ENOENT"));
  if (known) return known;
  const packed = brotliCompressSync(await scalarProgram(), {
    params: { [constants.BROTLI_PARAM_QUALITY]: SCALAR_QUALITY },
  });
  await mkdir(path.dirname(kept), { recursive: true });
  await writeFile(`${kept}.${process.pid}`, packed);
  await rename(`${kept}.${process.pid}`, kept);
  return packed;
}

/**
 * The program that shows an OpenAPI document in a browser, 4 MB of JavaScript. Its package keeps it in a module for Fastify,
 * which answers it where that is mounted. It is copied, so that installations need neither the package nor what it needs.
 */
async function scalarProgram() {
  const [{ default: fastify }, { default: scalar }] = await Promise.all([
    import("fastify"),
    import("@scalar/fastify-api-reference"),
  ]);
  const app = fastify();
  await app.register(scalar, { routePrefix: "/docs", configuration: { content: "{}" } });
  const { statusCode, rawPayload } = await app.inject({ method: "GET", url: "/docs/js/scalar.js" });
  await app.close();
  if (statusCode !== 200) throw new Error(`@scalar/fastify-api-reference answered ${statusCode} for its program`);
  return rawPayload;
}

/** Everything that decides how `dist/` looks: the sources, this file, and the version of the compiler. */
async function listSources() {
  const sources = await Promise.all(["src", "clients/typescript/src"].map(sourcesBelow));
  const others = ["scripts/build.js", "scripts/build-console.js", "tsconfig.json", "package.json"];
  return [...new Set([...sources.flat(), ...others, ...(await clientSources(ROOT))])].toSorted();
}

async function hashOfSources() {
  const hash = createHash("sha256");
  // One after the other: builders of containers allow a process to open 1,024 files.
  for (const file of await listSources()) {
    const text = await readFile(path.join(ROOT, file));
    hash.update(`${file}\0${text.length}\0`).update(text);
  }
  return hash.digest("hex");
}

async function sourcesBelow(folder) {
  const names = await readdir(path.join(ROOT, folder), { recursive: true });
  return names
    .filter((name) => /\.(?:tsx?|json|css)$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => path.join(folder, name));
}

/** Puts the new folder in the old one's place. Two builds at a time may meet here: the last one stays. */
async function replace(fresh) {
  for (let attempt = 1; ; attempt++) {
    const old = `${DIST}.old-${process.pid}-${attempt}`;
    await rename(DIST, old).catch(ignore("ENOENT"));
    try {
      await rename(fresh, DIST);
      return;
    } catch (error) {
      if (attempt === 5 || !["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
    } finally {
      await rm(old, { recursive: true, force: true });
    }
  }
}

function ignore(code) {
  return (error) => {
    if (error.code !== code) throw error;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = new Set(process.argv.slice(2));
  const startMs = performance.now();
  try {
    if (options.has("--list")) {
      console.log((await listSources()).join("\n"));
    } else {
      const built = await build();
      const took = `${((performance.now() - startMs) / 1000).toFixed(2)} s`;
      if (!options.has("--quiet")) console.log(built ? `built dist/ in ${took}` : "dist/ is up to date");
    }
  } catch (error) {
    if (error.code === "ERR_MODULE_NOT_FOUND" && options.has("--if-possible")) {
      const there = existsSync(path.join(DIST, "main.js"));
      if (!there) console.log("esbuild is not installed: dist/ must come from elsewhere");
      else if (!options.has("--quiet")) console.log("esbuild is not installed: dist/ stays as it is");
    } else {
      // esbuild has already said what is wrong with the sources.
      if (!error.errors) console.error(error);
      process.exitCode = 1;
    }
  }
}
