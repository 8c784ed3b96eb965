/**
 * The hooks for other areas' transactions: deliveries and their jobs exist exactly when the change does. It costs one
 * short statement without listeners.
 */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { enqueueDeliveries } from "../../../kit/webhooks/sql/enqueue-deliveries.ts";
import type { BanChange } from "../../platform/index.ts";
import type { Transition } from "../../presence/index.ts";
import { happeningsOf, isTold, type Happening, type TribeChange, type WebhookEvent } from "../core/happening.ts";
import { deliverWebhook } from "../jobs/index.ts";
import { payloadJson } from "../payload.ts";
import {
  accountNames,
  lockListeners,
  playersById,
  playersOnServers,
  tribeNames,
  type ToldPlayer,
} from "./listeners.ts";

/** A hook of presence: sends joins, leaves and moves. */
export async function onTransitions(tx: Transaction, transitions: readonly Transition[]): Promise<void> {
  await tell(tx, transitions.flatMap(happeningsOf));
}

/** A hook of applying saves: sends changes of tribe. Not for players seen for the first time. */
export async function onTribeChanges(tx: Transaction, changes: readonly TribeChange[]): Promise<void> {
  const moved = changes.filter(({ from, to }) => from !== to);
  await tell(
    tx,
    moved.map((change) => ({ event: "tribe", ...change })),
  );
}

/** A hook of the platform area: sends a new or lifted ban. */
export async function onBan(
  tx: Transaction,
  ban: { readonly platformId: string; readonly change: BanChange; readonly at: Instant },
): Promise<void> {
  await tell(tx, [{ event: "ban", platformId: ban.platformId, at: ban.at, change: ban.change }]);
}

async function tell(tx: Transaction, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  const listeners = await lockListeners(tx, [...new Set(happenings.map(({ event }) => event))]);
  if (listeners.length === 0) return;

  const players = await playersOf(tx, happenings);
  const names = await namesFor(tx, happenings);
  const deliveries = happenings.flatMap((happening, place): NewDelivery[] => {
    const told = players.get(place);
    const wanting = listeners.filter(
      ({ events, pattern }) => events.includes(happening.event) && isTold(pattern, happening, told?.tribeId ?? null),
    );
    if (wanting.length === 0) return [];
    const accountName = names.accounts.get(happening.platformId ?? "") ?? "";
    const payload = payloadJson(happening, { player: told?.player, accountName, tribeNames: names.tribes });
    return wanting.map(({ id }) => ({ webhookId: id, happening, payload, playerId: told?.player.id }));
  });
  await enqueueDeliveries(tx, deliverWebhook, await insertDeliveries(tx, deliveries));
}

/** By the place in the list of what happened. */
async function playersOf(tx: Transaction, happenings: readonly Happening[]): Promise<Map<number, ToldPlayer>> {
  const byId = happenings.flatMap((happening, place) => (happening.event === "tribe" ? [{ happening, place }] : []));
  const byAccount = happenings.flatMap((happening, place) => {
    if (happening.event === "tribe") return [];
    const server = happening.event === "ban" ? null : happening.server;
    return [{ platformId: happening.platformId, server, place }];
  });
  const found = [
    ...(byId.length === 0
      ? []
      : await playersById(
          tx,
          byId.map(({ happening }) => happening.playerId),
        )
    ).map((told) => [byId[told.place]?.place, told] as const),
    ...(byAccount.length === 0 ? [] : await playersOnServers(tx, byAccount)).map(
      (told) => [byAccount[told.place]?.place, told] as const,
    ),
  ];
  return new Map(found.flatMap(([place, told]) => (place === undefined ? [] : [[place, told] as const])));
}

async function namesFor(
  tx: Transaction,
  happenings: readonly Happening[],
): Promise<{ tribes: Map<number, string>; accounts: Map<string, string> }> {
  const tribes = happenings.flatMap((one) => (one.event === "tribe" ? [one.from, one.to] : []));
  const banned = happenings.flatMap((one) => (one.event === "ban" ? [one.platformId] : []));
  return {
    tribes: await tribeNames(
      tx,
      [...new Set(tribes)].filter((id) => id !== null),
    ),
    accounts: await accountNames(tx, banned),
  };
}

interface NewDelivery {
  readonly webhookId: string;
  readonly happening: Happening;
  readonly payload: string;
  /** Of the profile in the payload. */
  readonly playerId: bigint | undefined;
}

/** Adds deliveries, in the order in which it happened, and answers their ids. */
async function insertDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<number[]> {
  if (deliveries.length === 0) return [];
  const rows = await tx.query<{ id: number }>({
    name: "players.insertDeliveries",
    text: `insert into players.webhook_deliveries (webhook_id, event, payload, created_at, player_ids, platform_ids)
      select v.webhook_id, v.event, v.payload, v.created_at, array_remove(array[v.player_id], null),
        array_remove(array[v.platform_id], null)
      from unnest($1::text[], $2::text[], $3::json[], $4::timestamptz[], $5::bigint[], $6::text[])
        with ordinality as v (webhook_id, event, payload, created_at, player_id, platform_id, place)
      order by v.place returning id`,
    values: [
      deliveries.map(({ webhookId }) => webhookId),
      deliveries.map(({ happening }): WebhookEvent => happening.event),
      deliveries.map(({ payload }) => payload),
      deliveries.map(({ happening }) => timestamp(happening.at)),
      deliveries.map((delivery) => playerOf(delivery)),
      deliveries.map(({ happening }) => happening.platformId),
    ],
  });
  return rows.map(({ id }) => id);
}

function playerOf({ happening, playerId }: NewDelivery): string | null {
  const id = happening.event === "tribe" ? happening.playerId : playerId;
  return id === undefined ? null : String(id);
}
