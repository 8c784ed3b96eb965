/** `tripod players ...`: the admin commands of the lookup of players and tribes. They work beside a server that runs. */
import type { Command } from "commander";
import { addKeyCommands } from "./players/key-commands.ts";
import { addPrivacyCommands } from "./players/privacy.ts";
import { addSourceCommands } from "./players/sources.ts";
import { addPlayersWebhookCommands } from "./players/webhooks.ts";

export function addPlayersCommands(program: Command): void {
  const players = program.command("players").description("administer the lookup of players and tribes");
  addSourceCommands(players);
  addKeyCommands(players);
  addPlayersWebhookCommands(players);
  addPrivacyCommands(players);
}
