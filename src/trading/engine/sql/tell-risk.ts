/** Tells of limits and halts, in the transaction that sets them. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAlerts } from "../../alerts/index.ts";
import { tellAllWebhooks, tellWebhooks, type Happening } from "../../webhooks/index.ts";
import type { HaltPlace, HaltSource } from "../risk-store.ts";

export interface ToldHalt {
  readonly event: "halt" | "resume";
  readonly place: HaltPlace;
  readonly source: HaltSource;
  /** Null where it ends. */
  readonly mode: "reducing" | "halted" | null;
  readonly limit: string | null;
  readonly reason: string;
  readonly setBy: number | null;
  /** Orders that are to be cancelled because of it. */
  readonly cancelled: number;
  readonly at: Instant;
}

const EVENTS = { halt: "risk.halted", resume: "risk.resumed" } as const;

/** Of a halt of an account, a key or a strategy, or its end. */
export async function tellHalt(tx: Transaction, ownerUid: number, halt: ToldHalt): Promise<void> {
  const event = EVENTS[halt.event];
  const { place, reason, at } = halt;
  const make = async () => {
    const seen = await seenBy(tx, place, ownerUid);
    return { ...seen, ownerUid, at, data: { ...shownHalt(halt), ...(seen.exchange && { exchange: seen.exchange }) } };
  };
  await tellWebhooks(tx, { ownerUids: [ownerUid], events: [event] }, async () => [{ ...(await make()), event }]);
  if (halt.event === "resume") return;
  await recordAlerts(tx, [ownerUid], async () => [{ ...(await make()), kind: "halted", why: reason }]);
}

/** Of a halt of the whole platform, or its end: everyone who wants to know. */
export async function tellPlatformHalt(tx: Transaction, halt: ToldHalt): Promise<void> {
  await tellAllWebhooks(tx, { event: EVENTS[halt.event], at: halt.at, data: shownHalt(halt) });
}

function shownHalt({ place, source, mode, limit, reason, setBy, cancelled }: ToldHalt) {
  const id = place.scope === "platform" ? null : String(place.id);
  const by = setBy === null ? null : String(setBy);
  return { scope: place.scope, id, source, mode, limit, reason, by, cancelled };
}

export interface ToldLimits {
  readonly place: HaltPlace;
  readonly ownerUid: number;
  readonly by: number;
  /** Money as decimals. */
  readonly limits: Readonly<Record<string, string | number>>;
  readonly at: Instant;
}

/** Of the limits of a place as they are from now on. */
export async function tellLimits(tx: Transaction, { place, ownerUid, by, limits, at }: ToldLimits): Promise<void> {
  await tellWebhooks(tx, { ownerUids: [ownerUid], events: ["risk.limits"] }, async () => {
    const data = { scope: place.scope, id: String(place.id), by: String(by), limits: snakeCased(limits) };
    return [{ ...(await seenBy(tx, place, ownerUid)), event: "risk.limits" as const, ownerUid, at, data }];
  });
}

/** As the parameters of risk/limits are called. */
function snakeCased(limits: ToldLimits["limits"]): object {
  const name = (each: string): string => each.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(limits).map(([each, value]) => [name(each), value]));
}

/** Who sees the settings of a place. Events of the whole account are seen by all of its users. */
async function seenBy(
  q: Queryable,
  { scope, id }: HaltPlace,
  ownerUid: number,
): Promise<Pick<Happening, "uid" | "isOfKey" | "exchange">> {
  if (scope === "account" || scope === "platform") return { uid: null };
  const [row] = await q.query<{ uid: number; exchange: string | null }>({
    name: "trading.findUserOfPlace",
    text: `select uid, exchange from trading.exchange_keys where $1 = 'key' and id = $2
      union all select uid, null from trading.strategies where $1 = 'strategy' and id = $2`,
    values: [scope, id],
  });
  const uid = row?.uid ?? ownerUid;
  const exchange = row?.exchange ?? undefined;
  return scope === "key" ? { uid, isOfKey: true, ...(exchange && { exchange }) } : { uid };
}
