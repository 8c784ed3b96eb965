/** Questions to an operator at a terminal. They go to standard error: standard output is for scripts. */
import { createInterface } from "node:readline/promises";
import { askSilently } from "../read-password.ts";
import { Interrupted } from "./interrupted.ts";

export interface Terminal {
  /** The answer without blanks around it; empty when the person only pressed Enter. @throws Interrupted */
  ask(question: string, byDefault?: string): Promise<string>;
  /** The same, without showing what is typed. @throws Interrupted */
  askSecret(question: string): Promise<string>;
  tell(line: string): void;
}

export function personAtTerminal(): Terminal {
  return {
    async ask(question, byDefault = "") {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      const stop = new AbortController();
      lines.once("SIGINT", () => stop.abort());
      lines.once("close", () => stop.abort());
      try {
        const shown = byDefault === "" ? question : `${question} [${byDefault}]`;
        return (await lines.question(`${shown} `, { signal: stop.signal })).trim();
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        process.stderr.write("\n");
        throw new Interrupted();
      } finally {
        lines.close();
      }
    },
    async askSecret(question) {
      return (await askSilently(`${question} `, () => new Interrupted())).trim();
    },
    tell: (line) => void process.stderr.write(`${line}\n`),
  };
}
