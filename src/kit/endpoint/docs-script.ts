/** The program that shows an OpenAPI document in a browser. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../config/package-root.ts";

/** 4 MB of JavaScript that leave `Scalar` in a global name. The build copies it from its npm package. */
export function loadDocsScript(): Promise<Buffer> {
  return readFile(join(packageRoot(), "dist", "scalar.js"));
}
