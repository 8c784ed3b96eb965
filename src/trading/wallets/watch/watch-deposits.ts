/**
 * One look at the chain and at every address that is due. Two at the same time do no harm: the second finds that what
 * it has read is no longer the newest, and drops it. An address that fails waits for its next turn, and holds up no other.
 */
import type { SqlLog } from "../../../kit/sql/log.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { KEPT_HEIGHTS, type DepositRules } from "../core/deposit.ts";
import type { WatchedAddress, WatchStore } from "../store.ts";
import { EsploraError, type Esplora } from "./esplora.ts";
import { followChain, type ChainView, type KnownChain } from "./follow-chain.ts";
import { observeAddress, type ProvenChain } from "./observe-address.ts";

export interface WatchDeps {
  readonly watchStore: WatchStore;
  /** Undefined while no interface is set: then nothing is watched. */
  readonly esplora: Esplora | undefined;
  readonly rules: DepositRules;
  /** In units of 1e-8. */
  readonly minimumDeposit: bigint;
  readonly clock: Clock;
  readonly log: SqlLog;
}

/** `stale`: another run was first. `failed` is logged, and tried again with the next run. */
export type WatchOutcome =
  | { readonly kind: "off" | "behind" | "stale" | "failed" }
  | { readonly kind: "watched"; readonly addresses: number; readonly failures: number };

/** Blocks during which a transaction must have been missing to be lost for good: an hour or so. */
export const GONE_BLOCKS = 6;

const CURRENCY = "BTC";
const BATCH = 40;
const CONCURRENCY = 4;
/** The next run goes on with what is left. */
const LONGEST_RUN_MS = 25_000;
/** An interface that fails this often in a run is left alone until the next one. */
const MAX_FAILURES = 10;

export async function watchOnce(deps: WatchDeps, signal: AbortSignal): Promise<WatchOutcome> {
  const { esplora, watchStore, clock, log } = deps;
  if (!esplora) return { kind: "off" };
  const startedAt = clock.now();
  const known = await watchStore.readChain(CURRENCY);
  let view: ChainView;
  try {
    view = await followChain(esplora, known, signal);
  } catch (error) {
    if (!(error instanceof EsploraError)) throw error;
    log.warn({ err: error }, `deposits cannot be watched: ${error.message}`);
    return { kind: "failed" };
  }
  if (view.kind === "behind") {
    log.warn({}, "deposits cannot be watched: the Esplora interface is behind the chain that it showed before");
    return { kind: "behind" };
  }
  if (known && view.forkHeight < known.tip.height) {
    log.warn({ from: view.forkHeight + 1, to: known.tip.height }, "blocks have left the chain");
  }
  const chainVersion = await watchStore.saveChain(CURRENCY, known, view, startedAt);
  if (chainVersion === undefined) return { kind: "stale" };

  const faults: unknown[] = [];
  const chain = provenChain(esplora, known, view, signal);
  const look = lookAt(deps, esplora, { view, chainVersion, chain, faults }, signal);
  let [addresses, failures, passed] = [0, 0, 0];
  // Another run is at it when it was first with this many.
  const isOver = (): boolean =>
    failures >= MAX_FAILURES || passed >= BATCH || clock.now() >= plusMillis(startedAt, LONGEST_RUN_MS);
  while (!isOver() && !signal.aborted) {
    const due = await watchStore.listDue(CURRENCY, startedAt, BATCH);
    if (due.length === 0) break;
    for (let next = 0; next < due.length && !isOver(); next += CONCURRENCY) {
      const results = await Promise.all(due.slice(next, next + CONCURRENCY).map(look));
      addresses += results.filter((result) => result === "applied").length;
      failures += results.filter((result) => result === "failed").length;
      passed += results.filter((result) => result === "passed").length;
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `addresses that could not be looked at: ${faults.length}`);
  return { kind: "watched", addresses, failures };
}

interface Looking {
  readonly view: Extract<ChainView, { kind: "at" }>;
  readonly chainVersion: number;
  readonly chain: ProvenChain;
  /** Of ours, with what was seen of an address. */
  readonly faults: unknown[];
}

type Looked = "applied" | "passed" | "failed";

function lookAt(
  { watchStore, rules, minimumDeposit, clock, log }: WatchDeps,
  esplora: Esplora,
  { view, chainVersion, chain, faults }: Looking,
  signal: AbortSignal,
) {
  return async (address: WatchedAddress): Promise<Looked> => {
    try {
      const observation = await observeAddress(esplora, address.address, address.fromHeight, chain, signal);
      const context = { chainVersion, tip: view.tip, rules, minimum: minimumDeposit, at: clock.now() };
      return (await watchStore.apply(CURRENCY, address, observation, context)) ? "applied" : "passed";
    } catch (error) {
      if (signal.aborted) throw error;
      await watchStore.postpone(address, clock.now());
      if (!(error instanceof EsploraError)) {
        faults.push(error);
        return "failed";
      }
      log.warn({ err: error, address_id: address.id }, `an address cannot be watched: ${error.message}`);
      return "failed";
    }
  };
}

/** The hashes of the kept heights were proven on the way down from the top; older ones are asked for. */
function provenChain(
  esplora: Esplora,
  known: KnownChain | undefined,
  view: Extract<ChainView, { kind: "at" }>,
  signal: AbortSignal,
): ProvenChain {
  const kept = (known?.blocks ?? []).filter(({ height }) => height <= view.forkHeight);
  const hashes = new Map(
    [...kept, ...view.added].map(({ height, hash }) => [height, Promise.resolve<string | undefined>(hash)]),
  );
  return {
    tipHeight: view.tip.height,
    hashAt(height) {
      const asked = hashes.get(height) ?? esplora.hashAt(height, signal);
      if (hashes.size < 10 * KEPT_HEIGHTS) hashes.set(height, asked);
      return asked;
    },
  };
}
