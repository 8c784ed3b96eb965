/** The program that shows an OpenAPI document in a browser. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { packageRoot } from "../config/package-root.ts";

const unpack = promisify(brotliDecompress);

/** 4 MB of JavaScript that leave `Scalar` in a global name. The build copies it from its npm package. */
export async function loadDocsScript(): Promise<Buffer> {
  return unpack(await readFile(join(packageRoot(), "dist", "scalar.js.br")));
}
