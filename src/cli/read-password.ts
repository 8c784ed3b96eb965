/** Reads a new password without showing it: from a prompt on a terminal, else from standard input. Never from arguments. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { UserError } from "../kit/errors/user-error.ts";

/** Far above the longest password that is accepted. */
const MAX_BYTES = 8_192;

/**
 * The password: on a terminal asked for twice, else the first line of standard input.
 *
 * @throws UserError when there is none, when the two differ, or when the person at the terminal gives up
 */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine(process.stdin);
  const none = (): Error => new UserError("No password was given, and nothing was changed.");
  const password = await askSilently("New password: ", none);
  if ((await askSilently("The same again: ", none)) !== password) {
    throw new UserError("The two passwords differ, and nothing was changed. Run the command again.");
  }
  return password;
}

async function firstLine(input: AsyncIterable<Buffer | string>): Promise<string> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of input) {
    bytes = Buffer.concat([bytes, typeof chunk === "string" ? Buffer.from(chunk) : chunk]);
    if (bytes.length > MAX_BYTES)
      throw new UserError(`Standard input holds more than ${MAX_BYTES} bytes: no password.`);
    if (bytes.includes(0x0a)) break;
  }
  const [line = ""] = bytes.toString("utf8").split(/\r?\n/, 1);
  if (line === "") {
    throw new UserError(
      "Standard input holds no password. Give it there as one line, or run the command on a terminal.",
    );
  }
  return line;
}

/**
 * One line that is typed at the terminal. The terminal's echo goes nowhere, so the line is not shown.
 *
 * @param none the error when the person at the terminal gives up
 */
export function askSilently(question: string, none: () => Error): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(none());
      lines.close();
    };
    lines.once("SIGINT", giveUp);
    lines.once("close", giveUp);
    lines.question("", (line) => {
      resolve(line);
      lines.close();
    });
  }).finally(() => process.stderr.write("\n")) as Promise<string>;
}
