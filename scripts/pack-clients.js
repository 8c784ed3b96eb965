/**
 * Packs what others build on, so that an installation can hand it out: the clients, the Bruno collection and the action that
 * publishes. `tripod client` writes it into a folder (see `src/cli/write-client.ts`).
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** What is packed under which name: the files and folders of a folder. */
const PARTS = {
  typescript: { folder: "clients/typescript", files: ["README.md", "package.json"] },
  python: { folder: "clients/python", files: ["README.md", "pyproject.toml", "src"] },
  bruno: { folder: "clients/bruno", files: ["bruno.json", "environments", "registry", "players", "trading"] },
  "publish-action": { folder: "actions/publish", files: ["action.yml", "gitlab.yml", "places.mjs", "publish.mjs"] },
};
/** Left behind by other tools. */
const NOT_OURS = /(?:^|\/)(?:__pycache__|[^/]+\.egg-info)(?:\/|$)/;

/** Every file that decides what is packed. */
export async function clientSources(root) {
  const parts = Object.values(PARTS).map(({ folder, files }) => filesOf(root, folder, files));
  const typescript = filesOf(root, "clients/typescript", ["src", "tsconfig.json"]);
  return [...(await Promise.all([...parts, typescript])).flat(), "LICENSE", "scripts/pack-clients.js"];
}

/** Writes `clients.json.br` into `folder`: of each part, the text of every file by its path. */
export async function packClients(root, folder) {
  const license = await readFile(path.join(root, "LICENSE"), "utf8");
  const packed = {};
  for (const [name, { folder: from, files }] of Object.entries(PARTS)) {
    const texts = await textsOf(path.join(root, from), await filesOf(root, from, files), root);
    packed[name] = { LICENSE: license, ...texts };
  }
  Object.assign(packed.typescript, await compiledTypescript(root));
  const text = JSON.stringify(packed);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await writeFile(path.join(folder, "clients.json.br"), brotliCompressSync(text, { params }));
}

/** The modules and types of the TypeScript client. They are kept for the next build, since the compiler takes seconds. */
async function compiledTypescript(root) {
  const client = path.join(root, "clients", "typescript");
  const compiler = path.join(root, "node_modules", "typescript");
  const hash = createHash("sha256").update(await readFile(path.join(compiler, "package.json")));
  for (const file of [...(await filesOf(root, "clients/typescript", ["src", "tsconfig.json"])), "tsconfig.json"]) {
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)));
  }
  const cache = path.join(root, "node_modules", ".cache", "tripod");
  const kept = path.join(cache, `client-${hash.digest("hex").slice(0, 16)}.json`);
  const known = await readFile(kept, "utf8").catch(() => undefined);
  if (known !== undefined) return JSON.parse(known);
  const made = path.join(cache, `client-${process.pid}`);
  try {
    const options = ["--project", client, "--outDir", path.join(made, "dist")];
    const { status, stdout } = spawnSync(process.execPath, [path.join(compiler, "bin", "tsc"), ...options], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the TypeScript client does not compile:\n${stdout}`);
    const names = await readdir(path.join(made, "dist"), { recursive: true });
    const files = names.filter((name) => /\.(?:js|d\.ts)$/.test(name)).map((name) => path.join(made, "dist", name));
    const texts = await textsOf(made, files, "");
    await mkdir(cache, { recursive: true });
    await writeFile(`${kept}.${process.pid}`, JSON.stringify(texts));
    await rename(`${kept}.${process.pid}`, kept);
    return texts;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** The files below `folder` that are named, or are in folders that are named; relative to the repository. */
async function filesOf(root, folder, wanted) {
  const names = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => wanted.includes(path.relative(folder, file).split(path.sep)[0]))
    .filter((file) => !NOT_OURS.test(file.replaceAll(path.sep, "/")) && !file.endsWith(".test.ts"))
    .toSorted();
}

/** Texts by their paths below `folder`, with `/` on every platform. */
async function textsOf(folder, files, root) {
  const texts = {};
  // One after the other: builders of containers allow a process to open 1,024 files.
  for (const file of files.toSorted()) {
    const at = path.join(root, file);
    texts[path.relative(folder, at).replaceAll(path.sep, "/")] = await readFile(at, "utf8");
  }
  return texts;
}
