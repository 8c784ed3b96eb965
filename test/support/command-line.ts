/** The program as an operator runs it: `tripod` in a folder of its own, on a database of a test. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandLine {
  (...args: readonly string[]): Promise<Ran>;
  /** Runs commands that read this text from standard input. */
  given(input: string): (...args: readonly string[]) => Promise<Ran>;
  /** The words that an operator types before the arguments, for commands that are run another way; and the settings. */
  readonly program: readonly [node: string, main: string];
  readonly env: Readonly<Record<string, string>>;
}

/** Where the program lies, as it is now: every test run bundles it once. */
export function programScript(): string {
  return inject("program");
}

/**
 * Answers a function that runs a command of the program in a process of its own: `await run("players", "key",
 * "list")`. Call it at the top level of a test file; what it makes is removed after the file's last test. The only
 * settings are the database, a data folder and those of `environment`. `files` are in the folder that commands run in.
 */
export async function commandLine(
  connection: Connection,
  environment: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<CommandLine> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  afterAll(() => folder.remove());
  const env = {
    TRIPOD_DATABASE_URL: databaseUrl(connection),
    TRIPOD_DATA_DIR: folder.path,
    NO_COLOR: "1",
    ...environment,
  };
  const main = programScript();
  const run = (args: readonly string[], input?: string): Promise<Ran> =>
    new Promise((resolve) => {
      const child = execFile(process.execPath, [main, ...args], { cwd: folder.path, env }, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      });
      if (input !== undefined) child.stdin?.end(input);
    });
  return Object.assign((...args: readonly string[]) => run(args), {
    given:
      (input: string) =>
      (...args: readonly string[]) =>
        run(args, input),
    program: [process.execPath, main] as const,
    env,
  });
}

/** The connection as the program's setting of that name has it. */
export function databaseUrl(connection: Connection): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { user, password, database, host, port } = connection;
  const url = new URL(`postgres://${user}:${encodeURIComponent(password)}@localhost/${database}`);
  url.searchParams.set("host", host);
  url.searchParams.set("port", String(port));
  return url.href;
}
