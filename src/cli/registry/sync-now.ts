/** `tripod registry sync`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { withRegistry } from "./with-registry.ts";

export async function syncNow(): Promise<void> {
  const { syncOnce } = await import("../../registry/sync/index.ts");
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new UserError("Stopped. What was applied stays.")));
  const outcome = await withRegistry(({ sync }) =>
    syncOnce({ ...sync, model: undefined }, stop.signal, { force: true }),
  );
  switch (outcome.kind) {
    case "off":
      throw new UserError("There is no upstream to follow: set TRIPOD_REGISTRY_SYNC_URL.");
    case "held":
    case "notDue":
      throw new UserError("Another process is following the upstream right now.");
    case "failed":
      throw new UserError(`The upstream could not be followed: ${outcome.reason}`);
    case "synced": {
      const { imported, unchanged, skipped, problems } = outcome.counts;
      process.stdout.write(
        `${outcome.pages} pages read: ${imported} versions changed, ${unchanged} were the same, ` +
          `${skipped} left alone, ${problems} problems\n`,
      );
    }
  }
}
