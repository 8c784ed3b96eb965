/** A file that the build packed, as it is answered. */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import { fixedBody, type RawBody } from "../kit/endpoint/output.ts";
import { codeOf } from "../kit/errors/code-of.ts";

const unpack = promisify(brotliDecompress);
const pack = promisify(gzip);

/**
 * Reads `<path>.br`. Callers get those bytes, so nothing is packed while one waits; gzip is made here, once. Undefined if there
 * is no such file.
 */
export async function findPackedFile(path: string): Promise<RawBody | undefined> {
  const br = await readFile(`${path}.br`).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (!br) return undefined;
  const text = await unpack(br);
  return { ...fixedBody(text), packed: { br, gzip: await pack(text, { level: 9 }) } };
}
