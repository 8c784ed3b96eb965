/** Runs one command, and ends mistakes of the operator in one sentence. */
import pc from "picocolors";
import { UserError } from "../kit/errors/user-error.ts";
import { tripodProgram } from "./program.ts";
import { exitCodeOfParser } from "./tripod-command.ts";

/**
 * Resolves when the command has done its work, which for `serve` is the start. Sets the exit code of the process.
 *
 * @param args the words after `tripod`
 * @throws our own mistakes, whose stack trace is needed
 */
export async function runCommand(args: readonly string[]): Promise<"done" | "refused"> {
  try {
    await tripodProgram().parseAsync(args, { from: "user" });
  } catch (error) {
    const code = exitCodeOfParser(error);
    if (code === undefined) {
      await refuse(error);
      return "refused";
    }
    process.exitCode = code;
  }
  return "done";
}

async function refuse(error: unknown): Promise<void> {
  const { explain } = await import("./explain-failure.ts");
  const message = explain(error);
  if (message === undefined) throw error;
  process.stderr.write(`${pc.red("error:")} ${message}\n`);
  process.exitCode = error instanceof UserError ? error.exitCode : 1;
}
