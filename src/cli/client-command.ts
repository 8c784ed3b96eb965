/** `tripod client`: what others build on, as it fits this version. */
import { Argument } from "commander";
import { CLIENT_PARTS, type ClientPart } from "./client-parts.ts";
import type { TripodCommand } from "./tripod-command.ts";

export function addClientCommand(program: TripodCommand): void {
  program
    .command("client")
    .description("write a client of this version, the Bruno collection, or the action that publishes, into a folder")
    .addArgument(new Argument("<part>", "what is written").choices(Object.keys(CLIENT_PARTS)))
    .argument("<folder>", "a folder that is empty, or does not exist yet")
    .action(async (part: ClientPart, folder: string) => {
      const { writeClient } = await import("./write-client.ts");
      await writeClient(part, folder);
    });
}
