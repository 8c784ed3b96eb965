/** What a run trades by: its algorithm with the values at its start, in the units that the engine computes in. */
import {
  ConditionSet,
  readValues,
  type ProfileSettings,
  type RowSettings,
  type StoredAlgorithm,
} from "../../algorithms/index.ts";
import type { ExchangeKey } from "../../exchanges/index.ts";
import type { Listing } from "../../market/index.ts";
import type { DutyRow } from "../core/duties.ts";
import type { KeptRun } from "../store-runs.ts";
import type { RunDeskDeps } from "./deps.ts";
import { isStop } from "./held-stops.ts";

export interface Playbook {
  readonly algorithm: StoredAlgorithm;
  readonly settings: ProfileSettings;
  readonly conditions: ConditionSet;
  /** By row. */
  readonly listings: readonly Listing[];
  /** Every market whose book a row or a condition needs. */
  readonly codes: ReadonlySet<string>;
  readonly keyIds: readonly number[];
  /** Whose these keys are: the main account's, or those of a sub-account. */
  readonly keyUids: readonly number[];
  /** Rows that fire with slices, and those that follow fills. */
  readonly slicing: readonly RowSettings[];
  readonly duties: readonly DutyRow[];
  /** The total that the profile trades, base units; undefined where it is not bounded. */
  readonly parent: number | undefined;
}

/** The plan bounds what is begun, not what runs. */
const ANY = { minimum: -1_000_000_000_000, maximum: 1_000_000_000_000 };
const NO_LIMITS = {
  spread: ANY,
  price_offset: ANY,
  qty_parent: ANY,
  qty_child: ANY,
  sleep_interval: ANY,
  liquidity_check_maximum: 100,
};

/** @returns a sentence where the run cannot go on with these values */
export async function readPlaybook(deps: RunDeskDeps, kept: KeptRun): Promise<Playbook | string> {
  const algorithm = await deps.algorithms.findVersion(kept.algorithmId, kept.algorithmVersion);
  if (!algorithm) return "The algorithm is gone";
  const keys = await keysOf(deps, kept);
  const values = { ...kept.settings, name: "run", algorithm_id: String(kept.algorithmId) };
  const { settings, problems } = readValues(algorithm, values, {
    limits: NO_LIMITS,
    market: (code) => deps.market.listing(code)?.market,
    key: (id) => keys.get(id),
    accountTypes: (code) => exchangeOf(deps, code)?.has.accountTypes ?? [],
    start: undefined,
  });
  if (!settings) {
    const [first] = problems;
    return first ? `${first.parameter}: ${first.message}` : "The values are not complete";
  }
  const { rows } = settings;
  const listings = rows.flatMap(({ code }) => deps.market.listing(code) ?? []);
  if (listings.length < rows.length) return "A market is not traded any more";
  const keyIds = [...new Set(rows.map(({ keyId }) => keyId))];
  const conditions = new ConditionSet(settings.conditions);
  for (const [at, condition] of conditions.conditions.entries()) condition.start = kept.starts[at] ?? undefined;
  return {
    algorithm,
    settings,
    conditions,
    listings,
    codes: codesOf(settings),
    keyIds: keyIds.map(Number),
    keyUids: [...new Set(keyIds.flatMap((id) => keys.get(id)?.uid ?? []))],
    slicing: rows.filter(({ dependsOn, trigger }) => dependsOn === null || trigger === "on_send"),
    duties: rows.map((each) => {
      const { row, dependsOn, trigger, child, toleranceMaximum } = each;
      return { row, dependsOn, trigger, child, toleranceMaximum, isStop: isStop(each) };
    }),
    parent: rows[0]?.parent === undefined ? undefined : Number(rows[0].parent) / 1e18,
  };
}

function exchangeOf({ exchanges }: RunDeskDeps, code: string) {
  return exchanges.find((each) => each.code === code.slice(0, code.indexOf("-")));
}

function codesOf({ rows, conditions, noConditions }: ProfileSettings): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const { code, referenceCode } of rows) codes.add(code).add(referenceCode);
  if (!noConditions) for (const each of conditions) for (const code of each.codes) codes.add(code);
  return codes;
}

async function keysOf({ exchangeKeys }: RunDeskDeps, { ownerUid, settings, run: { state } }: KeptRun) {
  const ids = new Set([settings["executable_apikeys"] ?? []].flat().map(String));
  const keys = new Map<string, { uid: number; exchange: string; mayTrade: boolean }>();
  const view = { ownerUid, onlyUid: null, includesOwners: true, exchanges: null };
  for (const id of ids) {
    const key = /^\d{1,18}$/.test(id) ? await exchangeKeys.findKey(view, Number(id)) : undefined;
    // A run in progress must be able to stop and to hedge with its other keys. Orders that the key may not place are
    // not sent.
    if (key) keys.set(id, { uid: key.uid, exchange: key.exchange, mayTrade: state !== "starting" || mayTrade(key) });
  }
  return keys;
}

function mayTrade({ status, canTrade }: ExchangeKey): boolean {
  return status === "active" && canTrade !== false;
}
