/** The identity of this program: its version, and where known its commit and the time it was built. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../kit/config/package-root.ts";
import type { ProgramFacts } from "../kit/service.ts";

export function programFacts(): ProgramFacts {
  const root = packageRoot();
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return { version, gitCommit: headCommit(join(root, ".git")), buildTime: modifiedAt(join(root, "dist", "main.js")) };
}

function headCommit(folder: string): string {
  try {
    const head = readFileSync(join(folder, "HEAD"), "utf8").trim();
    if (!head.startsWith("ref: ")) return head;
    return readFileSync(join(folder, head.slice("ref: ".length)), "utf8").trim();
  } catch {
    // No checkout, or its references are packed.
    return "";
  }
}

function modifiedAt(file: string): string {
  try {
    return statSync(file).mtime.toISOString();
  } catch {
    return "";
  }
}
