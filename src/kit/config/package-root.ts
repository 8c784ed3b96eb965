/** Where the program's own files lie: migrations, generated documents, static pages. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE_NAME = "tripod";

/**
 * The folder of our `package.json`, found upwards from this file, so that it is the same for the sources, the bundle
 * in `dist/` and an installed package.
 *
 * @throws Error when there is none, which means that files of the installation are missing.
 */
export function packageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    if (nameOfPackage(folder) === PACKAGE_NAME) return folder;
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error("the installation is incomplete: no package.json above the program");
    folder = parent;
  }
}

function nameOfPackage(folder: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const isObject = typeof manifest === "object" && manifest !== null;
    return isObject && "name" in manifest && typeof manifest.name === "string" ? manifest.name : undefined;
  } catch {
    return undefined;
  }
}
