/** The command `tripod players forget-server`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import { withPlatform } from "./with-platform.ts";

export async function forgetServer(key: string, { yes }: { yes: boolean }): Promise<void> {
  const { forgetSaves } = await import("../../players/saves/index.ts");
  const { saveStore } = await import("../../players/saves/sql/save-store.ts");
  await withPlatform(async ({ db, node, clock, log }) => {
    // Without hooks: the players have not left their tribes, so webhooks are not notified.
    const store = saveStore(db, node);
    const { size } = await store.knownFiles(key);
    if (size === 0) throw new UserError(`No save of a server ${key} is known.`);
    if (!yes) {
      process.stdout.write(`Saves: ${size}\n`);
      throw new UserError(
        "Nothing was forgotten yet. If this is the server that is meant, give the same command with --yes.",
      );
    }
    const leases = new LeaseHolder({ db, clock, log, owner: node, ttlMs: MINUTE_MS });
    const forgotten = await forgetSaves({ store, leases, clock }, key);
    if (forgotten === undefined) {
      throw new UserError(
        `A process reads ${key}, or did a moment ago. Take it out of the cluster's file, or stop that process. ` +
          "Then give the same command again, after a minute.",
      );
    }
    process.stdout.write(`${key}: forgotten\n`);
    process.stderr.write(`Saves: ${forgotten}\n`);
  });
}
