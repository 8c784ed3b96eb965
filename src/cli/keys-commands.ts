/** `tripod keys ...`: the keys that seal stored secrets, of all services. */
import type { TripodCommand } from "./tripod-command.ts";

export function addKeysCommands(program: TripodCommand): void {
  const keys = program.command("keys").description("the keys that seal stored secrets");
  keys
    .command("list")
    .description("show the ids of the keys, and what each has sealed")
    .option("--json", "print them as JSON", false)
    .action(async (options: { json: boolean }) => {
      const { listKeys } = await import("./keys.ts");
      await listKeys(options);
    });
  keys
    .command("rotate")
    .description("seal everything with the secret key of the settings, or with a new one in the data folder")
    .action(async () => {
      const { rotateKeys } = await import("./keys.ts");
      await rotateKeys();
    });
}
