import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** The path, or the nearest folder above it that exists: there the path would be made. */
export function nearestFolder(path: string): string {
  let found = path;
  while (!existsSync(found) && dirname(found) !== found) found = dirname(found);
  return found;
}
