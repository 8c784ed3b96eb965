/** The command line: runs the command that it was given. */
import { runCommand } from "./cli/run-command.ts";
import { watchOutput } from "./cli/watch-output.ts";
import { endSoon } from "./kit/lifecycle/shutdown.ts";

watchOutput();
if ((await runCommand(process.argv.slice(2))) === "refused") endSoon();
