/** `tripod players webhook ...`. */
import type { Command } from "commander";
import { addWebhookCommands } from "../webhook-commands.ts";

export function addPlayersWebhookCommands(players: Command): void {
  addWebhookCommands(players, {
    service: "players",
    events: ["join", "leave", "tribe", "ban"],
    formats: ["discord"],
    patternAbout: "whose events: *, server/KEY or tribe/ID",
    load: async () => (await import("./with-webhooks.ts")).withPlayersWebhooks,
  });
}
