/** Runs the shell blocks of a document as a reader types them, with the program of this repository behind `npx tripod`. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { PATIENCE_MS, waitUntil } from "./wait-until.ts";
import type { TemporaryFolder } from "./temporary-folder.ts";

export interface DocReader {
  /** The folder that the reader works in. */
  readonly folder: TemporaryFolder;
  /** The bundled program. */
  readonly main: string;
  readonly env: Readonly<Record<string, string>>;
  /** The differences to the document: ports and folders. */
  readonly instead: Readonly<Record<string, string>>;
  /** The values that the reader copies from an answer into a variable. */
  readonly copies: Readonly<Record<string, RegExp>>;
}

export interface DocRun {
  /** Each block's standard output. */
  readonly answers: readonly string[];
  /** How many commands the reader typed. */
  readonly commands: number;
  /** The variables of the reader, with what was copied. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** The `sh` blocks of a document, from a heading of it (or its beginning) to the next one. */
export function shellBlocks(markdown: string, heading?: string): readonly string[] {
  const from = heading === undefined ? 0 : markdown.indexOf(`\n## ${heading}\n`) + 1;
  if (heading !== undefined && from === 0) throw new Error(`the document has no heading ${heading}`);
  const next = markdown.indexOf("\n## ", from + 1);
  return allShellBlocks(markdown.slice(from, next < 0 ? undefined : next));
}

/** All `sh` blocks of a text. */
export function allShellBlocks(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
}

/**
 * Runs the blocks one after the other. A block that serves goes on in the background, as in a terminal of its own, and the
 * next begins when it answers. Fails where a block fails.
 */
export async function runBlocks(blocks: readonly string[], reader: DocReader): Promise<DocRun> {
  const bin = join(reader.folder.path, "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, "npx"), `#!/bin/sh\nshift\nexec "${process.execPath}" "${reader.main}" "$@"\n`);
  await chmod(join(bin, "npx"), 0o755);
  const env: Record<string, string> = { ...reader.env, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  const served: ChildProcess[] = [];
  const answers: string[] = [];
  let commands = 0;
  const stop = async (): Promise<void> => {
    for (const child of served) {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
  };
  try {
    for (const block of blocks) {
      const typed = Object.entries(reader.instead).reduce((text, [from, to]) => text.replaceAll(from, to), block);
      commands += commandsIn(typed);
      if (/^npx tripod serve/m.test(typed)) {
        const log = await serveInBackground(typed, reader.folder.path, env, served);
        answers.push(log);
        continue;
      }
      const ask = (): Promise<string> => run(typed, reader.folder.path, env);
      // A service may still be loading what it is asked for: readers ask again.
      const answer = await (isQuestion(typed) ? waitUntil(ask) : ask());
      answers.push(answer);
      for (const [variable, pattern] of Object.entries(reader.copies)) {
        const [, copied] = pattern.exec(answer) ?? [];
        if (copied !== undefined) env[variable] = copied;
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { answers, commands, env, stop };
}

/** Whether the block only reads, so that it may be run again. */
function isQuestion(block: string): boolean {
  return block.startsWith("curl ") && !/ (?:-X|-d|--data|-F|-T)/.test(block);
}

/** Lines of one command are joined, and those within quotation marks belong to theirs. */
function commandsIn(block: string): number {
  const joined = block.replaceAll(/\\\n/g, " ").replaceAll(/'[^']*'/g, "''");
  return joined.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#")).length;
}

async function run(block: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  // A curl that is refused must not pass for an answer.
  const strict = `set -euo pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n${block}`;
  return new Promise((resolve, reject) => {
    execFile("bash", ["-c", strict], { cwd, env, timeout: 4 * PATIENCE_MS }, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`this block failed:\n${block}\n${out}\n${err}`));
    });
  });
}

async function serveInBackground(
  block: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  served: ChildProcess[],
): Promise<string> {
  const child = spawn("bash", ["-c", `exec ${block.trim()}`], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  served.push(child);
  let log = "";
  const hear = (chunk: Buffer): void => void (log += chunk.toString("utf8"));
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  await waitUntil(() => {
    if (child.exitCode !== null) return;
    if (!log.includes("Tripod is ready at")) throw new Error(`it is not ready: ${log}`);
  });
  if (child.exitCode !== null) throw new Error(`it ended: ${log}`);
  return log;
}

/** A document of this repository. */
export function readDocument(path: string): Promise<string> {
  return readFile(path, "utf8");
}
