/** The commands `tripod players erase` and `opt-out`. */
import { UserError } from "../../kit/errors/user-error.ts";
import type { Erasure } from "../../players/privacy/index.ts";
import { withPlatform } from "./with-platform.ts";

export async function erase(text: string, { yes }: { yes: boolean }): Promise<void> {
  const { enqueueVacuum, parsePersonId } = await import("../../players/privacy/index.ts");
  const { privacyStore } = await import("../../players/privacy/sql/privacy-store.ts");
  const id = parsePersonId(text);
  const erasure = await withPlatform(async ({ db, node, clock }) => {
    const privacy = privacyStore(db, node, (tx) => enqueueVacuum(tx, clock.now()));
    if (yes) return privacy.erase(id, clock.now());
    const { platformId, players } = await privacy.findPerson(id);
    process.stdout.write(`Account: ${platformId ?? "none"}\n`);
    for (const player of players) process.stdout.write(`Player: ${player.id}  ${player.name}\n`);
    return undefined;
  });
  if (!erasure)
    throw new UserError("Nothing was erased yet. If this is who is meant, give the same command with --yes.");
  process.stdout.write(`${text}: erased\n`);
  process.stderr.write(`${summaryOf(erasure)}\n`);
}

export async function optOut(text: string, { undo }: { undo: boolean }): Promise<void> {
  const { parsePlayerNumber } = await import("../../players/privacy/index.ts");
  const { privacyStore } = await import("../../players/privacy/sql/privacy-store.ts");
  const id = parsePlayerNumber(text);
  const found = await withPlatform(({ db, node, clock }) =>
    privacyStore(db, node, async () => undefined).setOptOut(id, !undo, clock.now()),
  );
  if (!found) throw new UserError(`There is no player ${id}.`);
  process.stdout.write(`${id}: ${undo ? "history is kept from now on" : "no history is kept"}\n`);
}

function summaryOf({ players, sessions, deliveries, logLines, tribes }: Erasure): string {
  return [
    `Characters: ${players}`,
    `sessions: ${sessions}`,
    `deliveries of webhooks: ${deliveries}`,
    `lines of logs rewritten: ${logLines}`,
    `tribes renamed: ${tribes}`,
  ].join(", ");
}
