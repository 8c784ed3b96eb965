/** The tree of files as the architecture tests see it. Paths are relative to the repository and use `/`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** Made by tools, or not ours. */
const NOT_OURS = new Set(["node_modules", ".git", "dist", "data", "coverage"]);

/** Every file below `folder`, sorted; `""` is the whole repository. */
export function filesBelow(folder: string): string[] {
  const start = path.join(ROOT, folder);
  if (!existsSync(start)) return [];
  const found: string[] = [];
  for (const entry of readdirSync(start, { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!NOT_OURS.has(name)) found.push(...filesBelow(name));
    } else found.push(name);
  }
  return found.toSorted();
}

/** The TypeScript files of the program itself: no tests, and no slow twins that only tests use. */
export function programFiles(): string[] {
  return filesBelow("src").filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|naive)\.ts$/.test(file));
}

export function readText(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

/** The syntax tree of a file, with parents. */
export function parse(file: string, text = readText(file)): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
}

/** Calls `visit` for `node` and everything below it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Where a node stands, for a message: `src/main.ts:12`. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
