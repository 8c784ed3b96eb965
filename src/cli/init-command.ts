/** `tripod init`, as the help shows it. The work is in `init/`. */
import { Option } from "commander";
import type { InitOptions } from "./init/run-setup.ts";
import { INTERRUPTED_EXIT_CODE } from "./init/interrupted.ts";
import { QUESTIONS } from "./init/questions.ts";
import type { TripodCommand } from "./tripod-command.ts";

export function addInitCommand(program: TripodCommand): void {
  const command = program
    .command("init")
    .description("set Tripod up: write tripod.yaml, try it, and make the first token, key and user")
    .option("--yes", "ask nothing: take the defaults for what is not given", false);
  for (const { flag, placeholder, about, byDefault, choices } of QUESTIONS) {
    const shown = byDefault === undefined || byDefault === "" ? "" : ` (${byDefault})`;
    const option = new Option(`--${flag} <${placeholder}>`, `${about}${shown}`);
    command.addOption(choices ? option.choices(choices) : option);
  }
  command
    .option("--saves <folder...>", "folders of ARK saves, instead of those that are found on this machine")
    .option("--rcon <host:port>", "where RCON of the game server listens")
    .option("--rcon-password-file <file>", "the file that holds the password of RCON")
    .exits(0, "it is set up, or the settings' file is there already and says the same")
    .exits(1, "nothing was set up or changed; where the settings' file is there already, the differences were shown")
    .exits(INTERRUPTED_EXIT_CODE, "it was stopped by Ctrl-C; nothing was set up")
    .action(async (options: InitOptions) => {
      const { runSetup } = await import("./init/run-setup.ts");
      await runSetup(options);
    });
}
