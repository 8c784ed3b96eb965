/** Takes an account out of the change feed, which keeps what it announced for a day or longer. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../directory/index.ts";
import { withoutAccount } from "../core/announced.ts";
import type { Person } from "./person.ts";

/** Rewrites what was announced of the account, so that later readers see only its players. */
export async function eraseAnnounced(tx: Transaction, { platformId, playerIds }: Person): Promise<void> {
  if (platformId === null) return;
  const rows = await listAnnounced(tx, platformId);
  if (rows.length === 0) return;
  await tx.execute({
    name: "players.updateErasedChanges",
    text: `update kit.outbox o set payload = v.payload
      from unnest($1::bigint[], $2::jsonb[]) as v (seq, payload) where o.seq = v.seq`,
    values: [
      rows.map(({ seq }) => seq),
      rows.map(({ payload }) =>
        JSON.stringify(withoutAccount(JSON.parse(payload) as AnnouncedChange, platformId, playerIds)),
      ),
    ],
  });
}

/** Changes that name the account. Ids need no escaping in JSON. */
async function listAnnounced(tx: Transaction, platformId: string): Promise<{ seq: number; payload: string }[]> {
  return tx.query({
    name: "players.listAnnounced",
    text: "select seq, payload from kit.outbox where topic = $1 and strpos(payload::text, $2) > 0 order by seq for update",
    values: [PLAYERS_TOPIC, `"${platformId}"`],
  });
}
