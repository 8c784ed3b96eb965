/** `tripod players ...`: the admin commands of the lookup of players and tribes. They work beside a server that runs. */
import { addKeyCommands } from "./players/key-commands.ts";
import { addPrivacyCommands } from "./players/privacy.ts";
import { addSourceCommands } from "./players/sources.ts";
import { addPlayersWebhookCommands } from "./players/webhooks.ts";
import type { TripodCommand } from "./tripod-command.ts";

export function addPlayersCommands(program: TripodCommand): void {
  const players = program.command("players").description("administer the lookup of players and tribes");
  addSourceCommands(players);
  addKeyCommands(players);
  addPlayersWebhookCommands(players);
  addPrivacyCommands(players);
}
