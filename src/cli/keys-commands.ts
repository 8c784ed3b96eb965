/** `tripod keys ...`: the keys that seal stored secrets, of all services. */
import type { Command } from "commander";

export function addKeysCommands(program: Command): void {
  const keys = program.command("keys").description("the keys that seal stored secrets");
  keys
    .command("list")
    .description("show the ids of the keys, and what each has sealed")
    .action(async () => {
      const { listKeys } = await import("./keys.ts");
      await listKeys();
    });
  keys
    .command("rotate")
    .description("seal everything with the secret key of the settings, or with a new one in the data folder")
    .action(async () => {
      const { rotateKeys } = await import("./keys.ts");
      await rotateKeys();
    });
}
