/** Strategies that are made and started without a request, however many. */
import type { Database } from "../../../src/kit/sql/database.ts";
import { systemClock } from "../../../src/kit/time/clock.ts";
import type { Instant } from "../../../src/kit/time/instant.ts";
import { HOUR_MS } from "../../../src/kit/time/spans.ts";
import { algorithmStore, outlineOf } from "../../../src/trading/algorithms/index.ts";
import { algorithmUsers } from "../../../src/trading/strategies/sql/algorithm-users.ts";
import { strategyStore } from "../../../src/trading/strategies/sql/strategy-store.ts";
import type { Customer } from "./crash-cases.ts";

export interface StrategyPlan {
  readonly algorithm: number;
  /** Beside the delay and the keys. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  /** Seconds; a twentieth unless told. */
  readonly sliceDelay?: string;
  /** When it is started; now unless told. */
  readonly at?: Instant;
  /** Where it runs; anywhere unless told. */
  readonly serverId?: number;
  /** How long it may run; an hour unless told. */
  readonly maximumMs?: number;
}

/** A strategy of a customer, started. */
export async function startStrategy(
  db: Database,
  { keyId, ownerUid }: Pick<Customer, "keyId" | "ownerUid">,
  {
    algorithm: algorithmId,
    settings,
    sliceDelay = "0.05",
    at = systemClock().now(),
    serverId,
    maximumMs = HOUR_MS,
  }: StrategyPlan,
): Promise<number> {
  const store = strategyStore(db);
  const view = { ownerUid, uid: ownerUid, seesAccount: true };
  const by = { view, changesAccount: true, at };
  const algorithm = await algorithmStore(db, algorithmUsers).findVersion(algorithmId, 1);
  if (!algorithm) throw new Error("the library is not installed");
  const made = await store.addProfile(by, { name: "x", description: "", tabId: null, templateId: null }, 100_000);
  const saved = await store.editProfile(by, made.id, {
    revision: made.revision,
    name: "x",
    description: "",
    algorithm: { outline: outlineOf(algorithm), updatedAt: algorithm.updatedAt },
    settings: {
      ...settings,
      slice_delay: sliceDelay,
      executable_apikeys: Array.from(settings["executable_codes"] ?? [], () => String(keyId)),
    },
    isComplete: true,
    changed: [],
  });
  const { id } = saved.strategies[0];
  await store.start(by, id, {
    revision: saved.revision,
    keyIds: [keyId],
    maximumMs,
    most: 100_000,
    mostKeys: 100_000,
    serverId,
  });
  return id;
}
