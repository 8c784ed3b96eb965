/** `tripod players erase` and `opt-out`, as the help shows them. The work is in `change-privacy.ts`. */
import type { Command } from "commander";

export function addPrivacyCommands(players: Command): void {
  players
    .command("erase")
    .description("remove a person everywhere, all characters of the account, permanently")
    .argument("<id>", "number of a player, SteamID64, or EOS id")
    .option("--yes", "do it; without it, show who is meant", false)
    .action(async (id: string, options: { yes: boolean }) => {
      const { erase } = await import("./change-privacy.ts");
      await erase(id, options);
    });

  players
    .command("opt-out")
    .description("keep no history of a player: no former names, tribes or sessions")
    .argument("<id>", "number of the player")
    .option("--undo", "keep history again from now on", false)
    .action(async (id: string, options: { undo: boolean }) => {
      const { optOut } = await import("./change-privacy.ts");
      await optOut(id, options);
    });
}
