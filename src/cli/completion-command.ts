/** `tripod completion`: a script that makes a shell complete our commands and options. */
import { Argument } from "commander";
import type { TripodCommand } from "./tripod-command.ts";

const SHELLS = {
  bash: async () => (await import("./reference/bash-completion.ts")).bashCompletion,
  zsh: async () => (await import("./reference/zsh-completion.ts")).zshCompletion,
  fish: async () => (await import("./reference/fish-completion.ts")).fishCompletion,
} as const;

/** @param program the whole tree, read when the command is given: what is added later is completed too. */
export function addCompletionCommand(program: TripodCommand): void {
  program
    .command("completion")
    .description("print a script that completes commands and options on the command line")
    .addArgument(new Argument("<shell>", "whose script").choices(Object.keys(SHELLS)))
    .action(async (shell: keyof typeof SHELLS) => {
      const { commandTable } = await import("./reference/command-table.ts");
      const { completionCases } = await import("./reference/completion-cases.ts");
      const scriptOf = await SHELLS[shell]();
      process.stdout.write(scriptOf(completionCases(commandTable(program))));
    });
}
