/** The command line: runs the command that it was given, and ends mistakes of the operator in one sentence. */
import pc from "picocolors";
import { tripodProgram } from "./cli/program.ts";
import { exitCodeOfParser } from "./cli/tripod-command.ts";
import { UserError } from "./kit/errors/user-error.ts";
import { endSoon } from "./kit/lifecycle/shutdown.ts";

try {
  await tripodProgram().parseAsync();
} catch (error) {
  const code = exitCodeOfParser(error);
  if (code === undefined) await refuse(error);
  else process.exitCode = code;
}

async function refuse(error: unknown): Promise<void> {
  const { explain } = await import("./cli/explain-failure.ts");
  const message = explain(error);
  if (message === undefined) throw error;
  process.stderr.write(`${pc.red("error:")} ${message}\n`);
  process.exitCode = error instanceof UserError ? error.exitCode : 1;
  endSoon();
}
