/** The command line: runs the command that it was given. */
import { runCommand } from "./cli/run-command.ts";
import { endSoon } from "./kit/lifecycle/shutdown.ts";

if ((await runCommand(process.argv.slice(2))) === "refused") endSoon();
