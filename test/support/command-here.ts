/** The program's commands in the process of the tests, for what commands do: a process for each takes a second. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { inspect, stripVTControlCharacters } from "node:util";
import PQueue from "p-queue";
import { afterAll } from "vitest";
import { runCommand } from "../../src/cli/run-command.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { databaseUrl, type Ran } from "./command-line.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface CommandHere {
  (...args: readonly string[]): Promise<Ran>;
  /** Runs commands that read this text from standard input. */
  given(input: string): (...args: readonly string[]) => Promise<Ran>;
}

type Settings = Readonly<Record<string, string>>;

/** The environment, the folder and the output belong to the whole process: one command at a time. */
const oneAtATime = new PQueue({ concurrency: 1 });

/**
 * Answers a function that runs a command of the program: `await run("players", "key", "list")`. It sees what a process of
 * its own would see: the settings of `commandLine`, and a folder in which `files` lie. Use `commandLine` for what only a
 * process shows: signals, terminals, and that it ends.
 */
export async function commandHere(
  connection: Connection,
  environment: Settings = {},
  files: Settings = {},
): Promise<CommandHere> {
  const folder = await temporaryFolder();
  afterAll(() => folder.remove());
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  const settings = {
    TRIPOD_DATABASE_URL: databaseUrl(connection),
    TRIPOD_DATA_DIR: folder.path,
    NO_COLOR: "1",
    ...environment,
  };
  const run = async (input: string, args: readonly string[]): Promise<Ran> =>
    oneAtATime.add(() => runHere(args, { input, settings, folder: folder.path }));
  return Object.assign((...args: readonly string[]) => run("", args), {
    given:
      (input: string) =>
      (...args: readonly string[]) =>
        run(input, args),
  });
}

interface Place {
  readonly input: string;
  readonly settings: Settings;
  readonly folder: string;
}

async function runHere(args: readonly string[], { input, settings, folder }: Place): Promise<Ran> {
  const said = { out: "", err: "" };
  const undo = [
    replaceEnvironment(settings),
    replaceFolder(folder),
    replaceInput(input),
    listen(process.stdout, (text) => (said.out += text)),
    listen(process.stderr, (text) => (said.err += text)),
    keepSignals(),
  ];
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await runCommand(args);
  } catch (error) {
    said.err += inspect(error);
    process.exitCode = 1;
  }
  const code = process.exitCode ?? 0;
  process.exitCode = before;
  for (const each of undo.toReversed()) each();
  return { code, out: stripVTControlCharacters(said.out), err: stripVTControlCharacters(said.err) };
}

function replaceEnvironment(settings: Settings): () => void {
  const before = { ...process.env };
  const become = (variables: Readonly<Record<string, string | undefined>>): void => {
    for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, variables);
  };
  become(settings);
  return () => become(before);
}

function replaceFolder(folder: string): () => void {
  const before = process.cwd();
  process.chdir(folder);
  return () => process.chdir(before);
}

function replaceInput(input: string): () => void {
  const before = Object.getOwnPropertyDescriptor(process, "stdin");
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([Buffer.from(input)]) });
  return () => {
    if (before) Object.defineProperty(process, "stdin", before);
  };
}

function listen(stream: NodeJS.WriteStream, take: (text: string) => void): () => void {
  const { write } = stream;
  stream.write = (text: Uint8Array | string, encoding?: unknown, done?: unknown): boolean => {
    take(typeof text === "string" ? text : Buffer.from(text).toString());
    const then = typeof encoding === "function" ? encoding : done;
    if (typeof then === "function") setImmediate(then as () => void);
    return true;
  };
  return () => {
    stream.write = write;
  };
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Commands listen for signals until their process ends. */
function keepSignals(): () => void {
  const before = SIGNALS.map((signal) => [signal, new Set(process.listeners(signal))] as const);
  return () => {
    for (const [signal, kept] of before) {
      for (const each of process.listeners(signal)) if (!kept.has(each)) process.removeListener(signal, each);
    }
  };
}
