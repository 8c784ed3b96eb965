/** `tripod registry sync`. */
import { UserError } from "../../kit/errors/user-error.ts";
import type { SyncRunDeps } from "../../registry/sync/index.ts";
import { stopSignal } from "../stop-signal.ts";
import { withRegistry } from "./with-registry.ts";

/** The log without the upstream's errors: the command's own message reports them, without a stack. */
function withoutFailure(log: SyncRunDeps["log"], isOfUpstream: (error: unknown) => boolean): SyncRunDeps["log"] {
  return {
    info: (fields, message) => log.info(fields, message),
    warn(fields, message) {
      if (!("err" in fields) || !isOfUpstream(fields["err"])) log.warn(fields, message);
    },
    error: (fields, message) => log.error(fields, message),
  };
}

export async function syncNow(): Promise<void> {
  const { syncOnce, UpstreamError } = await import("../../registry/sync/index.ts");
  const isOfUpstream = (error: unknown): boolean => error instanceof UpstreamError || error instanceof UserError;
  const signal = stopSignal("Stopped. What was applied stays.");
  const outcome = await withRegistry(
    ({ sync }) =>
      syncOnce({ ...sync, model: undefined, log: withoutFailure(sync.log, isOfUpstream) }, signal, { force: true }),
    { signal },
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
